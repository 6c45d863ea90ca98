// Which of the two regions an entry of the branch stands in: known to the model as a summary, or still read word for word. One rule for
// the window, search and every export; it never looks at the texts.

import type { EntryId } from '../ids.ts';

export type Region = 'summarized' | 'kept';

export interface RegionBoundary {
  /** Entries with a lower seq are summarised; null = none. */
  readonly keptFromSeq: number | null;
  /** Messages before it that stay word for word all the same. */
  readonly carriedIds: readonly EntryId[];
}

/** @param entry one of the branch the boundary belongs to */
export const regionOf = (
  { id, seq }: { readonly id: EntryId; readonly seq: number },
  { keptFromSeq, carriedIds }: RegionBoundary,
): Region => (keptFromSeq !== null && seq < keptFromSeq && !carriedIds.includes(id) ? 'summarized' : 'kept');
