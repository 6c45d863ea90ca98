// Numbered forward migrations. Each runs in a transaction of its own together with its number (`user_version`), so that a
// stopped one leaves the version before it and can go on later.
import type { Database } from 'better-sqlite3';
import type { Migration } from './migration.ts';
import { transcript } from './migrations/0001-transcript.ts';
import { waitingTexts } from './migrations/0002-waiting-texts.ts';
import { search } from './migrations/0003-search.ts';
import { shortPrefixes } from './migrations/0004-short-prefixes.ts';

export const MIGRATIONS: readonly Migration[] = [transcript, waitingTexts, search, shortPrefixes];
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Written into the file's header: "HDFS". Tells a transcript from any other SQLite database. */
export const APPLICATION_ID = 0x48444653;

export const readSchemaVersion = (db: Database): number => Number(db.pragma('user_version', { simple: true }));

/** @param to for tests: stop at this version. */
export function migrate(db: Database, to: number = SCHEMA_VERSION): void {
  for (const migration of MIGRATIONS) {
    if (migration.version <= readSchemaVersion(db) || migration.version > to) continue;
    db.transaction(() => {
      migration.up(db);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}
