import { copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BackupReason, TranscriptStore } from '../../../electron/app/ports.ts';
import type { TaskRun } from '../../../electron/app/interchange-ports.ts';
import { asConversationId } from '../../../electron/core/ids.ts';
import { backUp, type BackupJob, writeBackup } from '../../../native/sqlite/backup-database.ts';
import { listBackups } from '../../../native/sqlite/backup-list.ts';
import { attempt } from '../../../native/sqlite/sqlite-error.ts';
import { createStoreUpkeep } from '../../../native/sqlite/store-upkeep.ts';
import type { JobRun } from '../../../native/sqlite/job-run.ts';
import { conversation, entry, HOME, user } from '../../support/conformance-entries.ts';
import { appendTo, around, databaseIn, dropLater, must, open, tempFolder } from './temp-store.ts';

const workerEntry = path.join(import.meta.dirname, '../../../native/sqlite/store-worker.ts');
const run: JobRun = { checkpoint: () => undefined, progress: () => undefined };
const march = (day: number) => ({ now: Date.UTC(2026, 2, day), day: `2026-03-${String(day).padStart(2, '0')}` });
const job = (folder: string, reason: BackupReason, more: Partial<BackupJob> = {}): BackupJob => ({
  folder,
  backups: path.join(folder, 'backups'),
  reason,
  keep: 7,
  ...march(1),
  ...more,
});
const names = (folder: string) => readdirSync(path.join(folder, 'backups')).sort();
const upkeepOf = (folder: string) => createStoreUpkeep({ folder, workerEntry });
const unwatched = (): TaskRun => ({ signal: new AbortController().signal, progress: () => undefined });

function filled(): { folder: string; store: TranscriptStore } {
  const folder = tempFolder();
  const store = open(folder);
  must(store.createConversation(conversation()));
  for (let index = 0; index < 5; index++) appendTo(store, entry(`e${index}`, null, user(`数据库 ${index}`)));
  mkdirSync(path.join(folder, 'notes'));
  writeFileSync(path.join(folder, 'notes', '2026-03-01.md'), '- 记住这个\n');
  writeFileSync(path.join(folder, 'settings.json'), '{"theme":"dark"}');
  return { folder, store };
}

describe('a backup (B118)', () => {
  it('holds what is still in the log, opens alone, and is listed as verified', () => {
    const { folder } = filled();
    const made = backUp(job(folder, 'daily'), run);
    expect(made).toMatchObject({ reason: 'daily', verified: true, createdAt: Date.UTC(2026, 2, 1) });
    expect(names(folder)).toEqual(['transcripts-daily-2026-03-01T00-00-00.000Z.sqlite']);
    expect(listBackups(path.join(folder, 'backups'))).toMatchObject([{ file: made?.file, verified: true }]);
    const elsewhere = tempFolder();
    copyFileSync(made?.file ?? '', databaseIn(elsewhere));
    const copy = open(elsewhere);
    expect(copy.readAll(HOME)).toHaveLength(5);
    expect(copy.verify(HOME).ok).toBe(true);
    expect(copy.search({ text: '数据', limit: 9 })).toHaveLength(5);
    expect(appendTo(copy, entry('more', 'e4')).seq).toBe(6);
  });

  it('keeps the newest of a reason, whatever the clock says of the one just made', () => {
    const { folder, store } = filled();
    for (let day = 1; day <= 9; day++) {
      backUp(job(folder, 'daily', march(day)), run);
      appendTo(store, entry(`day${day}`, 'e4'));
    }
    backUp(job(folder, 'manual', march(10)), run);
    expect(names(folder)).toHaveLength(8);
    expect(names(folder)[0]).toContain('2026-03-03');
    appendTo(store, entry('later', 'e4'));
    const setBack = backUp(job(folder, 'daily', { now: 0, day: '1970-01-01' }), run);
    expect(names(folder)).toContain(path.basename(setBack?.file ?? ''));
    expect(names(folder)).toHaveLength(8);
  });

  it('is made once a day, and not at all while nothing changes', () => {
    const { folder, store } = filled();
    expect(backUp(job(folder, 'daily'), run)).not.toBeNull();
    appendTo(store, entry('same day', 'e4'));
    expect(backUp(job(folder, 'daily'), run)).toBeNull();
    expect(backUp(job(folder, 'daily', march(2)), run)).not.toBeNull();
    expect(backUp(job(folder, 'daily', march(3)), run)).toBeNull();
    expect(backUp(job(folder, 'manual', march(3)), run)).toBeNull();
    writeFileSync(path.join(folder, 'notes', '2026-03-01.md'), '- 另一个\n');
    expect(backUp(job(folder, 'daily', march(3)), run)).not.toBeNull();
    must(store.updateConversation(HOME, { title: 'New name' }));
    expect(backUp(job(folder, 'manual', march(4)), run)).not.toBeNull();
  });

  it('is not made of nothing, and comes before a purge unless one holds the whole conversation', () => {
    const empty = tempFolder();
    open(empty);
    expect(backUp(job(empty, 'manual'), run)).toBeNull();
    const { folder, store } = filled();
    expect(backUp(job(folder, 'purge', { purging: HOME }), run)).not.toBeNull();
    must(store.updateConversation(HOME, { trashedAt: 9 }));
    expect(backUp(job(folder, 'purge', { purging: HOME }), run)).toBeNull();
    appendTo(store, entry('one more', 'e4'));
    expect(backUp(job(folder, 'purge', { purging: HOME }), run)).not.toBeNull();
  });

  it('of a history that does not fit is kept, not called verified, and pushes no verified one out', () => {
    const { folder, store } = filled();
    const good = backUp(job(folder, 'manual', { keep: 1 }), run);
    around(folder).exec(`DROP TRIGGER entries_never_change; UPDATE entries SET hash = 'x' WHERE id = 'e2'`);
    appendTo(store, entry('later', 'e4'));
    const bad = backUp(job(folder, 'manual', { keep: 1, ...march(2) }), run);
    expect(bad?.verified).toBe(false);
    expect(names(folder)).toEqual([path.basename(good?.file ?? ''), path.basename(bad?.file ?? '')]);
  });

  it('that was cut afterwards is listed as not verified; other files are not listed', () => {
    const { folder } = filled();
    const made = backUp(job(folder, 'manual'), run);
    truncateSync(made?.file ?? '', 8192);
    writeFileSync(path.join(folder, 'backups', 'holiday.sqlite'), 'x');
    expect(listBackups(path.join(folder, 'backups'))).toMatchObject([{ file: made?.file, verified: false }]);
  });

  it('that cannot be written answers with a code and leaves nothing', () => {
    const { folder } = filled();
    const inTheWay = path.join(folder, 'taken');
    writeFileSync(inTheWay, '');
    const { purging: _none, ...options } = job(folder, 'manual', { backups: inTheWay });
    expect(attempt(() => writeBackup(around(folder), options, run))).toMatchObject({
      error: { code: 'backup_failed' },
    });
    const cancelled: JobRun = {
      ...run,
      checkpoint: () => {
        throw new Error('stopped');
      },
    };
    expect(() => backUp(job(folder, 'manual'), cancelled)).toThrow('stopped');
    expect(names(folder)).toEqual([]);
  });
});

