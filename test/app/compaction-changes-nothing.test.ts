// A compaction that is cancelled, fails or dies at any step leaves the view and every entry as they were, and the next message works.
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { type Scenario, scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly {
    readonly do: string;
    readonly outcome: string;
    readonly error?: { readonly code: string };
    readonly viewHash: string;
  }[];
  readonly entries: readonly { readonly id: string; readonly type: string; readonly hash: string }[];
  readonly notes: Readonly<Record<string, string>>;
  readonly requests: readonly { readonly for: string }[];
  readonly events: readonly { readonly type: string }[];
  readonly chainOk: boolean;
}

const base = {
  contextWindow: 2000,
  settings: { compaction: { reserveTokens: 400, keepRecentTokens: 100 } },
  transcript: [
    {
      id: 'u1',
      role: 'user',
      text: 'Please never push to the main branch. Write the report for the team.',
      tokens: 300,
    },
    { id: 'a2', role: 'assistant', text: 'I wrote the first part of the report.', tokens: 300 },
    { id: 'u3', role: 'user', text: 'I always want metric units. Add the second part.', tokens: 200 },
    { id: 'a4', role: 'assistant', text: 'The second part is added.', tokens: 200 },
  ],
};

const run = async (actions: readonly object[], host: readonly object[] = []): Promise<Output> => {
  const scenario: Scenario = scenarioSchema.parse({ name: 'faults', ...base, actions, host });
  return (await runScenario(scenario)) as unknown as Output;
};

const metric = { for: 'flush', json: { notes: [{ text: 'always want metric units' }] }, repeat: true };
const linesOf = ({ notes }: Output): readonly string[] =>
  Object.values(notes).flatMap((text) => text.split('\n').filter((line) => line.startsWith('- ')));

const ordered = [
  { do: 'cancel', at: 'flushing' },
  { do: 'cancel', at: 'summarizing' },
  { do: 'cancel', at: 'auditing' },
  { do: 'cancel', at: 'committing' },
  { do: 'fail', at: 'store.appendIf', error: 'disk_full' },
  { do: 'fail', at: 'store.appendIf', error: 'busy' },
  { do: 'fail', at: 'store.appendIf', error: 'crash' },
  { do: 'fail', at: 'host.summary', error: 'busy' },
  { do: 'fail', at: 'host.summary', error: 'crash' },
  { do: 'fail', at: 'host.flush', error: 'crash' },
] as const;

describe('a compaction that does not end well', () => {
  test.for(ordered)('$do at $at', async (order) => {
    const before = await run([{ do: 'search', text: '' }]);
    const after = await run([order, { do: 'compact' }, { do: 'send', id: 'u5', text: 'And the third part?' }]);
    const compact = after.actions[1];
    expect(compact?.outcome).toBe(order.do === 'cancel' ? 'aborted' : 'failed');
    expect(compact?.viewHash).toBe(before.actions[0]?.viewHash);
    expect(after.entries.some((entry) => entry.type === 'compaction')).toBe(false);
    for (const entry of before.entries) expect(after.entries.find(({ id }) => id === entry.id)?.hash).toBe(entry.hash);
    expect(after.actions[2]?.outcome).toBe('ok');
    expect(after.chainOk).toBe(true);
  });

  test.for(ordered.filter(({ do: kind, at }) => kind === 'cancel' || at === 'host.summary'))(
    '$do at $at leaves no note and no entry of one, and the next try writes them once',
    async (order) => {
      const after = await run([order, { do: 'compact' }, { do: 'reopen' }, { do: 'compact' }], [metric]);
      const failed = await run([order, { do: 'compact' }], [metric]);
      expect(failed.notes).toEqual({});
      expect(failed.entries).toHaveLength(base.transcript.length);
      expect(after.actions[3]?.outcome).toBe('ok');
      expect(linesOf(after)).toEqual(['- always want metric units ([source](holdfast://entry/u3))']);
      expect(after.entries.slice(-2).map((entry) => entry.type)).toEqual(['memory_flush', 'compaction']);
    },
  );

  test('tried again over the same messages, a compaction asks for its notes once', async () => {
    const after = await run([{ do: 'cancel', at: 'committing' }, { do: 'compact' }, { do: 'compact' }], [metric]);
    expect(after.actions[2]?.outcome).toBe('ok');
    expect(after.requests.filter((request) => request.for === 'flush')).toHaveLength(1);
    expect(linesOf(after)).toHaveLength(1);
  });

  test('notes that reached the disk before the store failed are told of by the next try', async () => {
    const order = { do: 'fail', at: 'store.appendIf', error: 'busy' };
    const after = await run([order, { do: 'compact' }, { do: 'compact' }], [metric]);
    expect(after.actions.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'ok']);
    expect(linesOf(after)).toHaveLength(1);
    expect(after.entries.slice(base.transcript.length).map(({ type }) => type)).toEqual(['memory_flush', 'compaction']);
  });

  test('notes that cannot be written are shown and leave no entry of notes', async () => {
    const order = { do: 'fail', at: 'notes.append', error: 'disk_full' };
    const after = await run([order, { do: 'compact' }], [metric]);
    expect(after.actions[1]?.outcome).toBe('ok');
    expect(after.events.some(({ type }) => type === 'flush_failed')).toBe(true);
    expect(after.entries.slice(base.transcript.length).map(({ type }) => type)).toEqual(['compaction']);
  });

  test('a flush that fails stops nothing', async () => {
    const after = await run([{ do: 'fail', at: 'host.flush', error: 'busy' }, { do: 'compact' }]);
    expect(after.actions[1]?.outcome).toBe('ok');
  });

  test('cancelling after the commit changes nothing any more', async () => {
    const after = await run([{ do: 'cancel', at: 'afterCommit' }, { do: 'compact' }]);
    expect(after.actions[1]?.outcome).toBe('ok');
    expect(after.entries.filter((entry) => entry.type === 'compaction')).toHaveLength(1);
  });
});
