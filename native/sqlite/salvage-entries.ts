// Writes the readable entries of a damaged file into a new store, conversation by conversation as they come, and keeps count of the rest.
import type Database from 'better-sqlite3';
import type { ReplyCheckpoint, SalvageReport, TranscriptStore } from '../../electron/app/ports.ts';
import { asEntryId, type EntryId } from '../../electron/core/ids.ts';
import type { QueuedMessage } from '../../electron/core/transcript/conversation.ts';
import type { EntryPayload, NewEntry } from '../../electron/core/transcript/entry.ts';
import { hashEntry, isStorableId } from './entry-row.ts';
import { type FoundConversation, parse, unknownConversation } from './salvage-conversations.ts';
import { allOrNull } from './salvage-rows.ts';
import { Refusal } from './sqlite-error.ts';

export interface SalvagedRow {
  readonly key: number;
  readonly conversation: number;
  readonly seq: number;
  readonly parent: number | null;
  readonly depth: number;
  readonly id: string;
  readonly createdAt: number;
  readonly hash: string;
  readonly payload: string;
}

interface Kept {
  readonly seq: number;
  readonly depth: number;
  readonly id: EntryId;
  readonly hash: string;
}

interface Progress {
  readonly found: FoundConversation;
  readonly byKey: Map<number, Kept>;
  /** In order of seq. */
  readonly order: Kept[];
  highestSeq: number;
  altered: string[];
  moved: string[];
}

const BATCH = 500;
/** Ids listed a conversation: a report is read by people. */
const LISTED = 100;

export function createEntrySalvage(store: TranscriptStore, conversations: Map<number, FoundConversation>) {
  const progress = new Map<number, Progress>();
  let batch: NewEntry[] = [];
  const flush = (): void => {
    if (batch.length > 0) must(store.appendAll(batch));
    batch = [];
  };
  const open = (key: number): Progress => {
    const known = progress.get(key);
    if (known !== undefined) return known;
    const found = conversations.get(key) ?? unknownConversation(key);
    must(store.createConversation(found.conversation));
    const made = { found, byKey: new Map(), order: [], highestSeq: 0, altered: [], moved: [] };
    progress.set(key, made);
    return made;
  };
  return {
    add(row: SalvagedRow): void {
      const into = open(row.conversation);
      into.highestSeq = Math.max(into.highestSeq, row.seq);
      const entry = salvageEntry(row, into);
      if (entry === null) return;
      batch.push(entry);
      if (batch.length >= BATCH) flush();
    },
    finish(source: Database.Database): Omit<SalvageReport, 'folder' | 'reportFile' | 'unreadableKeys'> {
      flush();
      for (const key of conversations.keys()) open(key);
      for (const one of progress.values()) moveLeaf(store, one);
      const waiting = copyWaiting(source, store);
      const all = [...progress.values()].map(describe);
      return {
        conversations: all.length,
        entries: all.reduce((sum, { entries }) => sum + entries, 0),
        missing: all.reduce((sum, { missing }) => sum + missing, 0),
        waiting,
        damaged: all.filter((one) => one.missing > 0 || one.alteredIds.length > 0 || !one.recorded),
      };
    },
  };
}

/** Null for a row that is readable as a row and says nothing: its text is damaged, or its id is taken. */
function salvageEntry(row: SalvagedRow, into: Progress): NewEntry | null {
  const payload = parse<EntryPayload | null>(row.payload, null);
  if (payload === null || typeof payload !== 'object' || !('type' in payload) || !isStorableId(row.id)) return null;
  const parent = row.parent === null ? null : (into.byKey.get(row.parent) ?? nearestBefore(into, row));
  const entry: NewEntry = {
    id: asEntryId(row.id),
    conversationId: into.found.conversation.id,
    parentId: parent?.id ?? null,
    createdAt: row.createdAt,
    payload,
  };
  if (into.order.some(({ id }, index) => index >= into.order.length - 1 && id === entry.id)) return null;
  const hangs = row.parent === null || into.byKey.has(row.parent);
  if (!hangs) into.moved.push(row.id);
  else if (into.found.recorded && hashEntry(entry, parent?.hash ?? null) !== row.hash) into.altered.push(row.id);
  const kept = { seq: row.seq, depth: row.depth, id: entry.id, hash: row.hash };
  into.byKey.set(row.key, kept);
  into.order.push(kept);
  return entry;
}

/** What an entry hangs on where its parent is lost: the newest one that lay above it. */
const nearestBefore = (into: Progress, row: SalvagedRow): Kept | null =>
  into.order.findLast(({ seq, depth }) => seq < row.seq && depth < row.depth) ?? null;

function moveLeaf(store: TranscriptStore, { found, byKey, order }: Progress): void {
  const leaf = (found.activeLeaf === null ? undefined : byKey.get(found.activeLeaf)) ?? order.at(-1);
  const { updatedAt } = found.conversation;
  if (leaf !== undefined) must(store.updateConversation(found.conversation.id, { activeLeafId: leaf.id, updatedAt }));
}

/** Messages that waited and replies that were being written. */
function copyWaiting(source: Database.Database, store: TranscriptStore): number {
  const queued = allOrNull(() => source.prepare<[], string>('SELECT message FROM queued_messages').pluck().all()) ?? [];
  const replies =
    allOrNull(() => source.prepare<[], string>('SELECT reply FROM reply_checkpoints').pluck().all()) ?? [];
  const messages = queued.map((text) => parse<QueuedMessage | null>(text, null));
  const kept = messages.filter((message) => message !== null && store.queueMessage(message).ok).length;
  for (const text of replies) {
    const reply = parse<ReplyCheckpoint | null>(text, null);
    if (reply !== null && store.readEntry(reply.parentId) !== null) must(store.checkpointReply(reply));
  }
  return kept;
}

const describe = ({ found, order, highestSeq, altered, moved }: Progress): SalvageReport['damaged'][number] => ({
  conversationId: found.conversation.id,
  recorded: found.recorded,
  entries: order.length,
  missing: Math.max(found.lastSeq, highestSeq) - order.length,
  alteredIds: altered.slice(0, LISTED),
  movedIds: moved.slice(0, LISTED),
});

function must<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Refusal['error'] },
): Value {
  if (result.ok) return result.value;
  throw new Refusal(result.error.code, result.error.detail);
}
