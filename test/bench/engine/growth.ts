// What must not grow: the count of a draft with the conversation, the first token with what lies on disk behind a compaction.

import type { BenchResult } from '../bench-result.ts';
import { median } from '../ratio.ts';
import { makeBenchFolder, turnsFor } from './bench-folder.ts';
import type { EngineBench } from './engine-bench.ts';
import { ratioResult } from './turns.ts';

const KEYS = 60;

export async function measureCounting(bench: EngineBench): Promise<readonly BenchResult[]> {
  const app = await bench.startApp(makeBenchFolder(bench, 'counting'), bench.modelPath, [
    { id: 'short', turns: turnsFor(1000) },
    { id: 'long', turns: turnsFor(8000) },
  ]);
  try {
    const type = async (conversationId: string): Promise<number> => {
      const each: number[] = [];
      await app.invoke('context.count', { conversationId, draft: '' });
      for (let key = 1; key <= KEYS; key += 1)
        each.push(
          await app.elapsed('context.count', {
            conversationId,
            draft: 'Please compare the two lists. '.repeat(3).slice(0, key),
          }),
        );
      return median(each);
    };
    await type('short');
    const pairs = await bench.rounds(async () => ({ theirs: await type('short'), ours: await type('long') }), 2);
    return [
      ratioResult('engine.countGrowth', '<= 1.2', pairs, {
        tokens: [await app.tokens('short'), await app.tokens('long')],
      }),
    ];
  } finally {
    await app.close();
  }
}

export async function measureHistory(bench: EngineBench): Promise<readonly BenchResult[]> {
  const app = await bench.startApp(makeBenchFolder(bench, 'history'), bench.modelPath, [
    { id: 'small', turns: 500, compacted: true },
    { id: 'large', turns: 50_000, compacted: true },
  ]);
  try {
    for (const id of ['small', 'large']) await app.turn(id, 'Go on.');
    const first = async (id: string): Promise<number> => {
      // The turn before brings its state back; measured is the turn, not the change of conversations.
      await app.turn(id, 'Go on.');
      return (await app.turn(id, 'Say the name of the file that was changed last, and nothing else at all.'))
        .firstTokenMs;
    };
    const pairs = await bench.rounds(async (round) => {
      const early = round % 2 === 0 ? null : await first('large');
      const theirs = await first('small');
      return { theirs, ours: early ?? (await first('large')) };
    }, 2);
    return [ratioResult('engine.firstTokenGrowth', '<= 1.1', pairs)];
  } finally {
    await app.close();
  }
}
