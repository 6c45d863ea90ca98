import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import {
  APPLICATION_ID,
  MIGRATIONS,
  migrate,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '../../../native/sqlite/migrate.ts';
import { conversation, entry, HOME } from '../../support/conformance-entries.ts';
import { appendTo, around, databaseIn, must, open, tempFolder, tryOpen } from './temp-store.ts';

/** A database as the given version left it: with a conversation and two entries, written in that version's own terms. */
function olderDatabase(folder: string, version: number): void {
  const db = new Database(databaseIn(folder));
  migrate(db, version);
  db.exec(`
    INSERT INTO conversations (key, id, title, created_at, updated_at, pinned, active_leaf, last_seq)
      VALUES (1, 'home', '"Old talk"', 1, 2, 0, 2, 2);
    INSERT INTO conversation_texts VALUES (1, '""', '"a draft"', '[]');
    INSERT INTO entries VALUES (1, 1, 1, NULL, 0, 0, NULL, 'a', 'message', 'user', 5, 'h1', '{"role":"user","text":"今天只改文档","type":"message"}');
    INSERT INTO entries VALUES (2, 1, 2, 1, 0, 1, 1, 'b', 'label', NULL, 6, 'h2', '{"text":"milestone","type":"label"}');
  `);
  db.close();
}

const content = (store: TranscriptStore) => ({
  conversation: store.readConversation(HOME),
  entries: store.readBranch(asEntryId('b')),
});

describe('migrations', () => {
  it('are numbered without gaps', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it('leave a new database at the newest version, marked as a transcript, readable by its owner alone', () => {
    const folder = tempFolder();
    open(folder);
    expect(readSchemaVersion(around(folder))).toBe(SCHEMA_VERSION);
    expect(around(folder).pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(existsSync(path.join(folder, 'backups'))).toBe(false);
  });

  it.each([1, 2, 3])('bring version %i up to date with every message, order and view as before (B83)', (version) => {
    const folder = tempFolder();
    olderDatabase(folder, version);
    const store = open(folder);
    expect(content(store)).toMatchObject({
      conversation: { title: 'Old talk', draft: 'a draft', activeLeafId: 'b' },
      entries: [
        { id: 'a', seq: 1, parentId: null, payload: { text: '今天只改文档' } },
        { id: 'b', seq: 2, parentId: 'a', hash: 'h2' },
      ],
    });
    expect(appendTo(store, entry('c', 'b'))).toMatchObject({ seq: 3 });
  });

  it('1 transcript: entries, branches and the triggers that guard them', () => {
    const db = new Database(':memory:');
    migrate(db, 1);
    db.exec(
      `INSERT INTO conversations (key, id, title, created_at, updated_at, pinned) VALUES (1, 'h', '""', 1, 1, 0)`,
    );
    db.exec(`INSERT INTO entries VALUES (1, 1, 1, NULL, 0, 0, NULL, 'a', 'label', NULL, 5, 'h', '{}')`);
    expect(() => db.exec('DELETE FROM entries')).toThrow();
    expect(() =>
      db.exec(`INSERT INTO entries VALUES (2, 1, 2, 7, 0, 1, 1, 'b', 'label', NULL, 5, 'h', '{}')`),
    ).toThrow();
    db.close();
  });

  it('2 waiting texts: go with their conversation', () => {
    const db = new Database(':memory:');
    db.pragma('foreign_keys = ON');
    migrate(db, 2);
    db.exec(`INSERT INTO conversations (key, id, title, created_at, updated_at, pinned) VALUES (1, 'h', '""', 1, 1, 0);
      INSERT INTO reply_checkpoints VALUES ('r', 1, '{}'); INSERT INTO queued_messages VALUES (1, 'q', 1, '{}');
      DELETE FROM conversations`);
    expect(
      db
        .prepare('SELECT (SELECT count(*) FROM reply_checkpoints) + (SELECT count(*) FROM queued_messages)')
        .pluck()
        .get(),
    ).toBe(0);
    db.close();
  });

  it('3 search: finds what was stored before it', () => {
    const folder = tempFolder();
    olderDatabase(folder, 2);
    const store = open(folder);
    // Beyond the newest entries, which a search reads by itself.
    must(store.appendAll(Array.from({ length: 500 }, (_, index) => entry(`n${index}`, null))));
    expect(store.search({ text: '改文', limit: 5 }).map(({ entryId }) => entryId)).toEqual(['a']);
    expect(store.search({ text: 'milestone', limit: 5 }).map(({ entryId }) => entryId)).toEqual(['b']);
  });

  it('4 short prefixes: a word that has only begun finds entries and notes from before', () => {
    const folder = tempFolder();
    olderDatabase(folder, 3);
    const db = new Database(path.join(folder, 'transcripts.sqlite'));
    db.exec(`INSERT INTO note_files VALUES ('notes/2026-03-01.md', 'h');
      INSERT INTO note_lines VALUES (1, 'notes/2026-03-01.md', '"- likes plain milestones"', 2, 9)`);
    db.close();
    const store = open(folder);
    must(store.appendAll(Array.from({ length: 500 }, (_, index) => entry(`n${index}`, null))));
    expect(store.search({ text: 'm', limit: 5 }).map(({ kind }) => kind)).toEqual(['note', 'message']);
    expect(store.search({ text: 'plain m', limit: 5 }).map(({ kind }) => kind)).toEqual(['note']);
  });

  it('keep a copy of the database as it was', () => {
    const folder = tempFolder();
    olderDatabase(folder, 2);
    open(folder);
    const copies = readdirSync(path.join(folder, 'backups'));
    expect(copies).toEqual([`transcripts-migration-2026-03-01T00-00-00.000Z.sqlite`]);
    const copy = new Database(path.join(folder, 'backups', copies[0] ?? ''), { readonly: true });
    expect([readSchemaVersion(copy), copy.prepare('SELECT count(*) FROM entries').pluck().get()]).toEqual([2, 2]);
    copy.close();
  });

  it('go on after one that was stopped in the middle', () => {
    const folder = tempFolder();
    olderDatabase(folder, 1);
    const db = new Database(databaseIn(folder));
    const stopped = () =>
      db
        .transaction(() => {
          MIGRATIONS[1]?.up(db);
          throw new Error('the power went');
        })
        .immediate();
    expect(stopped).toThrow('the power went');
    expect(readSchemaVersion(db)).toBe(1);
    db.close();
    expect(content(open(folder)).entries).toHaveLength(2);
  });

  it('of a newer version are read, never written, and the file stays as it is', () => {
    const folder = tempFolder();
    const first = open(folder);
    first.createConversation(conversation());
    appendTo(first, entry('a', null));
    first.close();
    const db = new Database(databaseIn(folder));
    db.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    const bytes = readFileSync(databaseIn(folder));

    const store = open(folder);
    expect(store.readOnly).toBe(true);
    expect(store.readAll(HOME)).toMatchObject([{ id: 'a' }]);
    expect(store.search({ text: 'a', limit: 5 })).toHaveLength(1);
    expect(store.verify(HOME).ok).toBe(true);
    const refused = { ok: false, error: { code: 'store_newer_version' } };
    const message = { id: asEntryId('q'), conversationId: HOME, text: '', queuedAt: 1 };
    const reply = {
      entryId: asEntryId('r'),
      conversationId: HOME,
      parentId: asEntryId('a'),
      modelId: null,
      startedAt: 1,
      text: '',
      thinking: '',
    };
    expect([
      store.append(entry('b', 'a')),
      store.appendIf(entry('b', 'a'), 1),
      store.appendAll([entry('b', 'a')]),
      store.createConversation(conversation()),
      store.updateConversation(HOME, { title: 'x' }),
      store.purgeConversation(HOME),
      store.checkpointReply(reply),
      store.dropCheckpoint(asEntryId('r')),
      store.queueMessage(message),
      store.unqueueMessage(asEntryId('q')),
      store.indexNote('notes/x.md', 'x'),
    ]).toEqual(Array.from({ length: 11 }, () => refused));
    store.close();
    expect(readFileSync(databaseIn(folder)).equals(bytes)).toBe(true);
    expect(tryOpen(folder)).toMatchObject({ ok: true, value: { readOnly: true } });
  });
});
