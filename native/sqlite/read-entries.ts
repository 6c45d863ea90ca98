// Reading entries. What a turn needs (branch since an entry, a page, markers, ancestry) costs by what is asked for, never by
// the length of the conversation.
import type { Database } from 'better-sqlite3';
import type { BranchInfo } from '../../electron/app/ports.ts';
import { asEntryId, type ConversationId, type EntryId } from '../../electron/core/ids.ts';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { ENTRY_COLUMNS, ENTRY_JOINS, type EntryRow, toEntry } from './entry-row.ts';

interface Place {
  readonly key: number;
  readonly seq: number;
}

const PLACE_OF = 'SELECT key, seq FROM entries WHERE id = ?';

/** From a leaf towards the root until a seq of at most `@bound`, by jump pointers: O(log depth) rows. The last row is the answer. */
const SEEK = `
  WITH RECURSIVE seek (key, seq, parent, jump) AS (
    SELECT key, seq, parent, jump FROM entries WHERE key = @leaf
    UNION ALL
    SELECT e.key, e.seq, e.parent, e.jump
    FROM seek
    JOIN entries j ON j.key = seek.jump
    JOIN entries e ON e.key = CASE WHEN j.seq >= @bound THEN seek.jump ELSE seek.parent END
    WHERE seek.seq > @bound
  )
  SELECT key, seq FROM seek WHERE seq <= @bound`;

/** From `@leaf` towards the root, no further than seq `@since`, at most `@limit` rows. */
const WALK = `
  WITH RECURSIVE walk (key, parent) AS (
    SELECT key, parent FROM entries WHERE key = @leaf
    UNION ALL
    SELECT e.key, e.parent FROM walk JOIN entries e ON e.key = walk.parent WHERE e.seq >= @since
    LIMIT @limit
  )
  SELECT ${ENTRY_COLUMNS} FROM walk CROSS JOIN entries e ON e.key = walk.key ${ENTRY_JOINS}`;

export function createBranchReader(db: Database) {
  const place = db.prepare<[string], Place>(PLACE_OF);
  const seek = db.prepare<[{ leaf: number; bound: number }], Place>(SEEK);
  const walk = db.prepare<[{ leaf: number; since: number; limit: number }], EntryRow>(WALK);

  const isAncestor = (ancestor: Place, leaf: Place): boolean =>
    ancestor.seq <= leaf.seq && seek.get({ leaf: leaf.key, bound: ancestor.seq })?.key === ancestor.key;
  const oldestFirst = (rows: readonly EntryRow[]): readonly Entry[] =>
    rows.toSorted((one, other) => one.seq - other.seq).map(toEntry);

  return {
    readBranch: (leafId: EntryId, options: { readonly sinceId?: EntryId } = {}): readonly Entry[] => {
      const leaf = place.get(leafId);
      if (leaf === undefined) return [];
      const since = options.sinceId === undefined ? undefined : place.get(options.sinceId);
      // A `sinceId` that lies elsewhere gives the whole path: too much is visible, a silent gap is not.
      const from = since !== undefined && isAncestor(since, leaf) ? since.seq : 0;
      return oldestFirst(walk.all({ leaf: leaf.key, since: from, limit: -1 }));
    },
    readBranchPage: (
      leafId: EntryId,
      page: { readonly beforeSeq?: number; readonly limit: number },
    ): readonly Entry[] => {
      const leaf = place.get(leafId);
      if (leaf === undefined || page.limit < 1) return [];
      const bound = page.beforeSeq === undefined ? leaf.seq : page.beforeSeq - 1;
      const newest = leaf.seq <= bound ? leaf : seek.get({ leaf: leaf.key, bound });
      return newest === undefined ? [] : oldestFirst(walk.all({ leaf: newest.key, since: 0, limit: page.limit }));
    },
    isOnBranch: (ancestorId: EntryId, leafId: EntryId): boolean => {
      const ancestor = place.get(ancestorId);
      const leaf = place.get(leafId);
      return ancestor !== undefined && leaf !== undefined && isAncestor(ancestor, leaf);
    },
  };
}

