// Everything that happens, as a closed union. The renderer's state is a fold over these; the scenario runner prints them.

import type { CompactionDecision, CompactionReason } from '../core/compaction/trigger.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { AppError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import type { StopReason } from '../core/transcript/entry.ts';
import type { Conversation, QueuedMessage } from '../core/transcript/conversation.ts';
import type { BoundaryState, Failure, HostState, OperationState, QueuedOperation, ShownEntry } from './snapshot.ts';
import type { Settings } from './settings.ts';
import type { TaskState } from './tasks.ts';

interface InConversation {
  readonly conversationId: ConversationId;
}

export type ConversationEvent = InConversation &
  (
    | { readonly type: 'entry_appended'; readonly shown: ShownEntry }
    | { readonly type: 'turn_started'; readonly replyId: EntryId }
    | { readonly type: 'turn_delta'; readonly replyId: EntryId; readonly text: string; readonly thinking: string }
    /** A step of a tool loop ends with `tool_use`; the turn itself with any other reason. */
    | { readonly type: 'turn_finished'; readonly replyId: EntryId | null; readonly stopReason: StopReason }
    | { readonly type: 'turn_failed'; readonly failure: Failure }
    | { readonly type: 'compaction_started'; readonly reason: CompactionReason }
    | { readonly type: 'compaction_phase'; readonly operation: OperationState }
    | {
        readonly type: 'compaction_committed';
        readonly compactionId: EntryId;
        readonly tokensBefore: number;
        readonly tokensAfter: number;
      }
    | { readonly type: 'compaction_failed'; readonly failure: Failure }
    | { readonly type: 'compaction_aborted' }
    /** Nothing to do: `error` says whether there was nothing to compact or it was compacted already. */
    | { readonly type: 'compaction_skipped'; readonly error: AppError }
    /** Automatic compaction stops trying until size or settings change. */
    | { readonly type: 'compaction_paused'; readonly error: AppError }
    /** The next compaction lies ready, made while nobody waited; the next turn applies it if it still holds. */
    | { readonly type: 'compaction_prepared'; readonly tokensBefore: number; readonly tokensAfter: number }
    /** It does not hold any more (the branch, the model or a setting changed), or has been applied. */
    | { readonly type: 'compaction_prepared_dropped'; readonly why: 'applied' | 'stale' }
    | { readonly type: 'flush_failed'; readonly error: AppError }
    | { readonly type: 'notes_written'; readonly file: string; readonly count: number }
    | { readonly type: 'operation_changed'; readonly operation: OperationState | null }
    /** What was asked for and waits behind what runs: the whole list, in order. */
    | { readonly type: 'waiting_changed'; readonly waiting: readonly QueuedOperation[] }
    | { readonly type: 'message_queued'; readonly message: QueuedMessage }
    | { readonly type: 'message_unqueued'; readonly messageId: EntryId }
    /** Boundary, usage and what the next compaction would fold, after anything that may change them. */
    | {
        readonly type: 'view_changed';
        readonly boundary: BoundaryState;
        readonly usage: ContextUsage;
        readonly decision: CompactionDecision | null;
        readonly foldable: { readonly messages: number; readonly tokens: number };
      }
    /** Another branch is shown: read the conversation again. */
    | { readonly type: 'branch_switched' }
    | { readonly type: 'failure_cleared' }
  );

export type AppWideEvent =
  | { readonly type: 'conversation_changed'; readonly conversation: Conversation }
  | { readonly type: 'conversation_purged'; readonly conversationId: ConversationId }
  | { readonly type: 'host_changed'; readonly host: HostState }
  | {
      readonly type: 'download_progress';
      readonly id: string;
      readonly receivedBytes: number;
      readonly totalBytes: number;
    }
  | { readonly type: 'download_finished'; readonly id: string; readonly path: string }
  | { readonly type: 'download_failed'; readonly id: string; readonly error: AppError }
  | {
      readonly type: 'settings_changed';
      readonly settings: Settings;
      readonly problems: readonly { readonly path: string; readonly why: string }[];
    }
  | { readonly type: 'notes_changed' }
  | { readonly type: 'network_changed'; readonly requests: number }
  | { readonly type: 'task_changed'; readonly task: TaskState };

export type AppEvent = ConversationEvent | AppWideEvent;
