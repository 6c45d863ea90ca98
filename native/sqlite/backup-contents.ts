// What a backup holds beside the copied transcript, in two tables of its own: the person's notes and settings, and a record of when
// and why it was made, what state of things it shows and whether it was found whole. One file, so that it is there whole or not at all.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { BackupReason } from '../../electron/app/ports.ts';
import { ifThere } from '../files/file-error.ts';

export interface BackupRecord {
  readonly createdAt: number;
  readonly reason: BackupReason;
  /** The person's local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly fingerprint: string;
  readonly verified: 0 | 1;
}

export interface BackedUpFile {
  /** Relative to the data folder, with `/`. */
  readonly path: string;
  readonly content: Buffer;
}

const SCHEMA = `
  CREATE TABLE backup_record (
    created_at REAL NOT NULL,
    reason TEXT NOT NULL,
    day TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    verified INTEGER NOT NULL CHECK (verified IN (0, 1))
  ) STRICT;
  CREATE TABLE backup_files (path TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
`;

/** Notes and settings of a data folder, in a fixed order. A link to a file is read through, as the app does. */
export function readPersonsFiles(folder: string): readonly BackedUpFile[] {
  const notes = (ifThere(() => readdirSync(path.join(folder, 'notes'))) ?? []).map((name) => `notes/${name}`).sort();
  return [...notes, 'settings.json'].filter(isBackedUp).flatMap((name) => {
    const content = ifThere(() => readFileSync(path.join(folder, name)));
    return content === null ? [] : [{ path: name, content }];
  });
}

/** Nothing else is taken out of a backup either: a path in it cannot lead elsewhere. */
const isBackedUp = (name: string): boolean =>
  name === 'settings.json' || /^notes\/[^./\\:\0][^/\\:\0]{0,199}\.md$/.test(name);

export function addContents(db: Database.Database, files: readonly BackedUpFile[], record: BackupRecord): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    const add = db.prepare('INSERT INTO backup_files (path, content) VALUES (?, ?)');
    for (const file of files) add.run(file.path, file.content);
    db.prepare(
      `INSERT INTO backup_record (created_at, reason, day, fingerprint, verified)
       VALUES (@createdAt, @reason, @day, @fingerprint, @verified)`,
    ).run(record);
  }).immediate();
}

export function markVerified(db: Database.Database): void {
  db.prepare('UPDATE backup_record SET verified = 1').run();
}

/** Null for a database that is no backup made here. */
export function readBackupRecord(db: Database.Database): BackupRecord | null {
  if (!hasTable(db, 'backup_record')) return null;
  const found = db
    .prepare<[], BackupRecord>('SELECT created_at AS createdAt, reason, day, fingerprint, verified FROM backup_record')
    .get();
  return found ?? null;
}

/** Writes notes and settings into a data folder and takes the backup's own tables out of its database. */
export function takeOutContents(db: Database.Database, folder: string): void {
  if (hasTable(db, 'backup_files')) {
    const files = db.prepare<[], BackedUpFile>('SELECT path, content FROM backup_files').all();
    for (const file of files.filter((one) => isBackedUp(one.path))) {
      const place = path.join(folder, file.path);
      mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
      writeFileSync(place, file.content, { mode: 0o600, flush: true });
    }
  }
  db.exec('DROP TABLE IF EXISTS backup_files; DROP TABLE IF EXISTS backup_record');
}

/** The same for the same conversations, notes and settings: entries never change, so the newest key stands for all of them. */
export function fingerprint(db: Database.Database, files: readonly BackedUpFile[]): string {
  const hash = createHash('sha256');
  hash.update(String(db.prepare<[], number>('SELECT coalesce(max(key), 0) FROM entries').pluck().get()));
  for (const table of ['conversations', 'conversation_texts', 'queued_messages']) {
    if (!hasTable(db, table)) continue;
    for (const row of db.prepare<[], unknown[]>(`SELECT * FROM ${table} ORDER BY rowid`).raw().iterate())
      hash.update(JSON.stringify(row));
  }
  for (const file of files) hash.update(`\0${file.path}\0${file.content.length}\0`).update(file.content);
  return hash.digest('hex');
}

const hasTable = (db: Database.Database, name: string): boolean =>
  db.prepare<[string], number>(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined;
