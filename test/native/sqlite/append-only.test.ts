import { describe, expect, it } from 'vitest';
import { conversation, entry, HOME } from '../../support/conformance-entries.ts';
import { appendTo, around, open, tempFolder } from './temp-store.ts';

describe('the database itself', () => {
  const filled = () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    for (const [id, parent] of [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['x', 'a'],
    ] as const)
      appendTo(store, entry(id, parent));
    return { store, db: around(folder) };
  };

  it('runs with the promised pragmas', () => {
    const folder = tempFolder();
    open(folder).createConversation(conversation());
    expect(around(folder).pragma('journal_mode', { simple: true })).toBe('wal');
    const tables = around(folder)
      .prepare(
        `SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_search_*'`,
      )
      .all();
    expect(tables).toEqual([]);
  });

  it.each([
    `UPDATE entries SET payload = '{}' WHERE id = 'b'`,
    `UPDATE entries SET seq = 9 WHERE id = 'b'`,
    `UPDATE OR REPLACE entries SET id = 'c' WHERE id = 'b'`,
    `DELETE FROM entries`,
    `DELETE FROM entries WHERE id = 'x'`,
    `INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE id = 'b'`,
    `REPLACE INTO entries SELECT key + 100, conversation, seq, parent, apart, depth, jump, id || '2', type, role, created_at, hash, payload
       FROM entries WHERE id = 'b'`,
    `INSERT INTO entries SELECT key + 100, conversation, 99, 98, 1, depth, jump, 'z', type, role, created_at, hash, payload
       FROM entries WHERE id = 'b'`,
    `INSERT INTO purges SELECT key FROM conversations`,
  ])('refuses, whoever asks: %s', (sql) => {
    const { store, db } = filled();
    const before = store.readAll(HOME);
    expect(() => db.exec(sql)).toThrow();
    expect(store.readAll(HOME)).toEqual(before);
    expect(store.verify(HOME)).toMatchObject({ ok: true, entries: 4 });
  });

  it('lets entries go with their purged conversation only, and forgets the permit', () => {
    const { store, db } = filled();
    store.updateConversation(HOME, { trashedAt: 1 });
    expect(() => db.exec(`DELETE FROM entries`)).toThrow();
    store.purgeConversation(HOME);
    for (const table of [
      'conversations',
      'conversation_texts',
      'entries',
      'purges',
      'reply_checkpoints',
      'queued_messages',
    ]) {
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    }
  });

  it('notices a changed, a missing and a moved entry', () => {
    const tamper = (sql: string) => {
      const { store, db } = filled();
      db.exec(`DROP TRIGGER entries_never_change; DROP TRIGGER entries_stay; ${sql}`);
      return store.verify(HOME);
    };
    const changed = `UPDATE entries SET payload = replace(payload, '"b"', '"B"') WHERE id = 'b'`;
    expect(tamper(changed)).toEqual({ ok: false, entries: 4, firstBadEntryId: 'b' });
    expect(tamper(`UPDATE entries SET payload = '{' WHERE id = 'c'`)).toMatchObject({ firstBadEntryId: 'c' });
    expect(tamper(`UPDATE entries SET hash = replace(hash, substr(hash, 1, 1), 'g') WHERE id = 'a'`)).toMatchObject({
      firstBadEntryId: 'a',
    });
    expect(tamper(`UPDATE entries SET parent = 1 WHERE id = 'c'`)).toMatchObject({ firstBadEntryId: 'c' });
    expect(tamper(`UPDATE entries SET role = 'assistant' WHERE id = 'c'`)).toMatchObject({ firstBadEntryId: 'c' });
    expect(tamper(`UPDATE entries SET created_at = 1 WHERE id = 'c'`)).toMatchObject({ firstBadEntryId: 'c' });
    expect(tamper(`DELETE FROM entries WHERE id = 'b'`)).toEqual({ ok: false, entries: 3, firstBadEntryId: 'c' });
    expect(tamper(`DELETE FROM entries WHERE id = 'x'`)).toEqual({ ok: false, entries: 3, firstBadEntryId: null });
  });
});
