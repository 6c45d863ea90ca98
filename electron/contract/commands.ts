// Every command a window may give: its parameters as a schema, its answer as a type. Both shells carry exactly these and refuse
// anything else with `invalid_request`; a command that fails answers with an AppError, never with silence.

import { z } from 'zod';
import type { AppError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import type { Result } from '../core/result.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { AppEvent } from './events.ts';
import type { ExportResult, ImportReport } from './interchange.ts';
import type { ExtensionsView } from './extensions.ts';
import type {
  AppSnapshot,
  CompactionDraft,
  CompactionOutlook,
  ConversationSnapshot,
  InspectorView,
  ShownEntry,
} from './snapshot.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import { searchFilters, type SearchResult } from './search.ts';
import type { Settings } from './settings.ts';

const id = z.string().min(1).max(200);
const text = z.string().max(8_000_000);
/** A name for the task, so that it can be cancelled before it has answered. */
const taskId = id.optional();
const none = z.strictObject({});
const inConversation = { conversationId: id };
const attachments = z
  .array(z.strictObject({ name: z.string().max(500), mediaType: z.string().max(200), text }))
  .max(50)
  .optional();
const keep = z.enum(['settings', 'recent', 'nothing']);
/** The compaction in force that the new one takes the place of: undone in the same transaction, and only there. */
const replaces = id.optional();

export const COMMAND_SCHEMAS = {
  'app.snapshot': none,
  'conversation.create': z.strictObject({ title: z.string().max(500).optional() }),
  /** A new conversation that goes on from a checkpoint of this one, which stays as it is. */
  'conversation.createFromCheckpoint': z.strictObject({
    ...inConversation,
    compactionId: id,
    title: z.string().max(500).optional(),
  }),
  'conversation.open': z.strictObject(inConversation),
  'conversation.rename': z.strictObject({ ...inConversation, title: z.string().min(1).max(500) }),
  'conversation.pin': z.strictObject({ ...inConversation, pinned: z.boolean() }),
  'conversation.trash': z.strictObject(inConversation),
  'conversation.restore': z.strictObject(inConversation),
  'conversation.purge': z.strictObject(inConversation),
  'conversation.setSystemPrompt': z.strictObject({ ...inConversation, text: z.string().max(100_000) }),
  'conversation.setDraft': z.strictObject({ ...inConversation, text }),
  'conversation.pins': z.strictObject({
    ...inConversation,
    pins: z
      .array(
        z.strictObject({
          kind: z.enum(['pin', 'unpin']),
          category: z.enum(['constraints', 'pendingRequests', 'identifiers']),
          text: z.string().min(1).max(20_000),
          sourceId: id.nullable(),
        }),
      )
      .max(500),
  }),
  'entries.page': z.strictObject({ ...inConversation, beforeSeq: z.int().positive(), limit: z.int().min(1).max(500) }),
  /** In which conversation an entry lies: a state taken over from a checkpoint names entries of another one. */
  'entries.locate': z.strictObject({ entryId: id }),
  /** A page with the entry in its middle, wherever in the branch it lies. */
  'entries.around': z.strictObject({ ...inConversation, entryId: id, limit: z.int().min(1).max(500) }),
  'message.send': z.strictObject({ ...inConversation, text: z.string().min(1).max(8_000_000), attachments }),
  'message.stop': z.strictObject(inConversation),
  /** Answer the newest unanswered message again (after a failure or an interruption). */
  'message.retry': z.strictObject(inConversation),
  'message.edit': z.strictObject({ ...inConversation, entryId: id, text: z.string().min(1).max(8_000_000) }),
  'message.regenerate': z.strictObject({ ...inConversation, entryId: id }),
  'message.unqueue': z.strictObject({ ...inConversation, messageId: id }),
  'branch.switch': z.strictObject({ ...inConversation, entryId: id }),
  'compaction.outlook': z.strictObject({ ...inConversation, replaces }),
  'compaction.run': z.strictObject({
    ...inConversation,
    instructions: z.string().max(20_000).optional(),
    keep,
    quoted: z.boolean().optional(),
    replaces,
  }),
  'compaction.cancel': z.strictObject(inConversation),
  'compaction.preview': z.strictObject({
    ...inConversation,
    instructions: z.string().max(20_000).optional(),
    keep,
    replaces,
  }),
  /** Opens the stored text of the compaction in force for editing; saved with `compaction.savePreview`, which alone changes anything. */
  'compaction.edit': z.strictObject({ ...inConversation, compactionId: id }),
  'compaction.savePreview': z.strictObject({ ...inConversation, draftId: id, text }),
  'compaction.discardPreview': z.strictObject({ ...inConversation, draftId: id }),
  'compaction.undo': z.strictObject({ ...inConversation, compactionId: id.optional() }),
  'compaction.redo': z.strictObject({ ...inConversation, compactionId: id.optional() }),
  /** Takes back something that waits behind what runs. */
  'operation.cancelWaiting': z.strictObject({ ...inConversation, operationId: id }),
  'failure.dismiss': z.strictObject(inConversation),
  'context.inspect': z.strictObject({ ...inConversation, draft: text }),
  'context.count': z.strictObject({ ...inConversation, draft: text, attachments }),
  /** What each file would take in a message, as it stands there. */
  'context.countAttachments': z.strictObject({ attachments: attachments.unwrap() }),
  search: z.strictObject({
    text: z.string().max(2000),
    limit: z.int().min(1).max(500),
    filters: searchFilters.optional(),
  }),
  'export.conversation': z.strictObject({ ...inConversation, format: z.enum(['markdown', 'jsonl']) }),
  /** `path`: typed by the person, answered by a dialog, or the token of an upload. */
  'import.run': z.strictObject({ path: z.string().min(1).max(4096), dryRun: z.boolean().optional(), taskId }),
  /** Without a conversation: everything. Without a path: into `exports/` of the data folder. */
  'export.run': z.strictObject({
    conversationId: id.optional(),
    format: z.enum(['markdown', 'html', 'jsonl', 'jsonl_messages', 'archive']),
    path: z.string().min(1).max(4096).optional(),
    /** A file that stands there may be replaced; otherwise it is refused with `file_exists`. */
    replace: z.boolean().optional(),
    taskId,
  }),
  'file.choose': z.strictObject({ purpose: z.enum(['import', 'model', 'folder']) }),
  /** Without a conversation: all of them. */
  'history.verify': z.strictObject({ conversationId: id.optional(), taskId }),
  'backup.list': none,
  'backup.create': z.strictObject({ taskId }),
  'backup.restore': z.strictObject({ file: z.string().min(1).max(4096), taskId }),
  /** Everything readable of a damaged database into a new data folder: the one named, else one beside it. */
  'store.salvage': z.strictObject({ folder: z.string().min(1).max(4096).optional(), taskId }),
  'task.cancel': z.strictObject({ taskId: id }),
  'notes.list': none,
  'notes.read': z.strictObject({ file: z.string().max(300) }),
  'notes.save': z.strictObject({ file: z.string().max(300), content: text, expectedContent: text }),
  'models.list': none,
  'models.load': z.strictObject({ path: z.string().min(1).max(4096) }),
  'models.add': z.strictObject({ path: z.string().min(1).max(4096) }),
  'models.download': z.strictObject({ id }),
  'models.cancelDownload': z.strictObject({ id }),
  'extensions.list': none,
  'settings.update': z.strictObject({ change: z.record(z.string(), z.unknown()) }),
} as const;

export type CommandName = keyof typeof COMMAND_SCHEMAS;
export type CommandParams<Name extends CommandName> = z.input<(typeof COMMAND_SCHEMAS)[Name]>;

interface Answers {
  'app.snapshot': AppSnapshot;
  'conversation.create': Conversation;
  /** Its title is the source's where none is given. */
  'conversation.createFromCheckpoint': Conversation;
  'conversation.open': ConversationSnapshot;
  'conversation.rename': Conversation;
  'conversation.pin': Conversation;
  'conversation.trash': Conversation;
  'conversation.restore': Conversation;
  'conversation.purge': null;
  'conversation.setSystemPrompt': Conversation;
  'conversation.setDraft': null;
  'conversation.pins': Conversation;
  'entries.locate': {
    readonly conversationId: ConversationId;
    readonly conversationTitle: string;
    readonly trashed: boolean;
  };
  'entries.page': { readonly entries: readonly ShownEntry[]; readonly hasOlder: boolean };
  /** `not_found` where the entry is not on the branch that is shown. */
  'entries.around': { readonly entries: readonly ShownEntry[]; readonly hasOlder: boolean; readonly hasNewer: boolean };
  /** Answers as soon as the words are stored; what follows comes as events. */
  'message.send': { readonly entryId: EntryId; readonly queued: boolean };
  'message.stop': null;
  'message.retry': null;
  'message.edit': { readonly entryId: EntryId };
  'message.regenerate': null;
  'message.unqueue': { readonly text: string };
  'branch.switch': null;
  'compaction.outlook': CompactionOutlook;
  /** Answers when it has started; its end comes as an event. */
  'compaction.run': null;
  'compaction.cancel': null;
  'compaction.preview': CompactionDraft;
  'compaction.edit': CompactionDraft;
  'compaction.savePreview': null;
  'compaction.discardPreview': null;
  'compaction.undo': { readonly compactionId: EntryId };
  'compaction.redo': { readonly compactionId: EntryId };
  'operation.cancelWaiting': null;
  'failure.dismiss': null;
  'context.inspect': InspectorView;
  'context.count': ContextUsage;
  /** In the order given. `measured`: by the loaded model's own tokenizer; otherwise an estimate. */
  'context.countAttachments': { readonly tokens: readonly number[]; readonly measured: boolean };
  search: readonly SearchResult[];
  'export.conversation': { readonly fileName: string; readonly content: string };
  /** Answers when everything is stored. Importing again adds only what is new. */
  'import.run': ImportReport;
  'export.run': ExportResult;
  /** Null: the person closed the dialog. `not_here`: this shell has none. */
  'file.choose': { readonly path: string } | null;
  /** Answers when the walk has ended. */
  'history.verify': {
    readonly ok: boolean;
    readonly entries: number;
    readonly conversations: number;
    readonly firstBadEntryId: EntryId | null;
    readonly firstBadConversationId: ConversationId | null;
  };
  /** Newest first. */
  'backup.list': readonly BackupView[];
  /** The new backup, or the newest one where nothing has changed since. */
  'backup.create': BackupView;
  /** A new data folder; `verified`: every entry in it fits the chain. */
  'backup.restore': { readonly folder: string; readonly verified: boolean };
  'store.salvage': SalvageView;
  'task.cancel': null;
  'notes.list': readonly { readonly file: string; readonly sizeBytes: number }[];
  'notes.read': { readonly file: string; readonly content: string };
  'notes.save': null;
  'models.list': ModelsView;
  'models.load': null;
  'models.add': FoundModelView;
  'models.download': null;
  'models.cancelDownload': null;
  'extensions.list': ExtensionsView;
  'settings.update': Settings;
}
export type CommandAnswer<Name extends CommandName> = Answers[Name];

export interface SalvageView {
  readonly folder: string;
  readonly reportFile: string;
  readonly conversations: number;
  readonly entries: number;
  readonly missing: number;
}
export interface BackupView {
  readonly file: string;
  readonly createdAt: number;
  readonly sizeBytes: number;
  readonly reason: 'daily' | 'manual' | 'migration' | 'purge';
  readonly verified: boolean;
}
export interface FoundModelView {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly source: string;
  readonly quantization: string | null;
  readonly trainedWindowTokens: number | null;
  readonly usable: boolean;
  readonly problem: AppError | null;
}
export interface ModelsView {
  readonly found: readonly FoundModelView[];
  readonly catalogue: readonly {
    readonly id: string;
    readonly name: string;
    readonly sizeBytes: number;
    readonly license: string;
    readonly source: string;
    readonly minMemoryBytes: number;
    readonly note: 'starter' | 'better' | 'best';
    readonly fitsMemory: boolean;
  }[];
  readonly memoryBytes: number;
  readonly loadedPath: string | null;
}

/** What both shells hand to the window as `window.holdfast`. */
export interface HoldfastApi {
  readonly shell: 'electron' | 'browser';
  invoke<Name extends CommandName>(
    name: Name,
    params: CommandParams<Name>,
  ): Promise<Result<CommandAnswer<Name>, AppError>>;
  /** Only where the window knows no paths: hands a file to the app and answers with what stands for its path. */
  readonly upload?: (file: Blob) => Promise<Result<{ readonly path: string; readonly sizeBytes: number }, AppError>>;
  /** Subscribes to all events from now on; answers with how to stop. `onLost` fires once when the connection is gone. */
  stream(onEvent: (event: AppEvent) => void, onLost: (error: AppError) => void): () => void;
}

/** Handles one command by name; shells call nothing else. */
export type InvokeCommand = (name: unknown, params: unknown) => Promise<Result<unknown, AppError>>;
