// What a conversation is doing right now. Lives in memory only: everything that must survive is in the store.

import type { Failure, OperationState, QueuedOperation } from '../contract/snapshot.ts';
import type { CompactionDecision } from '../core/compaction/trigger.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';

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
  /** Newest entry the memory flush of this compaction cycle has seen. */
  flushedToId: EntryId | null;
  lastDecision: CompactionDecision | null;
  /** What the engine had to read of the last chat request. */
  reuse: { readonly reusedTokens: number; readonly evaluatedTokens: number } | null;
  /** A compaction made while nobody waited lies ready. */
  prepared: boolean;
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
        flushedToId: null,
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
