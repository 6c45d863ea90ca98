// Appending, the only way a transcript grows. Everything an entry needs (seq, hash, its place in the tree, the active leaf)
// happens in one IMMEDIATE transaction; nothing here waits for anything.
import type { Database } from 'better-sqlite3';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { canonicalJson } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { hashEntry, isStorableId, roleOf } from './entry-row.ts';
import { Refusal } from './sqlite-error.ts';

/** What a commit brought. */
export interface Committed {
  readonly lastKey: number;
  readonly entries: number;
  /** Of the payloads, in UTF-16 units. */
  readonly length: number;
}

interface Head {
  readonly key: number;
  lastSeq: number;
  activeLeaf: number | null;
  updatedAt: number;
}

/** An entry as its children see it. */
interface Placed {
  readonly key: number;
  readonly conversation: number;
  readonly seq: number;
  readonly hash: string;
  readonly depth: number;
  readonly jump: number | null;
}

interface Written {
  readonly key: number;
  readonly length: number;
  readonly entry: Entry;
}

/** The rows one transaction has read or written, so that a long import reads each once. */
interface Batch {
  readonly heads: Map<ConversationId, Head>;
  readonly placed: Map<EntryId | number, Placed>;
}

export interface Appender {
  /** Each becomes the active leaf where its parent was it; refused whole when the last seq is not the expected one. */
  append(added: readonly NewEntry[], expectedLastSeq: number | null): readonly Entry[];
  appendAll(added: readonly NewEntry[]): readonly Entry[];
  /** As `appendAll`, in one transaction with what `around` does before and after it. */
  appendAllWithin<Value>(added: readonly NewEntry[], around: (append: () => void) => Value): Value;
  /** As `appendAll` inside the caller's transaction; who commits tells what was committed. */
  appendInside(added: readonly NewEntry[]): {
    readonly entries: readonly Entry[];
    readonly committed: Committed | null;
  };
}

/** @param onCommitted told after each commit */
export function createAppender(db: Database, onCommitted: (committed: Committed) => void): Appender {
  const heads = prepareHeads(db);
  const write = prepareWrite(db);
  const dropWaiting = prepareDropWaiting(db);

  const appendFollowing = db.transaction((added: readonly NewEntry[], expectedLastSeq: number | null) => {
    const batch: Batch = { heads: new Map(), placed: new Map() };
    const written = added.map((entry) => {
      const head = heads.read(entry.conversationId, batch);
      if (batch.placed.size === 0 && expectedLastSeq !== null && head.lastSeq !== expectedLastSeq) {
        throw new Refusal('branch_moved', { expectedLastSeq, lastSeq: head.lastSeq });
      }
      const one = write(entry, head, batch);
      if (one.parent === head.activeLeaf) head.activeLeaf = one.key;
      head.updatedAt = entry.createdAt;
      return one;
    });
    heads.move(batch);
    dropWaiting(added);
    return written;
  }).immediate;

  const appendInside: Appender['appendInside'] = (added) => {
    const batch: Batch = { heads: new Map(), placed: new Map() };
    const written = added.map((entry) => write(entry, heads.read(entry.conversationId, batch), batch));
    heads.move(batch);
    dropWaiting(added);
    return { entries: written.map(({ entry }) => entry), committed: sumUp(written) };
  };
  const appendMany = db.transaction(appendInside).immediate;

  return {
    append: (added, expectedLastSeq) => {
      const written = appendFollowing(added, expectedLastSeq);
      const committed = sumUp(written);
      if (committed !== null) onCommitted(committed);
      return written.map(({ entry }) => entry);
    },
    appendAll: (added) => {
      const { entries, committed } = appendMany(added);
      if (committed !== null) onCommitted(committed);
      return entries;
    },
    appendInside,
    appendAllWithin: (added, around) => {
      let committed: Committed | null = null;
      const value = db.transaction(() => around(() => void ({ committed } = appendInside(added)))).immediate();
      if (committed !== null) onCommitted(committed);
      return value;
    },
  };
}

function sumUp(written: readonly Written[]): Committed | null {
  const last = written.at(-1);
  if (last === undefined) return null;
  return { lastKey: last.key, entries: written.length, length: written.reduce((sum, one) => sum + one.length, 0) };
}

