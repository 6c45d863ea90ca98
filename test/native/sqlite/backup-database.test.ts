import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpDaily, backUpDatabase } from '../../../native/sqlite/backup-database.ts';
import { conversation, entry, HOME, user } from '../../support/store-conformance.ts';
import { appendTo, around, databaseIn, must, open, tempFolder } from './temp-store.ts';

describe('a backup (B118)', () => {
  const filled = () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    for (let index = 0; index < 5; index++) appendTo(store, entry(`e${index}`, null, user(`数据库 ${index}`)));
    return { folder, store };
  };

  it('holds what is still in the log, and opens alone', () => {
    const { folder } = filled();
    const file = must(backUpDatabase(around(folder), { folder, now: Date.UTC(2026, 2, 1), kind: 'daily' }));
    expect(path.relative(folder, file)).toBe('backups/transcripts-daily-2026-03-01T00-00-00.000Z.sqlite');
    const elsewhere = tempFolder();
    copyFileSync(file, databaseIn(elsewhere));
    const copy = open(elsewhere);
    expect(copy.readAll(HOME)).toHaveLength(5);
    expect(copy.verify(HOME).ok).toBe(true);
    expect(copy.search({ text: '数据', limit: 9 })).toHaveLength(5);
    expect(appendTo(copy, entry('more', 'e4')).seq).toBe(6);
  });

  it('keeps the newest seven of a kind', () => {
    const { folder } = filled();
    for (let day = 1; day <= 9; day++)
      must(backUpDatabase(around(folder), { folder, now: Date.UTC(2026, 2, day), kind: 'daily' }));
    must(backUpDatabase(around(folder), { folder, now: 0, kind: 'before-v9' }));
    const names = readdirSync(path.join(folder, 'backups')).sort();
    expect(names).toHaveLength(8);
    expect(names.filter((name) => name.includes('daily'))[0]).toContain('2026-03-03');
  });

  it('is made once a day while the app runs', () => {
    const { folder, store } = filled();
    const now = Date.now();
    const hours = (count: number) => now + count * 3_600_000;
    expect(must(backUpDaily({ folder, now }))).toContain('transcripts-daily-');
    expect(backUpDaily({ folder, now: hours(3) })).toEqual({ ok: true, value: null });
    appendTo(store, entry('next day', 'e4'));
    expect(must(backUpDaily({ folder, now: hours(24) }))).toContain('transcripts-daily-');
    expect(readdirSync(path.join(folder, 'backups'))).toHaveLength(2);
    expect(backUpDaily({ folder: tempFolder(), now })).toMatchObject({ ok: false });
  });

  it('that cannot be written answers with a code and leaves nothing', () => {
    const { folder } = filled();
    const target = mkdtempSync(path.join(tmpdir(), 'holdfast-full-'));
    writeFileSync(path.join(target, 'backups'), 'in the way');
    expect(backUpDatabase(around(folder), { folder: target, now: 0, kind: 'daily' })).toMatchObject({ ok: false });
    expect(readdirSync(target)).toEqual(['backups']);
  });
});
