import { describe, expect, test } from 'vitest';
import type { AppEvent, ConversationEvent } from '../../electron/contract/events.ts';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { reduce } from '../../renderer/state/reduce.ts';
import { withOlderPage } from '../../renderer/state/reading-pages.ts';
import { INITIAL_STATE, type OpenConversation, type WindowState } from '../../renderer/state/window-state.ts';
import { sampleApp } from './support/fake-api.ts';
import {
  assistant,
  CONVERSATION_ID,
  sampleConversation,
  sampleEntries,
  sampleSnapshot,
  shownEntry,
  user,
} from './support/sample-conversation.ts';

const held = (change: Partial<OpenConversation> = {}): OpenConversation => ({
  ...sampleSnapshot(),
  loadingOlder: false,
  excursion: null,
  ...change,
});
const withOpen = (change: Partial<OpenConversation> = {}): WindowState => ({
  ...INITIAL_STATE,
  phase: 'ready',
  app: sampleApp(),
  openId: CONVERSATION_ID,
  opened: { [CONVERSATION_ID]: held(change) },
  openOrder: [CONVERSATION_ID],
});
const play = (state: WindowState, events: readonly AppEvent[]): WindowState => events.reduce(reduce, state);
const openOf = (state: WindowState): OpenConversation => state.opened[CONVERSATION_ID] as OpenConversation;
const on = (event: Record<string, unknown>): ConversationEvent =>
  ({ conversationId: CONVERSATION_ID, ...event }) as unknown as ConversationEvent;
const reply = asEntryId('e12');

describe('a turn', () => {
  test('deltas grow the streamed reply, and its entry takes its place', () => {
    const streaming = play(withOpen(), [
      on({ type: 'turn_started', replyId: reply }),
      on({ type: 'turn_delta', replyId: reply, text: 'Hel', thinking: 'so' }),
      on({ type: 'turn_delta', replyId: reply, text: 'lo', thinking: '' }),
    ]);
    expect(openOf(streaming).streaming).toEqual({ entryId: reply, text: 'Hello', thinking: 'so' });
    const done = play(streaming, [
      on({ type: 'entry_appended', shown: shownEntry(assistant('Hello'), 12) }),
      on({ type: 'turn_finished', replyId: reply, stopReason: 'stop' }),
    ]);
    expect(openOf(done).streaming).toBeNull();
    expect(openOf(done).entries.at(-1)?.entry.id).toBe(reply);
  });

  test('a delta that comes after its entry changes nothing', () => {
    const done = play(withOpen(), [on({ type: 'entry_appended', shown: shownEntry(assistant('Hello'), 12) })]);
    expect(play(done, [on({ type: 'turn_delta', replyId: reply, text: 'x', thinking: '' })])).toEqual(done);
  });

  test('an entry seen before is not shown twice, and order is seq', () => {
    const shown = shownEntry(user('one more'), 12);
    const state = play(withOpen(), [
      on({ type: 'entry_appended', shown: shownEntry(assistant('later'), 13) }),
      on({ type: 'entry_appended', shown }),
      on({ type: 'entry_appended', shown }),
    ]);
    expect(openOf(state).entries.map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13]);
  });

  test('a step of a tool loop leaves the turn running; its end does not', () => {
    const running = withOpen({ operation: { kind: 'turn', phase: 'writing', startedAt: 1 } });
    expect(
      openOf(play(running, [on({ type: 'turn_finished', replyId: reply, stopReason: 'tool_use' })])).operation,
    ).not.toBeNull();
    expect(
      openOf(play(running, [on({ type: 'turn_finished', replyId: reply, stopReason: 'stop' })])).operation,
    ).toBeNull();
  });
});

describe('every way a compaction ends is a final state (B97)', () => {
  const running = (): WindowState =>
    withOpen({ operation: { kind: 'compaction', phase: 'summarizing', startedAt: 1 } });
  const failure = { kind: 'compaction', error: appError('summary_rejected'), actions: ['retry'] } as const;

  test.each([
    [
      'committed',
      on({ type: 'compaction_committed', compactionId: asEntryId('e12'), tokensBefore: 9, tokensAfter: 3 }),
    ],
    ['failed', on({ type: 'compaction_failed', failure })],
    ['aborted', on({ type: 'compaction_aborted' })],
    ['skipped', on({ type: 'compaction_skipped', error: appError('nothing_to_compact') })],
    ['over', on({ type: 'operation_changed', operation: null })],
  ])('%s', (_name, event) => {
    expect(openOf(reduce(running(), event)).operation).toBeNull();
  });

  test('a failure stays until it is settled; a commit clears it', () => {
    const failed = reduce(running(), on({ type: 'compaction_failed', failure }));
    expect(openOf(failed).failure).toEqual(failure);
    expect(openOf(reduce(failed, on({ type: 'failure_cleared' }))).failure).toBeNull();
  });

  test('a skipped one says why', () => {
    const skipped = reduce(running(), on({ type: 'compaction_skipped', error: appError('already_compacted') }));
    expect(skipped.notices.at(-1)?.body).toEqual({ kind: 'error', error: appError('already_compacted') });
  });
});

