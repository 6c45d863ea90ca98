// What a person chose for a compaction by hand, and how it is put to the app.

import type { KeepChoice } from '../../electron/core/compaction/plan.ts';
import type { EntryId } from '../../electron/core/ids.ts';

export interface CompactionChoice {
  readonly focus: string;
  readonly keep: KeepChoice;
  /** The compaction in force that the new one takes the place of; nothing is undone before. */
  readonly replaces?: EntryId | undefined;
}

export const toRequest = ({ focus, keep, replaces }: CompactionChoice) => ({
  keep,
  ...(focus.trim() === '' ? {} : { instructions: focus.trim() }),
  ...(replaces === undefined ? {} : { replaces }),
});
