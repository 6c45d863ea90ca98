// The TranscriptStore on SQLite: puts the topics of this folder together over one connection.
import type { Database } from 'better-sqlite3';
import type { Clock, StoreResult, TranscriptStore } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { type Appender, type Committed, createAppender } from './append-entries.ts';
import { createConversationTable } from './conversation-table.ts';
import { type ExitRecord, startExitRecord } from './exit-record.ts';
import { createImport } from './import-conversations.ts';
import { type OpenDatabase, openDatabase, readLastKey } from './open-database.ts';
import { createPurge } from './purge-conversation.ts';
import { createBranchReader, createEntryReader, createTreeReader } from './read-entries.ts';
import { createSearch } from './search.ts';
import { createIndexKeeper, createNoteIndexer } from './search-index.ts';
import { attempt, Refusal } from './sqlite-error.ts';
import { createVerify } from './verify-chain.ts';
import { createMessageQueue, createReplyCheckpoints } from './waiting-texts.ts';

export interface StoreOptions {
  /** The data folder; it exists and belongs to this process (lockDataFolder). */
  readonly folder: string;
  readonly clock?: Pick<Clock, 'now'>;
  /** How long a write waits for another connection. Short: it blocks the main process. */
  readonly busyTimeoutMs?: number;
  /** Where a copy goes before a migration, and how many are kept; absent: `backups/` in the data folder, seven. */
  readonly backups?: { readonly folder: string; readonly keep: number };
  /** `reader`: beside the process that owns the folder; absent: as its owner. */
  readonly access?: 'owner' | 'reader';
}

const BUSY_TIMEOUT_MS = 3000;

/**
 * Failures: store_corrupt (the file is left as it is), disk_full, busy, store_read_only, store_error; for a reader also not_found, and
 * store_read_only where only an owner could bring the database up to date.
 */
export function openTranscriptStore(options: StoreOptions): StoreResult<TranscriptStore> {
  const now = options.clock === undefined ? Date.now : () => options.clock?.now() ?? Date.now();
  const busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  const { folder, backups, access } = options;
  return attempt(() => createStore(openDatabase({ folder, now, busyTimeoutMs, backups, access }), now));
}

function createStore(opened: OpenDatabase, now: () => number): TranscriptStore {
  const { db, file, readOnly } = opened;
  const exit: ExitRecord | null = readOnly ? null : startExitRecord(file, readLastKey(db));
  const tree = createTreeReader(db);
  const { isOnBranch, ...branches } = createBranchReader(db);
  return {
    readOnly,
    ...createEntryReader(db),
    ...branches,
    isOnBranch,
    readBranchInfo: tree.readBranchInfo,
    newestLeafBelow: (id) => {
      // Nearly always the conversation's newest entry lies below: ask that first, it costs nothing.
      const newest = tree.newestEntryBeside(id);
      return newest !== null && isOnBranch(id, newest) ? newest : tree.newestBelow(id);
    },
    search: createSearch(db),
    verify: createVerify(db),
    ...createWrites(opened, { now, exit, isOnBranch }),
    close: () => {
      if (!db.open) return;
      db.close();
      exit?.closed();
    },
  };
}

type Topics =
  | 'listConversations'
  | 'readConversation'
  | 'lastSeq'
  | 'listCheckpoints'
  | 'listQueued'
  | 'createConversation'
  | 'updateConversation'
  | 'purgeConversation'
  | 'append'
  | 'appendIf'
  | 'appendAllIf'
  | 'appendAll'
  | 'importAll'
  | 'checkpointReply'
  | 'dropCheckpoint'
  | 'queueMessage'
  | 'unqueueMessage'
  | 'indexNote';

interface WriteParts {
  readonly now: () => number;
  readonly exit: ExitRecord | null;
  readonly isOnBranch: TranscriptStore['isOnBranch'];
}

function createWrites(
  { db, readOnly }: OpenDatabase,
  { now, exit, isOnBranch }: WriteParts,
): Pick<TranscriptStore, Topics> {
  const write = asWrite(db, readOnly);
  const conversations = createConversationTable(db);
  const checkpoints = createReplyCheckpoints(db);
  const queue = createMessageQueue(db);
  const keepIndex = readOnly ? () => undefined : createIndexKeeper(db);
  const onCommitted = (committed: Committed): void => {
    exit?.committed(committed.lastKey);
    keepIndex(committed);
  };
  const appender = createAppender(db, onCommitted);
  const purge = createPurge(db);
  const indexNote = createNoteIndexer(db);
  return {
    listConversations: conversations.listConversations,
    readConversation: conversations.readConversation,
    lastSeq: conversations.lastSeq,
    listCheckpoints: checkpoints.listCheckpoints,
    listQueued: queue.listQueued,
    createConversation: write((conversation, entries = []) =>
      createWithEntries({ conversations, appender }, conversation, entries),
    ),
    updateConversation: write(conversations.updateConversation),
    purgeConversation: write((id) => purgeTold(db, exit, () => purge(id))),
    append: write((entry) => only(appender.append([entry], null))),
    appendIf: write((entry, expectedLastSeq) => only(appender.append([entry], expectedLastSeq))),
    appendAllIf: write(appender.append),
    appendAll: write(appender.appendAll),
    importAll: write(createImport(db, { appender, conversations, isOnBranch, onCommitted })),
    checkpointReply: write(checkpoints.checkpointReply),
    dropCheckpoint: write(checkpoints.dropCheckpoint),
    queueMessage: write(queue.queueMessage),
    unqueueMessage: write(queue.unqueueMessage),
    indexNote: write((file, content) => indexNote(file, content, now())),
  };
}

type Work<Params extends readonly unknown[], Value> = (...params: Params) => Value;

function asWrite(db: Database, readOnly: boolean) {
  return <Params extends readonly unknown[], Value>(work: Work<Params, Value>): Work<Params, StoreResult<Value>> =>
    readOnly
      ? () => err(appError('store_newer_version'))
      : (...params) =>
          attempt(() => {
            // One whose rollback failed, too: a write that joined it would be answered for and never committed.
            if (db.inTransaction) db.exec('ROLLBACK');
            return work(...params);
          });
}

/** The exit record must not miss keys that are about to go, whenever the process ends. */
function purgeTold(db: Database, exit: ExitRecord | null, purge: () => void): void {
  if (exit?.removing() === false) throw new Refusal('store_error', { what: 'exit_record' });
  try {
    purge();
  } finally {
    exit?.committed(readLastKey(db));
  }
}

function createWithEntries(
  {
    conversations,
    appender,
  }: {
    readonly conversations: ReturnType<typeof createConversationTable>;
    readonly appender: Appender;
  },
  conversation: Conversation,
  entries: readonly NewEntry[],
): Conversation {
  if (entries.length === 0) return conversations.createConversation(conversation);
  return appender.appendAllWithin(entries, (append) => {
    conversations.createConversation(conversation);
    append();
    return conversations.updateConversation(conversation.id, { activeLeafId: entries.at(-1)?.id ?? null });
  });
}

function only([entry]: readonly Entry[]): Entry {
  if (entry === undefined) throw new Error('an append answered without its entry');
  return entry;
}
