// Summaries in place beside their bound (the library writes as many tokens and reads the same new view) and beside the cold way.

import type { BenchResult } from '../bench-result.ts';
import type { BenchApp, CompactionFigures } from './bench-app.ts';
import { makeBenchFolder, turnsFor } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { ratioResult } from './turns.ts';

interface Round {
  readonly inPlace: CompactionFigures;
  readonly boundMs: number;
  readonly coldMs: number;
}

export async function measureCompactions(bench: EngineBench): Promise<readonly BenchResult[]> {
  const largest = bench.sizes.at(-1) ?? 6500;
  const app = await bench.startApp(makeBenchFolder(bench.folder, 'compactions'), bench.modelPath, [
    ...bench.sizes.map((tokens) => ({ id: `live-${tokens}`, turns: turnsFor(tokens) })),
    { id: 'cold', turns: turnsFor(largest), secret: true },
  ]);
  try {
    const bySize: Record<string, unknown> = {};
    for (const tokens of bench.sizes.slice(0, -1)) bySize[tokens] = await sizeOnce(bench, app, tokens);
    const rounds: Round[] = [];
    await prepare(bench, app, `live-${largest}`);
    for (let index = 0; index < bench.rounds; index += 1) rounds.push(await oneRound(bench, app, largest));
    const detail = { ...figures(rounds.at(-1)), bySize };
    const pairs = rounds.map(({ inPlace, boundMs }) => ({ ours: inPlace.totalMs, theirs: boundMs }));
    const cold = rounds.map(({ inPlace, coldMs }) => ({ ours: coldMs, theirs: inPlace.totalMs }));
    return [
      ratioResult('engine.inPlaceOverBound', '<= 1.10', pairs, detail),
      ratioResult('engine.coldOverInPlace', '>= 3', cold),
    ];
  } finally {
    await app.close();
  }
}

/** Both hold the live conversation, evaluated. */
async function prepare(bench: EngineBench, app: BenchApp, id: string): Promise<void> {
  await app.turn(id, 'Go on.');
  await bench.raw({ op: 'hold', prompt: await app.prompt(id), file: `${bench.folder}/raw-${id}.bin` });
}

async function inPlaceAndBound(
  bench: EngineBench,
  app: BenchApp,
  tokens: number,
): Promise<{ inPlace: CompactionFigures; boundMs: number }> {
  const id = `live-${tokens}`;
  const live = await app.prompt(id);
  const inPlace = await app.compact(id);
  if (inPlace.strategy !== 'in_place') throw new Error(`the summary was made ${inPlace.strategy}`);
  const view = await app.prompt(id);
  await app.undo(id);
  await bench.raw({ op: 'back', file: `${bench.folder}/raw-${id}.bin` });
  const write = await bench.raw({ op: 'turn', prompt: live, writeTokens: inPlace.writtenTokens, temperature: 0.2 });
  const read = await bench.raw({ op: 'turn', prompt: view, writeTokens: 0, temperature: 0 });
  bench.say(
    `  ${inPlace.tokensBefore} live, ${inPlace.writtenTokens} written, view ${inPlace.tokensAfter}: in place ${(inPlace.totalMs / 1000).toFixed(1)} s, bound ${((write.totalMs + read.totalMs) / 1000).toFixed(1)} s`,
  );
  return { inPlace, boundMs: write.totalMs + read.totalMs };
}

async function oneRound(bench: EngineBench, app: BenchApp, tokens: number): Promise<Round> {
  const round = await inPlaceAndBound(bench, app, tokens);
  const cold = await app.compact('cold');
  bench.say(`  cold ${(cold.totalMs / 1000).toFixed(1)} s (${cold.strategy}, ${cold.writtenTokens} written)`);
  await app.undo('cold');
  await app.open(`live-${tokens}`);
  return { ...round, coldMs: cold.totalMs };
}

async function sizeOnce(bench: EngineBench, app: BenchApp, tokens: number): Promise<Record<string, unknown>> {
  await prepare(bench, app, `live-${tokens}`);
  const { inPlace, boundMs } = await inPlaceAndBound(bench, app, tokens);
  return { liveTokens: inPlace.tokensBefore, inPlaceMs: inPlace.totalMs, boundMs, ratio: inPlace.totalMs / boundMs };
}

const figures = (round: Round | undefined): Record<string, unknown> =>
  round === undefined
    ? {}
    : {
        liveTokens: round.inPlace.tokensBefore,
        summaryTokens: round.inPlace.writtenTokens,
        viewTokens: round.inPlace.tokensAfter,
        inPlaceMs: round.inPlace.totalMs,
        summaryMs: round.inPlace.committedMs,
        boundMs: round.boundMs,
        coldMs: round.coldMs,
      };
