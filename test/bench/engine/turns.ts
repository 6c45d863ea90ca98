// A turn through the whole app beside the same prompt given to the library alone: first token, speed, memory.

import { type BenchResult, benchResult } from '../bench-result.ts';
import { median } from '../ratio.ts';
import { makeBenchFolder, turnsFor } from './bench-folder.ts';
import { peakMiB } from './child.ts';
import type { EngineBench } from './engine-bench.ts';

const LIVE_TOKENS = 1500;
const WRITTEN = 96;
const question = (round: number): string =>
  `Number ${round}: ${'please tell me a very long story about the sea, the ship and its crew, with every detail. '.repeat(12)}`;

export async function measureTurns(bench: EngineBench): Promise<readonly BenchResult[]> {
  const folder = makeBenchFolder(bench, 'turns');
  const seed = { id: 'talk', turns: turnsFor(LIVE_TOKENS) };
  const app = await bench.startApp(folder, bench.modelPath, [seed]);
  const file = path(bench);
  try {
    await app.turn('talk', 'Go on.');
    // Whatever was compiled and cached for the first time is no part of a turn.
    await bench.raw({ op: 'hold', prompt: await app.prompt('talk'), file });
    await bench.raw({ op: 'turn', prompt: await app.prompt('talk', 'And?'), writeTokens: 8, temperature: 0.7 });
    const first: { ours: number; theirs: number }[] = [];
    const speed: { ours: number; theirs: number }[] = [];
    await bench.rounds(async (round) => {
      const before = await app.prompt('talk');
      const text = question(round);
      const prompt = await app.prompt('talk', text);
      await bench.raw({ op: 'hold', prompt: before, file });
      const theirs = async () => bench.raw({ op: 'turn', prompt, writeTokens: WRITTEN, temperature: 0.7 });
      const rawFirst = round % 2 === 1 ? await theirs() : null;
      const ours = await app.turn('talk', text, WRITTEN);
      const raw = rawFirst ?? (await theirs());
      first.push({ ours: ours.firstTokenMs, theirs: raw.firstTokenMs });
      const rawSpeed = (WRITTEN - 1) / ((raw.totalMs - raw.firstTokenMs) / 1000);
      speed.push({ ours: ours.tokensPerSecond, theirs: rawSpeed });
      bench.say(
        `  read ${ours.readTokens}: first token ${ours.firstTokenMs.toFixed(0)} (asked after ${ours.askedMs.toFixed(0)}) / ${raw.firstTokenMs.toFixed(0)} ms (read ${raw.readTokens})`,
      );
    });
    const memory = app.peakMiB() - peakMiB(bench.rawPid());
    return [
      ratioResult('engine.firstTokenOverRaw', '<= 1.05', first),
      ratioResult('engine.speedOverRaw', '>= 0.97', speed),
      benchResult({
        name: 'engine.memoryOverRawMiB',
        unit: 'MiB',
        goal: '<= 150',
        value: memory,
        samples: [memory],
        detail: { appMiB: app.peakMiB(), rawMiB: peakMiB(bench.rawPid()) },
      }),
    ];
  } finally {
    await app.close();
  }
}

const path = (bench: EngineBench): string => `${bench.folder}/raw-turns.bin`;

export function ratioResult(
  name: string,
  goal: string,
  pairs: readonly { readonly ours: number; readonly theirs: number }[],
  detail: Readonly<Record<string, unknown>> = {},
): BenchResult {
  const samples = pairs.map(({ ours, theirs }) => ours / theirs);
  return benchResult({
    name,
    unit: 'ratio',
    goal,
    value: median(samples),
    samples,
    detail: {
      ours: median(pairs.map(({ ours }) => ours)),
      theirs: median(pairs.map(({ theirs }) => theirs)),
      ...detail,
    },
  });
}
