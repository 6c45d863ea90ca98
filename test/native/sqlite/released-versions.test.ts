// Databases as released versions left them: each opens with the same content, hash by hash.
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { asEntryId } from '../../../electron/core/ids.ts';
import { readSchemaVersion, SCHEMA_VERSION } from '../../../native/sqlite/migrate.ts';
import { HOME } from '../../support/conformance-entries.ts';
import { around, databaseIn, open, tempFolder } from './temp-store.ts';

const FIXTURES = path.join(import.meta.dirname, '../../fixtures/transcripts');
const versions = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1);
const fixture = (version: number): string => path.join(FIXTURES, `v${version}.sqlite`);
/** Of the entry u1 and of the newest one: written down when the first fixture was made. */
const HASHES = {
  u1: 'c96a2315fa3d84d1076fa85e4317489f77462e81c0eea8adfe00152a63b705dd',
  a3: '9b3ae7f74a2474dd4266e2e1a8682376fc71008eca8154d470750ab9a128c0cf',
};

function rowsIn(file: string): readonly unknown[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare('SELECT id, seq, hash, payload, created_at FROM entries ORDER BY key').raw().all();
  db.close();
  return rows;
}

describe('a database of an older version (B83)', () => {
  it('is kept for every version before the newest', () => {
    expect(versions.filter((version) => !existsSync(fixture(version)))).toEqual([]);
  });

  it.each(versions)('version %i opens with every entry, hash, text and what waited', (version) => {
    const before = new Database(fixture(version), { readonly: true });
    expect(readSchemaVersion(before)).toBe(version);
    before.close();
    const folder = tempFolder();
    copyFileSync(fixture(version), databaseIn(folder));
    const store = open(folder);
    expect(readSchemaVersion(around(folder))).toBe(SCHEMA_VERSION);
    expect(rowsIn(databaseIn(folder))).toEqual(rowsIn(fixture(version)));
    expect(store.verify(HOME)).toEqual({ ok: true, entries: 9, firstBadEntryId: null });
    expect(store.readConversation(HOME)).toMatchObject({
      title: 'Old \udc00 talk',
      draft: 'a draft',
      activeLeafId: 'a3',
    });
    const [u1] = store.readAll(HOME);
    expect(u1).toMatchObject({
      hash: HASHES.u1,
      payload: { text: '今天只改文档先别动数据库 👩‍👩‍👧 \ud83d alone, \0 inside, مرحبا' },
    });
    expect(store.readEntry(asEntryId('a3'))?.hash).toBe(HASHES.a3);
    expect(store.readBranchInfo(asEntryId('u2b')).siblingIds).toEqual(['u2', 'u2b']);
    expect(store.search({ text: '数据库', limit: 5 })).toHaveLength(1);
    expect(store.listQueued(HOME).map(({ text }) => text)).toEqual(version === 1 ? [] : ['waits']);
    expect(store.listCheckpoints().map(({ text }) => text)).toEqual(version === 1 ? [] : ['half']);
    expect(readdirSync(path.join(folder, 'backups'))).toHaveLength(1);
  });
});
