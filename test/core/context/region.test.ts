import { expect, test } from 'vitest';
import { regionOf } from '../../../electron/core/context/region.ts';
import { asEntryId } from '../../../electron/core/ids.ts';

const at = (seq: number) => ({ id: asEntryId(`e${seq}`), seq });

test('without a compaction everything is kept', () => {
  expect(regionOf(at(1), { keptFromSeq: null, carriedIds: [] })).toBe('kept');
});

test('what lies before the first kept entry is summarised, but for carried messages', () => {
  const boundary = { keptFromSeq: 5, carriedIds: [asEntryId('e2')] };
  expect([1, 2, 4, 5, 9].map((seq) => regionOf(at(seq), boundary))).toEqual([
    'summarized',
    'kept',
    'summarized',
    'kept',
    'kept',
  ]);
});
