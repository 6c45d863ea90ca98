// What a conversation is doing right now. Lives in memory only: everything that must survive is in the store.

import type { Failure, OperationState, QueuedOperation } from '../contract/snapshot.ts';
import type { CompactionDecision } from '../core/compaction/trigger.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import type { FoundNote } from '../core/notes/note.ts';

export interface ConversationState {
  operation: OperationState | null;
  /** What waits behind it, in the order it will run. */
  waiting: readonly QueuedOperation[];
  streaming: { entryId: EntryId; text: string; thinking: string } | null;
  failure: Failure | null;
  /** Cancels the turn that runs now, compaction inside it included; null when none does. */
  turnAbort: AbortController | null;
  /** Cancels the compaction that runs now and nothing else. */
  compactionAbort: AbortController | null;
  /** Size and settings at which automatic compaction found that it frees nothing. */
  pause: { readonly usedTokens: number; readonly settingsKey: string } | null;
  /** What the memory flush of this compaction cycle found, and up to where it has read; on no disk yet. */
  proposedFlush: { readonly coveredToId: EntryId; readonly notes: readonly FoundNote[] } | null;
  /** Notes that did not reach the disk: they go with those of the next commit. */
  unwrittenNotes: readonly FoundNote[];
  /** Notes that reached the disk at a commit that then failed: the next one tells of them. */
  unrecordedNotes: WrittenNotes | null;
  lastDecision: CompactionDecision | null;
  /** What the engine had to read of the last chat request. */
  reuse: { readonly reusedTokens: number; readonly evaluatedTokens: number } | null;
  /** A compaction made while nobody waited lies ready. */
  prepared: boolean;
}

/** Notes in a day's file, as the `memory_flush` entry tells of them. */
export interface WrittenNotes {
  readonly file: string;
  readonly notes: readonly FoundNote[];
}

export interface ConversationStates {
  of(id: ConversationId): ConversationState;
  forget(id: ConversationId): void;
}

export function createConversationStates(): ConversationStates {
  const states = new Map<ConversationId, ConversationState>();
  return {
    of(id) {
      const known = states.get(id);
      if (known) return known;
      const fresh: ConversationState = {
        operation: null,
        waiting: [],
        streaming: null,
        failure: null,
        turnAbort: null,
        compactionAbort: null,
        pause: null,
        proposedFlush: null,
        unwrittenNotes: [],
        unrecordedNotes: null,
        lastDecision: null,
        reuse: null,
        prepared: false,
      };
      states.set(id, fresh);
      return fresh;
    },
    forget: (id) => void states.delete(id),
  };
}
