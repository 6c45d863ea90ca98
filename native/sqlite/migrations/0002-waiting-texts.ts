// Text on its way to becoming an entry: replies being streamed and messages waiting for their turn.
import type { Migration } from '../migration.ts';

export const waitingTexts: Migration = {
  version: 2,
  name: 'waiting-texts',
  up: (db) => {
    db.exec(`
      CREATE TABLE reply_checkpoints (
        entry_id TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations (key) ON DELETE CASCADE,
        reply TEXT NOT NULL
      ) STRICT;
      CREATE INDEX reply_checkpoints_by_conversation ON reply_checkpoints (conversation);

      CREATE TABLE queued_messages (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversations (key) ON DELETE CASCADE,
        message TEXT NOT NULL
      ) STRICT;
      CREATE INDEX queued_messages_by_conversation ON queued_messages (conversation);
    `);
  },
};
