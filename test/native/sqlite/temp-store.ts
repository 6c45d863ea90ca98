// A data folder of its own for each test, with a store in it and a way around the store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach } from 'vitest';
import type { StoreResult, TranscriptStore } from '../../../electron/app/ports.ts';
import type { Entry, NewEntry } from '../../../electron/core/transcript/entry.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';

const folders: string[] = [];
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0).reverse()) close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-store-'));
  folders.push(folder);
  return folder;
}

/** Removes a folder that the test's subject made beside its own. */
export function dropLater(folder: string): string {
  folders.push(folder);
  return folder;
}

export const databaseIn = (folder: string): string => path.join(folder, 'transcripts.sqlite');

export const tryOpen = (folder: string): StoreResult<TranscriptStore> => {
  const result = openTranscriptStore({ folder, busyTimeoutMs: 50, clock: { now: () => Date.UTC(2026, 2, 1) } });
  if (result.ok) closers.push(() => result.value.close());
  return result;
};

export function open(folder: string): TranscriptStore {
  const result = tryOpen(folder);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** A second connection, as another program would have it. */
export function around(folder: string): Database.Database {
  const db = new Database(databaseIn(folder), { timeout: 50 });
  closers.push(() => db.close());
  return db;
}

export function must<Value>(result: StoreResult<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

export const appendTo = (store: TranscriptStore, added: NewEntry): Entry => must(store.append(added));

/** Changes words of entries behind the triggers' back, as a tool or a failing disk might. */
export function changeWords(folder: string, [from, to]: readonly [string, string]): void {
  const db = new Database(databaseIn(folder));
  const trigger = db
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'entries_never_change'")
    .pluck()
    .get() as string;
  db.exec('DROP TRIGGER entries_never_change');
  db.prepare('UPDATE entries SET payload = replace(payload, ?, ?)').run(from, to);
  db.exec(trigger);
  db.close();
}
