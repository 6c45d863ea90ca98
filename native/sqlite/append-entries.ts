// Appending, the only way a transcript grows. Everything an entry needs (seq, hash, its place in the tree, the search index,
// the active leaf) happens in one IMMEDIATE transaction; nothing here waits for anything.
import type { Database } from 'better-sqlite3';
import type { ConversationId } from '../../electron/core/ids.ts';
import { canonicalJson } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { hashEntry, isStorableId, roleOf } from './entry-row.ts';
import { Refusal } from './sqlite-error.ts';

interface ConversationHead {
  readonly key: number;
  readonly lastSeq: number;
  readonly activeLeaf: number | null;
}

interface ParentRow {
  readonly key: number;
  readonly conversation: number;
  readonly seq: number;
  readonly hash: string;
  readonly depth: number;
  readonly jump: number | null;
}

interface JumpRow {
  readonly key: number;
  readonly depth: number;
  readonly jump: number | null;
}

interface Place {
  readonly parent: number | null;
  /** 0 above a root. */
  readonly parentSeq: number;
  readonly parentHash: string | null;
  readonly depth: number;
  readonly jump: number | null;
}

/** What a commit brought. */
export interface Committed {
  readonly lastKey: number;
  readonly entries: number;
  /** Of the payloads, in UTF-16 units. */
  readonly length: number;
}

/** @param onCommitted told after each commit */
export function createAppender(db: Database, onCommitted: (committed: Committed) => void) {
  const { readHead, moveHead } = prepareHead(db);
  const write = prepareWrite(db);
  const appendOne = db.transaction((entry: NewEntry, expectedLastSeq: number | null) => {
    const head = readHead(entry.conversationId);
    if (expectedLastSeq !== null && head.lastSeq !== expectedLastSeq) {
      throw new Refusal('branch_moved', { expectedLastSeq, lastSeq: head.lastSeq });
    }
    const written = write(entry, head, head.lastSeq + 1);
    const activeLeaf = written.parent === head.activeLeaf ? written.key : head.activeLeaf;
    moveHead(head.key, { lastSeq: head.lastSeq + 1, activeLeaf, updatedAt: entry.createdAt });
    return written;
  }).immediate;

  const appendMany = db.transaction((entries: readonly NewEntry[]) => {
    return entries.map((entry) => {
      const head = readHead(entry.conversationId);
      moveHead(head.key, { lastSeq: head.lastSeq + 1, activeLeaf: head.activeLeaf, updatedAt: null });
      return write(entry, head, head.lastSeq + 1);
    });
  }).immediate;

  return {
    append: (entry: NewEntry, expectedLastSeq: number | null): Entry => {
      const written = appendOne(entry, expectedLastSeq);
      onCommitted({ lastKey: written.key, entries: 1, length: written.length });
      return written.entry;
    },
    appendAll: (entries: readonly NewEntry[]): readonly Entry[] => {
      const written = appendMany(entries);
      const last = written.at(-1);
      const length = written.reduce((sum, one) => sum + one.length, 0);
      if (last !== undefined) onCommitted({ lastKey: last.key, entries: written.length, length });
      return written.map((one) => one.entry);
    },
  };
}

function prepareHead(db: Database) {
  const read = db.prepare<[string], ConversationHead>(
    'SELECT key, last_seq AS lastSeq, active_leaf AS activeLeaf FROM conversations WHERE id = ?',
  );
  const move = db.prepare(
    'UPDATE conversations SET last_seq = ?, active_leaf = ?, updated_at = coalesce(?, updated_at) WHERE key = ?',
  );
  return {
    readHead: (id: ConversationId): ConversationHead => {
      const head = read.get(id);
      if (head === undefined) throw new Refusal('not_found');
      return head;
    },
    moveHead: (
      key: number,
      to: { readonly lastSeq: number; readonly activeLeaf: number | null; readonly updatedAt: number | null },
    ): void => {
      move.run(to.lastSeq, to.activeLeaf, to.updatedAt, key);
    },
  };
}

function prepareWrite(db: Database) {
  const known = db.prepare<[string], number>('SELECT 1 FROM entries WHERE id = ?').pluck();
  const findPlace = preparePlace(db);
  const insert = db.prepare(
    `INSERT INTO entries (conversation, seq, parent, apart, depth, jump, id, type, role, created_at, hash, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // What waited to become this entry has become it.
  const dropCheckpoint = db.prepare('DELETE FROM reply_checkpoints WHERE entry_id = ?');
  const dropQueued = db.prepare('DELETE FROM queued_messages WHERE id = ?');

  return (entry: NewEntry, head: ConversationHead, seq: number) => {
    if (!isStorableId(entry.id) || known.get(entry.id) !== undefined) throw new Refusal('invalid_request');
    const { id, payload, createdAt } = entry;
    const place = findPlace(entry, head);
    const hash = hashEntry(entry, place.parentHash);
    const text = canonicalJson(payload);
    const apart = seq === place.parentSeq + 1 ? 0 : 1;
    const row = [head.key, seq, place.parent, apart, place.depth, place.jump, id, payload.type, roleOf(payload)];
    const key = Number(insert.run(...row, createdAt, hash, text).lastInsertRowid);
    dropCheckpoint.run(id);
    dropQueued.run(id);
    const { conversationId, parentId } = entry;
    return {
      key,
      parent: place.parent,
      length: text.length,
      entry: { id, conversationId, parentId, seq, createdAt, hash, payload },
    };
  };
}

function preparePlace(db: Database): (entry: NewEntry, head: ConversationHead) => Place {
  // Three look-ups of one row each: a join of the table with itself takes SQLite several times as long.
  const findParent = db.prepare<[string], ParentRow>(
    'SELECT key, conversation, seq, hash, depth, jump FROM entries WHERE id = ?',
  );
  const findJump = db.prepare<[number], JumpRow>('SELECT key, depth, jump FROM entries WHERE key = ?');
  const follow = (row: JumpRow): JumpRow => (row.jump === null ? row : (findJump.get(row.jump) ?? row));
  return ({ parentId }, head) => {
    if (parentId === null) return { parent: null, parentSeq: 0, parentHash: null, depth: 0, jump: null };
    const parent = findParent.get(parentId);
    if (parent === undefined || parent.conversation !== head.key) throw new Refusal('not_found');
    const { key, seq, hash, depth } = parent;
    return { parent: key, parentSeq: seq, parentHash: hash, depth: depth + 1, jump: jumpBelow(parent, follow) };
  };
}

/** Where a child of `parent` jumps to: two jumps of equal length join into one, otherwise it jumps to its parent. A root stands for its own jump. */
function jumpBelow(parent: JumpRow, follow: (row: JumpRow) => JumpRow): number {
  const jump = follow(parent);
  const jumpJump = follow(jump);
  return parent.depth - jump.depth === jump.depth - jumpJump.depth ? jumpJump.key : parent.key;
}
