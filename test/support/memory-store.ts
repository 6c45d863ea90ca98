// A TranscriptStore in memory, for tests of the app layer. It passes the same conformance suite as the one on SQLite.
import { createHash } from 'node:crypto';
import type {
  BranchInfo,
  ReplyCheckpoint,
  StoreResult,
  TranscriptStore,
  VerifyReport,
} from '../../electron/app/ports.ts';
import type { SearchFilters, SearchHit, SearchQuery } from '../../electron/app/search-ports.ts';
import type { ImportOutcome, ImportUnit } from '../../electron/app/interchange-ports.ts';
import { appError, type ErrorCode } from '../../electron/core/errors.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { countAdded } from '../../electron/core/interchange/import-figures.ts';
import { err, ok } from '../../electron/core/result.ts';
import { canonicalEntry } from '../../electron/core/transcript/canonical-json.ts';
import type { Conversation, QueuedMessage } from '../../electron/core/transcript/conversation.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { noteLines } from '../../native/sqlite/search-index.ts';
import { readQueries } from '../../native/sqlite/search.ts';
import { buildSnippet } from '../../native/sqlite/search-snippet.ts';
import { findHit, foldText, searchableText } from '../../native/sqlite/search-text.ts';

interface NoteLine {
  readonly text: string;
  readonly place: number;
  readonly seenAt: number;
}

/** Everything it holds, by value: what goes in and comes out is never shared with the caller. */
interface Contents {
  readonly conversations: Map<ConversationId, Conversation>;
  readonly entries: Map<EntryId, Entry>;
  readonly lastSeqs: Map<ConversationId, number>;
  readonly checkpoints: Map<EntryId, ReplyCheckpoint>;
  readonly queued: Map<EntryId, QueuedMessage>;
  readonly notes: Map<string, readonly NoteLine[]>;
}

const MARKERS: readonly string[] = ['compaction', 'compaction_undone', 'compaction_redone', 'memory_flush'];

export function createMemoryStore(now: () => number = Date.now): TranscriptStore {
  const contents: Contents = {
    conversations: new Map(),
    entries: new Map(),
    lastSeqs: new Map(),
    checkpoints: new Map(),
    queued: new Map(),
    notes: new Map(),
  };
  const appending = appendMethods(contents);
  const conversing = conversationMethods(contents);
  return {
    readOnly: false,
    ...conversing,
    createConversation: (conversation, entries = []) => {
      const created = conversing.createConversation(conversation);
      if (!created.ok || entries.length === 0) return created;
      const appended = appending.appendAll(entries);
      if (appended.ok)
        return conversing.updateConversation(conversation.id, { activeLeafId: entries.at(-1)?.id ?? null });
      contents.conversations.delete(conversation.id);
      return appended;
    },
    ...appending,
    importAll: importMethod(contents),
    ...readMethods(contents),
    ...waitingMethods(contents),
    ...searchMethods(contents, now),
    close: () => undefined,
  };
}

const refuse = (code: ErrorCode) => err(appError(code));
const copy = <Value>(value: Value): Value => structuredClone(value);

function conversationMethods({ conversations, entries, lastSeqs, checkpoints, queued }: Contents) {
  return {
    listConversations: ({ trashed }: { readonly trashed: boolean }) =>
      [...conversations.values()]
        .filter((conversation) => (conversation.trashedAt !== null) === trashed)
        .reverse()
        .sort((one, other) => other.updatedAt - one.updatedAt)
        .map(copy),
    readConversation: (id: ConversationId) => copy(conversations.get(id) ?? null),
    createConversation: (conversation: Conversation): StoreResult<Conversation> => {
      if (conversations.has(conversation.id) || conversation.activeLeafId !== null) return refuse('invalid_request');
      conversations.set(conversation.id, copy(conversation));
      return ok(copy(conversation));
    },
    updateConversation: (
      id: ConversationId,
      change: Partial<Omit<Conversation, 'id' | 'createdAt'>>,
    ): StoreResult<Conversation> => {
      const before = conversations.get(id);
      if (before === undefined) return refuse('not_found');
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after: Conversation = { ...before, ...copy(defined), id, createdAt: before.createdAt };
      if (after.activeLeafId !== null && entries.get(after.activeLeafId)?.conversationId !== id) {
        return refuse('not_found');
      }
      conversations.set(id, after);
      return ok(copy(after));
    },
    purgeConversation: (id: ConversationId): StoreResult<void> => {
      const conversation = conversations.get(id);
      if (conversation === undefined) return refuse('not_found');
      if (conversation.trashedAt === null) return refuse('invalid_request');
      for (const map of [entries, checkpoints, queued] as Map<EntryId, { conversationId: ConversationId }>[]) {
        for (const [key, value] of map) if (value.conversationId === id) map.delete(key);
      }
      conversations.delete(id);
      lastSeqs.delete(id);
      return ok(undefined);
    },
    lastSeq: (id: ConversationId) => lastSeqs.get(id) ?? 0,
  };
}

