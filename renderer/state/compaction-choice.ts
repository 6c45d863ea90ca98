// What a person chose for a compaction by hand, and how it is put to the app.

import type { KeepChoice } from '../../electron/core/compaction/plan.ts';

export interface CompactionChoice {
  readonly focus: string;
  readonly keep: KeepChoice;
}

export const withFocus = ({ focus, keep }: CompactionChoice) =>
  focus.trim() === '' ? { keep } : { keep, instructions: focus.trim() };
