// engine.*: the whole app (but for its window) beside the library alone, in processes of their own, in turns. HOLDFAST_BENCH_TOKENS sets
// the sizes of the live conversation for summaries in place, the last of which all other figures are taken at (2000,4000,6500);
// HOLDFAST_BENCH_ROUNDS the rounds (3); HOLDFAST_BENCH_ONLY names parts to run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { requireTestModel } from '../../support/test-models.ts';
import type { BenchResult, RunSuite } from '../bench-result.ts';
import { BenchApp } from './bench-app.ts';
import { startChild } from './child.ts';
import { measureCompactions } from './compactions.ts';
import type { EngineBench } from './engine-bench.ts';
import { measureCounting, measureHistory } from './growth.ts';
import { measureIdle } from './idle.ts';
import type { RawAnswer, RawRequest } from './raw-process.ts';
import { measureReopening } from './reopening.ts';
import { measureTurns } from './turns.ts';

const WINDOW_TOKENS = 8192;
const PARTS = {
  turns: measureTurns,
  compactions: measureCompactions,
  idle: measureIdle,
  reopening: measureReopening,
  counting: measureCounting,
  history: measureHistory,
};

export const runSuite: RunSuite = async ({ modelPath, say }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'));
  const raw = startChild<RawRequest, RawAnswer>('test/bench/engine/raw-process.ts');
  const bench: EngineBench = {
    modelPath: modelPath ?? requireTestModel(),
    windowTokens: WINDOW_TOKENS,
    rounds: Number(process.env['HOLDFAST_BENCH_ROUNDS'] ?? 3),
    sizes: (process.env['HOLDFAST_BENCH_TOKENS'] ?? '2000,4000,6500').split(',').map(Number),
    folder,
    rawPid: raw.pid,
    raw: (request) => {
      const answer = raw.next(() => true);
      raw.send(request);
      return answer;
    },
    startApp: (...given) => BenchApp.start(...given),
    say,
  };
  const results: BenchResult[] = [];
  try {
    await bench.raw({ op: 'load', modelPath: bench.modelPath, windowTokens: WINDOW_TOKENS });
    const only = process.env['HOLDFAST_BENCH_ONLY']?.split(',');
    for (const [name, measure] of Object.entries(PARTS)) {
      if (only !== undefined && !only.includes(name)) continue;
      say(`engine: ${name}`);
      results.push(...(await measure(bench)));
    }
  } finally {
    await raw.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
