// Makes a new data folder of everything that can still be read in a damaged one, which is opened for reading only. Entries keep their ids,
// words, times and order; where one is lost, what followed it hangs on what came before. The chain of the new file is whole, and a
// report tells for each conversation what was lost and which entries do not say any more what their hash vouches for.
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { SalvageReport } from '../../electron/app/ports.ts';
import { ifThere } from '../files/file-error.ts';
import { orRefuse } from './backup-database.ts';
import { databaseFile } from './database-file.ts';
import { readLastExit } from './exit-record.ts';
import { openTranscriptStore } from './open-transcript-store.ts';
import { readConversations } from './salvage-conversations.ts';
import { createEntrySalvage } from './salvage-entries.ts';
import { allOrNull, readableRows } from './salvage-rows.ts';
import { Refusal } from './sqlite-error.ts';
import type { JobRun } from './job-run.ts';

export interface SalvageJob {
  readonly folder: string;
  /** The data folder to make; it must not be there. */
  readonly target: string;
}

/** @throws Refusal, SqliteError; the damaged folder is as it was then, and no new one is there */
export function salvage({ folder, target }: SalvageJob, run: JobRun): SalvageReport {
  return orRefuse('data_folder_not_writable', () => {
    if (statSync(target, { throwIfNoEntry: false }) !== undefined) throw new Refusal('invalid_request', { target });
    const unfinished = `${target}.part`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    try {
      const found = salvageInto(folder, unfinished, run);
      const report: SalvageReport = { folder: target, reportFile: path.join(target, 'salvage-report.json'), ...found };
      writeFileSync(path.join(unfinished, 'salvage-report.json'), `${JSON.stringify(report, null, 2)}\n`, {
        flush: true,
      });
      renameSync(unfinished, target);
      return report;
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
}

type Found = Omit<SalvageReport, 'folder' | 'reportFile'>;

function salvageInto(folder: string, target: string, run: JobRun): Found {
  copyPersonsFiles(folder, target);
  const file = databaseFile(folder);
  const source = openDamaged(file);
  const opened = openTranscriptStore({ folder: target });
  if (!opened.ok) throw new Refusal(opened.error.code, opened.error.detail);
  const store = opened.value;
  try {
    requireEntries(source);
    const highest = highestKeys(source, file);
    const conversations = readConversations(source, highest.conversations);
    const keep = createEntrySalvage(store, conversations);
    let lostKeys = 0;
    const rows = readableRows<Parameters<typeof keep.add>[0]>(source, {
      sql: `SELECT key, conversation, seq, parent, depth, id, created_at AS createdAt, hash, payload
            FROM entries WHERE key BETWEEN ? AND ? ORDER BY key`,
      highestKey: highest.entries,
      onLost: (keys) => (lostKeys += keys),
    });
    for (const row of rows) {
      keep.add(row);
      if (row.key % 256 === 0) run.checkpoint();
      run.progress(row.key, highest.entries);
    }
    return { ...keep.finish(source), unreadableKeys: lostKeys };
  } finally {
    source.close();
    store.close();
  }
}

/** For reading only. A file that is shorter than its header says is read as far as it goes. */
function openDamaged(file: string): Database.Database {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  return db;
}

function requireEntries(db: Database.Database): void {
  const find = (): unknown => db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'entries'`).get();
  if ((allOrNull(find) ?? undefined) === undefined) throw new Refusal('store_corrupt', { what: 'not_a_transcript' });
}

/** Rows of a file cannot be more than this many a byte. */
const BYTES_A_ROW = 40;

/** The newest keys; where even those cannot be read, as many as there can be. */
function highestKeys(
  db: Database.Database,
  file: string,
): { readonly entries: number; readonly conversations: number } {
  const most = Math.ceil(statSync(file).size / BYTES_A_ROW);
  const exit = readLastExit(file);
  const read = (table: string): number => {
    const key = allOrNull(() => db.prepare<[], number | null>(`SELECT max(key) FROM ${table}`).pluck().get());
    return key ?? most;
  };
  return {
    entries: Math.max(read('entries'), exit.kind === 'unclean' ? exit.lastKey : 0),
    conversations: read('conversations'),
  };
}

function copyPersonsFiles(folder: string, target: string): void {
  for (const name of ifThere(() => readdirSync(path.join(folder, 'notes'))) ?? []) {
    if (!name.endsWith('.md')) continue;
    mkdirSync(path.join(target, 'notes'), { recursive: true, mode: 0o700 });
    ifThere(() => copyFileSync(path.join(folder, 'notes', name), path.join(target, 'notes', name)));
  }
  ifThere(() => copyFileSync(path.join(folder, 'settings.json'), path.join(target, 'settings.json')));
}
