// Breaks a rule in a private copy of the sources and runs the test that has to notice. The working tree is only read.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Mutation } from './mutations.ts';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

export type Verdict = 'caught' | 'survived' | 'not run';

export interface Workshop {
  /** Runs the test of a mutation with its rule broken. */
  verdictOn(mutation: Mutation): Verdict;
  /** Runs the tests with nothing broken: those that fail, or do not exist, prove nothing. */
  failingTests(mutations: readonly Mutation[]): readonly string[];
  close(): void;
}

const COPIED = ['electron', 'native', 'renderer', 'test', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

export function openWorkshop(): Workshop {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-mutations-'));
  for (const name of COPIED) cpSync(path.join(PROJECT_ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return {
    verdictOn(mutation) {
      const file = path.join(folder, mutation.file);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, breakRule(before, mutation));
      try {
        return runTest(folder, mutation.caughtBy);
      } finally {
        writeFileSync(file, before);
      }
    },
    failingTests: (mutations) => {
      const places = new Map(mutations.map(({ caughtBy }) => [caughtBy.join(' › '), caughtBy]));
      return [...places].filter(([, place]) => runTest(folder, place) !== 'survived').map(([name]) => name);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @throws when the words to replace do not stand in the text exactly once */
export function breakRule(text: string, { name, find, replace }: Mutation): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`"${name}": its words stand ${parts.length - 1} times in the file`);
  return parts.join(replace);
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function runTest(folder: string, [file, title]: Mutation['caughtBy']): Verdict {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const only = title.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'unit', file, '-t', only, '--reporter=json', `--outputFile=${report}`];
  // The same seed each time: what is caught today is caught tomorrow.
  const env = { ...process.env, HOLDFAST_PROPERTY_SEED: '7', HOLDFAST_PROPERTY_RUNS: '1000' };
  const { status } = spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
  if (status === null) return 'not run';
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport;
    const ran = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((test) => test.fullName.includes(title));
    if (ran.some((test) => test.status === 'failed')) return 'caught';
    return ran.some((test) => test.status === 'passed') ? 'survived' : 'not run';
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return 'not run';
    throw error;
  }
}
