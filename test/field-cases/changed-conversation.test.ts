// Field cases about a conversation that changes, ends or is looked at twice while it is compacted, and about what a crash leaves.
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession } from '../support/scenario/session.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';

const said = [
  { id: 'u1', role: 'user', text: 'Please never push to the main branch. Write the report for the team.', tokens: 300 },
  { id: 'a2', role: 'assistant', text: 'I wrote the first part of the report.', tokens: 300 },
  { id: 'u3', role: 'user', text: 'Add the second part.', tokens: 200 },
  { id: 'a4', role: 'assistant', text: 'The second part is added.', tokens: 200 },
];
const scenarioOf = (given: object) =>
  scenarioSchema.parse({
    name: 'changed conversation',
    contextWindow: 2000,
    settings: { compaction: { reserveTokens: 400, keepRecentTokens: 100 } },
    transcript: said,
    ...given,
  });

interface Output {
  readonly actions: readonly { readonly outcome: string; readonly viewHash: string }[];
  readonly entries: readonly { readonly id: string; readonly type: string; readonly active: boolean }[];
  readonly requests: readonly { readonly for: string; readonly text: string }[];
  readonly chainOk: boolean;
}
const run = async (given: object): Promise<Output> => (await runScenario(scenarioOf(given))) as unknown as Output;
const compactions = ({ entries }: Output): number => entries.filter(({ type }) => type === 'compaction').length;
const slow = { for: 'summary', json: { goal: ['Write the report for the team'] }, delayMs: 30 };

describe('crash between two writes of one compaction (B66)', () => {
  test('the entry is one write: after a crash at it the old view, after one behind it the new view', async () => {
    const lost = await run({
      actions: [{ do: 'fail', at: 'store.appendIf', error: 'crash' }, { do: 'compact' }, { do: 'reopen' }],
    });
    const plain = await run({ actions: [{ do: 'reopen' }] });
    expect(lost.actions.at(-1)?.viewHash).toBe(plain.actions.at(-1)?.viewHash);
    expect(compactions(lost)).toBe(0);
    const kept = await run({ actions: [{ do: 'compact' }, { do: 'reopen' }] });
    expect(kept.actions[1]?.viewHash).toBe(kept.actions[0]?.viewHash);
    expect(compactions(kept)).toBe(1);
    expect([lost.chainOk, kept.chainOk]).toEqual([true, true]);
  });
});

test('"Compacting…" is not running any more after a crash, and the next one works (B67)', async () => {
  const actions = [{ do: 'fail', at: 'host.summary', error: 'crash' }, { do: 'compact' }, { do: 'compact' }];
  const output = await run({ actions });
  expect(output.actions.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'ok']);
  expect(compactions(output)).toBe(1);
});

describe('a late summary (B70)', () => {
  test('of a conversation that was purged meanwhile is dropped', async () => {
    const scenario = scenarioOf({ host: [{ ...slow, delayMs: 200 }] });
    const session = await openSession(scenario);
    try {
      loadTranscript(session, scenario);
      const running = session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
      while (!session.host.requests.some((request) => request.for === 'summary'))
        await new Promise((resolve) => setTimeout(resolve, 2));
      const trashed = await session.app().invoke('conversation.trash', { conversationId: CONVERSATION });
      const ended = await running;
      expect(trashed).toMatchObject({ ok: true });
      expect(ended.outcome).not.toBe('ok');
      expect(
        session
          .store()
          .readAll(CONVERSATION)
          .map(({ id }) => id),
      ).toEqual(['u1', 'a2', 'u3', 'a4']);
    } finally {
      await session.close();
    }
  });

  test('a second compaction started meanwhile waits, and finds nothing left to do', async () => {
    const output = await run({
      host: [slow],
      actions: [
        { do: 'compact', keep: 'recent' },
        { do: 'compact', keep: 'recent', during: 'summarizing' },
      ],
    });
    expect(output.actions[0]?.outcome).toBe('ok');
    expect(output.actions[1]?.outcome).toBe('already_compacted');
    expect(compactions(output)).toBe(1);
  });
});

test('a second window sends with the view of now: the summary of the first, every message, one order (B71)', async () => {
  const output = await run({
    actions: [
      { do: 'send', id: 'u5', text: 'Add the third part.' },
      { do: 'compact', keep: 'nothing', wait: false },
      { do: 'send', id: 'u7', text: 'And the fourth part?' },
    ],
  });
  const last = output.requests.findLast((request) => request.for === 'chat');
  expect(last?.text).toContain('<earlier_conversation>');
  expect(last?.text).not.toContain('assistant: I wrote the first part');
  expect(last?.text).toContain('And the fourth part?');
  expect(output.entries.filter(({ active }) => active).length).toBe(output.entries.length);
  expect(output.chainOk).toBe(true);
});
