import { describe, expect, test } from 'vitest';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import {
  buildMeterFigures,
  findPreviousCompaction,
  findUnansweredEntry,
  groupConversations,
} from '../../renderer/state/selectors.ts';
import { compareStates } from '../../renderer/state/compare-states.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import {
  compactedSnapshot,
  sampleConversation,
  samplePayload,
  sampleSnapshot,
  shownEntry,
  T0,
  user,
} from './support/sample-conversation.ts';

const open = (change: Parameters<typeof sampleSnapshot>[0] = {}) => ({
  ...sampleSnapshot(change),
  loadingOlder: false,
  excursion: null,
});

describe('the context meter', () => {
  test('says what the draft adds, what could be folded and what is reserved', () => {
    const counted = { usedTokens: 3500, windowTokens: 8192, measured: true };
    expect(buildMeterFigures(open(), counted)).toEqual({
      usedTokens: 3500,
      draftTokens: 88,
      windowTokens: 8192,
      reserveTokens: 2048,
      thresholdTokens: 6144,
      foldableTokens: 1900,
      measured: true,
      nearTrigger: false,
      overTrigger: false,
    });
  });

  test.each([
    [4915, false, false],
    [4916, true, false],
    [6144, true, false],
    [6145, true, true],
  ])('%i tokens of a trigger at 6144: near %s, over %s', (usedTokens, nearTrigger, overTrigger) => {
    const figures = buildMeterFigures(open({ usage: { usedTokens, windowTokens: 8192, measured: true } }), null);
    expect(figures).toMatchObject({ nearTrigger, overTrigger });
  });

  test('guesses no window', () => {
    const figures = buildMeterFigures(
      open({ usage: { usedTokens: 10, windowTokens: null, measured: false }, decision: null }),
      null,
    );
    expect(figures).toMatchObject({ windowTokens: null, reserveTokens: null, nearTrigger: false });
  });
});

describe('conversations by day', () => {
  test('pinned first, then newest day first', () => {
    const at = (id: string, updatedAt: number, pinned = false) =>
      sampleConversation({ id: asConversationId(id), updatedAt, pinned });
    const day = 86_400_000;
    const groups = groupConversations(
      [at('a', T0 - day), at('b', T0), at('c', T0 - 5 * day, true), at('d', T0 + 1)],
      10,
    );
    expect(groups.map(({ conversations }) => conversations.map(({ id }) => id))).toEqual([['c'], ['d', 'b'], ['a']]);
    expect(groups[0]?.key).toBe('pinned');
  });

  test('a limit leaves pinned ones alone', () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      sampleConversation({ id: asConversationId(`c${index}`), pinned: index < 2 }),
    );
    expect(groupConversations(many, 3).flatMap(({ conversations }) => conversations)).toHaveLength(5);
  });
});

describe('a last message nobody answers', () => {
  const waiting = open({ entries: [...sampleSnapshot().entries, shownEntry(user('Hello?'), 11)] });

  test('is found when nothing runs and nothing failed', () => {
    expect(findUnansweredEntry(waiting)?.id).toBe('e11');
    expect(findUnansweredEntry(open())).toBeNull();
  });

  test('is not offered while it is being answered', () => {
    expect(findUnansweredEntry({ ...waiting, operation: { kind: 'turn', phase: 'reading', startedAt: 0 } })).toBeNull();
  });
});

describe('comparing checkpoints', () => {
  test('the previous one is the newest before it that is not undone', () => {
    const base = compactedSnapshot();
    const entries = [shownEntry(samplePayload(), 0), ...base.entries];
    const held = { ...base, entries, loadingOlder: false, excursion: null };
    expect(findPreviousCompaction(held, asEntryId('e11'))?.id).toBe('e0');
    const undone = { ...held, boundary: { ...held.boundary, undoneIds: [asEntryId('e0')] } };
    expect(findPreviousCompaction(undone, asEntryId('e11'))).toBeNull();
  });

  test('a line that changed its status is gone and new', () => {
    const line = { text: 'Use the old parser.', sources: [asEntryId('e1')], layer: 'quote' } as const;
    const before = { ...EMPTY_STATE_SUMMARY, decisions: [line] };
    const after = {
      ...EMPTY_STATE_SUMMARY,
      decisions: [
        { ...line, status: 'superseded' as const },
        { ...line, text: 'Use the new parser.' },
      ],
    };
    expect(compareStates(before, after)).toEqual([
      {
        category: 'decisions',
        changes: [
          { kind: 'removed', text: 'Use the old parser.' },
          { kind: 'added', text: 'Use the old parser. (superseded)' },
          { kind: 'added', text: 'Use the new parser.' },
        ],
      },
    ]);
  });
});
