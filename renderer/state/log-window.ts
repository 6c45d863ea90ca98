// Which part of a long transcript is drawn: a window over the loaded items, named by ids so that it survives items that arrive
// at either end. Pure arithmetic; scrolling is the component's business.

import type { EntryId } from '../../electron/core/ids.ts';

/** Items drawn when a conversation opens, added at an edge, and drawn at most. */
export const WINDOW_ITEMS = 200;
export const STEP_ITEMS = 100;
export const MAX_ITEMS = 400;

/** Null means: the newest items, wherever the end is. */
export interface LogRange {
  readonly startId: EntryId | null;
  readonly endId: EntryId | null;
}
export const TAIL_RANGE: LogRange = { startId: null, endId: null };

export interface LogSlice {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

type IdAt = (index: number) => EntryId;

export function resolveRange(range: LogRange, total: number, indexById: ReadonlyMap<EntryId, number>): LogSlice {
  const endIndex = range.endId === null ? undefined : indexById.get(range.endId);
  const end = endIndex === undefined ? total : endIndex + 1;
  const startIndex = range.startId === null ? undefined : indexById.get(range.startId);
  const start = startIndex === undefined || startIndex >= end ? Math.max(0, end - WINDOW_ITEMS) : startIndex;
  return { start: Math.max(start, end - MAX_ITEMS * 2), end };
}

export function growUp(slice: LogSlice, total: number, idAt: IdAt): LogRange {
  const start = Math.max(0, slice.start - STEP_ITEMS);
  return toRange({ start, end: Math.min(slice.end, start + MAX_ITEMS) }, total, idAt);
}

export function growDown(slice: LogSlice, total: number, idAt: IdAt): LogRange {
  const end = Math.min(total, slice.end + STEP_ITEMS);
  return toRange({ start: Math.max(slice.start, end - MAX_ITEMS), end }, total, idAt);
}

export function rangeAround(index: number, total: number, idAt: IdAt): LogRange {
  const start = Math.max(0, index - WINDOW_ITEMS / 2);
  return toRange({ start, end: Math.min(total, start + WINDOW_ITEMS) }, total, idAt);
}

const toRange = ({ start, end }: LogSlice, total: number, idAt: IdAt): LogRange => ({
  startId: start < total ? idAt(start) : null,
  endId: end >= total ? null : idAt(end - 1),
});
