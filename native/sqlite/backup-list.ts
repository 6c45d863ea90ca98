// The folder of backups: what lies there, read from the files themselves, and which go when there are more than are kept.
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { BackupInfo, BackupReason } from '../../electron/app/ports.ts';
import { ifThere } from '../files/file-error.ts';
import { type BackupRecord, readBackupRecord } from './backup-contents.ts';
import { attempt } from './sqlite-error.ts';

export interface ListedBackup extends BackupInfo {
  readonly record: BackupRecord | null;
}

const NAME = /^transcripts-(daily|manual|migration|purge)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)(-\d+)?\.sqlite$/;

/** A name that is free. Its order among the others is that of time. */
export function nameBackup(backups: string, reason: BackupReason, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  const name = (again: number): string => `transcripts-${reason}-${stamp}${again === 0 ? '' : `-${again}`}.sqlite`;
  for (let again = 0; ; again++) {
    const file = path.join(backups, name(again));
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return file;
  }
}

/** Newest first. */
export function listBackups(backups: string): readonly ListedBackup[] {
  const names = ifThere(() => readdirSync(backups)) ?? [];
  return names
    .flatMap((name) => describe(path.join(backups, name)) ?? [])
    .sort((one, other) => other.createdAt - one.createdAt || (one.file < other.file ? 1 : -1));
}

function describe(file: string): ListedBackup | null {
  const [, reason, stamp] = NAME.exec(path.basename(file)) ?? [];
  const size = ifThere(() => statSync(file).size);
  if (reason === undefined || stamp === undefined || size === null) return null;
  const createdAt = Date.parse(stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  const read = attempt(() => readRecord(file, size));
  const record = read.ok ? read.value : null;
  const verified = record?.verified === 1;
  return { file, createdAt, sizeBytes: size, reason: reason as BackupReason, verified, record };
}

/** Null also for a file that is not as long as it says: it was cut. */
function readRecord(file: string, size: number): BackupRecord | null {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const pages = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
    return pages === size ? readBackupRecord(db) : null;
  } finally {
    db.close();
  }
}

/**
 * Keeps the newest `keep` verified ones of the reason, and as many that are not: neither pushes the other out. The one just made stays
 * whatever the clock says.
 */
export function removeOldBackups(backups: string, made: string, keep: number): void {
  const all = listBackups(backups);
  const reason = all.find(({ file }) => file === made)?.reason;
  for (const verified of [true, false]) {
    const same = all.filter((one) => one.reason === reason && one.verified === verified && one.file !== made);
    const others = all.some((one) => one.file === made && one.verified === verified) ? keep - 1 : keep;
    for (const { file } of same.slice(Math.max(0, others))) rmSync(file, { force: true });
  }
}