function prepareHeads(db: Database) {
  const read = db.prepare<[string], Head>(
    `SELECT key, last_seq AS lastSeq, active_leaf AS activeLeaf, updated_at AS updatedAt FROM conversations WHERE id = ?`,
  );
  const move = db.prepare('UPDATE conversations SET last_seq = ?, active_leaf = ?, updated_at = ? WHERE key = ?');
  return {
    read: (id: ConversationId, { heads }: Batch): Head => {
      const head = heads.get(id) ?? read.get(id);
      if (head === undefined) throw new Refusal('not_found');
      heads.set(id, head);
      return head;
    },
    move: ({ heads }: Batch): void => {
      for (const head of heads.values()) move.run(head.lastSeq, head.activeLeaf, head.updatedAt, head.key);
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
  return ({ id, conversationId, parentId, createdAt, payload }: NewEntry, head: Head, batch: Batch) => {
    if (!isStorableId(id) || known.get(id) !== undefined) throw new Refusal('invalid_request', { entryId: id });
    const { parent, depth, jump } = findPlace(parentId, head, batch);
    const seq = head.lastSeq + 1;
    const apart = seq === (parent?.seq ?? 0) + 1 ? 0 : 1;
    const hash = hashEntry({ id, conversationId, parentId, createdAt, payload }, parent?.hash ?? null);
    const text = canonicalJson(payload);
    const place = [head.key, seq, parent?.key ?? null, apart, depth, jump];
    const { lastInsertRowid } = insert.run(...place, id, payload.type, roleOf(payload), createdAt, hash, text);
    const key = Number(lastInsertRowid);
    head.lastSeq = seq;
    batch.placed.set(id, { key, conversation: head.key, seq, hash, depth, jump });
    const entry: Entry = { id, conversationId, parentId, seq, createdAt, hash, payload };
    return { key, parent: parent?.key ?? null, length: text.length, entry };
  };
}

function preparePlace(db: Database) {
  // Look-ups of one row each: a join of the table with itself takes SQLite several times as long.
  const columns = 'key, conversation, seq, hash, depth, jump';
  const byId = db.prepare<[string], Placed>(`SELECT ${columns} FROM entries WHERE id = ?`);
  const byKey = db.prepare<[number], Placed>(`SELECT ${columns} FROM entries WHERE key = ?`);

  return (parentId: EntryId | null, head: Head, { placed }: Batch) => {
    if (parentId === null) return { parent: null, depth: 0, jump: null };
    const parent = placed.get(parentId) ?? byId.get(parentId);
    if (parent === undefined || parent.conversation !== head.key) throw new Refusal('not_found', { parentId });
    placed.set(parent.key, parent);
    const follow = ({ jump }: Placed): Placed | undefined => {
      const row = jump === null ? undefined : (placed.get(jump) ?? byKey.get(jump));
      if (row !== undefined) placed.set(row.key, row);
      return row;
    };
    return { parent, depth: parent.depth + 1, jump: jumpBelow(parent, follow) };
  };
}

/**
 * Where a child of `parent` jumps to: two jumps of equal length join into one, otherwise it jumps to its parent.
 * A root stands for its own jump.
 */
function jumpBelow(parent: Placed, follow: (from: Placed) => Placed | undefined): number {
  const jump = follow(parent) ?? parent;
  const jumpJump = follow(jump) ?? jump;
  return parent.depth - jump.depth === jump.depth - jumpJump.depth ? jumpJump.key : parent.key;
}

/** A checkpoint or queued message that has become an entry is done with. */
function prepareDropWaiting(db: Database): (entries: readonly NewEntry[]) => void {
  const anyWaiting = db
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM reply_checkpoints) OR EXISTS (SELECT 1 FROM queued_messages)')
    .pluck();
  const dropCheckpoint = db.prepare('DELETE FROM reply_checkpoints WHERE entry_id = ?');
  const dropQueued = db.prepare('DELETE FROM queued_messages WHERE id = ?');
  return (entries) => {
    if (anyWaiting.get() === 0) return;
    for (const { id } of entries) {
      dropCheckpoint.run(id);
      dropQueued.run(id);
    }
  };
}