describe('the gauge after a compaction (B100)', () => {
  test('figures come from the view alone, never from an answer', () => {
    const usage = { usedTokens: 900, windowTokens: 8192, measured: true };
    const event = on({
      type: 'view_changed',
      usage,
      decision: null,
      foldable: { messages: 0, tokens: 0 },
      boundary: { compactionId: asEntryId('e11'), keptFromSeq: 9, carriedIds: [], undoneIds: [] },
    });
    const state = play(withOpen(), [
      event,
      on({ type: 'entry_appended', shown: shownEntry(assistant('x', { usage: { totalTokens: 7000 } }), 12) }),
    ]);
    expect(openOf(state).usage).toEqual(usage);
  });
});

describe('conversations that are not open', () => {
  const other = asConversationId('c-zh');

  test('their events leave what is shown alone, and mark the list', () => {
    const state = withOpen();
    const events: readonly AppEvent[] = [
      { type: 'turn_started', conversationId: other, replyId: reply },
      { type: 'turn_delta', conversationId: other, replyId: reply, text: 'x', thinking: '' },
    ];
    const working = play(state, events);
    expect(working.opened).toBe(state.opened);
    expect(working.activity).toEqual({ [other]: 'working' });
    const done = reduce(working, { type: 'turn_finished', conversationId: other, replyId: reply, stopReason: 'stop' });
    expect(done.activity).toEqual({ [other]: 'unread' });
  });
});

describe('the list of conversations', () => {
  test('one in the trash stands in one list only, and comes back', () => {
    const gone = reduce(withOpen(), {
      type: 'conversation_changed',
      conversation: sampleConversation({ trashedAt: 5 }),
    });
    expect(gone.app?.conversations.some(({ id }) => id === CONVERSATION_ID)).toBe(false);
    expect(gone.app?.trashed).toHaveLength(1);
    const back = reduce(gone, { type: 'conversation_changed', conversation: sampleConversation() });
    expect(back.app?.conversations.filter(({ id }) => id === CONVERSATION_ID)).toHaveLength(1);
    expect(back.app?.trashed).toHaveLength(0);
  });

  test('a purged one is closed and forgotten', () => {
    const state = reduce(withOpen(), { type: 'conversation_purged', conversationId: CONVERSATION_ID });
    expect(state.openId).toBeNull();
    expect(state.opened).toEqual({});
  });
});

describe('messages that wait', () => {
  test('are shown once, and leave when their entry comes', () => {
    const message = { id: asEntryId('e12'), conversationId: CONVERSATION_ID, text: 'next', queuedAt: 1 };
    const queued = play(withOpen(), [on({ type: 'message_queued', message }), on({ type: 'message_queued', message })]);
    expect(openOf(queued).queued).toHaveLength(1);
    const sent = reduce(queued, on({ type: 'entry_appended', shown: shownEntry(user('next'), 12) }));
    expect(openOf(sent).queued).toHaveLength(0);
  });
});

describe('older pages', () => {
  test('go in front without a double', () => {
    const newest = held({ entries: sampleEntries([user('b'), user('c')], 5), hasOlder: true, loadingOlder: true });
    const page = { entries: sampleEntries([user('x'), user('y'), user('b')], 3), hasOlder: false };
    const whole = withOlderPage(newest, page);
    expect(whole.entries.map(({ entry }) => entry.seq)).toEqual([3, 4, 5, 6]);
    expect(whole).toMatchObject({ hasOlder: false, loadingOlder: false });
  });
});

describe('downloads and the host', () => {
  test('progress, end and failure of a download', () => {
    const running = reduce(withOpen(), { type: 'download_progress', id: 'm', receivedBytes: 5, totalBytes: 10 });
    expect(running.downloads['m']).toEqual({ kind: 'running', receivedBytes: 5, totalBytes: 10 });
    expect(
      reduce(running, { type: 'download_failed', id: 'm', error: appError('download_failed') }).downloads['m']?.kind,
    ).toBe('failed');
    expect(reduce(running, { type: 'download_finished', id: 'm', path: '/m' }).downloads['m']).toEqual({
      kind: 'finished',
      path: '/m',
    });
  });

  test('before the first snapshot an event of the app changes nothing', () => {
    expect(reduce(INITIAL_STATE, { type: 'network_changed', requests: 3 })).toEqual(INITIAL_STATE);
  });
});
