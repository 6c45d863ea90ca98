// Appends per second through the store against bare inserts of the same bytes, both committed one by one at synchronous=FULL.

import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { asConversationId, asEntryId, type EntryId } from '../../../electron/core/ids.ts';
import type { NewEntry } from '../../../electron/core/transcript/entry.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { type BenchResult, benchResult } from '../bench-result.ts';
import { elapsedMs, medianRatio } from '../ratio.ts';
import { conversation, createRandom, must, writeText } from './long-conversation.ts';

/** Two batches of the index. Short rounds, and many: how long a disk takes to confirm a write changes from second to second. */
const APPENDS = 128;
const ROUNDS = 25;

export async function measureAppend(folder: string): Promise<BenchResult> {
  const store = must(openTranscriptStore({ folder: mkdtempSync(path.join(folder, 'append-')) }));
  const raw = openRaw(path.join(mkdtempSync(path.join(folder, 'raw-')), 'raw.sqlite'));
  const conversationId = asConversationId('append');
  must(store.createConversation(conversation(conversationId)));
  const random = createRandom(11);
  let count = 0;
  const write = () => writeText((count += 1) + 10, random);
  let last: EntryId | null = null;
  const makeEntries = (): readonly NewEntry[] =>
    texts(write).map((text, index) => {
      const id = asEntryId(`m${count}-${index}`);
      const entry: NewEntry = {
        id,
        conversationId,
        parentId: last,
        createdAt: index,
        payload: { type: 'message', role: 'user', text },
      };
      last = id;
      return entry;
    });
  try {
    const ratio = await medianRatio(
      () => timeRaw(raw, texts(write)),
      () => {
        const entries = makeEntries();
        return elapsedMs(() => entries.forEach((entry) => must(store.append(entry))));
      },
      ROUNDS,
    );
    const detail = { storeMs: ratio.detail.theirsMs, rawMs: ratio.detail.oursMs, appends: APPENDS };
    return benchResult({ name: 'store.appendOverRaw', unit: 'ratio', goal: '>= 0.8', ...ratio, detail });
  } finally {
    store.close();
    raw.close();
  }
}

function openRaw(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE raw (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, payload TEXT NOT NULL) STRICT');
  return db;
}

const texts = (write: () => string): readonly string[] => Array.from({ length: APPENDS }, write);

let rawCount = 0;
function timeRaw(db: Database.Database, payloads: readonly string[]): Promise<number> {
  const insert = db.prepare('INSERT INTO raw (id, payload) VALUES (?, ?)');
  const rows = payloads.map((text) => [`r${(rawCount += 1)}`, JSON.stringify({ type: 'message', role: 'user', text })]);
  return elapsedMs(() => rows.forEach((row) => insert.run(...row)));
}
