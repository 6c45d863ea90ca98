// What a person waits for a compaction that was prepared while nobody waited. Once with the state kept in the sequence alone (the new
// view is read at the turn), once with a copy of the state (nothing is left to read).

import { rmSync } from 'node:fs';

import { copyLiveFolder } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';

const MESSAGE = 'And what about the harbour?';

/** How much later, in milliseconds, the first token comes than in the same conversation without a compaction; at least 1. */
export async function measureWait(bench: EngineBench, kept: 'alone' | 'copy'): Promise<number> {
  const folder = await copyLiveFolder(bench, `idle-${kept}`, { whenIdle: true, compacts: true });
  const app = await bench.startApp(folder, bench.modelPath);
  try {
    await app.open('live');
    if (kept === 'alone') {
      // The live state is back; from here on none is kept.
      await app.invoke('settings.update', { change: { engineState: { enabled: false } } });
      await app.invoke('models.load', { path: bench.modelPath });
    }
    const usual = await app.turn('live', MESSAGE);
    const warmed = app.waitWarm();
    await app.wait('compaction_prepared');
    await warmed;
    const committed = app.wait('compaction_committed');
    const prepared = await app.turn('live', MESSAGE);
    await committed;
    bench.say(
      `  prepared, state ${kept}: first token after ${prepared.firstTokenMs.toFixed(0)} ms, usually ${usual.firstTokenMs.toFixed(0)} ms`,
    );
    return Math.max(1, prepared.firstTokenMs - usual.firstTokenMs);
  } finally {
    app.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
