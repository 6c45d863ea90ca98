// npm run bench: runs the suites asked for and prints what they measured, as a table or (--json) as one JSON object.

import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchResult, RunSuite } from './bench-result.ts';

const SUITES: Readonly<Record<string, () => Promise<{ readonly runSuite: RunSuite }>>> = {
  core: () => import('./core/suite.ts'),
  engine: () => import('./engine/suite.ts'),
  store: () => import('./store/suite.ts'),
  ui: () => import('./ui/suite.ts'),
};

const refuse = (message: string): never => {
  process.stderr.write(
    `${message}\nusage: npm run bench -- [--only ${Object.keys(SUITES).join('|')}] [--model FILE] [--json]\n`,
  );
  process.exit(2);
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const options = readOptions();
const failed: { suite: string; name?: string; why: string }[] = [];
const results: BenchResult[] = [];
for (const name of options.suites) {
  say(`${name} …`);
  try {
    const suite = await SUITES[name]?.();
    const fail = (figure: string, why: string): void => void failed.push({ suite: name, name: figure, why });
    results.push(...((await suite?.runSuite({ modelPath: options.modelPath, say, fail })) ?? []));
  } catch (error) {
    failed.push({ suite: name, why: error instanceof Error ? error.message : String(error) });
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
process.stdout.write(options.json ? `${JSON.stringify(report(), null, 2)}\n` : table());
process.exitCode = results.length > 0 ? 0 : 1;

function readOptions(): { suites: readonly string[]; modelPath: string | null; json: boolean } {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, model: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    const suites = values.only?.split(',') ?? Object.keys(SUITES);
    const unknown = suites.find((name) => SUITES[name] === undefined);
    if (unknown !== undefined) refuse(`There is no suite "${unknown}".`);
    return { suites, modelPath: values.model ?? null, json: values.json };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function report(): object {
  const processors = cpus();
  return {
    machine: {
      processor: processors[0]?.model ?? 'unknown',
      cores: processors.length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
    },
    results,
    ...(failed.length > 0 ? { failed } : {}),
  };
}

function table(): string {
  const rows = results.map(({ name, value, unit, goal, ok, samples }) => [
    name,
    `${value}`,
    unit,
    goal,
    goal === 'report' ? '' : ok ? 'ok' : 'MISSED',
    samples.join(' '),
  ]);
  const lines = [['name', 'value', 'unit', 'goal', '', 'samples'], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const missing = failed.map(({ suite, name, why }) => `${name ?? suite} could not be measured: ${why}`);
  return `${[...text, ...missing].join('\n')}\n`;
}
