// Keeps the full-text index in step. Notes are indexed as their files change. Entries are indexed in batches, in order of their
// keys, and `indexed_to` tells how far: it is stored with the batch, so index and transcript never disagree, and a search reads the
// entries after it themselves. One by one they would triple what a commit writes, and a damaged index would refuse messages.
import { createHash } from 'node:crypto';
import Sqlite, { type Database } from 'better-sqlite3';
import type { EntryPayload } from '../../electron/core/transcript/entry.ts';
import { foldText, searchableText, toIndexText } from './search-text.ts';
import { attempt } from './sqlite-error.ts';

/** Entries, and UTF-16 units of payload, that may wait for their place in the index: what a search reads by itself stays small. */
const BATCH_ENTRIES = 64;
const BATCH_LENGTH = 500_000;

/** @returns told what was committed; indexes once enough waits. A batch that fails (full disk, damaged index) waits for the next call. */
export function createIndexKeeper(
  db: Database,
): (added: { readonly entries: number; readonly length: number }) => void {
  const index = db.transaction(() => indexEntries(db)).immediate;
  const waiting = db
    .prepare<[], { readonly entries: number; readonly length: number }>(
      `SELECT count(*) AS entries, coalesce(sum(octet_length(payload)), 0) AS length FROM entries
       WHERE key > (SELECT indexed_to FROM search_state)`,
    )
    .get();
  let entries = waiting?.entries ?? 0;
  let length = waiting?.length ?? 0;
  return (added) => {
    entries += added.entries;
    length += added.length;
    if (entries < BATCH_ENTRIES && length < BATCH_LENGTH) return;
    if (attempt(index).ok) entries = length = 0;
  };
}

/** Indexes every entry that is not, inside the caller's transaction. */
export function indexEntries(db: Database): void {
  const insert = db.prepare('INSERT INTO entry_search (rowid, text) VALUES (?, ?)');
  const rows = db.prepare<[number], { readonly key: number; readonly payload: string }>(
    'SELECT key, payload FROM entries WHERE key > ? ORDER BY key LIMIT 500',
  );
  let indexedTo = db.prepare<[], number>('SELECT indexed_to FROM search_state').pluck().get() ?? 0;
  for (let batch = rows.all(indexedTo); batch.length > 0; batch = rows.all(indexedTo)) {
    for (const { key, payload } of batch) {
      const text = searchableText(JSON.parse(payload) as EntryPayload);
      if (text !== '') insert.run(key, toIndexText(foldText(text)));
      indexedTo = key;
    }
  }
  db.prepare('UPDATE search_state SET indexed_to = ?').run(indexedTo);
}

/** From the stored texts, for an index that is damaged. Where its tables cannot even be emptied, they are made anew. */
export function rebuildSearchIndex(db: Database): void {
  try {
    refillIndex(db);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))) throw error;
    replaceIndexTables(db);
    refillIndex(db);
  }
}

/** Damaged pages cannot be given back one by one: the tables are forgotten, and writing the file anew leaves their pages out. */
function replaceIndexTables(db: Database): void {
  db.unsafeMode(true);
  try {
    const tables = db
      .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE sql GLOB 'CREATE VIRTUAL TABLE *_search*'`)
      .pluck()
      .all();
    db.pragma('writable_schema = ON');
    db.transaction(() => {
      db.exec(`DELETE FROM sqlite_schema WHERE tbl_name GLOB 'entry_search*' OR tbl_name GLOB 'note_search*'`);
    }).immediate();
    db.pragma('writable_schema = RESET');
    db.exec('VACUUM');
    for (const table of tables) db.exec(table);
  } finally {
    db.unsafeMode(false);
  }
}

function refillIndex(db: Database): void {
  db.transaction(() => {
    db.exec(`INSERT INTO entry_search (entry_search) VALUES ('delete-all'); UPDATE search_state SET indexed_to = 0`);
    indexEntries(db);
    db.exec(`INSERT INTO note_search (note_search) VALUES ('delete-all')`);
    const index = db.prepare('INSERT INTO note_search (rowid, text) VALUES (?, ?)');
    const lines = db.prepare<[], { readonly key: number; readonly text: string }>('SELECT key, text FROM note_lines');
    for (const { key, text } of lines.all()) index.run(key, toIndexText(foldText(JSON.parse(text) as string)));
  }).immediate();
}

interface KnownLine {
  readonly text: string;
  readonly afterEntry: number;
  readonly seenAt: number;
}

/** @returns (file, content, now): replaces what is indexed of a notes file; null content: the file is gone. */
export function createNoteIndexer(db: Database): (file: string, content: string | null, now: number) => void {
  const knownHash = db.prepare<[string], string>('SELECT content_hash FROM note_files WHERE file = ?').pluck();
  const knownLines = db.prepare<[string], KnownLine>(
    'SELECT text, after_entry AS afterEntry, seen_at AS seenAt FROM note_lines WHERE file = ?',
  );
  const newestEntry = db.prepare<[], number>('SELECT coalesce(max(key), 0) FROM entries').pluck();
  const unindex = db.prepare('DELETE FROM note_search WHERE rowid IN (SELECT key FROM note_lines WHERE file = ?)');
  const forget = db.prepare('DELETE FROM note_files WHERE file = ?');
  const addFile = db.prepare('INSERT INTO note_files (file, content_hash) VALUES (?, ?)');
  const addLine = db.prepare('INSERT INTO note_lines (file, text, after_entry, seen_at) VALUES (?, ?, ?, ?)');
  const index = db.prepare('INSERT INTO note_search (rowid, text) VALUES (?, ?)');

  return db.transaction((file: string, content: string | null, now: number): void => {
    const hash = content === null ? null : createHash('sha256').update(content).digest('hex');
    if (hash !== null && hash === knownHash.get(file)) return;
    const known = new Map(knownLines.all(file).map((line) => [line.text, line]));
    unindex.run(file);
    forget.run(file);
    if (content === null || hash === null) return;
    addFile.run(file, hash);
    const afterEntry = newestEntry.get() ?? 0;
    for (const line of noteLines(content)) {
      const text = JSON.stringify(line);
      const before = known.get(text) ?? { afterEntry, seenAt: now };
      const { lastInsertRowid } = addLine.run(file, text, before.afterEntry, before.seenAt);
      index.run(lastInsertRowid, toIndexText(foldText(line)));
    }
  }).immediate;
}

/** The lines worth finding, as a reader sees them: no blank ones, no front matter, no link to where a note comes from. */
export function noteLines(content: string): readonly string[] {
  const body = content.replace(/^\ufeff?---\r?\n[^]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  const lines = body.split(/\r?\n/).map((line) => line.replace(/\s*\(\[source\]\([^)]*\)\)\s*$/, ''));
  return lines.filter((line) => line.trim() !== '');
}
