// Damage as disks and people make it: what can be read comes into a new folder, what cannot is told, the damaged file stays as it is.
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TaskRun } from '../../../electron/app/interchange-ports.ts';
import { asConversationId, asEntryId } from '../../../electron/core/ids.ts';
import { createStoreUpkeep } from '../../../native/sqlite/store-upkeep.ts';
import { conversation, entry, user } from '../../support/conformance-entries.ts';
import { around, databaseIn, dropLater, must, open, tempFolder, tryOpen } from './temp-store.ts';

const workerEntry = path.join(import.meta.dirname, '../../../native/sqlite/store-worker.ts');
const PAGE = 4096;
const ENTRIES = 400;
const ids = ['one', 'two'].map(asConversationId);
const [ONE] = ids as [(typeof ids)[number]];

/** Two conversations, the second with a branch and a queued message; notes beside them. */
function filled(): string {
  const folder = tempFolder();
  const store = open(folder);
  for (const id of ids) {
    must(store.createConversation({ ...conversation(), id, title: `About ${id}`, draft: `a draft in ${id}` }));
    const entries = Array.from({ length: ENTRIES }, (_, index) =>
      entry(`${id}-${index}`, index === 0 ? null : `${id}-${index - 1}`, user(`words ${index} of ${id}, `.repeat(9))),
    );
    must(store.appendAll(entries.map((one) => ({ ...one, conversationId: id }))));
    must(store.updateConversation(id, { activeLeafId: asEntryId(`${id}-${ENTRIES - 1}`) }));
  }
  must(store.queueMessage({ id: asEntryId('waits'), conversationId: ONE, text: 'still to be sent', queuedAt: 1 }));
  mkdirSync(path.join(folder, 'notes'));
  writeFileSync(path.join(folder, 'notes', '2026-03-01.md'), '- a note\n');
  store.close();
  return folder;
}

async function salvage(folder: string) {
  const run: TaskRun = { signal: new AbortController().signal, progress: () => undefined };
  const answer = await createStoreUpkeep({ folder, workerEntry }).salvage({ now: 0 }, run);
  if (answer.ok) dropLater(answer.value.folder);
  return answer;
}

/** Pages of the entries' own table, by what SQLite says of them. */
function pagesOf(folder: string, table: string): readonly number[] {
  const db = around(folder);
  const rows = db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno').pluck();
  const pages = rows.all(table);
  db.close();
  return pages;
}

function overwrite(folder: string, page: number, bytes: Buffer): void {
  const descriptor = openSync(databaseIn(folder), 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, (page - 1) * PAGE);
  closeSync(descriptor);
}

describe('a damaged database', () => {
  it.each([
    [
      'pages of zeros in the middle',
      (folder: string) => {
        const pages = pagesOf(folder, 'entries');
        for (const at of [0.3, 0.31, 0.6])
          overwrite(folder, pages[Math.floor(pages.length * at)] ?? 0, Buffer.alloc(PAGE));
      },
    ],
    [
      'a cut file',
      (folder: string) => truncateSync(databaseIn(folder), readFileSync(databaseIn(folder)).length - 12 * PAGE),
    ],
    [
      'flipped bytes in a page of entries',
      (folder: string) => {
        const pages = pagesOf(folder, 'entries');
        overwrite(folder, pages[Math.floor(pages.length / 2)] ?? 0, Buffer.alloc(PAGE, 0xa5));
      },
    ],
  ] as const)('with %s is not opened and not changed; a salvage brings what can be read', async (_name, damage) => {
    const folder = filled();
    damage(folder);
    const before = readFileSync(databaseIn(folder));
    expect(tryOpen(folder)).toMatchObject({ ok: false, error: { code: 'store_corrupt' } });
    const report = must(await salvage(folder));
    expect(readFileSync(databaseIn(folder)).equals(before)).toBe(true);
    const store = open(report.folder);
    const kept = ids.flatMap((id) => store.readAll(id));
    expect(kept).toHaveLength(report.entries);
    expect(report.entries + report.missing).toBe(2 * ENTRIES);
    expect(report.entries).toBeGreaterThan(ENTRIES);
    for (const one of kept) {
      const index = Number(one.id.split('-')[1]);
      expect(one.payload).toEqual(user(`words ${index} of ${one.conversationId}, `.repeat(9)));
    }
    for (const id of ids) {
      expect(store.verify(id).ok).toBe(true);
      expect(store.readConversation(id)).toMatchObject({ title: `About ${id}`, draft: `a draft in ${id}` });
    }
    expect(store.listQueued(ONE).map(({ text }) => text)).toEqual(['still to be sent']);
    expect(readdirSync(path.join(report.folder, 'notes'))).toEqual(['2026-03-01.md']);
    expect(JSON.parse(readFileSync(report.reportFile, 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('whose words were changed in place keeps them, and tells which', async () => {
    const folder = filled();
    const db = around(folder);
    db.exec(
      `DROP TRIGGER entries_never_change; UPDATE entries SET payload = replace(payload, 'words 7 of', 'lies 7 of') WHERE id = 'one-7'`,
    );
    db.close();
    const report = must(await salvage(folder));
    expect(report).toMatchObject({ entries: 2 * ENTRIES, missing: 0 });
    expect(report.damaged).toMatchObject([{ conversationId: 'one', alteredIds: ['one-7'], movedIds: [] }]);
  });

  it('with the search index alone damaged opens at once, entries untouched, and finds again', () => {
    const folder = filled();
    const store = open(folder);
    const before = store.readAll(ONE);
    expect(store.search({ text: 'words 7 of one', limit: 5 })).toHaveLength(1);
    store.close();
    const pages = pagesOf(folder, 'entry_search_data');
    for (const page of pages) overwrite(folder, page, Buffer.alloc(PAGE));
    const again = open(folder);
    expect(again.readAll(ONE)).toEqual(before);
    expect(again.search({ text: 'words 7 of one', limit: 5 })).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('backups'))).toEqual([]);
  });

  it('that is none of ours, empty or gone is told so, and gives nothing', async () => {
    for (const content of ['', 'not a database, but long enough to be taken for one '.repeat(300)]) {
      const folder = tempFolder();
      writeFileSync(databaseIn(folder), content);
      expect(tryOpen(folder)).toMatchObject({ ok: false, error: { code: 'store_corrupt' } });
      expect(await salvage(folder)).toMatchObject({ ok: false, error: { code: 'store_corrupt' } });
      expect(readFileSync(databaseIn(folder), 'utf8')).toBe(content);
      expect(readdirSync(path.dirname(folder)).filter((name) => name.startsWith(`${path.basename(folder)}-`))).toEqual(
        [],
      );
    }
  });
});
