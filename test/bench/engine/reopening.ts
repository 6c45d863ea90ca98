// The first token after the app was closed and started again, beside the first token in a conversation that was never left.

import type { BenchResult } from '../bench-result.ts';
import { elapsedMs } from '../ratio.ts';
import { makeBenchFolder, turnsFor } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { ratioResult } from './turns.ts';

const MESSAGE =
  'And what about the harbour, the ship and its crew? Say it in one line, please, with the number of the file.';

export async function measureReopening(bench: EngineBench): Promise<readonly BenchResult[]> {
  const tokens = bench.sizes.at(-1) ?? 6500;
  const folder = makeBenchFolder(bench.folder, 'reopening');
  let app = await bench.startApp(folder, bench.modelPath, [{ id: 'live', turns: turnsFor(tokens) }]);
  const pairs: { ours: number; theirs: number }[] = [];
  const openMs: number[] = [];
  const reused: number[] = [];
  await app.turn('live', 'Go on.');
  for (let round = 0; round < bench.rounds; round += 1) {
    const live = await app.turn('live', MESSAGE);
    await app.close();
    app = await bench.startApp(folder, bench.modelPath);
    openMs.push(await elapsedMs(() => app.open('live')));
    const again = await app.turn('live', MESSAGE);
    pairs.push({ ours: again.firstTokenMs, theirs: live.firstTokenMs });
    reused.push(again.reusedTokens);
    bench.say(`  reopened: first token ${again.firstTokenMs.toFixed(0)} ms, live ${live.firstTokenMs.toFixed(0)} ms`);
  }
  await app.close();
  return [ratioResult('engine.reopenOverLive', '<= 1.3', pairs, { openMs, reusedTokens: reused })];
}
