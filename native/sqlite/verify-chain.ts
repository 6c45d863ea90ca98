// "Verify history": recomputes every hash of a conversation from what is stored and checks that nothing is missing between.
import type { Database } from 'better-sqlite3';
import type { VerifyReport } from '../../electron/app/ports.ts';
import { asEntryId, type ConversationId } from '../../electron/core/ids.ts';
import type { EntryPayload } from '../../electron/core/transcript/entry.ts';
import { ENTRY_COLUMNS, ENTRY_JOINS, type EntryRow, hashEntry, roleOf, toEntry } from './entry-row.ts';

interface ChainRow extends EntryRow {
  readonly type: string;
  readonly role: string | null;
  readonly parentKey: number | null;
  readonly parentSeq: number | null;
  readonly parentHash: string | null;
}

/** @returns walks one conversation, row by row: memory does not grow with its length. `onEntry` may throw to end the walk. */
export function createVerify(db: Database): (id: ConversationId, onEntry?: () => void) => VerifyReport {
  const lastSeq = db.prepare<[string], number>('SELECT last_seq FROM conversations WHERE id = ?').pluck();
  const rows = db.prepare<[string], ChainRow>(
    `SELECT ${ENTRY_COLUMNS}, e.type, e.role, e.parent AS parentKey, p.seq AS parentSeq, p.hash AS parentHash
     FROM entries e ${ENTRY_JOINS} WHERE e.conversation = (SELECT key FROM conversations WHERE id = ?) ORDER BY e.seq`,
  );
  return (id, onEntry) => {
    let entries = 0;
    let firstBad: string | null = null;
    for (const row of rows.iterate(id)) {
      entries += 1;
      onEntry?.();
      // Numbers have no gaps; one that is missing shows at the entry after it.
      if (firstBad === null && (row.seq !== entries || !fits(row))) firstBad = row.id;
    }
    const complete = entries === (lastSeq.get(id) ?? 0);
    return {
      ok: firstBad === null && complete,
      entries,
      firstBadEntryId: firstBad === null ? null : asEntryId(firstBad),
    };
  };
}

function fits(row: ChainRow): boolean {
  const payload = parsePayload(row.payload);
  if (payload === null) return false;
  const underParent =
    row.parentKey === null || (row.parentHash !== null && row.parentSeq !== null && row.parentSeq < row.seq);
  const named = row.type === payload.type && row.role === roleOf(payload);
  return underParent && named && row.hash === hashEntry(toEntry(row), row.parentHash);
}

function parsePayload(text: string): EntryPayload | null {
  try {
    return JSON.parse(text) as EntryPayload;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
