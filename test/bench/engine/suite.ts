// engine.*: the whole app (but for its window) beside the library alone, in processes of their own, in turns. HOLDFAST_BENCH_TOKENS sets
// the size of the long conversation (6500; less where the machine reads too slowly for it), HOLDFAST_BENCH_ROUNDS the rounds (3),
// HOLDFAST_BENCH_ONLY names parts to run, HOLDFAST_BENCH_PATIENCE stretches the parts' limits of time.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { requireTestModel } from '../../support/test-models.ts';
import type { BenchResult, RunSuite } from '../bench-result.ts';
import { windowFor } from './bench-folder.ts';
import { measureCompactions } from './compactions.ts';
import { type EngineBench, type EngineBenchOptions, EngineBenchRun, type PartTimes } from './engine-bench.ts';
import { measureCounting, measureHistory } from './growth.ts';
import { measureReopening } from './reopening.ts';
import { measureTurns } from './turns.ts';

interface Part extends PartTimes {
  readonly names: readonly string[];
  readonly measure: (bench: EngineBench) => Promise<readonly BenchResult[]>;
}

const PATIENCE = Number(process.env['HOLDFAST_BENCH_PATIENCE'] ?? 1);
const minutes = (count: number): number => count * 60_000 * PATIENCE;
const PARTS: Readonly<Record<string, Part>> = {
  counting: { names: ['engine.countGrowth'], measure: measureCounting, softMs: minutes(0.5), hardMs: minutes(1.5) },
  history: { names: ['engine.firstTokenGrowth'], measure: measureHistory, softMs: minutes(1), hardMs: minutes(2) },
  turns: {
    names: ['engine.firstTokenOverRaw', 'engine.speedOverRaw', 'engine.memoryOverRawMiB'],
    measure: measureTurns,
    softMs: minutes(1),
    hardMs: minutes(2),
  },
  reopening: { names: ['engine.reopenOverLive'], measure: measureReopening, softMs: minutes(1.5), hardMs: minutes(3) },
  compactions: {
    names: [
      'engine.inPlaceOverBound',
      'engine.coldOverInPlace',
      'engine.idleWaitOverCold',
      'engine.idleWaitTwoSequencesOverCold',
    ],
    measure: measureCompactions,
    softMs: minutes(5),
    hardMs: minutes(8),
  },
};

/** All parts together end within it. */
const WHOLE_MS = minutes(11.5);

export const runSuite: RunSuite = async ({ modelPath, say, fail }) => {
  const endsAt = performance.now() + WHOLE_MS;
  const options = await planSizes({
    modelPath: modelPath ?? requireTestModel(),
    windowTokens: 2048,
    liveTokens: 0,
    rounds: Number(process.env['HOLDFAST_BENCH_ROUNDS'] ?? 3),
    folder: mkdtempSync(path.join(tmpdir(), 'holdfast-bench-')),
    say,
  });
  const run = new EngineBenchRun(options);
  const results: BenchResult[] = [];
  const only = process.env['HOLDFAST_BENCH_ONLY']?.split(',');
  for (const [name, { names, measure, softMs, hardMs }] of Object.entries(PARTS)) {
    if (only !== undefined && !only.includes(name)) continue;
    say(`engine: ${name}`);
    const leftMs = Math.max(1, endsAt - performance.now());
    let why = 'no round measured it';
    const times = { softMs: Math.min(softMs, leftMs), hardMs: Math.min(hardMs, leftMs) };
    const measured = await run.run(measure, times).catch((error: unknown) => {
      why = error instanceof Error ? error.message : String(error);
      say(`  ${why}`);
      return [];
    });
    const taken = measured.filter(({ samples }) => samples.length > 0);
    results.push(...taken);
    for (const figure of names) if (taken.every((result) => result.name !== figure)) fail(figure, why);
  }
  await run.close();
  return results;
};

const FULL_TOKENS = 6500;
const SIZES = [
  { tokens: FULL_TOKENS, leastPerSecond: 80 },
  { tokens: 4000, leastPerSecond: 40 },
  { tokens: 2000, leastPerSecond: 0 },
] as const;

/** A machine that others keep busy reads the full size too slowly: better a smaller one, told, than none. */
async function planSizes(options: EngineBenchOptions): Promise<EngineBenchOptions> {
  const asked = process.env['HOLDFAST_BENCH_TOKENS'];
  if (asked !== undefined) return { ...options, liveTokens: Number(asked), windowTokens: windowFor(Number(asked)) };
  const trial = new EngineBenchRun(options);
  const prompt = 'The harbour master wrote a letter about the ship and its crew. ';
  const perSecond = await trial.run(
    async ({ raw }) => {
      await raw({ op: 'turn', prompt, writeTokens: 0, temperature: 0 });
      const { totalMs, readTokens } = await raw({
        op: 'turn',
        prompt: prompt.repeat(40),
        writeTokens: 0,
        temperature: 0,
      });
      return readTokens / (totalMs / 1000);
    },
    { softMs: minutes(1), hardMs: minutes(1) },
  );
  await trial.endRaw();
  const liveTokens = SIZES.find(({ leastPerSecond }) => perSecond >= leastPerSecond)?.tokens ?? 2000;
  options.say(`engine: reads ${perSecond.toFixed(0)} tokens a second; the long conversation has ${liveTokens}`);
  return { ...options, liveTokens, windowTokens: windowFor(liveTokens) };
}
