// Step by fault over the whole compaction: whatever goes wrong wherever, no entry, no note and no model call comes after it beyond what
// the spec allows; the view and every row stay; the next message works. What is allowed: an overflow of
// the summariser or a moved branch is tried again.
import { describe, expect, test } from 'vitest';
import { asEntryId } from '../../electron/core/ids.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession } from '../support/scenario/session.ts';

interface Output {
  readonly actions: readonly {
    readonly outcome: string;
    readonly error?: { readonly code: string };
    readonly viewHash: string;
    readonly compactions?: readonly { readonly outcome: string; readonly error?: { readonly code: string } }[];
  }[];
  readonly entries: readonly { readonly id: string; readonly type: string; readonly hash: string }[];
  readonly requests: readonly { readonly for: string }[];
  readonly events: readonly { readonly type: string }[];
  readonly notes: Readonly<Record<string, string>>;
  readonly chainOk: boolean;
}

type Way = 'in_place' | 'cold' | 'staged';

/** A secret in the folded part forbids to summarise in place; a folded part bigger than the window makes it staged. */
const transcript = (way: Way) => [
  {
    id: 'u1',
    role: 'user',
    text: `Please never push to the main branch.${way === 'in_place' ? '' : ' The password is hunter2-Xy7!q.'} Write the report.`,
    tokens: way === 'staged' ? 900 : 300,
  },
  { id: 'a2', role: 'assistant', text: 'I wrote the first part of the report.', tokens: way === 'staged' ? 900 : 300 },
  { id: 'u3', role: 'user', text: 'I always want metric units. Add the second part.', tokens: 200 },
  { id: 'a4', role: 'assistant', text: 'The second part is added.', tokens: 200 },
];
const NOTE = { for: 'flush', json: { notes: [{ text: 'always wants metric units' }] }, repeat: true };

async function run(way: Way, actions: readonly object[], host: readonly object[] = []): Promise<Output> {
  const scenario = scenarioSchema.parse({
    name: 'step by fault',
    contextWindow: way === 'staged' ? 1500 : 2000,
    settings: {
      compaction: { reserveTokens: 400, keepRecentTokens: 100, qualityGuard: { maxRetries: 0 }, timeoutSeconds: 0.4 },
    },
    transcript: transcript(way),
    actions,
    host: [...host, NOTE],
  });
  return (await runScenario(scenario)) as unknown as Output;
}

interface Fault {
  readonly name: string;
  readonly arm?: readonly object[];
  readonly during?: readonly object[];
  readonly host?: readonly object[];
  readonly outcome: 'aborted' | 'failed';
  readonly code: string;
  /** Model calls that reached the model: flushes, summaries; `all` as many as a compaction that succeeds. */
  readonly calls: { readonly flush: number | 'all'; readonly summary: number | 'all' };
  readonly only?: Way;
}

const armed = (step: object, name: string, rest: Omit<Fault, 'name' | 'arm'>): Fault => ({
  name,
  arm: [step],
  ...rest,
});
const cancelled = { outcome: 'aborted', code: 'aborted' } as const;
const crashed = { outcome: 'failed', code: 'crashed' } as const;
const failed = (code: string) => ({ outcome: 'failed', code }) as const;
const afterFlush = { flush: 'all', summary: 0 } as const;
const everything = { flush: 'all', summary: 'all' } as const;
const summary = (reply: object) => [{ for: 'summary', ...reply }];

