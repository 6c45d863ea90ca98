// Where to cut: walks the branch back from its newest entry until the kept tail is big enough and takes the first legal place.
// A tool result is never a cut point; a call and all its results stay on one side.

import type { EntryId } from '../ids.ts';

export interface CutPoint {
  readonly firstKeptEntryId: EntryId;
  /** Set when the cut falls inside a turn: the user message that opened it. */
  readonly turnStartEntryId?: EntryId;
}