describe('restoring a backup, in a worker', () => {
  it('makes a new folder with entries, notes and settings, and leaves the one in use alone', async () => {
    const { folder, store } = filled();
    const upkeep = upkeepOf(folder);
    const seen: (readonly [number, number | null])[] = [];
    const watched: TaskRun = { ...unwatched(), progress: (done, total) => seen.push([done, total]) };
    const made = must(await upkeep.backUp({ reason: 'manual', keep: 7, ...march(1) }, watched));
    appendTo(store, entry('after', 'e4'));
    expect(must(await upkeep.listBackups()).map(({ file }) => file)).toEqual([made?.file]);
    const { folder: restored, verified } = must(await upkeep.restore(made?.file ?? '', 0, watched));
    expect([restored, verified]).toEqual([`${folder}-restored-1970-01-01`, true]);
    const again = must(await upkeep.restore(made?.file ?? '', 0, unwatched()));
    expect(again.folder).toBe(`${folder}-restored-1970-01-01-2`);
    for (const place of [restored, again.folder]) dropLater(place);
    const opened = open(restored);
    expect(opened.readAll(HOME)).toEqual(store.readAll(HOME).slice(0, 5));
    expect(readFileSync(path.join(restored, 'notes', '2026-03-01.md'), 'utf8')).toBe('- 记住这个\n');
    expect(readFileSync(path.join(restored, 'settings.json'), 'utf8')).toBe('{"theme":"dark"}');
    expect(around(restored).prepare(`SELECT count(*) FROM sqlite_schema WHERE name GLOB 'backup*'`).pluck().get()).toBe(
      0,
    );
    expect(seen.every(([done, total]) => total !== null && done <= total)).toBe(true);
    expect(store.readAll(HOME)).toHaveLength(6);
  });

  it('refuses what is no transcript, what is not there and what is cancelled, and leaves nothing', async () => {
    const { folder } = filled();
    const upkeep = upkeepOf(folder);
    const foreign = path.join(folder, 'foreign.sqlite');
    writeFileSync(foreign, 'not a database, but long enough to be taken for one '.repeat(200));
    expect(await upkeep.restore(foreign, 0, unwatched())).toMatchObject({ error: { code: 'store_corrupt' } });
    expect(await upkeep.restore('/no/such', 0, unwatched())).toMatchObject({ error: { code: 'not_found' } });
    const made = must(await upkeep.backUp({ reason: 'manual', keep: 7, ...march(1) }, unwatched()));
    const stopped = { ...unwatched(), signal: AbortSignal.abort() };
    expect(await upkeep.restore(made?.file ?? '', 0, stopped)).toMatchObject({ error: { code: 'cancelled' } });
    expect(readdirSync(path.dirname(folder)).filter((name) => name.startsWith(`${path.basename(folder)}-`))).toEqual(
      [],
    );
  });

  it('never takes a path in it for one outside the new folder', async () => {
    const { folder } = filled();
    const upkeep = upkeepOf(folder);
    const made = must(await upkeep.backUp({ reason: 'manual', keep: 7, ...march(1) }, unwatched()));
    const copy = path.join(folder, 'edited.sqlite');
    copyFileSync(made?.file ?? '', copy);
    const elsewhere = tempFolder();
    copyFileSync(copy, databaseIn(elsewhere));
    around(elsewhere).exec(
      `INSERT INTO backup_files VALUES ('../escaped.md', x'41'), ('notes/../../escaped.md', x'41')`,
    );
    const { folder: restored } = must(await upkeep.restore(databaseIn(elsewhere), 0, unwatched()));
    dropLater(restored);
    expect(readdirSync(path.dirname(restored))).not.toContain('escaped.md');
    expect(readdirSync(restored).sort()).toEqual(['notes', 'settings.json', 'transcripts.sqlite']);
    expect(asConversationId(HOME)).toBe(HOME);
  });
});
