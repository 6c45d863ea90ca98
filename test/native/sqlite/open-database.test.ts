import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { conversation, entry, HOME, user } from '../../support/conformance-entries.ts';
import { appendTo, around, databaseIn, must, open, tempFolder, tryOpen } from './temp-store.ts';

const SIDE_FILES = ['', '-wal', '-shm', '.state'];

/** A folder as a killed process leaves it: committed entries in the log only. */
function killedFolder(entries: number): string {
  const [lived, left] = [tempFolder(), tempFolder()];
  const store = open(lived);
  store.createConversation(conversation());
  must(store.appendAll(many(entries, () => 'words '.repeat(50))));
  for (const side of SIDE_FILES) copyFileSync(databaseIn(lived) + side, databaseIn(left) + side);
  return left;
}

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => entry(`e${index}`, null, user(text(index))));

function closedFolder(entries: number): string {
  const folder = killedFolder(entries);
  open(folder).close();
  return folder;
}

function overwrite(file: string, at: number, bytes: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 0x5a), 0, bytes, at);
  closeSync(descriptor);
}

const corrupt = (what: string) => ({ ok: false, error: { code: 'store_corrupt', detail: { what } } });

describe('opening (B76)', () => {
  it('finds every committed message after a killed process', () => {
    const store = open(killedFolder(50));
    expect(store.readAll(HOME)).toHaveLength(50);
    expect(store.verify(HOME).ok).toBe(true);
  });

  it('is not troubled by an empty log left behind', () => {
    const folder = closedFolder(5);
    writeFileSync(`${databaseIn(folder)}-wal`, '');
    writeFileSync(`${databaseIn(folder)}-shm`, '');
    expect(open(folder).readAll(HOME)).toHaveLength(5);
  });

  it('is not troubled by another program that put the log away', () => {
    const folder = killedFolder(5);
    const other = new Database(databaseIn(folder));
    other.prepare('SELECT count(*) FROM entries').get();
    other.close();
    expect(existsSync(`${databaseIn(folder)}-wal`)).toBe(false);
    expect(open(folder).readAll(HOME)).toHaveLength(5);
  });

  it('says so when 4 kB in the middle were overwritten, and leaves the file', () => {
    const folder = closedFolder(200);
    const file = databaseIn(folder);
    overwrite(file, Math.floor(statSync(file).size / 8192) * 4096, 4096);
    const damaged = readFileSync(file);
    expect(tryOpen(folder)).toMatchObject({ error: { code: 'store_corrupt' } });
    expect(tryOpen(folder)).toMatchObject({ error: { code: 'store_corrupt' } });
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  it('finds damage on any page, or has every message', () => {
    const folder = closedFolder(60);
    const whole = readFileSync(databaseIn(folder));
    const outcomes = new Set<string>();
    for (let at = 0; at < whole.length; at += 4096) {
      const copy = tempFolder();
      writeFileSync(databaseIn(copy), whole);
      overwrite(databaseIn(copy), at, 4096);
      const result = tryOpen(copy);
      outcomes.add(result.ok ? 'whole' : result.error.code);
      if (result.ok)
        expect([at, result.value.verify(HOME)]).toEqual([at, { ok: true, entries: 60, firstBadEntryId: null }]);
    }
    expect([...outcomes]).toContain('store_corrupt');
    expect([...outcomes].every((outcome) => outcome === 'store_corrupt' || outcome === 'whole')).toBe(true);
  });

  it.each([0.5, 0.1])('says so when the file was cut to %d of its size', (share) => {
    const folder = closedFolder(200);
    truncateSync(databaseIn(folder), Math.floor(statSync(databaseIn(folder)).size * share));
    expect(tryOpen(folder)).toMatchObject({ error: { code: 'store_corrupt' } });
  });

  it('says so when the file was cut to nothing, is gone, or is no database', () => {
    const empty = closedFolder(1);
    truncateSync(databaseIn(empty), 0);
    expect(tryOpen(empty)).toEqual(corrupt('empty_file'));
    expect(statSync(databaseIn(empty)).size).toBe(0);

    const gone = killedFolder(1);
    rmSync(databaseIn(gone));
    expect(tryOpen(gone)).toEqual(corrupt('file_missing'));
    rmSync(`${databaseIn(gone)}-wal`);
    expect(tryOpen(gone)).toEqual(corrupt('file_missing'));
    expect(existsSync(databaseIn(gone))).toBe(false);

    const other = tempFolder();
    writeFileSync(databaseIn(other), 'this is a text file, long enough to be looked at\n'.repeat(200));
    expect(tryOpen(other)).toMatchObject({ error: { code: 'store_corrupt' } });
    expect(readFileSync(databaseIn(other), 'utf8').startsWith('this is a text file')).toBe(true);
  });

  it('says so when the file is some other database', () => {
    const folder = tempFolder();
    const db = new Database(databaseIn(folder));
    db.exec('CREATE TABLE other (x)');
    db.close();
    expect(tryOpen(folder)).toEqual(corrupt('not_a_transcript'));
  });

  it('says so when the log with committed messages is gone', () => {
    const folder = killedFolder(5);
    rmSync(`${databaseIn(folder)}-wal`);
    rmSync(`${databaseIn(folder)}-shm`);
    expect(tryOpen(folder)).toMatchObject({
      error: { code: 'store_corrupt', detail: { what: 'commits_missing', missing: 5 } },
    });
  });

  it('takes a purge for no loss', () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    appendTo(store, entry('a', null));
    store.updateConversation(HOME, { trashedAt: 1 });
    store.purgeConversation(HOME);
    const left = tempFolder();
    for (const side of SIDE_FILES) copyFileSync(databaseIn(folder) + side, databaseIn(left) + side);
    expect(open(left).listConversations({ trashed: true })).toEqual([]);
  });

  it('starts again after a first start that broke off', () => {
    const folder = tempFolder();
    writeFileSync(`${databaseIn(folder)}.new`, 'half');
    expect(open(folder).listConversations({ trashed: false })).toEqual([]);
    expect(existsSync(`${databaseIn(folder)}.new`)).toBe(false);
  });

  it('opens a copy put back from a backup, whatever the log beside it said', () => {
    const folder = closedFolder(3);
    const copy = readFileSync(databaseIn(folder));
    const store = open(folder);
    appendTo(store, entry('later', null));
    store.close();
    writeFileSync(databaseIn(folder), copy);
    expect(open(folder).readAll(HOME)).toHaveLength(3);
  });

  it('rebuilds a damaged search index from the transcript', () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    for (let index = 0; index < 700; index++)
      appendTo(store, entry(`e${index}`, null, user(`message number ${index}`)));
    store.close();
    const db = around(folder);
    db.unsafeMode(true);
    db.exec(`UPDATE entry_search_data SET block = zeroblob(200) WHERE id > 10`);
    db.close();
    const again = open(folder);
    expect(again.search({ text: 'number 3', limit: 3 }).map(({ entryId }) => entryId)).toEqual([
      'e399',
      'e398',
      'e397',
    ]);
    expect(again.search({ text: 'number 7', limit: 200 })).toHaveLength(11);
  });
});
