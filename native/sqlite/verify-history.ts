// "Verify history" over a connection of its own, for one conversation or all: which entry fits the chain no more, and where.
import Database from 'better-sqlite3';
import type { HistoryReport } from '../../electron/app/ports.ts';
import { asConversationId, asEntryId, type ConversationId } from '../../electron/core/ids.ts';
import { databaseFile } from './database-file.ts';
import { createVerify } from './verify-chain.ts';
import type { JobRun } from './job-run.ts';

/** Entries between two looks at whether to stop. */
const STRIDE = 256;

/** @throws Refusal, SqliteError */
export function verifyHistory(
  { folder, conversationId }: { readonly folder: string; readonly conversationId: string | null },
  run: JobRun,
): HistoryReport {
  const db = new Database(databaseFile(folder), { readonly: true, fileMustExist: true });
  try {
    return walkHistory(db, conversationId === null ? null : asConversationId(conversationId), run);
  } finally {
    db.close();
  }
}

/** @throws Refusal, SqliteError */
export function walkHistory(db: Database.Database, only: ConversationId | null, run: JobRun): HistoryReport {
  const chosen = db
    .prepare<[string | null, string | null], { readonly id: string; readonly lastSeq: number }>(
      'SELECT id, last_seq AS lastSeq FROM conversations WHERE ? IS NULL OR id = ? ORDER BY key',
    )
    .all(only, only);
  const total = chosen.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  const verify = createVerify(db);
  let entries = 0;
  let firstBad: Pick<HistoryReport, 'firstBadEntryId' | 'firstBadConversationId'> | null = null;
  for (const { id } of chosen) {
    const report = verify(asConversationId(id), () => {
      entries += 1;
      if (entries % STRIDE !== 0) return;
      run.checkpoint();
      run.progress(entries, total);
    });
    run.checkpoint();
    if (report.ok || firstBad !== null) continue;
    firstBad = { firstBadEntryId: report.firstBadEntryId, firstBadConversationId: asConversationId(id) };
  }
  firstBad ??= only === null ? findHomeless(db) : null;
  run.progress(entries, total);
  const bad = firstBad ?? { firstBadEntryId: null, firstBadConversationId: null };
  return { ok: firstBad === null, entries, conversations: chosen.length, ...bad };
}

/** An entry whose conversation is gone: no walk would come past it. */
function findHomeless(db: Database.Database): Pick<HistoryReport, 'firstBadEntryId' | 'firstBadConversationId'> | null {
  const id = db
    .prepare<[], string>(
      `SELECT id FROM entries WHERE key =
         (SELECT min(key) FROM entries WHERE conversation NOT IN (SELECT key FROM conversations))`,
    )
    .pluck()
    .get();
  return id === undefined ? null : { firstBadEntryId: asEntryId(id), firstBadConversationId: null };
}