const FAULTS: readonly Fault[] = [
  // counting
  armed({ do: 'fail', at: 'host.count', error: 'crash' }, 'counting: the app is killed', {
    ...crashed,
    calls: { flush: 0, summary: 0 },
  }),
  // flush
  armed({ do: 'cancel', at: 'flushing' }, 'flush: cancel', { ...cancelled, calls: { flush: 0, summary: 0 } }),
  armed({ do: 'fail', at: 'host.flush', error: 'crash' }, 'flush: the app is killed', {
    ...crashed,
    calls: { flush: 0, summary: 0 },
  }),
  armed({ do: 'fail', at: 'notes.append', error: 'crash' }, 'notes: the app is killed', {
    ...crashed,
    calls: everything,
  }),
  // summary
  armed({ do: 'cancel', at: 'summarizing' }, 'summary: cancel', { ...cancelled, calls: afterFlush }),
  armed({ do: 'cancel', at: 'summarizing', nth: 2 }, 'second part: cancel', {
    ...cancelled,
    calls: { flush: 'all', summary: 1 },
    only: 'staged',
  }),
  armed({ do: 'fail', at: 'host.summary', error: 'busy' }, 'summary: busy', { ...failed('busy'), calls: afterFlush }),
  armed({ do: 'fail', at: 'host.summary', error: 'disk_full' }, 'summary: disk full', {
    ...failed('disk_full'),
    calls: afterFlush,
  }),
  armed({ do: 'fail', at: 'host.summary', error: 'crash' }, 'summary: the app is killed', {
    ...crashed,
    calls: afterFlush,
  }),
  {
    name: 'summary: the host crashes',
    host: summary({ crash: true }),
    ...failed('host_crashed'),
    calls: { flush: 'all', summary: 1 },
  },
  {
    name: 'summary: the host stalls',
    host: summary({ error: { code: 'host_stalled' } }),
    ...failed('host_stalled'),
    calls: { flush: 'all', summary: 1 },
  },
  {
    name: 'summary: an error of the host',
    host: summary({ error: { code: 'host_error' } }),
    ...failed('host_error'),
    calls: { flush: 'all', summary: 1 },
  },
  {
    name: 'summary: no progress',
    host: summary({ text: 'late', delayMs: 60_000 }),
    ...failed('compaction_timeout'),
    calls: { flush: 'all', summary: 1 },
  },
  {
    name: 'summary: cut off',
    host: summary({ text: '## Goal', stopReason: 'length' }),
    ...failed('summary_rejected'),
    calls: { flush: 'all', summary: 1 },
  },
  // audit, commit
  armed({ do: 'cancel', at: 'auditing' }, 'audit: cancel', { ...cancelled, calls: everything }),
  armed({ do: 'cancel', at: 'committing' }, 'commit: cancel', { ...cancelled, calls: everything }),
  armed({ do: 'fail', at: 'store.appendIf', error: 'disk_full' }, 'commit: disk full', {
    ...failed('disk_full'),
    calls: everything,
  }),
  armed({ do: 'fail', at: 'store.appendIf', error: 'busy' }, 'commit: busy', { ...failed('busy'), calls: everything }),
  armed({ do: 'fail', at: 'store.appendIf', error: 'crash' }, 'commit: the app is killed', {
    ...crashed,
    calls: everything,
  }),
];

const countOf = (output: Output, purpose: string): number =>
  output.requests.filter((request) => request.for === purpose).length;
const noteCount = (output: Output): number =>
  Object.values(output.notes).join('\n').split('always wants metric units').length - 1;
const compact = { do: 'compact' };

