// What the model sees: one pure projection of the branch. The inspector, the meter and the prompt are all made from it.
// It never reads a clock, never counts tokens and never changes an entry.

import type { EntryId } from '../ids.ts';

export type SegmentKind = 'system' | 'tools' | 'summary' | 'entry' | 'current';
export type SegmentRole = 'system' | 'user' | 'assistant' | 'tool_result';

/** One part of the next request, in order. `text` is the content before the model's own template goes around it. */
export interface ContextSegment {
  readonly segment: SegmentKind;
  readonly role: SegmentRole;
  readonly text: string;
  /** Entries: their own id. Summary: the compaction entry's. Fixed parts: absent. */
  readonly entryId?: EntryId;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly callId?: string;
}

export interface ContextView {
  readonly segments: readonly ContextSegment[];
  /** The highest seq on the branch this view was built from; 0 for an empty branch. */
  readonly builtFromSeq: number;
  /** The compaction in force, if any. */
  readonly compactionId: EntryId | null;
}
