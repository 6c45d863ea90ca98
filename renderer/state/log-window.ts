// Which part of a long transcript is drawn: a window over the loaded items, named by ids so that it survives items that arrive
// at either end, and measured by how much there is to draw. Pure arithmetic; scrolling is the component's business.

import type { EntryId } from '../../electron/core/ids.ts';

/** Items drawn when a conversation opens, added at an edge, and drawn at most: whichever of count and weight ends first. */
export const WINDOW = { items: 200, weight: 160_000 } as const;
export const STEP = { items: 60, weight: 40_000 } as const;
export const MOST = { items: 400, weight: 400_000 } as const;

/** Null means: the newest items, wherever the end is. */
export interface LogRange {
  readonly startId: EntryId | null;
  readonly endId: EntryId | null;
}
export const TAIL_RANGE: LogRange = { startId: null, endId: null };

/** Items from `start` up to, and without, `end`. */
export interface LogSlice {
  readonly start: number;
  readonly end: number;
}

export interface LogMeasure {
  readonly total: number;
  readonly indexById: ReadonlyMap<EntryId, number>;
  readonly idAt: (index: number) => EntryId;
  /** What drawing an item costs, in characters. */
  readonly weightAt: (index: number) => number;
}

type Budget = { readonly items: number; readonly weight: number };

export function resolveRange(range: LogRange, log: LogMeasure): LogSlice {
  const endIndex = range.endId === null ? undefined : log.indexById.get(range.endId);
  const end = endIndex === undefined ? log.total : endIndex + 1;
  const startIndex = range.startId === null ? undefined : log.indexById.get(range.startId);
  if (startIndex === undefined || startIndex >= end) return { start: walkUp(end, WINDOW, log), end };
  return { start: startIndex, end };
}

export function growUp(slice: LogSlice, log: LogMeasure): LogRange {
  const start = walkUp(slice.start, STEP, log);
  return toRange({ start, end: Math.min(slice.end, walkDown(start, MOST, log)) }, log);
}

export function growDown(slice: LogSlice, log: LogMeasure): LogRange {
  const end = walkDown(slice.end, STEP, log);
  return toRange({ start: Math.max(slice.start, walkUp(end, MOST, log)), end }, log);
}

/** Some items before the one wanted, and a window from there. */
export function rangeAround(index: number, log: LogMeasure): LogRange {
  const start = walkUp(index, STEP, log);
  return toRange({ start, end: Math.max(index + 1, walkDown(start, WINDOW, log)) }, log);
}

/** The lowest index reached by going up from `from` within a budget; one item at least. */
function walkUp(from: number, budget: Budget, { weightAt }: LogMeasure): number {
  let index = from;
  let weight = 0;
  while (index > 0 && from - index < budget.items) {
    weight += weightAt(index - 1);
    if (weight > budget.weight && index < from) break;
    index -= 1;
  }
  return index;
}

function walkDown(from: number, budget: Budget, { total, weightAt }: LogMeasure): number {
  let index = from;
  let weight = 0;
  while (index < total && index - from < budget.items) {
    weight += weightAt(index);
    if (weight > budget.weight && index > from) break;
    index += 1;
  }
  return index;
}

const toRange = ({ start, end }: LogSlice, { total, idAt }: LogMeasure): LogRange => ({
  startId: start < total ? idAt(start) : null,
  endId: end >= total ? null : idAt(end - 1),
});
