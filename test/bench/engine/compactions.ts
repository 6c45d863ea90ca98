// Compactions in place beside their bound (the library writes as many tokens and reads the same new view), beside the cold way, and
// what is waited for one that lay ready beside that same cold one. One round measures all of them, one after the other.

import { rmSync } from 'node:fs';

import type { BenchResult } from '../bench-result.ts';
import type { BenchApp, CompactionFigures } from './bench-app.ts';
import { copyLiveFolder, stateFileIn } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { measureWait } from './idle.ts';
import { ratioResult } from './turns.ts';

interface Round {
  readonly inPlace: CompactionFigures;
  readonly boundMs: number;
  readonly cold: CompactionFigures;
  /** Null: none was prepared in that round. */
  readonly waitAloneMs: number | null;
  readonly waitCopyMs: number | null;
}

export async function measureCompactions(bench: EngineBench): Promise<readonly BenchResult[]> {
  const rounds = await bench.rounds(() => oneRound(bench));
  const detail = figures(rounds.at(-1));
  const waits = (of: (round: Round) => number | null) =>
    rounds.flatMap((round) => {
      const ours = of(round);
      return ours === null ? [] : [{ ours, theirs: round.cold.totalMs }];
    });
  const pairs = rounds.map(({ inPlace, boundMs }) => ({ ours: inPlace.totalMs, theirs: boundMs }));
  const cold = rounds.map((round) => ({ ours: round.cold.totalMs, theirs: round.inPlace.totalMs }));
  return [
    ratioResult('engine.inPlaceOverBound', '<= 1.10', pairs, detail),
    ratioResult('engine.coldOverInPlace', '>= 3', cold, detail),
    ratioResult(
      'engine.idleWaitOverCold',
      '<= 0.1',
      waits(({ waitAloneMs }) => waitAloneMs),
      { liveTokens: detail['liveTokens'] },
    ),
    ratioResult(
      'engine.idleWaitTwoSequencesOverCold',
      '<= 0.02',
      waits(({ waitCopyMs }) => waitCopyMs),
      {
        liveTokens: detail['liveTokens'],
      },
    ),
  ];
}

async function oneRound(bench: EngineBench): Promise<Round> {
  const folder = await copyLiveFolder(bench, 'compactions');
  const app = await bench.startApp(folder, bench.modelPath);
  try {
    const round = await inPlaceAndBound(bench, app, folder);
    const cold = await app.compact('cold');
    bench.say(`  cold ${seconds(cold.totalMs)} s (${cold.strategy}, ${cold.writtenTokens} written)`);
    return {
      ...round,
      cold,
      waitAloneMs: await waitOrNull(bench, 'alone'),
      waitCopyMs: await waitOrNull(bench, 'copy'),
    };
  } finally {
    app.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function waitOrNull(bench: EngineBench, kept: 'alone' | 'copy'): Promise<number | null> {
  try {
    return await measureWait(bench, kept);
  } catch (error) {
    bench.say(`  none prepared (state ${kept}): ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

async function inPlaceAndBound(
  bench: EngineBench,
  app: BenchApp,
  folder: string,
): Promise<{ inPlace: CompactionFigures; boundMs: number }> {
  await app.open('live');
  const live = await app.prompt('live');
  // The library starts from the very state that the app starts from.
  await bench.raw({ op: 'back', file: stateFileIn(folder) });
  const inPlace = await app.compact('live');
  if (inPlace.strategy !== 'in_place') throw new Error(`the summary was made ${inPlace.strategy}`);
  const view = await app.prompt('live');
  const write = await bench.raw({ op: 'turn', prompt: live, writeTokens: inPlace.writtenTokens, temperature: 0.2 });
  const read = await bench.raw({ op: 'turn', prompt: view, writeTokens: 0, temperature: 0 });
  const boundMs = write.totalMs + read.totalMs;
  bench.say(
    `  ${inPlace.tokensBefore} live, instruction ${inPlace.readTokens}, ${inPlace.writtenTokens} written, view ${inPlace.tokensAfter}: in place ${seconds(inPlace.totalMs)} s (planned ${seconds(inPlace.plannedMs)}, written ${seconds(inPlace.summaryMs)}, committed ${seconds(inPlace.committedMs)}), bound ${seconds(boundMs)} s (write ${seconds(write.totalMs)}, read ${read.readTokens} in ${seconds(read.totalMs)})`,
  );
  return { inPlace, boundMs };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const figures = (round: Round | undefined): Record<string, unknown> =>
  round === undefined
    ? {}
    : {
        liveTokens: round.inPlace.tokensBefore,
        instructionTokens: round.inPlace.readTokens,
        summaryTokens: round.inPlace.writtenTokens,
        coldSummaryTokens: round.cold.writtenTokens,
        viewTokens: round.inPlace.tokensAfter,
        inPlaceMs: round.inPlace.totalMs,
        summaryMs: round.inPlace.committedMs,
        boundMs: round.boundMs,
        coldMs: round.cold.totalMs,
      };
