// Which entries lie on a branch, and which compaction counts on it. Decides from the tree and the compaction markers alone;
// never from time, never from which branch a summary was made on: a summary holds wherever the prefix it covers is the same.

import type { EntryId } from '../ids.ts';
import { type CompactionEntry, type Entry, isCompaction } from './entry.ts';

export interface CompactionsOnBranch {
  /** The compaction that counts: of those that hold and are not undone, the one that covers most, else the newest. */
  readonly inForce: CompactionEntry | null;
  /** Those that hold but are undone there, the one undone last first. */
  readonly undone: readonly CompactionEntry[];
}

/**
 * The compaction that counts on one branch.
 *
 * A compaction holds on every branch that contains the end of its covered range, and on no other. Undoing and redoing count only
 * where the undo or redo entry itself lies on the branch; the last one about a compaction wins.
 *
 * @param markers compaction, compaction_undone and compaction_redone entries of the conversation by seq; others are skipped
 * @param isOnBranch whether an entry lies on the path from the root to the branch's leaf
 * @param options `seqOf` gives the seq of an entry. With it the compaction whose covered range reaches farthest counts, so that one made
 * later on a sibling branch, for a shorter common prefix, does not unfold what this branch had folded. Without it the newest counts;
 * on a single branch that is the same.
 */
export function findCompactionInForce(
  markers: readonly Entry[],
  isOnBranch: (id: EntryId) => boolean,
  options: { readonly seqOf?: (id: EntryId) => number | null } = {},
): CompactionsOnBranch {
  const undoneIds = new Set<EntryId>();
  const holding: CompactionEntry[] = [];
  for (const marker of markers) {
    const { payload } = marker;
    if (isCompaction(marker)) {
      if (isOnBranch(marker.payload.coveredRange.toId)) holding.push(marker);
    } else if (payload.type === 'compaction_undone') {
      if (!isOnBranch(marker.id)) continue;
      // A set keeps the order of adding: what is undone again is undone last.
      undoneIds.delete(payload.compactionId);
      undoneIds.add(payload.compactionId);
    } else if (payload.type === 'compaction_redone') {
      if (isOnBranch(marker.id)) undoneIds.delete(payload.compactionId);
    }
  }
  holding.reverse();
  const reachOf = ({ payload }: CompactionEntry): number => options.seqOf?.(payload.coveredRange.toId) ?? 0;
  let inForce: CompactionEntry | null = null;
  for (const compaction of holding) {
    if (undoneIds.has(compaction.id)) continue;
    if (inForce === null || reachOf(compaction) > reachOf(inForce)) inForce = compaction;
  }
  const byId = new Map(holding.map((compaction) => [compaction.id, compaction]));
  const undone = [...undoneIds].reverse().flatMap((id) => byId.get(id) ?? []);
  return { inForce, undone };
}

/**
 * The path from the root to a leaf, oldest first, out of a bag of entries in any order. A parent that is not in the bag ends the
 * path; so does one that was already passed (an imported tree may be broken). Empty when the leaf itself is missing.
 */
export function branchOf(entries: readonly Entry[], leafId: EntryId | null): readonly Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path = new Set<Entry>();
  let at = leafId === null ? undefined : byId.get(leafId);
  while (at !== undefined && !path.has(at)) {
    path.add(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return [...path].reverse();
}
