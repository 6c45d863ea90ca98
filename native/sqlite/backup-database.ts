// A backup: VACUUM INTO (a plain copy misses what is still in the write-ahead log), notes and settings beside it, checked by opening
// and walking it, and only then given its name. Takes as long as reading everything: in a worker, or before a migration.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { BackupInfo, BackupReason } from '../../electron/app/ports.ts';
import type { ErrorCode } from '../../electron/core/errors.ts';
import { attemptFiles } from '../files/file-error.ts';
import { addContents, fingerprint, markVerified, readPersonsFiles } from './backup-contents.ts';
import { listBackups, nameBackup, removeOldBackups } from './backup-list.ts';
import { databaseFile } from './database-file.ts';
import { Refusal } from './sqlite-error.ts';
import { walkHistory } from './verify-history.ts';
import type { JobRun } from './job-run.ts';

export interface BackupOptions {
  /** The data folder. */
  readonly folder: string;
  /** Where backups lie. */
  readonly backups: string;
  readonly reason: BackupReason;
  readonly now: number;
  /** The person's local day. */
  readonly day: string;
  /** The newest ones of a reason that are kept. */
  readonly keep: number;
}

export interface BackupJob extends BackupOptions {
  /** The conversation about to be purged: no backup where one holds all of it. */
  readonly purging?: string;
}

/** The job: null where there is nothing to do. @throws Refusal, SqliteError */
export function backUp(job: BackupJob, run: JobRun): BackupInfo | null {
  const db = new Database(databaseFile(job.folder), { readonly: true, fileMustExist: true });
  try {
    return isNeeded(db, job) ? writeBackup(db, job, run) : null;
  } finally {
    db.close();
  }
}

function isNeeded(db: Database.Database, { folder, backups, reason, day, purging }: BackupJob): boolean {
  const conversations = db.prepare<[], number>('SELECT count(*) FROM conversations').pluck().get();
  if (conversations === 0) return false;
  const there = listBackups(backups).filter(({ verified }) => verified);
  if (reason === 'daily' && there.some(({ record }) => record?.reason === 'daily' && record.day === day)) return false;
  const now = fingerprint(db, readPersonsFiles(folder));
  if (there.some(({ record }) => record?.fingerprint === now)) return false;
  return purging === undefined || !there.some(({ file }) => holdsAllOf(file, db, purging));
}

/** Entries are never changed: a backup that has the conversation's newest one has the others. */
function holdsAllOf(file: string, db: Database.Database, conversationId: string): boolean {
  const newest = (of: Database.Database): string | undefined =>
    of
      .prepare<[string], string>(
        `SELECT e.id || e.hash FROM conversations c JOIN entries e ON e.conversation = c.key AND e.seq = c.last_seq WHERE c.id = ?`,
      )
      .pluck()
      .get(conversationId);
  const copy = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const wanted = newest(db);
    return wanted === undefined || newest(copy) === wanted;
  } finally {
    copy.close();
  }
}

/** Where a backup grows until it is whole: its size tells how far it is. */
export const unfinishedBackup = (backups: string): string => path.join(backups, 'unfinished.sqlite.part');

/** @throws Refusal, SqliteError; nothing is left behind then */
export function writeBackup(db: Database.Database, options: BackupOptions, run: JobRun): BackupInfo {
  const { folder, backups, reason, now, keep } = options;
  const unfinished = unfinishedBackup(backups);
  const dropUnfinished = (): void => {
    for (const end of ['', '-journal']) rmSync(`${unfinished}${end}`, { force: true });
  };
  return orRefuse('backup_failed', () => {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    dropUnfinished();
    try {
      db.prepare('VACUUM INTO ?').run(unfinished);
      chmodSync(unfinished, 0o600);
      const verified = completeCopy(unfinished, { ...options, entries: countEntries(db) }, run);
      flush(unfinished);
      const file = nameBackup(backups, reason, now);
      renameSync(unfinished, file);
      flush(backups);
      removeOldBackups(backups, file, keep);
      const made = listBackups(backups).find((one) => one.file === file);
      if (made === undefined) throw new Refusal('backup_failed', { folder });
      const { record: _record, ...info } = made;
      return { ...info, verified };
    } finally {
      dropUnfinished();
    }
  });
}

/** Adds what belongs to it and checks it from end to end. A chain that is broken in the original is copied, and not called verified. */
function completeCopy(
  file: string,
  { folder, reason, now, day, entries }: BackupOptions & { readonly entries: number },
  run: JobRun,
): boolean {
  const copy = new Database(file, { fileMustExist: true });
  try {
    copy.pragma('synchronous = FULL');
    run.checkpoint();
    const files = readPersonsFiles(folder);
    const print = fingerprint(copy, files);
    addContents(copy, files, { createdAt: now, reason, day, fingerprint: print, verified: 0 });
    if (copy.pragma('quick_check(1)', { simple: true }) !== 'ok' || countEntries(copy) < entries)
      throw new Refusal('backup_failed', { what: 'copy' });
    const bytes =
      Number(copy.pragma('page_count', { simple: true })) * Number(copy.pragma('page_size', { simple: true }));
    const share = (done: number, total: number | null): number => (total === null || total === 0 ? 1 : done / total);
    const report = walkHistory(copy, null, {
      checkpoint: run.checkpoint,
      progress: (done, total) => run.progress(bytes + Math.round(bytes * share(done, total)), 2 * bytes),
    });
    if (report.ok) markVerified(copy);
    return report.ok;
  } finally {
    copy.close();
  }
}

const countEntries = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM entries').pluck().get() ?? 0;

function flush(place: string): void {
  const descriptor = openSync(place, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A failure of the file system becomes a refusal with a code, like those of SQLite. */
export function orRefuse<Value>(otherwise: ErrorCode, work: () => Value): Value {
  const result = attemptFiles(otherwise, work);
  if (!result.ok) throw new Refusal(result.error.code, result.error.detail);
  return result.value;
}
