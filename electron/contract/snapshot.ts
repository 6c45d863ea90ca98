// What a window is given when it opens or switches: everything it shows, paged. After that it lives on events.

import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ContextSegment } from '../core/context/context-view.ts';
import type { KeepChoice } from '../core/compaction/plan.ts';
import type { CompactionDecision, CompactionReason } from '../core/compaction/trigger.ts';
import type { AppError } from '../core/errors.ts';
import type { EntryId, ModelId } from '../core/ids.ts';
import type { Ledger } from '../core/safeguard/ledger.ts';
import type { AuditReport } from '../core/safeguard/audit.ts';
import type { StateSummary } from '../core/summary/state-summary.ts';
import type { Conversation, QueuedMessage } from '../core/transcript/conversation.ts';
import type { Entry } from '../core/transcript/entry.ts';
import type { Settings } from './settings.ts';

export type HostState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly name: string; readonly fraction: number }
  | {
      readonly kind: 'ready';
      readonly modelId: ModelId;
      readonly name: string;
      readonly path: string;
      readonly windowTokens: number | null;
      readonly trainedWindowTokens: number | null;
      readonly fitness: { readonly write: boolean; readonly select: boolean } | null;
    }
  | { readonly kind: 'failed'; readonly name: string; readonly error: AppError };

export interface AppSnapshot {
  readonly shell: 'electron' | 'browser' | 'command-line';
  readonly version: string;
  readonly dataFolder: string;
  /** Set when the database comes from a newer version. */
  readonly readOnly: boolean;
  readonly systemLocale: string;
  readonly settings: Settings;
  readonly settingsProblems: readonly { readonly path: string; readonly why: string }[];
  readonly conversations: readonly Conversation[];
  readonly trashed: readonly Conversation[];
  readonly host: HostState;
  /** Requests that left the machine since the start, and whether one is under way. */
  readonly network: { readonly requests: number };
}

/** What a running operation shows. `part`/`parts` count the pieces of a staged summary. */
export interface OperationState {
  readonly kind: 'turn' | 'compaction' | 'preview' | 'undo' | 'redo' | 'branch_switch';
  /** `queued`: it waits behind what runs and has not begun. */
  readonly phase:
    | 'queued'
    | 'counting'
    | 'reading'
    | 'writing'
    | 'flushing'
    | 'summarizing'
    | 'auditing'
    | 'committing';
  readonly part?: number;
  readonly parts?: number;
  readonly tokens?: number;
  readonly startedAt: number;
  readonly reason?: CompactionReason;
}

/** Something asked for that waits behind what runs: shown, and taken back by its id until its turn comes. */
export interface QueuedOperation extends OperationState {
  readonly id: string;
  readonly kind: Exclude<OperationState['kind'], 'turn'>;
  readonly phase: 'queued';
}

/** Entries shown in the log carry what only the whole tree knows. */
export interface ShownEntry {
  readonly entry: Entry;
  /** More than one id: the message has siblings, and a switch. */
  readonly siblingIds: readonly EntryId[];
}

export interface BoundaryState {
  /** The compaction in force on this branch; null before the first (or after undo). */
  readonly compactionId: EntryId | null;
  /** Entries with a seq below this are summarised (those in `carriedIds` are kept too); null = none. */
  readonly keptFromSeq: number | null;
  readonly carriedIds: readonly EntryId[];
  /** Compactions on this branch that are undone and can be redone. */
  readonly undoneIds: readonly EntryId[];
}

export interface ConversationSnapshot {
  readonly conversation: Conversation;
  /** The newest page of the active branch, oldest first. */
  readonly entries: readonly ShownEntry[];
  readonly hasOlder: boolean;
  readonly boundary: BoundaryState;
  readonly usage: ContextUsage;
  readonly decision: CompactionDecision | null;
  /** What the next compaction would fold: messages and tokens. */
  readonly foldable: { readonly messages: number; readonly tokens: number };
  readonly queued: readonly QueuedMessage[];
  readonly operation: OperationState | null;
  /** What waits behind it, in the order it will run. */
  readonly waiting: readonly QueuedOperation[];
  /** The reply being streamed, as far as it has come. */
  readonly streaming: { readonly entryId: EntryId; readonly text: string; readonly thinking: string } | null;
  /** The next compaction lies ready. */
  readonly prepared: boolean;
  /** The last failure that still needs the person, e.g. a rejected summary or a crashed host. */
  readonly failure: Failure | null;
}

export interface Failure {
  readonly kind: 'turn' | 'compaction' | 'flush';
  readonly error: AppError;
  readonly audit?: AuditReport;
  /** What a person had asked for, so that another try asks for the same. */
  readonly asked?: { readonly keep: KeepChoice; readonly instructions?: string; readonly replaces?: EntryId };
  /** The next steps that make sense, first is the main one. */
  readonly actions: readonly ('retry' | 'use_quoted_summary' | 'compact' | 'open_models' | 'dismiss')[];
}

export interface InspectorView {
  readonly segments: readonly { readonly segment: ContextSegment; readonly tokens: number | null }[];
  /** The next prompt, byte for byte; null without a loaded model. */
  readonly prompt: string | null;
  readonly usage: ContextUsage;
  readonly ledger: Ledger;
  readonly compactions: readonly CompactionListItem[];
  /** What the engine had to read of the last request of this conversation; null before the first one in this run. */
  readonly reuse: { readonly reusedTokens: number; readonly evaluatedTokens: number } | null;
}

export interface CompactionListItem {
  readonly id: EntryId;
  readonly createdAt: number;
  readonly reason: CompactionReason;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly undone: boolean;
  readonly inForce: boolean;
}

/** What each choice in the compact dialog would do, before it happens. */
export interface CompactionOutlook {
  readonly choices: readonly {
    readonly keep: 'recent' | 'nothing';
    readonly foldedMessages: number;
    readonly keptMessages: number;
    readonly tokensBefore: number;
    readonly tokensAfterAtMost: number;
    readonly possible: boolean;
  }[];
  /** The choice the settings make. */
  readonly preselected: 'recent' | 'nothing';
}

export interface CompactionDraft {
  readonly draftId: string;
  /** The compaction whose text it is, opened for editing; null for a summary that is not stored yet. */
  readonly editsId: EntryId | null;
  readonly summary: StateSummary;
  readonly text: string;
  readonly notes: readonly string[];
  readonly foldedMessages: number;
  readonly keptMessages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly audit: AuditReport;
}
