// Where to cut: walks the branch back from its newest entry until the kept tail is big enough and takes the first legal place.
// A tool result is never a cut point; a call and all its results stay on one side.

import type { EntryId } from '../ids.ts';
import { type Entry, isMessage, isUser } from '../transcript/entry.ts';
import { findLegalCuts, findSettledStart, findToolGroups } from '../transcript/tool-pairing.ts';
import { findTurnStart } from '../transcript/turn.ts';

export interface CutPoint {
  readonly firstKeptEntryId: EntryId;
  /** Set when the cut falls inside a turn: the user message that opened it. */
  readonly turnStartEntryId?: EntryId;
}

export interface CutOptions {
  /** Size of the tail to keep, in tokens. The kept part is at most one entry bigger, or one call with its results. */
  readonly keepTokens: number;
  /** Tokens of a message entry; entries that are no messages have no size. */
  readonly tokensOf: (id: EntryId) => number;
  /** No cut before this index. 1 when absent: nothing would lie before the first entry. */
  readonly leastIndex?: number;
}

/**
 * The place to cut the given entries, or null when everything belongs to the kept tail.
 *
 * Walk back from the newest entry until `keepTokens` is reached; the cut is the first legal point at or after that place; if none lies
 * there, the last legal point before. Entries before the cut are folded, the cut and what follows is kept.
 */
export function findCutPoint(entries: readonly Entry[], options: CutOptions): CutPoint | null {
  const index = findCutIndex(entries, options);
  const first = index === null ? undefined : entries[index];
  if (index === null || first === undefined) return null;
  const turnStart = findSplitTurnStart(entries, index);
  const turnStartEntry = turnStart === null ? undefined : entries[turnStart];
  return turnStartEntry === undefined
    ? { firstKeptEntryId: first.id }
    : { firstKeptEntryId: first.id, turnStartEntryId: turnStartEntry.id };
}

/** As `findCutPoint`, by index. */
export function findCutIndex(entries: readonly Entry[], options: CutOptions): number | null {
  const leastIndex = Math.max(1, options.leastIndex ?? 1);
  const reached = findBudgetIndex(entries, options);
  if (reached === null) return null;
  const start = findSettledStart(entries, reached);
  const end = entries.slice(start);
  const legal = findLegalCuts(end, findToolGroups(end));
  // Reaching the very first entry means that everything is tail, whatever comes before `leastIndex`.
  const after = legal.indexOf(true, (reached === 0 ? 0 : Math.max(reached, leastIndex)) - start);
  const index = start + (after >= 0 ? after : legal.lastIndexOf(true, reached - start));
  return index >= leastIndex ? index : null;
}

/** Index of the user message whose turn a cut at `index` splits; null when the cut falls between turns. */
export function findSplitTurnStart(entries: readonly Entry[], index: number): number | null {
  const first = entries[index];
  if (first === undefined || isUser(first)) return null;
  const start = findTurnStart(entries, index);
  return start < 0 ? null : start;
}

function findBudgetIndex(entries: readonly Entry[], { keepTokens, tokensOf }: CutOptions): number | null {
  let tokens = 0;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry === undefined || !isMessage(entry)) continue;
    tokens += tokensOf(entry.id);
    if (tokens >= keepTokens) return index;
  }
  return null;
}
