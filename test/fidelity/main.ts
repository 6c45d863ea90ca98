// npm run fidelity -- [--cases DIR] [--model FILE] [--window N] [--json]: how much of each conversation a model still sees after
// all its compactions. Exit 2 for arguments or a case that are none.
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { LlamaHost, ModelFitness } from '../../electron/app/ports.ts';
import { loadInto, startRealHost } from '../support/real-host.ts';
import { caseSchema, type FidelityCase } from './case.ts';
import { hostWithoutModel } from './host-without-model.ts';
import { makeReport, renderReport } from './report.ts';
import { type CaseReport, runCase } from './run-case.ts';

const USAGE =
  'usage: npm run fidelity -- [--cases DIR] [--model FILE] [--window N] [--only NAME,…] [--alone] [--summaries DIR] [--json]';

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        cases: { type: 'string' },
        model: { type: 'string' },
        window: { type: 'string' },
        only: { type: 'string' },
        alone: { type: 'boolean' },
        summaries: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const window = values.window === undefined ? null : Number(values.window);
    if (window !== null && (!Number.isInteger(window) || window < 256))
      return refuse(`--window must be a whole number ≥ 256\n${USAGE}`);
    return { ...values, window };
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : ''}\n${USAGE}`);
  }
}

function readCases(folder: string, only: string | undefined): readonly FidelityCase[] {
  const wanted = only?.split(',');
  const files = listCases(folder).filter(
    (file) => wanted === undefined || wanted.includes(file.replace(/\.json$/, '')),
  );
  if (files.length === 0) return refuse(`no cases (*.json) in ${folder}`);
  return files.map((file) => readCase(path.join(folder, file)));
}

function listCases(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch {
    return refuse(`${folder} is no folder that can be read`);
  }
}

function readCase(file: string): FidelityCase {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const parsed = caseSchema.safeParse(content);
  return parsed.success ? parsed.data : refuse(`${file} is not a case:\n${z.prettifyError(parsed.error)}`);
}

const args = readArguments();
const cases = readCases(args.cases ?? path.resolve(import.meta.dirname, 'cases'), args.only);
const fitness = new Map<string, ModelFitness>();
const reports: CaseReport[] = [];
const real = args.model === undefined ? null : startRealHost();
let loadedWindow = 0;

/** One engine for all cases: loaded anew where a case wants another window. */
async function hostFor(windowTokens: number): Promise<LlamaHost> {
  if (real === null || args.model === undefined) return hostWithoutModel(windowTokens);
  if (loadedWindow !== windowTokens) await loadInto(real.client, path.resolve(args.model), windowTokens);
  loadedWindow = windowTokens;
  return real.client;
}

for (const given of cases) {
  const windowTokens = args.window ?? given.contextWindow;
  const startedAt = Date.now();
  const report = await runCase(given, {
    host: await hostFor(windowTokens),
    isReal: real !== null,
    fitness,
    windowTokens,
    say,
    alone: args.alone ?? false,
    onSummary(name, text) {
      if (args.summaries === undefined) return;
      mkdirSync(args.summaries, { recursive: true });
      writeFileSync(path.join(args.summaries, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.md`), text);
    },
  });
  reports.push(report);
  say(`${given.name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
}
await real?.client.close();
const report = makeReport({
  model: args.model === undefined ? null : path.basename(args.model),
  window: args.window,
  cases: reports,
});
process.stdout.write(`${args.json ? JSON.stringify(report, null, 2) : renderReport(report)}\n`, () => process.exit(0));
