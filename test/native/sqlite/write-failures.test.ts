import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { exitRecordFile, readLastExit, startExitRecord } from '../../../native/sqlite/exit-record.ts';
import { fromSqlite } from '../../../native/sqlite/sqlite-error.ts';
import { createAppender } from '../../../native/sqlite/append-entries.ts';
import { attempt } from '../../../native/sqlite/sqlite-error.ts';
import { conversation, entry, HOME, user } from '../../support/conformance-entries.ts';
import { appendTo, around, databaseIn, must, open, tempFolder } from './temp-store.ts';

describe('writes that fail', () => {
  it('are told apart by result code', () => {
    const codes = [
      'SQLITE_FULL',
      'SQLITE_BUSY',
      'SQLITE_BUSY_SNAPSHOT',
      'SQLITE_LOCKED',
      'SQLITE_READONLY_DBMOVED',
      'SQLITE_CORRUPT_VTAB',
      'SQLITE_NOTADB',
      'SQLITE_IOERR_FSYNC',
    ];
    expect(codes.map((code) => fromSqlite(code).code)).toEqual([
      'disk_full',
      'busy',
      'busy',
      'busy',
      'store_read_only',
      'store_corrupt',
      'store_corrupt',
      'store_error',
    ]);
  });

  it('answer busy while another connection writes, and work again after it (B71)', () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    const other = around(folder);
    other.exec('BEGIN IMMEDIATE');
    expect(store.append(entry('a', null))).toMatchObject({ error: { code: 'busy' } });
    expect(store.updateConversation(HOME, { draft: 'typed' })).toMatchObject({ error: { code: 'busy' } });
    expect(store.readAll(HOME)).toEqual([]);
    other.exec('COMMIT');
    expect(appendTo(store, entry('a', null)).seq).toBe(1);
  });

  it('leave no half entry on a full disk, and the same connection works once there is room (B77)', () => {
    const folder = tempFolder();
    open(folder).createConversation(conversation());
    const db = around(folder);
    db.pragma('foreign_keys = ON');
    const appender = createAppender(db, () => undefined);
    const write = (id: string, parent: string | null) =>
      attempt(() => appender.append([entry(id, parent, user('x'.repeat(3000)))], null)[0]);
    expect(write('a', null)).toMatchObject({ ok: true });
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 2}`);
    let last = 'a';
    let result = write('n0', last);
    for (let index = 1; result.ok; index++) {
      last = result.value?.id ?? last;
      result = write(`n${index}`, last);
    }
    expect(result).toMatchObject({ error: { code: 'disk_full' } });
    const reader = open(folder);
    expect(reader.readConversation(HOME)?.activeLeafId).toBe(last);
    expect(reader.verify(HOME)).toMatchObject({ ok: true, entries: reader.lastSeq(HOME) });
    db.pragma('max_page_count = 1000000');
    expect(write('after', last)).toMatchObject({ ok: true, value: { parentId: last } });
    expect(reader.verify(HOME).ok).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('of the exit record fail no commit: it is done already', () => {
    const file = databaseIn(tempFolder());
    writeFileSync(file, '');
    symlinkSync('/dev/full', exitRecordFile(file));
    const record = startExitRecord(file, 3);
    expect(() => record.committed(4)).not.toThrow();
    // A key that is gone would be missed as a lost commit: the purge must wait.
    expect(record.removing()).toBe(false);
    expect(() => record.closed()).not.toThrow();
  });

  it('never join a transaction that an earlier failure left open: they would be answered for and not be there', () => {
    const folder = tempFolder();
    const store = open(folder);
    must(store.createConversation(conversation()));
    const statements = Object.getPrototypeOf(around(folder).prepare('SELECT 1')) as Record<'run', () => unknown>;
    const { run } = statements;
    // The write's own statement fails, and so does the rollback after it.
    statements.run = function (this: { readonly source: string }, ...args: readonly unknown[]) {
      if (!/^(BEGIN|SAVEPOINT)/.test(this.source)) throw new Database.SqliteError('full', 'SQLITE_FULL');
      return Reflect.apply(run, this, args) as unknown;
    };
    expect(store.append(entry('a', null))).toMatchObject({ error: { code: 'disk_full' } });
    statements.run = run;
    appendTo(store, entry('b', null));
    const reader = new Database(databaseIn(folder), { readonly: true });
    expect(reader.prepare('SELECT id FROM entries').pluck().all()).toEqual(['b']);
    reader.close();
  });

  it('a purge that the process did not survive leaves a record that misses nothing', () => {
    const file = databaseIn(tempFolder());
    writeFileSync(file, '');
    const record = startExitRecord(file, 7);
    expect(readLastExit(file)).toEqual({ kind: 'unclean', lastKey: 7 });
    expect(record.removing()).toBe(true);
    expect(readLastExit(file)).toEqual({ kind: 'unclean', lastKey: 0 });
  });
});
