// I12 Screen, as far as state goes: whatever happens in whatever order, each operation ends in a state without it, each entry is shown once
// and in order, the typed words stay, and a message that waits is shown until it is stored or taken back.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AppEvent, ConversationEvent } from '../../electron/contract/events.ts';
import { appError } from '../../electron/core/errors.ts';
import { reduce } from '../../renderer/state/reduce.ts';
import { INITIAL_STATE, type OpenConversation, type WindowState } from '../../renderer/state/window-state.ts';
import { sampleApp } from '../renderer/support/fake-api.ts';
import { CONVERSATION_ID, sampleSnapshot, shownEntry, user } from '../renderer/support/sample-conversation.ts';
import { checkProperty } from './check-property.ts';

const on = (event: Record<string, unknown>): ConversationEvent =>
  ({ conversationId: CONVERSATION_ID, ...event }) as unknown as ConversationEvent;
const started: WindowState = {
  ...INITIAL_STATE,
  phase: 'ready',
  app: sampleApp(),
  openId: CONVERSATION_ID,
  opened: { [CONVERSATION_ID]: { ...sampleSnapshot(), loadingOlder: false, excursion: null } },
  openOrder: [CONVERSATION_ID],
};
const openOf = (state: WindowState): OpenConversation => state.opened[CONVERSATION_ID] as OpenConversation;

const failure = { kind: 'compaction', error: appError('summary_rejected'), actions: ['retry', 'dismiss'] };
const ENDS = [
  [{ type: 'compaction_committed', compactionId: 'c1', tokensBefore: 9, tokensAfter: 3 }],
  [{ type: 'compaction_failed', failure }],
  [{ type: 'compaction_aborted' }],
  [{ type: 'compaction_skipped', error: appError('nothing_to_compact') }],
] as const;
const phase = fc
  .constantFrom('queued', 'flushing', 'summarizing', 'auditing', 'committing')
  .map((name) =>
    on({ type: 'compaction_phase', operation: { kind: 'compaction', phase: name, startedAt: 1, reason: 'manual' } }),
  );
const compaction = fc
  .tuple(fc.array(phase, { maxLength: 6 }), fc.constantFrom(...ENDS))
  .map(([phases, ends]) => [
    on({ type: 'compaction_started', reason: 'manual' }),
    ...phases,
    ...ends.map((end) => on({ ...end })),
  ]);
const turn = fc.tuple(fc.nat(400), fc.boolean()).map(([n, fails]) => {
  const replyId = `reply${n}`;
  const operation = { kind: 'turn', phase: 'writing', startedAt: 1 };
  const end = fails
    ? { type: 'turn_failed', replyId, failure: { ...failure, kind: 'turn' } }
    : { type: 'turn_finished', replyId, stopReason: 'stop' };
  return [
    on({ type: 'turn_started', replyId }),
    on({ type: 'operation_changed', operation }),
    on({ type: 'turn_delta', replyId, text: 'x', thinking: '' }),
    on(end),
  ];
});
const entries = fc
  .array(fc.integer({ min: 12, max: 30 }), { maxLength: 6 })
  .map((seqs) => seqs.map((seq) => on({ type: 'entry_appended', shown: shownEntry(user(`said ${seq}`), seq) })));
const queue = fc.tuple(fc.nat(5), fc.boolean()).map(([n, taken]) => [
  on({
    type: 'message_queued',
    message: { id: `q${n}`, conversationId: CONVERSATION_ID, text: 'later', queuedAt: 1 },
  }),
  ...(taken ? [on({ type: 'message_unqueued', messageId: `q${n}` })] : []),
]);
const episodes = fc.array(fc.oneof(compaction, turn, entries, queue), { minLength: 1, maxLength: 8 });

checkProperty(
  'I12: every operation ends in a state without it, and a failure is shown with its reason',
  fc.property(episodes, (played) => {
    let state = started;
    for (const episode of played) {
      for (const event of episode as readonly AppEvent[]) state = reduce(state, event);
      const last = episode.at(-1)?.type ?? '';
      if (!/^(?:compaction|turn)_/u.test(last)) continue;
      expect(openOf(state).operation).toBeNull();
      expect(openOf(state).streaming).toBeNull();
      if (last.endsWith('_failed')) expect(openOf(state).failure?.error.code).toBe('summary_rejected');
      if (last === 'compaction_committed') expect(openOf(state).failure).toBeNull();
    }
  }),
);

checkProperty(
  'I12: each entry is there once, in order of seq, seen before or not, and the typed words stay',
  fc.property(episodes, (played) => {
    const events = played.flat() as readonly AppEvent[];
    const state = events.reduce(reduce, started);
    const seqs = openOf(state).entries.map(({ entry }) => entry.seq);
    expect([...new Set(seqs)].sort((one, other) => one - other)).toEqual(seqs);
    const given = played.flat().flatMap((event) => (event.type === 'entry_appended' ? [event.shown.entry.seq] : []));
    for (const seq of given) expect(seqs).toContain(seq);
    expect(openOf(state).conversation).toEqual(openOf(started).conversation);
    expect(openOf(events.reduce(reduce, state)).entries).toEqual(openOf(state).entries);
    const waiting = openOf(state).queued.map(({ id }) => id);
    expect(new Set(waiting).size).toBe(waiting.length);
  }),
);
