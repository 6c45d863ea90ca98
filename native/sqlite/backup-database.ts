// Snapshots under backups/: VACUUM INTO (a plain copy misses what is still in the write-ahead log), checked after writing.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { StoreResult } from '../../electron/app/ports.ts';
import { ok } from '../../electron/core/result.ts';
import { attemptFiles, ifThere } from '../files/file-error.ts';
import { databaseFile } from './database-file.ts';
import { attempt, Refusal } from './sqlite-error.ts';

/** The newest copies of each kind that are kept. */
const KEPT = 7;

export interface BackupOptions {
  /** The data folder. */
  readonly folder: string;
  readonly now: number;
  /** `daily`, or what the copy is made before, e.g. `before-v4`. */
  readonly kind: string;
}

const DAILY_MS = 20 * 60 * 60 * 1000;

/**
 * The daily copy, over a connection of its own: call it from a worker or a process beside the app, it reads the whole file.
 * Answers with the copy's path, or null where the newest one is of today.
 */
export function backUpDaily({ folder, now }: Omit<BackupOptions, 'kind'>): StoreResult<string | null> {
  const newest = backupsOf(path.join(folder, 'backups'), 'daily').at(-1);
  const made = newest === undefined ? null : statSync(path.join(folder, 'backups', newest)).mtimeMs;
  if (made !== null && now - made < DAILY_MS) return ok(null);
  const opened = attempt(() => new Database(databaseFile(folder), { readonly: true, fileMustExist: true }));
  if (!opened.ok) return opened;
  const copied = backUpDatabase(opened.value, { folder, now, kind: 'daily' });
  opened.value.close();
  return copied;
}

/** Copies an open database. Answers with the copy's path. Takes as long as reading the whole file: not for the turn path. */
export function backUpDatabase(db: Database.Database, { folder, now, kind }: BackupOptions): StoreResult<string> {
  const backups = path.join(folder, 'backups');
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  const file = path.join(backups, `transcripts-${kind}-${stamp}.sqlite`);
  const unfinished = `${file}.part`;
  const made = attemptFiles('store_error', () => mkdirSync(backups, { recursive: true, mode: 0o700 }));
  if (!made.ok) return made;
  rmSync(unfinished, { force: true });
  const written = attempt(() => {
    db.prepare('VACUUM INTO ?').run(unfinished);
    checkCopy(unfinished, countEntries(db));
  });
  if (!written.ok) {
    rmSync(unfinished, { force: true });
    return written;
  }
  return attemptFiles('store_error', () => {
    renameSync(unfinished, file);
    removeOld(backups, kind);
    return file;
  });
}

function checkCopy(file: string, entries: number): void {
  const copy = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const whole = copy.pragma('quick_check(1)', { simple: true }) === 'ok' && countEntries(copy) === entries;
    if (!whole) throw new Refusal('store_error', { what: 'backup' });
  } finally {
    copy.close();
  }
}

const countEntries = (db: Database.Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM entries').pluck().get() ?? 0;

function removeOld(backups: string, kind: string): void {
  for (const name of backupsOf(backups, kind).slice(0, -KEPT)) rmSync(path.join(backups, name));
}

/** Oldest first. */
function backupsOf(backups: string, kind: string): readonly string[] {
  const names = ifThere(() => readdirSync(backups)) ?? [];
  return names.filter((name) => name.startsWith(`transcripts-${kind}-`) && name.endsWith('.sqlite')).sort();
}
