import { describe, expect, test } from 'vitest';
import { asEntryId } from '../../electron/core/ids.ts';
import { buildLogItems } from '../../renderer/state/log-items.ts';
import { compactedSnapshot, NO_BOUNDARY, sampleSnapshot } from './support/sample-conversation.ts';

const layout = (snapshot: ReturnType<typeof sampleSnapshot>): string =>
  buildLogItems(snapshot.entries, snapshot.boundary)
    .items.map((item) => `${item.region.charAt(0)}:${item.shown.entry.id}${item.carried ? '*' : ''}`)
    .join(' ');

describe('regions of the transcript', () => {
  test('before the first compaction everything is kept', () => {
    expect(layout(sampleSnapshot())).toBe('k:e1 k:e2 k:e3 k:e4 k:e5 k:e6 k:e7 k:e8 k:e9 k:e10');
    expect(buildLogItems(sampleSnapshot().entries, NO_BOUNDARY).hasSummarized).toBe(false);
  });

  test('the compaction in force stands at the boundary, not where it was written', () => {
    expect(layout(compactedSnapshot())).toBe('s:e1 s:e2 s:e3 s:e4 s:e5 s:e6 s:e7 s:e8 b:e11 k:e9 k:e10 k:e12 k:e13');
  });

  test('a carried message stands in the kept part, before what is kept, and nowhere else', () => {
    const boundary = { ...compactedSnapshot().boundary, carriedIds: [asEntryId('e7')] };
    expect(layout(compactedSnapshot({ boundary }))).toBe(
      's:e1 s:e2 s:e3 s:e4 s:e5 s:e6 s:e8 b:e11 k:e7* k:e9 k:e10 k:e12 k:e13',
    );
  });

  test('after a hard checkpoint nothing before it is kept', () => {
    const boundary = { ...compactedSnapshot().boundary, keptFromSeq: 11 };
    expect(layout(compactedSnapshot({ boundary }))).toMatch(/ s:e10 b:e11 k:e12 k:e13$/);
  });

  test('after an undo everything is kept and the card stays where it was written', () => {
    const boundary = { compactionId: null, keptFromSeq: null, carriedIds: [], undoneIds: [asEntryId('e11')] };
    expect(layout(compactedSnapshot({ boundary }))).toMatch(/ k:e10 k:e11 k:e12 k:e13$/);
  });

  test('old messages are never gone: every entry is in the list exactly once (B95)', () => {
    const { items } = buildLogItems(compactedSnapshot().entries, compactedSnapshot().boundary);
    expect(items.map(({ shown }) => shown.entry.seq).sort((a, b) => a - b)).toEqual(
      compactedSnapshot().entries.map(({ entry }) => entry.seq),
    );
  });
});
