// What a person waits for a compaction that was prepared while nobody waited, beside one made cold at that moment. Once with the state
// kept in the sequence alone (the new view is read at the turn), once with a copy of the state (nothing is left to read).

import type { BenchResult } from '../bench-result.ts';
import { makeBenchFolder, turnsFor } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { ratioResult } from './turns.ts';

const MESSAGE = 'And what about the harbour?';

export async function measureIdle(bench: EngineBench): Promise<readonly BenchResult[]> {
  const tokens = bench.sizes.at(-1) ?? 6500;
  const coldMs = await measureCold(bench, tokens);
  const results: BenchResult[] = [];
  for (const [name, goal, savedStates] of [
    ['engine.idleWaitOverCold', '<= 0.1', false],
    ['engine.idleWaitTwoSequencesOverCold', '<= 0.02', true],
  ] as const) {
    const waits: number[] = [];
    // One round a data folder: a prepared compaction is applied once.
    for (let round = 0; round < (savedStates ? bench.rounds : 1); round += 1)
      waits.push(await measureWait(bench, { tokens, savedStates, round }));
    results.push(
      ratioResult(
        name,
        goal,
        waits.map((ours) => ({ ours, theirs: coldMs })),
        { waitsMs: waits, coldMs },
      ),
    );
  }
  return results;
}

async function measureCold(bench: EngineBench, tokens: number): Promise<number> {
  const folder = makeBenchFolder(bench.folder, 'idle-cold');
  const app = await bench.startApp(folder, bench.modelPath, [{ id: 'cold', turns: turnsFor(tokens), secret: true }]);
  const { totalMs } = await app.compact('cold');
  await app.close();
  return totalMs;
}

/** How much later the first token comes than in the same conversation without a compaction. */
async function measureWait(
  bench: EngineBench,
  { tokens, savedStates, round }: { readonly tokens: number; readonly savedStates: boolean; readonly round: number },
): Promise<number> {
  const name = `idle-${savedStates ? 'copy' : 'alone'}-${round}`;
  const folder = makeBenchFolder(bench.folder, name, { whenIdle: true, savedStates, compacts: true });
  const app = await bench.startApp(folder, bench.modelPath, [{ id: 'live', turns: turnsFor(tokens) }]);
  try {
    await app.turn('live', 'Go on.');
    const usual = await app.turn('live', MESSAGE);
    const warmed = app.waitWarm();
    await app.wait('compaction_prepared');
    await warmed;
    const committed = app.wait('compaction_committed');
    const prepared = await app.turn('live', MESSAGE);
    await committed;
    bench.say(
      `  prepared: first token after ${prepared.firstTokenMs.toFixed(0)} ms, usually ${usual.firstTokenMs.toFixed(0)} ms`,
    );
    return Math.max(1, prepared.firstTokenMs - usual.firstTokenMs);
  } finally {
    await app.close();
  }
}
