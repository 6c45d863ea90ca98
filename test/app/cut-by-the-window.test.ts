// An answer that ended because the window was full: asked again with more room where it had too little, never taken for complete.
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly {
    readonly outcome: string;
    readonly compactions: readonly { readonly outcome: string; readonly entry?: { readonly reason: string } }[];
  }[];
  readonly entries: readonly {
    readonly type: string;
    readonly text?: string;
    readonly status?: string;
    readonly stopReason?: string;
    readonly active: boolean;
  }[];
}

interface Case {
  readonly reserveTokens: number;
  readonly questionTokens: number;
  readonly replyTokens: number;
}

async function ask({ reserveTokens, questionTokens, replyTokens }: Case): Promise<Output> {
  const given = scenarioSchema.parse({
    name: 'cut by the window',
    contextWindow: 1000,
    settings: { compaction: { reserveTokens, keepRecentTokens: 150 } },
    transcript: [
      { id: 'u1', role: 'user', text: 'Draw the plan of the cellar.', tokens: 300 },
      { id: 'a2', role: 'assistant', text: 'The plan has three rooms.', tokens: 200 },
      { id: 'u3', role: 'user', text: 'Which is the largest?', tokens: 60 },
      { id: 'a4', role: 'assistant', text: 'The north room.', tokens: 40 },
    ],
    host: [
      { for: 'chat', text: 'The door is', tokens: replyTokens, stopReason: 'length' },
      { for: 'chat', text: 'South side.', tokens: 4 },
    ],
    actions: [{ do: 'send', id: 'u5', text: 'Where is the door?', tokens: questionTokens }],
  });
  return (await runScenario(given)) as unknown as Output;
}

const answers = ({ entries }: Output) =>
  entries
    .filter(({ text }) => text === 'The door is' || text === 'South side.')
    .map(({ text, status, stopReason, active }) => [text, status, stopReason, active]);

describe('an answer cut by the full window', () => {
  test('after a word, with a reserve of nothing, is asked again once with more room; the cut text is kept and marked', async () => {
    const output = await ask({ reserveTokens: 0, questionTokens: 397, replyTokens: 3 });
    expect(output.actions[0]?.outcome).toBe('ok');
    expect(output.actions[0]?.compactions).toMatchObject([{ outcome: 'ok', entry: { reason: 'overflow' } }]);
    expect(answers(output)).toEqual([
      ['The door is', 'interrupted', 'length', false],
      ['South side.', 'complete', 'stop', true],
    ]);
  });

  test('after it had the room it was promised stays the answer, marked as not whole', async () => {
    const output = await ask({ reserveTokens: 200, questionTokens: 20, replyTokens: 380 });
    expect(output.actions[0]).toMatchObject({ outcome: 'ok', compactions: [] });
    expect(answers(output)).toEqual([['The door is', 'interrupted', 'length', true]]);
  });

  test('is one thing, one cut by a limit of the model with room left is another', async () => {
    const output = await ask({ reserveTokens: 200, questionTokens: 20, replyTokens: 379 });
    expect(answers(output)).toEqual([['The door is', 'complete', 'length', true]]);
  });
});
