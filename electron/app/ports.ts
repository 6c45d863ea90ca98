// The effects the app may have, as interfaces. Adapters live in native/, electron/main and electron/loopback; tests bring
// in-memory ones that pass the same conformance suites. Store calls are synchronous on purpose: nothing may be awaited
// between reading the last seq and appending.

import type { AppEvent } from '../contract/events.ts';
import type { Settings } from '../contract/settings.ts';
import type { ContextSegment } from '../core/context/context-view.ts';
import type { AppError } from '../core/errors.ts';
import type { ConversationId, EntryId, ModelId } from '../core/ids.ts';
import type { Result } from '../core/result.ts';
import type { AheadOfTurns, MachineState } from './ahead-of-turns.ts';
import type { Conversation, QueuedMessage } from '../core/transcript/conversation.ts';
import type { Entry, NewEntry, StopReason, ToolCall } from '../core/transcript/entry.ts';
import type { ChooseFile, ImportOutcome, ImportUnit, Interchange, TaskRun } from './interchange-ports.ts';
import type { ExtensionFolder } from './extension-folder-port.ts';
import type { SearchHit, SearchQuery } from './search-ports.ts';

// ---- time, names, log, events -----------------------------------------------------------------------------------------

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The user's local day of `now()`, `YYYY-MM-DD`. */
  localDay(): string;
}
export type NewId = () => string;
/** Ids and counts only, never text of a conversation. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  event: string,
  data?: Record<string, string | number | boolean | null>,
) => void;
export type Publish = (event: AppEvent) => void;

// ---- transcript -------------------------------------------------------------------------------------------------------

/** A reply being streamed: kept aside until it is an entry, so that `kill -9` loses at most 250 ms or 64 tokens of it. */
export interface ReplyCheckpoint {
  readonly entryId: EntryId;
  readonly conversationId: ConversationId;
  readonly parentId: EntryId;
  readonly modelId: ModelId | null;
  readonly startedAt: number;
  readonly text: string;
  readonly thinking: string;
}

export interface BranchInfo {
  /** The entry's siblings that start other branches (same parent, same role), itself included, in seq order. */
  readonly siblingIds: readonly EntryId[];
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly entries: number;
  /** The first entry that does not fit, in seq order. */
  readonly firstBadEntryId: EntryId | null;
}

/** "Verify history" over one conversation or all of them. */
export interface HistoryReport extends VerifyReport {
  readonly conversations: number;
  /** Set also where entries are missing at the end, which no entry can be blamed for. */
  readonly firstBadConversationId: ConversationId | null;
}

export type StoreResult<Value> = Result<Value, AppError>;

export type BackupReason = 'daily' | 'manual' | 'migration' | 'purge';

export interface BackupInfo {
  /** Absolute path. */
  readonly file: string;
  readonly createdAt: number;
  readonly sizeBytes: number;
  readonly reason: BackupReason;
  /** Opened and walked after it was written, and every entry fitted. */
  readonly verified: boolean;
}

/** What a salvage brought into a new data folder, and what it did not. */
export interface SalvageReport {
  readonly folder: string;
  readonly reportFile: string;
  readonly conversations: number;
  readonly entries: number;
  /** Entries that must have been there and cannot be read. */
  readonly missing: number;
  /** Places in the file that gave nothing but errors. */
  readonly unreadableKeys: number;
  /** Messages that waited for their turn. */
  readonly waiting: number;
  readonly damaged: readonly {
    readonly conversationId: ConversationId;
    /** False: its name and settings are lost. */
    readonly recorded: boolean;
    readonly entries: number;
    readonly missing: number;
    /** Kept, but no longer what their hash vouched for (at most 100). */
    readonly alteredIds: readonly string[];
    /** Their parent is lost: they hang on what came before it (at most 100). */
    readonly movedIds: readonly string[];
  }[];
}

export interface BackupWish {
  readonly reason: BackupReason;
  readonly now: number;
  /** The person's local day: one daily backup a day. */
  readonly day: string;
  readonly keep: number;
  /** Unset: `backups/` in the data folder. */
  readonly folder?: string;
  /** The conversation about to be purged. */
  readonly purging?: ConversationId;
}

