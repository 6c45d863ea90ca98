// The boundary of a compaction that is stored already, for another text of it: the same covered range, the same kept part. Decides from
// the branch and the compaction's own record; never moves the cut, never reads what was said after it was made to find out what it owes.

import { findActiveWindow, windowMessages } from '../context/active-window.ts';
import { type AppError, appError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import type { Pin } from '../transcript/conversation.ts';
import { type CompactionEntry, type Entry, isMessage } from '../transcript/entry.ts';
import type { PlannedBoundary } from './plan.ts';

export interface RewriteInput {
  /** The path to the leaf, from where the window before the compaction begins. */
  readonly branch: readonly Entry[];
  readonly compaction: CompactionEntry;
  /** The compaction that would count without it; null when it was the first. */
  readonly previous: CompactionEntry | null;
  readonly lastSeq: number;
}

/** @returns `nothing_to_compact` when nothing it covers lies in the window any more */
export function planRewrite(input: RewriteInput): Result<PlannedBoundary, AppError> {
  const { branch, compaction, previous } = input;
  const after = findActiveWindow(branch, compaction);
  const recent = after.recent.filter(isMessage);
  const recentIds = new Set(recent.map(({ id }) => id));
  const toSummarize = windowMessages(findActiveWindow(branch, previous)).filter(({ id }) => !recentIds.has(id));
  if (toSummarize.length === 0) return err(appError('nothing_to_compact', { activeTokens: 0, keepTokens: 0 }));
  const { coveredRange } = compaction.payload;
  return ok({
    toSummarize,
    turnPrefix: [],
    kept: [...after.carried, ...recent],
    carriedEntryIds: after.carried.map(({ id }) => id),
    // What was said since a hard checkpoint stays as it is.
    firstKeptEntryId: recent[0]?.id ?? null,
    coveredFromId: coveredRange.fromId,
    coveredToId: coveredRange.toId,
    previousSummary: previous?.payload.summary ?? null,
    expectedLastSeq: input.lastSeq,
  });
}

/** The branch as it was when the compaction was made: what is open or taken back since then is no fault of its text. */
export function branchAtCompaction(branch: readonly Entry[], compaction: CompactionEntry): readonly Entry[] {
  const own = branch.findIndex(({ id }) => id === compaction.id);
  if (own >= 0) return branch.slice(0, own);
  // It was made on a sibling branch: what both share is what it knew.
  const last = branch.findIndex(({ id }) => id === compaction.payload.coveredRange.toId);
  return last < 0 ? branch : branch.slice(0, last + 1);
}

/** What a text may owe to the pins: one set after it was made belongs to the next compaction. */
export function pinsInForce(pins: readonly Pin[], stored: StateSummary): readonly Pin[] {
  return pins.filter(
    ({ kind, category, text }) => kind === 'unpin' || stored[category].some((item) => item.text === text),
  );
}
