// Keeps the full-text index in step: entries as they are written, notes as their files change.
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { EntryPayload } from '../../electron/core/transcript/entry.ts';
import { foldText, searchableText, toIndexText } from './search-text.ts';

/** Runs inside the transaction that writes the entry. */
export function createEntryIndexer(db: Database): (key: number, payload: EntryPayload) => void {
  const insert = db.prepare('INSERT INTO entry_search (rowid, text) VALUES (?, ?)');
  return (key, payload) => {
    const text = searchableText(payload);
    if (text !== '') insert.run(key, toIndexText(foldText(text)));
  };
}

/** Indexes every entry that is stored, for a database that had no index or a damaged one. */
export function fillEntryIndex(db: Database): void {
  const index = createEntryIndexer(db);
  const rows = db.prepare<[number], { readonly key: number; readonly payload: string }>(
    'SELECT key, payload FROM entries WHERE key > ? ORDER BY key LIMIT 500',
  );
  let after = 0;
  for (let batch = rows.all(after); batch.length > 0; batch = rows.all(after)) {
    for (const { key, payload } of batch) {
      index(key, JSON.parse(payload) as EntryPayload);
      after = key;
    }
  }
}

export function rebuildSearchIndex(db: Database): void {
  db.transaction(() => {
    db.exec(`INSERT INTO entry_search (entry_search) VALUES ('delete-all')`);
    fillEntryIndex(db);
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

/** The lines worth finding: neither blank ones nor the front matter. */
export function noteLines(content: string): readonly string[] {
  const body = content.replace(/^\ufeff?---\r?\n[^]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  return body.split(/\r?\n/).filter((line) => line.trim() !== '');
}