export function createEntryReader(db: Database) {
  const from = `SELECT ${ENTRY_COLUMNS} FROM entries e ${ENTRY_JOINS}`;
  const one = db.prepare<[string], EntryRow>(`${from} WHERE e.id = ?`);
  const markers = db.prepare<[string], EntryRow>(
    `${from} WHERE e.conversation = (SELECT key FROM conversations WHERE id = ?)
       AND e.type IN ('compaction', 'compaction_undone', 'compaction_redone', 'memory_flush') ORDER BY e.seq`,
  );
  const all = db.prepare<[string], EntryRow>(
    `${from} WHERE e.conversation = (SELECT key FROM conversations WHERE id = ?) ORDER BY e.seq`,
  );
  return {
    readEntry: (id: EntryId): Entry | null => {
      const row = one.get(id);
      return row === undefined ? null : toEntry(row);
    },
    readMarkers: (id: ConversationId): readonly Entry[] => markers.all(id).map(toEntry),
    readAll: (id: ConversationId): readonly Entry[] => all.all(id).map(toEntry),
  };
}

interface TreeRow {
  readonly parent: number | null;
  readonly parentSeq: number;
  readonly conversation: number;
  readonly type: string;
  readonly role: string | null;
}

/** Children of `@parent` (null: roots): the one that directly follows it, by seq, and those in the index of children. */
const CHILDREN = `
  SELECT id, seq, type, role FROM entries
  WHERE conversation = @conversation AND seq = @parentSeq + 1 AND parent IS @parent AND apart = 0
  UNION ALL
  SELECT id, seq, type, role FROM entries WHERE conversation = @conversation AND parent IS @parent AND apart = 1`;

/** Reads the whole part of the tree below the entry: only for a branch that does not hold the conversation's newest entry. */
const NEWEST_BELOW = `
  WITH RECURSIVE below (key, seq, conversation) AS (
    SELECT key, seq, conversation FROM entries WHERE id = ?
    UNION ALL
    SELECT e.key, e.seq, e.conversation FROM below JOIN entries e
      ON e.conversation = below.conversation AND e.seq = below.seq + 1 AND e.parent = below.key AND e.apart = 0
    UNION ALL
    SELECT e.key, e.seq, e.conversation FROM below JOIN entries e
      ON e.conversation = below.conversation AND e.parent = below.key AND e.apart = 1
  )
  SELECT id FROM entries WHERE key = (SELECT key FROM below ORDER BY seq DESC LIMIT 1)`;

export function createTreeReader(db: Database) {
  const find = db.prepare<[string], TreeRow>(
    `SELECT parent, coalesce((SELECT seq FROM entries p WHERE p.key = e.parent), 0) AS parentSeq, conversation, type, role
     FROM entries e WHERE id = ?`,
  );
  const siblings = db
    .prepare<[TreeRow], string>(`SELECT id FROM (${CHILDREN}) WHERE type = @type AND role IS @role ORDER BY seq`)
    .pluck();
  const newestOf = db
    .prepare<[string], string>(
      `SELECT n.id FROM entries e JOIN conversations c ON c.key = e.conversation
       JOIN entries n ON n.conversation = c.key AND n.seq = c.last_seq WHERE e.id = ?`,
    )
    .pluck();
  const newestBelow = db.prepare<[string], string>(NEWEST_BELOW).pluck();
  return {
    readBranchInfo: (id: EntryId): BranchInfo => {
      const row = find.get(id);
      return { siblingIds: row === undefined ? [] : siblings.all(row).map(asEntryId) };
    },
    newestEntryBeside: (id: EntryId): EntryId | null => {
      const newest = newestOf.get(id);
      return newest === undefined ? null : asEntryId(newest);
    },
    newestBelow: (id: EntryId): EntryId => asEntryId(newestBelow.get(id) ?? id),
  };
}