function appendMethods({ conversations, entries, lastSeqs, checkpoints, queued }: Contents) {
  const write = (added: NewEntry): StoreResult<Entry> => {
    if (!conversations.has(added.conversationId)) return refuse('not_found');
    if (added.id === '' || !added.id.isWellFormed() || entries.has(added.id)) return refuse('invalid_request');
    const parent = added.parentId === null ? null : entries.get(added.parentId);
    if (parent === undefined || (parent !== null && parent.conversationId !== added.conversationId)) {
      return refuse('not_found');
    }
    const hash = createHash('sha256')
      .update(parent?.hash ?? '')
      .update(canonicalEntry(added))
      .digest('hex');
    const { id, conversationId, parentId, createdAt, payload } = added;
    const seq = (lastSeqs.get(conversationId) ?? 0) + 1;
    const entry: Entry = { id, conversationId, parentId, seq, createdAt, hash, payload: copy(payload) };
    entries.set(id, entry);
    lastSeqs.set(conversationId, seq);
    checkpoints.delete(id);
    queued.delete(id);
    return ok(copy(entry));
  };
  const append = (added: NewEntry): StoreResult<Entry> => {
    const written = write(added);
    const conversation = conversations.get(added.conversationId);
    if (!written.ok || conversation === undefined) return written;
    const follows = conversation.activeLeafId === added.parentId;
    const activeLeafId = follows ? added.id : conversation.activeLeafId;
    conversations.set(conversation.id, { ...conversation, activeLeafId, updatedAt: added.createdAt });
    return written;
  };
  return {
    append,
    appendIf: (added: NewEntry, expectedLastSeq: number): StoreResult<Entry> => {
      const isKnown = conversations.has(added.conversationId);
      if (isKnown && (lastSeqs.get(added.conversationId) ?? 0) !== expectedLastSeq) return refuse('branch_moved');
      return append(added);
    },
    appendAllIf: (added: readonly NewEntry[], expectedLastSeq: number): StoreResult<readonly Entry[]> => {
      const [first] = added;
      const isKnown = first !== undefined && conversations.has(first.conversationId);
      if (isKnown && (lastSeqs.get(first.conversationId) ?? 0) !== expectedLastSeq) return refuse('branch_moved');
      return allOrNone(
        [backUp(conversations), backUp(entries), backUp(lastSeqs), backUp(checkpoints), backUp(queued)],
        added,
        append,
      );
    },
    appendAll: (added: readonly NewEntry[]): StoreResult<readonly Entry[]> =>
      allOrNone([backUp(entries), backUp(lastSeqs), backUp(checkpoints), backUp(queued)], added, write),
  };
}

/** Remembers what a map holds; answers with how to bring it back. */
function backUp<Key, Value>(map: Map<Key, Value>): () => void {
  const before = new Map(map);
  return () => {
    map.clear();
    for (const [key, value] of before) map.set(key, value);
  };
}

/** A refusal puts everything back. */
function allOrNone(
  backups: readonly (() => void)[],
  added: readonly NewEntry[],
  one: (entry: NewEntry) => StoreResult<Entry>,
): StoreResult<readonly Entry[]> {
  const written: Entry[] = [];
  for (const entry of added) {
    const result = one(entry);
    if (!result.ok) {
      for (const bringBack of backups) bringBack();
      return result;
    }
    written.push(result.value);
  }
  return ok(written);
}

