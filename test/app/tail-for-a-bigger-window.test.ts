// A kept tail that was set for a bigger window than the one loaded: the chat goes on all the same.
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly {
    readonly outcome: string;
    readonly compactions: readonly { readonly outcome: string }[];
    readonly usage: { readonly usedTokens: number };
  }[];
}

const TRANSCRIPT = [
  { id: 'u1', role: 'user', text: 'Make a list of the bridges over the Elbe.', tokens: 300 },
  { id: 'a2', role: 'assistant', text: 'There are nine bridges.', tokens: 250 },
  { id: 'u3', role: 'user', text: 'Which is the oldest?', tokens: 200 },
  { id: 'a4', role: 'assistant', text: 'The Augustus bridge.', tokens: 150 },
];

async function send(keepRecentTokens: number, host: readonly object[] = []): Promise<Output> {
  const given = scenarioSchema.parse({
    name: 'tail for a bigger window',
    contextWindow: 1000,
    settings: { compaction: { reserveTokens: 200, keepRecentTokens } },
    transcript: TRANSCRIPT,
    host,
    actions: [
      { do: 'send', id: 'q', text: 'hi', tokens: 101 },
      { do: 'send', id: 'r', text: 'hi again', tokens: 5 },
    ],
  });
  return (await runScenario(given)) as unknown as Output;
}

describe('a request over the window of 1,000 with a reserve of 200', () => {
  test.each([750, 799, 800, 900, 1000, 2000, 20_000])('is compacted and sent with a tail of %i', async (keep) => {
    const { actions } = await send(keep);
    expect(actions.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(actions[0]?.compactions.at(-1)).toMatchObject({ outcome: 'ok' });
    expect(actions[1]?.usage.usedTokens).toBeLessThan(800);
  });

  test('is compacted again when the engine says that it still does not fit', async () => {
    const { actions } = await send(2000, [{ for: 'chat', error: { code: 'context_overflow' } }]);
    expect(actions.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(actions[0]?.compactions.map(({ outcome }) => outcome)).toEqual(['nothing_to_compact', 'ok', 'ok']);
  });
});
