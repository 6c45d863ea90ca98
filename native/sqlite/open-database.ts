// Opens transcripts.sqlite so that nothing can be lost by opening it: a damaged, cut-off or foreign file is left as it is and
// answered with `store_corrupt`, a newer version is opened for reading only, an older one is copied before it is migrated.
import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { writeBackup } from './backup-database.ts';
import { checkDatabase, type Health, isIndexWhole } from './check-database.ts';
import { databaseFile } from './database-file.ts';
import { type LastExit, readLastExit } from './exit-record.ts';
import { APPLICATION_ID, migrate, readSchemaVersion, SCHEMA_VERSION } from './migrate.ts';
import { rebuildSearchIndex } from './search-index.ts';
import { Refusal } from './sqlite-error.ts';
import type { JobRun } from './job-run.ts';

type Connection = Database.Database;

export interface OpenDatabase {
  readonly db: Connection;
  readonly file: string;
  /** Comes from a newer version: readable, never written. */
  readonly readOnly: boolean;
}

interface OpenOptions {
  /** The data folder. */
  readonly folder: string;
  readonly now: () => number;
  readonly busyTimeoutMs: number;
  /** Where a copy goes before a migration, and how many are kept. */
  readonly backups?: { readonly folder: string; readonly keep: number } | undefined;
  /** `reader`: beside the process that owns the folder; makes nothing, checks nothing, writes nothing. */
  readonly access?: 'owner' | 'reader' | undefined;
}

/** Smaller files are checked at every start: that takes less than a tenth of a second. */
const ALWAYS_CHECKED_BYTES = 32_000_000;

/** @throws Refusal, SqliteError */
export function openDatabase(options: OpenOptions): OpenDatabase {
  const file = databaseFile(options.folder);
  if (options.access === 'reader') return openForReading(file, options);
  if (isMissing(file)) createDatabase(file);
  const lastExit = readLastExit(file);
  const needsCheck =
    lastExit.kind !== 'clean' || existsSync(`${file}-wal`) || statSync(file).size < ALWAYS_CHECKED_BYTES;
  if (isNewer(file, options)) return { db: connect(file, { ...options, readonly: true }), file, readOnly: true };
  const health = needsCheck ? requireWholeTranscript(file, options) : null;
  const db = connect(file, { ...options, readonly: false });
  try {
    bringUpToDate(db, options);
    if (health !== null) settleHealth(db, health, lastExit);
    return { db, file, readOnly: false };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws Refusal not_found where there is none; store_read_only (detail version) where it would have to be migrated first */
function openForReading(file: string, options: OpenOptions): OpenDatabase {
  if (!existsSync(file)) throw new Refusal('not_found', { folder: options.folder });
  isNewer(file, options);
  const db = connect(file, { ...options, readonly: true });
  const version = readSchemaVersion(db);
  if (version >= SCHEMA_VERSION) return { db, file, readOnly: true };
  db.close();
  throw new Refusal('store_read_only', { version });
}

/** Is there no database yet? Leftovers of one that is gone, or a file cut to nothing, are damage and not a new start. */
function isMissing(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === 0) throw new Refusal('store_corrupt', { what: 'empty_file' });
  if (size !== undefined) return false;
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (wal > 0 || readLastExitIsOpen(file)) throw new Refusal('store_corrupt', { what: 'file_missing' });
  return true;
}

const readLastExitIsOpen = (file: string): boolean => {
  const last = readLastExit(file);
  return last.kind === 'unclean' && last.lastKey > 0;
};

/** Made whole under another name, so that a file of this name is never half a database. */
function createDatabase(file: string): void {
  const unfinished = `${file}.new`;
  for (const part of [unfinished, `${unfinished}-wal`, `${unfinished}-shm`, `${unfinished}-journal`]) {
    rmSync(part, { force: true });
  }
  const db = new Database(unfinished);
  try {
    chmodSync(unfinished, 0o600);
    db.pragma('synchronous = FULL');
    migrate(db);
  } finally {
    db.close();
  }
  renameSync(unfinished, file);
}

/** @throws Refusal where the file is no transcript at all */
function isNewer(file: string, { busyTimeoutMs }: OpenOptions): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    const application = Number(db.pragma('application_id', { simple: true }));
    if (application !== APPLICATION_ID) throw new Refusal('store_corrupt', { what: 'not_a_transcript' });
    return readSchemaVersion(db) > SCHEMA_VERSION;
  } finally {
    db.close();
  }
}

/** Before anything may write: a damaged file stays as it is. */
function requireWholeTranscript(file: string, options: OpenOptions): Health {
  const db = connect(file, { ...options, readonly: true });
  try {
    const health = checkDatabase(db);
    if (health === 'damaged') throw new Refusal('store_corrupt', { what: 'damaged' });
    return health;
  } finally {
    db.close();
  }
}

function connect(file: string, options: OpenOptions & { readonly readonly: boolean }): Connection {
  const db = new Database(file, {
    fileMustExist: true,
    readonly: options.readonly,
    timeout: options.busyTimeoutMs,
  });
  db.pragma('trusted_schema = OFF');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  if (options.readonly) return db;
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('journal_size_limit = 67108864');
  db.pragma('secure_delete = FAST');
  return db;
}

const KEPT_BACKUPS = 7;
const UNWATCHED: JobRun = { checkpoint: () => undefined, progress: () => undefined };

function bringUpToDate(db: Connection, { folder, now, backups }: OpenOptions): void {
  if (readSchemaVersion(db) === SCHEMA_VERSION) return;
  // Before it is touched, the old file is checked and copied.
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Refusal('store_corrupt', { what: 'damaged' });
  const day = new Date(now()).toISOString().slice(0, 10);
  const { folder: chosen, keep } = backups ?? { folder: path.join(folder, 'backups'), keep: KEPT_BACKUPS };
  writeBackup(db, { folder, backups: chosen, reason: 'migration', now: now(), day, keep }, UNWATCHED);
  migrate(db);
}

/** A damaged index is made anew from the transcript, in silence. */
function settleHealth(db: Connection, health: Health, lastExit: LastExit): void {
  if (health !== 'whole' || !isIndexWhole(db)) rebuildSearchIndex(db);
  if (lastExit.kind !== 'unclean') return;
  const missing = lastExit.lastKey - readLastKey(db);
  if (missing > 0) throw new Refusal('store_corrupt', { what: 'commits_missing', missing });
}

/** The newest entry's key; 0 without entries. */
export const readLastKey = (db: Connection): number =>
  db.prepare<[], number>('SELECT coalesce(max(key), 0) FROM entries').pluck().get() ?? 0;