/** Heavy work on what is stored, done beside the app over a connection of its own. A cancelled one answers `cancelled`. */
export interface StoreUpkeep {
  /** Walks the hash chain of one conversation, or (null) of all. Memory does not grow with the history. */
  verify(conversationId: ConversationId | null, run: TaskRun): Promise<StoreResult<HistoryReport>>;
  /** Newest first. */
  listBackups(folder?: string): Promise<StoreResult<readonly BackupInfo[]>>;
  /** Null: nothing changed since the last one (daily: or there is one of that day; purge: one holds the whole conversation). Progress in bytes. */
  backUp(wish: BackupWish, run: TaskRun): Promise<StoreResult<BackupInfo | null>>;
  /** Into a new data folder beside the one in use, never over it. Progress in bytes. */
  restore(
    file: string,
    now: number,
    run: TaskRun,
  ): Promise<StoreResult<{ readonly folder: string; readonly verified: boolean }>>;
  /** Everything readable into a new data folder (beside the one in use where none is named). The damaged one is only read. Progress in entries. */
  salvage(to: { readonly folder?: string; readonly now: number }, run: TaskRun): Promise<StoreResult<SalvageReport>>;
}

export interface TranscriptStore {
  /** Set when the database comes from a newer version: everything can be read, nothing written. */
  readonly readOnly: boolean;

  listConversations(filter: { readonly trashed: boolean }): readonly Conversation[];
  readConversation(id: ConversationId): Conversation | null;
  /** With entries: both in one transaction, and the last of them becomes the active leaf. */
  createConversation(conversation: Conversation, entries?: readonly NewEntry[]): StoreResult<Conversation>;
  updateConversation(
    id: ConversationId,
    change: Partial<Omit<Conversation, 'id' | 'createdAt'>>,
  ): StoreResult<Conversation>;
  /** Removes a conversation that is in the trash, with its entries and its place in the search index. */
  purgeConversation(id: ConversationId): StoreResult<void>;

  /** Highest seq in the conversation over all branches; 0 when it is empty. */
  lastSeq(id: ConversationId): number;
  /** Appends in one IMMEDIATE transaction: gives seq and hash, moves `activeLeafId` to it when its parent is the active leaf. */
  append(entry: NewEntry): StoreResult<Entry>;
  /** As `append`, refused with `branch_moved` when the conversation's last seq is no longer `expectedLastSeq`. */
  appendIf(entry: NewEntry, expectedLastSeq: number): StoreResult<Entry>;
  /** As `appendIf` for entries that belong together, each the child of the one before: all in one transaction or none. */
  appendAllIf(entries: readonly NewEntry[], expectedLastSeq: number): StoreResult<readonly Entry[]>;
  /** Appends entries of any branch (import, scenarios) in one transaction, without moving the active leaf. */
  appendAll(entries: readonly NewEntry[]): StoreResult<readonly Entry[]>;
  /**
   * Takes conversations in, each whole or not at all, all in one transaction. What is stored already (by id) stays as it is; the active
   * leaf moves where the person has not gone on from there. With `dryRun` the outcome is the same and nothing is kept.
   */
  importAll(units: readonly ImportUnit[], options: { readonly dryRun: boolean }): StoreResult<readonly ImportOutcome[]>;
  readEntry(id: EntryId): Entry | null;
  /** The path from the root (or from `sinceId`, included) to `leafId`, oldest first. */
  readBranch(leafId: EntryId, options?: { readonly sinceId?: EntryId }): readonly Entry[];
  /** At most `limit` entries of the path that ends at `leafId`, those before `beforeSeq`, oldest first. */
  readBranchPage(leafId: EntryId, page: { readonly beforeSeq?: number; readonly limit: number }): readonly Entry[];
  /** Is `ancestorId` on the path from the root to `leafId`? */
  isOnBranch(ancestorId: EntryId, leafId: EntryId): boolean;
  /** All compaction, compaction_undone, compaction_redone and memory_flush entries of a conversation, by seq. */
  readMarkers(id: ConversationId): readonly Entry[];
  /** Every entry of a conversation on all branches, by seq. For export and verification, not for the turn path. */
  readAll(id: ConversationId): readonly Entry[];
  readBranchInfo(id: EntryId): BranchInfo;
  /** The newest leaf below an entry (itself where it has no children). */
  newestLeafBelow(id: EntryId): EntryId;

