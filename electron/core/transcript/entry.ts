// What was said and what was done about it: the closed union of transcript entries, as stored.
// An entry never changes once written. Order is `seq` (increasing within a conversation), never time.

import type { AuditReport } from '../safeguard/audit.ts';
import type { Redaction } from '../safeguard/redact.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import type { CompactionReason } from '../compaction/trigger.ts';
import type { ConversationId, EntryId, ModelId } from '../ids.ts';

export type StopReason = 'stop' | 'length' | 'tool_use' | 'aborted' | 'error' | 'overflow';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON text. */
  readonly arguments: string;
}

export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** Tokens as measured by the engine for the request that produced a reply; all zero or absent means unknown, never empty. */
export interface ReplyUsage {
  readonly promptTokens?: number;
  readonly replyTokens?: number;
  readonly totalTokens?: number;
  /** Milliseconds until the first word came, and from there to the last. */
  readonly readMs?: number;
  readonly writeMs?: number;
}

/** What an imported message held that has no place of its own here, as JSON text. Shown on demand, never sent to the model. */
export interface ImportedExtras {
  /** Parts of a kind we do not know, pictures, sources. */
  readonly raw?: readonly string[];
  /** Messages that were hidden in the source and stood next to this one. */
  readonly hidden?: readonly string[];
}

interface MaybeImported {
  readonly imported?: ImportedExtras;
}

export interface UserMessage extends MaybeImported {
  readonly type: 'message';
  readonly role: 'user';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface AssistantMessage extends MaybeImported {
  readonly type: 'message';
  readonly role: 'assistant';
  readonly text: string;
  /** Thinking text is stored and shown, never sent again. */
  readonly thinking?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: ReplyUsage;
  readonly stopReason?: StopReason;
  readonly status: 'complete' | 'interrupted';
  readonly modelId?: ModelId;
}

export interface ToolResultMessage extends MaybeImported {
  readonly type: 'message';
  readonly role: 'tool_result';
  readonly callId: string;
  readonly text: string;
  readonly isError?: boolean;
}

export type MessagePayload = UserMessage | AssistantMessage | ToolResultMessage;

/**
 * The covered prefix. `hash` is the chain hash of `toId`, and so vouches for everything before it too. A compaction with an `origin`
 * covers itself, and `hash` is that of the prefix in the other conversation.
 */
export interface CoveredRange {
  readonly fromId: EntryId;
  readonly toId: EntryId;
  readonly hash: string;
}

/** Something an extension was asked for and did not do; the built-in way went on. */
export interface ExtensionFailure {
  /** Of the provider, or the extension's file. */
  readonly name: string;
  readonly at: 'before' | 'provider' | 'after';
  readonly why: 'not_registered' | 'failed' | 'empty' | 'timeout' | 'invalid' | 'rejected';
}

/** Where the state of a conversation that was started from a checkpoint comes from. */
export interface CheckpointOrigin {
  readonly conversationId: ConversationId;
  readonly compactionId: EntryId;
  /** The source's title at that time: it may be gone by now. */
  readonly title: string;
  /** The messages taken over with it, in this conversation. */
  readonly keptIds: readonly EntryId[];
}

export interface CompactionPayload {
  readonly type: 'compaction';
  readonly summary: StateSummary;
  /** The rendered summary, exactly as audited and as the model sees it. */
  readonly text: string;
  /** First entry kept word for word; the compaction entry's own id after a hard checkpoint. */
  readonly firstKeptEntryId: EntryId;
  /** Unanswered user messages before `firstKeptEntryId` that stay in the view word for word, in order. */
  readonly carriedEntryIds: readonly EntryId[];
  readonly coveredRange: CoveredRange;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly reason: CompactionReason;
  readonly instructions?: string;
  readonly modelId?: ModelId;
  readonly provider: string;
  /** `model`, `quotes`, or the name of a provider. */
  readonly writer: string;
  readonly strategy: 'in_place' | 'cold' | 'staged' | 'quotes';
  readonly promptVersion: number;
  readonly audit: AuditReport;
  readonly redactions: readonly Redaction[];
  readonly quotedItems: number;
  readonly writtenItems: number;
  readonly messagesFolded: number;
  readonly notesWritten: number;
  readonly durationsMs: Readonly<Record<string, number>>;
  /** Set on the first entry of a conversation started from a checkpoint: sources not found here are entries of that conversation. */
  readonly origin?: CheckpointOrigin;
  readonly extensionFailures?: readonly ExtensionFailure[];
}

export interface CompactionUndonePayload {
  readonly type: 'compaction_undone';
  readonly compactionId: EntryId;
}
export interface CompactionRedonePayload {
  readonly type: 'compaction_redone';
  readonly compactionId: EntryId;
}
export interface MemoryFlushPayload {
  readonly type: 'memory_flush';
  /** Path relative to the data folder, e.g. `notes/2026-03-01.md`; null where nothing was worth keeping. */
  readonly file: string | null;
  readonly notes: readonly { readonly text: string; readonly sourceId: EntryId | null }[];
  readonly coveredToId: EntryId;
}
export interface ModelChangePayload {
  readonly type: 'model_change';
  readonly modelId: ModelId;
}
export interface LabelPayload {
  readonly type: 'label';
  readonly text: string;
}

export type EntryPayload =
  | MessagePayload
  | CompactionPayload
  | CompactionUndonePayload
  | CompactionRedonePayload
  | MemoryFlushPayload
  | ModelChangePayload
  | LabelPayload;

/** What the store adds to a payload. `createdAt` is milliseconds since 1970, shown and never ordered by. */
export interface EntryHeader {
  readonly id: EntryId;
  readonly conversationId: ConversationId;
  readonly parentId: EntryId | null;
  readonly seq: number;
  readonly createdAt: number;
  /** Hex sha256 of the parent's hash followed by the canonical JSON of this entry (see canonical-json.ts). */
  readonly hash: string;
}

export type EntryOf<Payload extends EntryPayload> = EntryHeader & { readonly payload: Payload };
export type Entry = EntryOf<EntryPayload>;
export type MessageEntry = EntryOf<MessagePayload>;
export type UserEntry = EntryOf<UserMessage>;
export type AssistantEntry = EntryOf<AssistantMessage>;
export type ToolResultEntry = EntryOf<ToolResultMessage>;
export type CompactionEntry = EntryOf<CompactionPayload>;

/** An entry before the store gives it its `seq` and `hash`. */
export interface NewEntry {
  readonly id: EntryId;
  readonly conversationId: ConversationId;
  readonly parentId: EntryId | null;
  readonly createdAt: number;
  readonly payload: EntryPayload;
}

export const isMessage = (entry: Entry): entry is MessageEntry => entry.payload.type === 'message';
export const isUser = (entry: Entry): entry is UserEntry =>
  entry.payload.type === 'message' && entry.payload.role === 'user';
export const isAssistant = (entry: Entry): entry is AssistantEntry =>
  entry.payload.type === 'message' && entry.payload.role === 'assistant';
export const isToolResult = (entry: Entry): entry is ToolResultEntry =>
  entry.payload.type === 'message' && entry.payload.role === 'tool_result';
export const isCompaction = (entry: Entry): entry is CompactionEntry => entry.payload.type === 'compaction';
