import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asEntryId } from '../../electron/core/ids.ts';
import {
  growDown,
  growUp,
  type LogMeasure,
  MOST,
  rangeAround,
  resolveRange,
  TAIL_RANGE,
} from '../../renderer/state/log-window.ts';

const idAt = (index: number) => asEntryId(`e${index}`);
function measure(total: number, weight = 500): LogMeasure {
  return {
    total,
    indexById: new Map(Array.from({ length: total }, (_, index) => [idAt(index), index])),
    idAt,
    weightAt: () => weight,
  };
}

describe('the window over a long transcript', () => {
  test('opens with the newest items', () => {
    expect(resolveRange(TAIL_RANGE, measure(10_000))).toEqual({ start: 9800, end: 10_000 });
    expect(resolveRange(TAIL_RANGE, measure(30))).toEqual({ start: 0, end: 30 });
    expect(resolveRange(TAIL_RANGE, measure(0))).toEqual({ start: 0, end: 0 });
  });

  test('opens with fewer items where they are heavy, but with one at least', () => {
    expect(resolveRange(TAIL_RANGE, measure(10_000, 20_000))).toEqual({ start: 9992, end: 10_000 });
    expect(resolveRange(TAIL_RANGE, measure(5, 900_000))).toEqual({ start: 4, end: 5 });
  });

  test('keeps its place when items arrive at either end', () => {
    const range = rangeAround(5000, measure(10_000));
    const before = resolveRange(range, measure(10_000));
    const later = {
      ...measure(10_600),
      indexById: new Map([...measure(10_600).indexById].map(([, index]) => [idAt(index - 500), index] as const)),
    };
    expect(resolveRange(range, later)).toEqual({ start: before.start + 500, end: before.end + 500 });
  });

  test('never draws more than its most, and reaches both ends by growing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 60_000 }), (total, weight) => {
        const log = measure(total, weight);
        let slice = resolveRange(TAIL_RANGE, log);
        for (let step = 0; slice.start > 0; step += 1) {
          const next = resolveRange(growUp(slice, log), log);
          if (next.start >= slice.start || step > 4000) return false;
          slice = next;
          if (slice.end - slice.start > MOST.items) return false;
        }
        while (slice.end < total) {
          const next = resolveRange(growDown(slice, log), log);
          if (next.end <= slice.end) return false;
          slice = next;
        }
        return true;
      }),
      { numRuns: 60 },
    );
  });

  test('an item asked for is inside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(),
        fc.integer({ min: 1, max: 200_000 }),
        (total, at, weight) => {
          const index = at % total;
          const slice = resolveRange(rangeAround(index, measure(total, weight)), measure(total, weight));
          return slice.start <= index && index < slice.end;
        },
      ),
    );
  });
});
