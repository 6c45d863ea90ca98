import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitRecordFile, startExitRecord } from '../../../native/sqlite/exit-record.ts';
import { fromSqlite } from '../../../native/sqlite/sqlite-error.ts';
import { createAppender } from '../../../native/sqlite/append-entries.ts';
import { attempt } from '../../../native/sqlite/sqlite-error.ts';
import { conversation, entry, HOME, user } from '../../support/store-conformance.ts';
import { appendTo, around, databaseIn, open, tempFolder } from './temp-store.ts';

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
    expect(() => record.closed()).not.toThrow();
  });
});