/** As on SQLite: each conversation whole or not at all, what is there stays. */
function importMethod(contents: Contents): TranscriptStore['importAll'] {
  const { conversations, entries, lastSeqs } = contents;
  const { createConversation, updateConversation } = conversationMethods(contents);
  const { appendAll } = appendMethods(contents);
  const { isOnBranch } = readMethods(contents);
  const words = ({ payload }: Pick<Entry, 'payload'>) => (payload.type === 'message' ? payload.text : null);
  const takeOne = ({ conversation, entries: units }: ImportUnit): ImportOutcome => {
    const before = conversations.get(conversation.id);
    const backups = [backUp(conversations), backUp(entries), backUp(lastSeqs)];
    if (before === undefined) createConversation({ ...conversation, activeLeafId: null });
    const movedTo = new Map<EntryId, EntryId>();
    const added: NewEntry[] = [];
    let refused = false;
    for (const { changedId, expectedHash, ...entry } of units) {
      const known = before === undefined ? undefined : entries.get(entry.id);
      refused ||= known !== undefined && known.conversationId !== conversation.id;
      refused ||= known !== undefined && expectedHash !== undefined && known.hash !== expectedHash;
      const parentId = entry.parentId === null ? null : (movedTo.get(entry.parentId) ?? entry.parentId);
      if (known === undefined) added.push({ ...entry, parentId });
      else if (changedId !== undefined && words(known) !== words(entry)) {
        movedTo.set(entry.id, changedId);
        if (!entries.has(changedId)) added.push({ ...entry, id: changedId, parentId });
      }
    }
    const written = refused ? refuse('invalid_request') : appendAll(added);
    const expected = new Map(units.map(({ id, expectedHash }) => [id, expectedHash]));
    const isDamaged =
      written.ok && written.value.some(({ id, hash }) => expected.get(id) !== undefined && expected.get(id) !== hash);
    if (!written.ok || isDamaged) {
      for (const bringBack of backups) bringBack();
      return { kind: 'refused', code: isDamaged ? 'damaged' : 'id_taken' };
    }
    const leaf =
      conversation.activeLeafId === null ? null : (movedTo.get(conversation.activeLeafId) ?? conversation.activeLeafId);
    const at = before?.activeLeafId ?? null;
    if (leaf !== null && (at === null || (at !== leaf && isOnBranch(at, leaf)))) {
      updateConversation(conversation.id, { activeLeafId: leaf });
    }
    if (before !== undefined && added.length > 0 && conversation.updatedAt > before.updatedAt) {
      updateConversation(conversation.id, { updatedAt: conversation.updatedAt });
    }
    const addedMessages = countAdded(added);
    return { kind: 'taken', isNew: before === undefined, addedEntries: added.length, addedMessages };
  };
  return (units, { dryRun }) => {
    const backups = [backUp(conversations), backUp(entries), backUp(lastSeqs)];
    const outcomes = units.map(takeOne);
    if (dryRun) {
      for (const bringBack of backups) bringBack();
    }
    return ok(outcomes);
  };
}
function readMethods({ conversations, entries }: Contents) {
  const inConversation = (id: ConversationId): readonly Entry[] =>
    [...entries.values()].filter((entry) => entry.conversationId === id).sort((one, other) => one.seq - other.seq);
  const branch = (leafId: EntryId): readonly Entry[] => {
    const path: Entry[] = [];
    for (let entry = entries.get(leafId); entry !== undefined; entry = parentOf(entry)) path.push(entry);
    return path.reverse();
  };
  const parentOf = (entry: Entry) => (entry.parentId === null ? undefined : entries.get(entry.parentId));
  const isOnBranch = (ancestorId: EntryId, leafId: EntryId) => branch(leafId).some(({ id }) => id === ancestorId);
  const kindOf = ({ payload }: Entry) => (payload.type === 'message' ? payload.role : payload.type);
  return {
    readEntry: (id: EntryId) => copy(entries.get(id) ?? null),
    readBranch: (leafId: EntryId, options: { readonly sinceId?: EntryId } = {}) => {
      const path = branch(leafId);
      return copy(
        path.slice(
          Math.max(
            0,
            path.findIndex(({ id }) => id === options.sinceId),
          ),
        ),
      );
    },
    readBranchPage: (leafId: EntryId, page: { readonly beforeSeq?: number; readonly limit: number }) => {
      const older = branch(leafId).filter(({ seq }) => seq < (page.beforeSeq ?? Number.POSITIVE_INFINITY));
      return copy(page.limit < 1 ? [] : older.slice(-page.limit));
    },
    isOnBranch,
    readMarkers: (id: ConversationId) =>
      copy(inConversation(id).filter(({ payload }) => MARKERS.includes(payload.type))),
    readAll: (id: ConversationId) => copy(inConversation(id)),
    readBranchInfo: (id: EntryId): BranchInfo => {
      const entry = entries.get(id);
      if (entry === undefined) return { siblingIds: [] };
      const beside = inConversation(entry.conversationId).filter(({ parentId }) => parentId === entry.parentId);
      return { siblingIds: beside.filter((one) => kindOf(one) === kindOf(entry)).map((one) => one.id) };
    },
    newestLeafBelow: (id: EntryId): EntryId => {
      const conversationId = entries.get(id)?.conversationId;
      const all = conversationId === undefined ? [] : inConversation(conversationId);
      return all.findLast((entry) => isOnBranch(id, entry.id))?.id ?? id;
    },
    verify: (id: ConversationId): VerifyReport => {
      const all = conversations.has(id) ? inConversation(id) : [];
      const bad = all.find((entry, index) => {
        const expected = createHash('sha256')
          .update(parentOf(entry)?.hash ?? '')
          .update(canonicalEntry(entry))
          .digest('hex');
        return entry.seq !== index + 1 || entry.hash !== expected;
      });
      return { ok: bad === undefined, entries: all.length, firstBadEntryId: bad?.id ?? null };
    },
  };
}

