// Where the live part of a branch begins: after a compaction the kept tail and the messages carried along, before one everything.
// The one resolver for the view and for the next compaction, so that what the one shows and the other folds cannot disagree:
// the next window starts at the previous first kept entry, never after the compaction entry.

import type { EntryId } from '../ids.ts';
import { type CompactionEntry, type Entry, isMessage, type MessageEntry } from '../transcript/entry.ts';
import { findUnanswered } from '../transcript/turn.ts';

export interface ActiveWindow {
  /** Messages from before `start` that stay word for word, oldest first. */
  readonly carried: readonly MessageEntry[];
  /** Everything from the boundary on, entries that are no messages included. */
  readonly recent: readonly Entry[];
}

/**
 * Splits a branch at the boundary of the compaction in force.
 *
 * The kept part starts at `firstKeptEntryId` where that lies on the branch, else right after the covered range (a sibling branch that
 * shares the covered prefix, or a hard checkpoint). Reads backwards from the newest entry, so the cost does not grow with
 * what lies behind the boundary.
 *
 * @param branch the path from the root to the leaf, or any end of it that holds every entry needed
 */
export function findActiveWindow(branch: readonly Entry[], compaction: CompactionEntry | null): ActiveWindow {
  if (compaction === null) return { carried: [], recent: branch };
  const { start, isOnBranch } = findBoundary(branch, compaction);
  const { carriedEntryIds, firstKeptEntryId } = compaction.payload;
  const isElsewhere = firstKeptEntryId !== compaction.id && branch[start]?.id !== firstKeptEntryId;
  // On a branch that leaves inside the turn the cut had split, the answer is another one: its question has to be there. On one that
  // leaves later, but before the compaction, a question that was answered then may be open again.
  const asked = isElsewhere ? findUnanswered(branch.slice(0, start)) : isOnBranch ? [] : findUnanswered(branch);
  const open = asked.map(({ id }) => id);
  return { carried: findCarried(branch, start, [...carriedEntryIds, ...open]), recent: branch.slice(start) };
}

/** The messages of the window in branch order: the carried ones, then the recent ones. Copies only what it must. */
export function windowMessages({ carried, recent }: ActiveWindow): readonly MessageEntry[] {
  const messages = recent.every(isMessage) ? recent : recent.filter(isMessage);
  return carried.length === 0 ? messages : [...carried, ...messages];
}

interface Boundary {
  readonly start: number;
  /** Does the compaction entry itself lie on the branch, or only what it covers? */
  readonly isOnBranch: boolean;
}

function findBoundary(branch: readonly Entry[], compaction: CompactionEntry): Boundary {
  const { firstKeptEntryId, coveredRange } = compaction.payload;
  let checkpoint = 0;
  let isOnBranch = false;
  for (let index = branch.length - 1; index >= 0; index--) {
    const id = branch[index]?.id;
    if (id === compaction.id) isOnBranch = true;
    if (id === coveredRange.toId) return { start: index + 1, isOnBranch };
    // A hard checkpoint names itself: go on to the end of what it covers, so that nothing in between is lost.
    if (id === compaction.id) checkpoint = index + 1;
    else if (id === firstKeptEntryId) return { start: index, isOnBranch };
  }
  return { start: firstKeptEntryId === compaction.id ? checkpoint : 0, isOnBranch };
}

function findCarried(branch: readonly Entry[], start: number, carriedIds: readonly EntryId[]): readonly MessageEntry[] {
  const wanted = new Set(carriedIds);
  const carried: MessageEntry[] = [];
  for (let index = start - 1; index >= 0 && carried.length < wanted.size; index--) {
    const entry = branch[index];
    if (entry !== undefined && isMessage(entry) && wanted.has(entry.id)) carried.push(entry);
  }
  return carried.reverse();
}
