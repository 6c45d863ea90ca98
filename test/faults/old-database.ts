// A data folder as an older version left it: made by that version's own migrations, with a conversation in it.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import { createAppender } from '../../native/sqlite/append-entries.ts';
import { createConversationTable } from '../../native/sqlite/conversation-table.ts';
import { databaseFile } from '../../native/sqlite/database-file.ts';
import { migrate } from '../../native/sqlite/migrate.ts';
import { type Journal, recordOf } from './journal.ts';

const OLD = 'old-talk';

/** Appending needs the tables of version 2; a database of version 1 is made one and then taken back. */
export function makeOldDatabase(folder: string, version: number, journal: Journal): void {
  const db = new Database(databaseFile(folder));
  migrate(db, Math.max(2, version));
  const conversation: Conversation = {
    id: asConversationId(OLD),
    title: 'From before',
    createdAt: 1,
    updatedAt: 1,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: '',
    draft: 'an old draft',
    modelId: null,
    pins: [],
  };
  createConversationTable(db).createConversation(conversation);
  const appender = createAppender(db, () => undefined);
  for (let index = 0; index < 60; index++) {
    const text = `old words ${index}`;
    const id = asEntryId(`old-${index}`);
    const parentId = index === 0 ? null : asEntryId(`old-${index - 1}`);
    const payload = { type: 'message', role: 'user', text } as const;
    const added = { id, conversationId: conversation.id, parentId, createdAt: index, payload };
    const hash = appender.append([added], null)[0]?.hash ?? '';
    journal.words.set(id, { conversationId: OLD, text });
    journal.entries.set(id, { conversationId: OLD, hash });
  }
  if (version === 1) {
    db.exec('DROP TABLE reply_checkpoints; DROP TABLE queued_messages');
    db.pragma('user_version = 1');
  }
  db.close();
  const record = recordOf(journal, OLD);
  record.drafts = new Set(['an old draft']);
  record.titles = new Set(['From before']);
}

/** Of the files directly in a folder and one level below. */
export function usedBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, item) => {
    const place = path.join(folder, item.name);
    return sum + (item.isDirectory() ? usedBytes(place) : (statSync(place, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}
