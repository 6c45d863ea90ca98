// The first token after the app was closed and started again, beside the first token in a conversation that was never left.

import { rmSync } from 'node:fs';

import type { BenchResult } from '../bench-result.ts';
import { elapsedMs } from '../ratio.ts';
import { copyLiveFolder } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { ratioResult } from './turns.ts';

const MESSAGE =
  'And what about the harbour, the ship and its crew? Say it in one line, please, with the number of the file.';

export async function measureReopening(bench: EngineBench): Promise<readonly BenchResult[]> {
  const folder = await copyLiveFolder(bench, 'reopening');
  let app = await bench.startApp(folder, bench.modelPath);
  await app.open('live');
  await app.turn('live', 'Go on.');
  const rounds = await bench.rounds(async () => {
    const live = await app.turn('live', MESSAGE);
    await app.close();
    app = await bench.startApp(folder, bench.modelPath);
    const openMs = await elapsedMs(() => app.open('live'));
    const again = await app.turn('live', MESSAGE);
    bench.say(
      `  reopened: first token ${again.firstTokenMs.toFixed(0)} ms, live ${live.firstTokenMs.toFixed(0)} ms (read ${again.readTokens}, ${live.readTokens})`,
    );
    return { ours: again.firstTokenMs, theirs: live.firstTokenMs, openMs, reusedTokens: again.reusedTokens };
  });
  await app.close();
  rmSync(folder, { recursive: true });
  const detail = {
    openMs: rounds.map(({ openMs }) => openMs),
    reusedTokens: rounds.map(({ reusedTokens }) => reusedTokens),
  };
  return [ratioResult('engine.reopenOverLive', '<= 1.3', rounds, detail)];
}
