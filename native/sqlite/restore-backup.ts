// Brings a backup back as a new data folder. The folder in use is never touched, and the new one appears whole or not at all.
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { orRefuse } from './backup-database.ts';
import { takeOutContents } from './backup-contents.ts';
import { databaseFile } from './database-file.ts';
import { APPLICATION_ID } from './migrate.ts';
import { Refusal } from './sqlite-error.ts';
import { walkHistory } from './verify-history.ts';
import type { JobRun } from './job-run.ts';

export interface RestoreJob {
  /** The backup. */
  readonly file: string;
  /** The data folder to make; it must not be there. */
  readonly target: string;
}

export interface Restored {
  readonly folder: string;
  /** Whether the chain fits in every entry. */
  readonly verified: boolean;
}

/** @throws Refusal, SqliteError; nothing is left behind then */
export function restoreBackup({ file, target }: RestoreJob, run: JobRun): Restored {
  requireTranscript(file);
  return orRefuse('data_folder_not_writable', () => {
    if (statSync(target, { throwIfNoEntry: false }) !== undefined) throw new Refusal('invalid_request', { target });
    const unfinished = `${target}.part`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    try {
      const bytes = statSync(file).size;
      copyFile(file, databaseFile(unfinished), (done) => {
        run.checkpoint();
        run.progress(done, 2 * bytes);
      });
      const verified = bringBack(unfinished, { ...run, progress: (done) => run.progress(bytes + done, 2 * bytes) });
      renameSync(unfinished, target);
      return { folder: target, verified };
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  });
}

/** @throws Refusal `store_corrupt` for anything that is not one of our databases */
function requireTranscript(file: string): void {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (Number(db.pragma('application_id', { simple: true })) !== APPLICATION_ID)
      throw new Refusal('store_corrupt', { what: 'not_a_transcript' });
  } finally {
    db.close();
  }
}

const CHUNK_BYTES = 1 << 20;

function copyFile(from: string, to: string, onBytes: (done: number) => void): void {
  const source = openSync(from, 'r');
  const copy = openSync(to, 'wx', 0o600);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let done = 0;
    for (let size = readSync(source, chunk); size > 0; size = readSync(source, chunk)) {
      for (let written = 0; written < size; ) written += writeSync(copy, chunk, written, size - written);
      done += size;
      onBytes(done);
    }
    fsyncSync(copy);
  } finally {
    closeSync(source);
    closeSync(copy);
  }
}

function bringBack(folder: string, run: JobRun): boolean {
  const db = new Database(databaseFile(folder), { fileMustExist: true });
  try {
    db.pragma('synchronous = FULL');
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Refusal('store_corrupt', { what: 'damaged' });
    const bytes = statSync(databaseFile(folder)).size;
    const walked = walkHistory(db, null, {
      checkpoint: run.checkpoint,
      progress: (done, total) => run.progress(Math.round((bytes * done) / Math.max(1, total ?? done)), null),
    });
    takeOutContents(db, folder);
    return walked.ok;
  } finally {
    db.close();
  }
}
