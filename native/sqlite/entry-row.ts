// Between a row of `entries` and an Entry, both ways.
import { createHash } from 'node:crypto';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { canonicalEntry } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, EntryPayload, NewEntry } from '../../electron/core/transcript/entry.ts';

/** As selected by ENTRY_COLUMNS. */
export interface EntryRow {
  readonly id: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly seq: number;
  readonly createdAt: number;
  readonly hash: string;
  readonly payload: string;
}

/** For a query that names the entry `e`, its conversation `c` and its parent `p` (ENTRY_JOINS). */
export const ENTRY_COLUMNS =
  'e.id, c.id AS conversationId, p.id AS parentId, e.seq, e.created_at AS createdAt, e.hash, e.payload';
export const ENTRY_JOINS = 'JOIN conversations c ON c.key = e.conversation LEFT JOIN entries p ON p.key = e.parent';

export const toEntry = (row: EntryRow): Entry => ({
  id: asEntryId(row.id),
  conversationId: asConversationId(row.conversationId),
  parentId: row.parentId === null ? null : asEntryId(row.parentId),
  seq: row.seq,
  createdAt: row.createdAt,
  hash: row.hash,
  payload: JSON.parse(row.payload) as EntryPayload,
});

/** The chain: sha256 over the parent's hash (nothing for a root) and the entry's canonical text, as hex. */
export const hashEntry = (entry: NewEntry, parentHash: string | null): string =>
  createHash('sha256')
    .update(parentHash ?? '')
    .update(canonicalEntry(entry))
    .digest('hex');

export const roleOf = (payload: EntryPayload): string | null => (payload.type === 'message' ? payload.role : null);

/** Ids are stored as UTF-8 text: a lone surrogate or a NUL would not come back as it went in. */
export const isStorableId = (id: string): boolean => id !== '' && id.isWellFormed() && !id.includes('\0');