describe.for<Way>(['in_place', 'cold', 'staged'])('%s', (way) => {
  test.for(FAULTS.filter(({ only }) => only === undefined || only === way))('$name', async (fault) => {
    const host = fault.host ?? [];
    const clean = await run(way, [compact]);
    expect(clean.actions[0]?.outcome).toBe('ok');
    const start = await run(way, [{ do: 'search', text: '' }]);
    const arm = fault.arm ?? [];
    const struck = await run(way, [...arm, compact], host);
    const end = struck.actions[arm.length];
    expect([end?.outcome, end?.error?.code]).toEqual([fault.outcome, fault.code]);
    expect(end?.viewHash).toBe(start.actions[0]?.viewHash);
    for (const purpose of ['flush', 'summary'] as const) {
      const allowed = fault.calls[purpose] === 'all' ? countOf(clean, purpose) : fault.calls[purpose];
      expect([purpose, countOf(struck, purpose)]).toEqual([purpose, allowed]);
    }
    expect(countOf(struck, 'chat')).toBe(0);
    // No entry; every row as it was.
    expect(struck.entries).toHaveLength(start.entries.length);
    for (const entry of start.entries)
      expect(struck.entries).toContainEqual(expect.objectContaining({ id: entry.id, hash: entry.hash }));
    expect(noteCount(struck)).toBeLessThanOrEqual(1);
    // Notes belong to the commit: before it there are none.
    if (!/^(?:commit|notes)/.test(fault.name)) expect(struck.notes).toEqual({});
    expect(struck.chainOk).toBe(true);
    // And the next try works, without a note twice.
    const again = await run(way, [...arm, compact, compact], host);
    expect(again.actions[arm.length + 1]?.outcome).toBe('ok');
    expect(again.entries.filter(({ type }) => type === 'compaction')).toHaveLength(1);
    expect(noteCount(again)).toBe(1);
    expect(again.chainOk).toBe(true);
  });

  test.for([
    ['flush: busy', [{ do: 'fail', at: 'host.flush', error: 'busy' }], []],
    ['flush: the host crashes', [], [{ for: 'flush', crash: true }]],
    ['flush: no progress', [], [{ for: 'flush', text: 'late', delayMs: 60_000 }]],
    ['notes: disk full', [{ do: 'fail', at: 'notes.append', error: 'disk_full' }], []],
  ] as const)('a failing flush is shown and stops nothing: %s', async ([, arm, host]) => {
    const output = await run(way, [...arm, compact], host);
    expect(output.actions[arm.length]?.outcome).toBe('ok');
    expect(output.events.some(({ type }) => type === 'flush_failed')).toBe(true);
    expect(output.notes).toEqual({});
    expect(output.chainOk).toBe(true);
  });

  test('summary: too big for the engine once, in smaller parts then', async () => {
    const output = await run(way, [compact], summary({ error: { code: 'context_overflow' } }));
    expect(output.actions[0]?.outcome).toBe('ok');
    expect(countOf(output, 'flush')).toBe(countOf(await run(way, [compact]), 'flush'));
  });

  test('too big for the engine for ever: an end after a bounded number of calls, nothing written', async () => {
    const output = await run(way, [compact], [{ for: 'summary', error: { code: 'context_overflow' }, repeat: true }]);
    expect([output.actions[0]?.outcome, output.actions[0]?.error?.code]).toEqual(['failed', 'context_overflow']);
    expect(countOf(output, 'summary')).toBeLessThanOrEqual(4);
    expect(output.entries.some(({ type }) => type === 'compaction')).toBe(false);
  });

  test('the branch moved while the summary was written: planned once more, one entry, no second flush', async () => {
    const late = { do: 'appendEntry', entry: { id: 'l9', type: 'label', text: 'A mark' }, during: 'summarizing' };
    const clean = await run(way, [compact]);
    const output = await run(way, [compact, late]);
    expect(output.actions[0]?.outcome).toBe('ok');
    expect(output.entries.filter(({ type }) => type === 'compaction')).toHaveLength(1);
    expect(countOf(output, 'summary')).toBe(countOf(clean, 'summary') * 2);
    expect(countOf(output, 'flush')).toBe(countOf(clean, 'flush'));
    expect(output.chainOk).toBe(true);
  });

  test('a message sent while it runs waits and is answered after it', async () => {
    const output = await run(way, [
      compact,
      { do: 'send', id: 'u9', text: 'And the third part?', tokens: 10, during: 'summarizing' },
    ]);
    expect(output.actions.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    const order = output.entries.map(({ id, type }) => (type === 'compaction' ? type : id));
    expect(order.indexOf('compaction')).toBeLessThan(order.indexOf('u9'));
    const types = output.events.map(({ type }) => type);
    expect(types).toContain('message_queued');
    expect(types.indexOf('message_queued')).toBeLessThan(types.indexOf('compaction_committed'));
    expect(types).toContain('message_unqueued');
  });
});

test('a branch that moves under every plan: planned twice, then an end with its code', async () => {
  const scenario = scenarioSchema.parse({
    name: 'moving ground',
    contextWindow: 2000,
    settings: { compaction: { keepRecentTokens: 100, memoryFlush: { enabled: false } } },
    transcript: transcript('in_place'),
  });
  const session = await openSession(scenario);
  try {
    loadTranscript(session, scenario);
    let moves = 0;
    session.onEvent = (event) => {
      if (event.type !== 'compaction_phase' || event.operation.phase !== 'summarizing') return;
      moves += 1;
      const parentId = session.store().readConversation(CONVERSATION)?.activeLeafId ?? null;
      const payload = { type: 'label', text: 'A mark' } as const;
      session
        .store()
        .append({ id: asEntryId(`l${moves}`), conversationId: CONVERSATION, parentId, createdAt: 1, payload });
    };
    const { outcome, error } = await session.app().operations.compact(CONVERSATION, { keep: 'recent' });
    expect([outcome, error?.code, moves]).toEqual(['failed', 'branch_moved', 2]);
    expect(session.store().readMarkers(CONVERSATION)).toEqual([]);
  } finally {
    await session.close();
  }
});