  /** Writes or replaces the checkpoint of a streamed reply. */
  checkpointReply(reply: ReplyCheckpoint): StoreResult<void>;
  dropCheckpoint(entryId: EntryId): StoreResult<void>;
  /** Checkpoints left behind by a process that died. */
  listCheckpoints(): readonly ReplyCheckpoint[];

  queueMessage(message: QueuedMessage): StoreResult<void>;
  unqueueMessage(id: EntryId): StoreResult<void>;
  listQueued(id: ConversationId): readonly QueuedMessage[];

  /** Literal text, newest first; in quotation marks, what stands between them counts too. Empty or blank text finds nothing. */
  search(query: SearchQuery): readonly SearchHit[];
  /** Keeps the search index in step with a notes file (null content = file gone). */
  indexNote(file: string, content: string | null): StoreResult<void>;
  /** Walks the hash chain of one conversation. */
  verify(id: ConversationId): VerifyReport;
  close(): void;
}

// ---- notes, settings --------------------------------------------------------------------------------------------------

export interface NotesStore {
  /** Relative paths (`notes/2026-03-01.md`), newest first. */
  list(): readonly string[];
  read(file: string): string | null;
  /** Appends to the day's file (made with its front matter when missing); never rewrites a byte that is there. */
  append(day: string, lines: readonly string[]): StoreResult<{ readonly file: string; readonly content: string }>;
  /** The person's own edit: replaces the file if it still has `expectedContent`. */
  save(file: string, content: string, expectedContent: string): StoreResult<void>;
}

export interface SettingsStore {
  /** Settings in force and, per bad value, its path and why it was refused (the default is used, the file is left alone). */
  read(): {
    readonly settings: Settings;
    readonly problems: readonly { readonly path: string; readonly why: string }[];
  };
  update(change: unknown): StoreResult<Settings>;
}

// ---- the model --------------------------------------------------------------------------------------------------------

export interface ModelFitness {
  /** May its lines be used (after grounding)? */
  readonly write: boolean;
  /** May its yes/no answers add sentences to the ledger? */
  readonly select: boolean;
}

export interface LoadedModel {
  readonly modelId: ModelId;
  readonly name: string;
  readonly path: string;
  /** The context size really loaded, per sequence; null when the host could not say. */
  readonly windowTokens: number | null;
  readonly trainedWindowTokens: number | null;
  /** Known fitness (scripted host, cached self-test); null = not tested yet. */
  readonly fitness: ModelFitness | null;
  /** Why the window is smaller than asked for (or than the usual one); null or absent = it is not. */
  readonly windowLimitedBy?: 'trained' | 'memory' | null;
  /** `plain`: the file has no chat template, messages go in as plain speaker lines. */
  readonly template?: 'file' | 'plain';
  /** The compute layer in use: cpu, cuda, vulkan, metal. */
  readonly backend?: string;
}

export interface PromptCount {
  readonly totalTokens: number;
  /** One figure per segment, template share included; they add up to the total. */
  readonly segmentTokens: readonly number[];
}

export type Purpose = 'chat' | 'summary' | 'flush' | 'fitness';

export interface GenerateRequest {
  readonly purpose: Purpose;
  readonly segments: readonly ContextSegment[];
  readonly maxTokens: number;
  /** GBNF text; absent = free text. */
  readonly grammar?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly minP?: number;
  /** Same seed, same prompt, same engine: same reply. Absent = another each time. */
  readonly seed?: number;
  /** 1 is off; absent = the engine's choice for the purpose. */
  readonly repeatPenalty?: number;
  /** The engine reuses the longest prefix it still holds for this conversation. */
  readonly conversationId: ConversationId;
  /** Nobody waits for it: it gives way to anything else and then ends as `aborted`. */
  readonly background?: boolean;
}

export interface GenerateReply {
  readonly text: string;
  readonly thinking: string;
  readonly toolCalls: readonly ToolCall[];
  readonly stopReason: StopReason;
  readonly promptTokens: number;
  readonly replyTokens: number;
  /** Prompt tokens that did not have to be read again. */
  readonly reusedTokens: number;
  /** Set by hosts that report usage of their own; zeros mean unknown. */
  readonly reportedUsage?: { readonly totalTokens?: number };
}

export interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Called once, when the engine begins with this request: what waits in its line before that is not stalled. */
  readonly onServed?: () => void;
  /** `tokens`: those that became text with this delta. */
  readonly onText?: (delta: { readonly text: string; readonly thinking: string; readonly tokens: number }) => void;
  /** Tokens of the prompt read so far. */
  readonly onProgress?: (progress: { readonly readTokens: number; readonly promptTokens: number }) => void;
}

/** Failures use the codes of core/errors.ts: context_overflow, host_crashed, host_stalled, host_error, model_*. An abort is a reply with stopReason `aborted`. */
export interface LlamaHost extends Partial<AheadOfTurns> {
  /** The model in use, or null before one is loaded. */
  loaded(): LoadedModel | null;
  /** Can a request meant for this model (id, name or path) be answered now? A host with one model answers for that one. */
  serves(model: string): boolean;
  load(
    model: { readonly path: string; readonly contextTokens?: number },
    options: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  ): Promise<Result<LoadedModel, AppError>>;
  unload(): Promise<void>;
  /** Gives the memory back until the next request, which brings the same model back; false when it is at work. Absent: cannot. */
  rest?(): Promise<boolean>;
  /** Exact tokens of the rendered template for these segments, ready for a reply. */
  count(segments: readonly ContextSegment[]): Promise<Result<PromptCount, AppError>>;
  /** Tokens of plain text, no template around it. */
  countText(texts: readonly string[]): Promise<Result<readonly number[], AppError>>;
  /** The prompt byte for byte as `generate` would send it. */
  render(
    segments: readonly ContextSegment[],
  ): Promise<Result<{ readonly text: string; readonly tokens: number }, AppError>>;
  generate(request: GenerateRequest, options: GenerateOptions): Promise<Result<GenerateReply, AppError>>;
  close(): Promise<void>;
}

/** Runs a tool for the model. People get tools later; scenarios script them. */
export interface ToolRunner {
  readonly definitions: string;
  run(call: ToolCall, signal: AbortSignal): Promise<{ readonly text: string; readonly isError: boolean }>;
}

// ---- model files ------------------------------------------------------------------------------------------------------

export interface FoundModel {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** LM Studio, Ollama, Hugging Face, llama.cpp, Jan, GPT4All, own folder, or the file a person named. */
  readonly source: string;
  readonly quantization: string | null;
  readonly trainedWindowTokens: number | null;
  readonly usable: boolean;
  readonly problem: AppError | null;
}
export interface CatalogueModel {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly license: string;
  readonly source: string;
  readonly minMemoryBytes: number;
  readonly note: 'starter' | 'better' | 'best';
}
export interface ModelLibrary {
  find(): Promise<readonly FoundModel[]>;
  inspect(path: string): Promise<FoundModel>;
  catalogue(): readonly CatalogueModel[];
  /** Downloads on a person's word only; resumable, verified by hash. Answers with the file's path. */
  download(
    id: string,
    options: { readonly signal: AbortSignal; readonly onProgress: (receivedBytes: number, totalBytes: number) => void },
  ): Promise<Result<string, AppError>>;
}

/** Fitness self-tests, cached by model and prompt version. */
export interface FitnessCache {
  read(key: string): ModelFitness | null;
  write(key: string, fitness: ModelFitness): void;
}

export interface Ports {
  /** Absent: nothing is known. */
  readonly machine?: () => Promise<MachineState>;
  readonly fitness: FitnessCache;
  readonly store: TranscriptStore;
  readonly upkeep: StoreUpkeep;
  readonly interchange: Interchange;
  readonly chooseFile: ChooseFile | null;
  readonly notes: NotesStore;
  readonly settings: SettingsStore;
  readonly host: LlamaHost;
  /** A second model process for steps of a compaction that another model than the chat's is meant to do. Absent: there is none. */
  readonly secondHost?: LlamaHost;
  readonly models: ModelLibrary;
  /** Absent: nothing can be extended. */
  readonly extensions?: ExtensionFolder;
  readonly tools: ToolRunner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly publish: Publish;
}
