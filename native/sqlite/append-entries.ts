// Appending, the only way a transcript grows. Everything an entry needs (seq, hash, its place in the tree, the search index,
// the active leaf) happens in one IMMEDIATE transaction; nothing here waits for anything.
import type { Database } from 'better-sqlite3';
import type { ConversationId } from '../../electron/core/ids.ts';
import { canonicalJson } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { hashEntry, isStorableId, roleOf } from './entry-row.ts';
import { createEntryIndexer } from './search-index.ts';
import { Refusal } from './sqlite-error.ts';

interface ConversationHead {
  readonly key: number;
  readonly lastSeq: number;
  readonly activeLeaf: number | null;
}

interface ParentRow {
  readonly key: number;
  readonly conversation: number;
  readonly hash: string;
  readonly depth: number;
  readonly jump: number | null;
  readonly jumpDepth: number | null;
  readonly jumpJump: number | null;
  readonly jumpJumpDepth: number | null;
}

interface Place {
  readonly parent: number | null;
  readonly parentHash: string | null;
  readonly depth: number;
  readonly jump: number | null;
}

/** @param onCommitted told the highest key written, after each commit */
export function createAppender(db: Database, onCommitted: (key: number) => void) {
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
      const written = write(entry, head, head.lastSeq + 1);
      moveHead(head.key, { lastSeq: head.lastSeq + 1, activeLeaf: head.activeLeaf, updatedAt: null });
      return written;
    });
  }).immediate;

  return {
    append: (entry: NewEntry, expectedLastSeq: number | null): Entry => {
      const written = appendOne(entry, expectedLastSeq);
      onCommitted(written.key);
      return written.entry;
    },
    appendAll: (entries: readonly NewEntry[]): readonly Entry[] => {
      const written = appendMany(entries);
      const last = written.at(-1);
      if (last !== undefined) onCommitted(last.key);
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
    `INSERT INTO entries (conversation, seq, parent, depth, jump, id, type, role, created_at, hash, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // What waited to become this entry has become it.
  const dropCheckpoint = db.prepare('DELETE FROM reply_checkpoints WHERE entry_id = ?');
  const dropQueued = db.prepare('DELETE FROM queued_messages WHERE id = ?');
  const index = createEntryIndexer(db);

  return (entry: NewEntry, head: ConversationHead, seq: number) => {
    if (!isStorableId(entry.id) || known.get(entry.id) !== undefined) throw new Refusal('invalid_request');
    const { id, payload, createdAt } = entry;
    const place = findPlace(entry, head);
    const hash = hashEntry(entry, place.parentHash);
    const text = canonicalJson(payload);
    const row = [head.key, seq, place.parent, place.depth, place.jump, id, payload.type, roleOf(payload)];
    const key = Number(insert.run(...row, createdAt, hash, text).lastInsertRowid);
    index(key, payload);
    dropCheckpoint.run(id);
    dropQueued.run(id);
    const { conversationId, parentId } = entry;
    return { key, parent: place.parent, entry: { id, conversationId, parentId, seq, createdAt, hash, payload } };
  };
}

function preparePlace(db: Database): (entry: NewEntry, head: ConversationHead) => Place {
  const findParent = db.prepare<[string], ParentRow>(
    `SELECT e.key, e.conversation, e.hash, e.depth, e.jump, j.depth AS jumpDepth, j.jump AS jumpJump,
       jj.depth AS jumpJumpDepth
     FROM entries e LEFT JOIN entries j ON j.key = e.jump LEFT JOIN entries jj ON jj.key = j.jump
     WHERE e.id = ?`,
  );
  return ({ parentId }, head) => {
    if (parentId === null) return { parent: null, parentHash: null, depth: 0, jump: null };
    const parent = findParent.get(parentId);
    if (parent === undefined || parent.conversation !== head.key) throw new Refusal('not_found');
    return { parent: parent.key, parentHash: parent.hash, depth: parent.depth + 1, jump: jumpBelow(parent) };
  };
}

/** Where a child of `parent` jumps to: two jumps of equal length join into one, otherwise it jumps to its parent. A root stands for its own jump. */
function jumpBelow(parent: ParentRow): number {
  const jump = parent.jump ?? parent.key;
  const jumpDepth = parent.jumpDepth ?? parent.depth;
  const jumpJump = parent.jumpJump ?? jump;
  const jumpJumpDepth = parent.jumpJumpDepth ?? jumpDepth;
  return parent.depth - jumpDepth === jumpDepth - jumpJumpDepth ? jumpJump : parent.key;
}