function waitingMethods({ conversations, entries, checkpoints, queued }: Contents) {
  return {
    checkpointReply: (reply: ReplyCheckpoint): StoreResult<void> => {
      if (!conversations.has(reply.conversationId)) return refuse('not_found');
      checkpoints.set(reply.entryId, copy(reply));
      return ok(undefined);
    },
    dropCheckpoint: (entryId: EntryId): StoreResult<void> => {
      checkpoints.delete(entryId);
      return ok(undefined);
    },
    listCheckpoints: () => copy([...checkpoints.values()]),
    queueMessage: (message: QueuedMessage): StoreResult<void> => {
      if (queued.has(message.id) || entries.has(message.id)) return refuse('invalid_request');
      if (!conversations.has(message.conversationId)) return refuse('not_found');
      queued.set(message.id, copy(message));
      return ok(undefined);
    },
    unqueueMessage: (id: EntryId): StoreResult<void> => {
      queued.delete(id);
      return ok(undefined);
    },
    listQueued: (id: ConversationId) =>
      copy([...queued.values()].filter(({ conversationId }) => conversationId === id)),
  };
}

interface PlacedHit {
  readonly place: number;
  readonly hit: SearchHit;
}

const fits = (hit: SearchHit, { conversationId, role, kind, from, to }: SearchFilters): boolean =>
  (conversationId === undefined || hit.conversationId === conversationId) &&
  (role === undefined || hit.role === role) &&
  (kind === undefined || hit.kind === kind) &&
  (from === undefined || hit.createdAt >= from) &&
  (to === undefined || hit.createdAt <= to);

function searchMethods({ conversations, entries, notes }: Contents, now: () => number) {
  // The order of writing: a Map keeps it.
  const placeOf = (): number => entries.size;
  const findNotes = (query: string): readonly PlacedHit[] =>
    [...notes]
      .flatMap(([file, lines]) =>
        lines
          .filter((line) => findHit(foldText(line.text), query) !== -1)
          .map((line) => {
            const where = { conversationId: null, entryId: null, seq: null, role: null, file } as const;
            const hit: SearchHit = {
              ...where,
              kind: 'note',
              createdAt: line.seenAt,
              ...buildSnippet(line.text, query),
            };
            return { place: line.place, hit };
          }),
      )
      .reverse();
  const findEntries = (query: string): readonly PlacedHit[] =>
    [...entries.values()].flatMap((entry, index) => {
      const content = searchableText(entry.payload);
      const isTrashed = conversations.get(entry.conversationId)?.trashedAt !== null;
      if (isTrashed || findHit(foldText(content), query) === -1) return [];
      const hit: SearchHit = {
        conversationId: entry.conversationId,
        entryId: entry.id,
        seq: entry.seq,
        role: entry.payload.type === 'message' ? entry.payload.role : null,
        file: null,
        kind: entry.payload.type === 'compaction' ? 'compaction' : 'message',
        createdAt: entry.createdAt,
        ...buildSnippet(content, query),
      };
      return [{ place: index + 1, hit }];
    });
  return {
    search: (wish: SearchQuery): readonly SearchHit[] => {
      for (const query of readQueries(wish.text)) {
        const hits = [...findNotes(query), ...findEntries(query)]
          .filter(({ hit }) => fits(hit, wish.filters ?? {}) && (wish.accept?.(hit) ?? true))
          .sort((one, other) => other.place - one.place);
        if (hits.length > 0) return hits.slice(0, Math.max(0, wish.limit)).map(({ hit }) => hit);
      }
      return [];
    },
    indexNote: (file: string, content: string | null): StoreResult<void> => {
      const known = new Map((notes.get(file) ?? []).map((line) => [line.text, line]));
      notes.delete(file);
      if (content === null) return ok(undefined);
      const fresh = { place: placeOf(), seenAt: now() };
      notes.set(
        file,
        noteLines(content).map((text) => known.get(text) ?? { text, ...fresh }),
      );
      return ok(undefined);
    },
  };
}
