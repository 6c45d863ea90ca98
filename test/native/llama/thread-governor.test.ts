import { expect, it } from 'vitest';

import { chooseThreads, type EngineWork, fixedThreads } from '../../../native/llama/thread-governor.ts';

/** One second on `cores` cores, in which others used `others` cores and this process `own`. */
const after = (
  cores: number,
  others: number,
  own: number,
  { maxThreads = cores, work = 'read' }: { readonly maxThreads?: number; readonly work?: EngineWork } = {},
): number =>
  chooseThreads(
    { busyMs: 5000, totalMs: 90_000, ownMs: 700 },
    { busyMs: 5000 + (others + own) * 1000, totalMs: 90_000 + cores * 1000, ownMs: 700 + own * 1000 },
    { cores, maxThreads, work },
  );

it('all cores on a quiet machine, also while they are used by the engine itself', () => {
  expect(after(2, 0, 0)).toBe(2);
  expect(after(2, 0.1, 1.9)).toBe(2);
  expect(after(8, 0.4, 7.5)).toBe(8);
});
it('one less for each core that others use, but never none', () => {
  expect(after(2, 1, 1)).toBe(1);
  expect(after(2, 2, 0)).toBe(1);
  expect(after(8, 3, 5)).toBe(5);
});
it('writing gives a core up sooner than reading: its threads meet more often', () => {
  expect(after(2, 0.2, 1, { work: 'write' })).toBe(2);
  expect(after(2, 0.4, 1, { work: 'write' })).toBe(1);
  expect(after(2, 0.4, 1, { work: 'read' })).toBe(2);
  expect(after(2, 0.6, 1, { work: 'read' })).toBe(1);
});
it('never more than the engine was given', () => {
  expect(after(16, 2, 4, { maxThreads: 4 })).toBe(4);
});
it('no time passed: no reason to change', () => {
  const same = { busyMs: 1, totalMs: 1, ownMs: 1 };
  expect(chooseThreads(same, same, { cores: 2, maxThreads: 2, work: 'read' })).toBe(2);
});
it('a measurement may fix the number', () => {
  expect(fixedThreads({ HOLDFAST_THREADS: '2' })).toBe(2);
  expect(fixedThreads({})).toBeNull();
  expect(fixedThreads({ HOLDFAST_THREADS: 'many' })).toBeNull();
});
