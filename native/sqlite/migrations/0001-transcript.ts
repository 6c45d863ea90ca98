// Conversations and their append-only entries.
//
// A commit costs by the pages it touches, so an entry touches few: only one that does not directly follow its parent (`apart`) is in
// the index of children; the others are found by their seq, which is their parent's plus one.
// `parent`, `depth` and `jump` make ancestry cheap on any tree: `jump` points to an ancestor so far up that a walk which takes it
// whenever it does not overshoot needs O(log depth) steps (skew-binary jump pointers, Myers 1983). Text that may hold a lone
// surrogate (titles, drafts, payloads) is stored as JSON text, which escapes it; SQLite's UTF-8 would replace it.
import type { Migration } from '../migration.ts';

const SCHEMA = `
  CREATE TABLE conversations (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    trashed_at REAL,
    model_id TEXT,
    active_leaf INTEGER,
    last_seq INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE conversation_texts (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (key) ON DELETE CASCADE,
    system_prompt TEXT NOT NULL,
    draft TEXT NOT NULL,
    pins TEXT NOT NULL
  ) STRICT;

  CREATE TABLE entries (
    key INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL REFERENCES conversations (key),
    seq INTEGER NOT NULL CHECK (seq > 0),
    parent INTEGER,
    apart INTEGER NOT NULL CHECK (apart IN (0, 1)),
    depth INTEGER NOT NULL,
    jump INTEGER,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    role TEXT,
    created_at REAL NOT NULL,
    hash TEXT NOT NULL,
    payload TEXT NOT NULL,
    UNIQUE (conversation, seq)
  ) STRICT;

  CREATE INDEX entries_apart ON entries (conversation, parent, seq) WHERE apart = 1;
  CREATE INDEX markers ON entries (conversation, seq)
    WHERE type IN ('compaction', 'compaction_undone', 'compaction_redone', 'memory_flush');

  -- A row here, written and gone within one transaction, lets the entries of a trashed conversation be removed.
  CREATE TABLE purges (
    conversation INTEGER PRIMARY KEY REFERENCES conversations (key) ON DELETE CASCADE
  ) STRICT;

  CREATE TRIGGER purges_empty_the_trash BEFORE INSERT ON purges
    WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE key = NEW.conversation AND trashed_at IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'only a conversation in the trash can be purged'); END;
  CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never changes'); END;
  CREATE TRIGGER entries_stay BEFORE DELETE ON entries
    WHEN NOT EXISTS (SELECT 1 FROM purges WHERE conversation = OLD.conversation)
    BEGIN SELECT RAISE(ABORT, 'an entry goes only with its purged conversation'); END;
  -- INSERT OR REPLACE removes rows without asking the trigger above.
  CREATE TRIGGER entries_only_grow BEFORE INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM entries WHERE id = NEW.id)
      OR EXISTS (SELECT 1 FROM entries WHERE conversation = NEW.conversation AND seq >= NEW.seq)
      OR EXISTS (SELECT 1 FROM entries WHERE key = NEW.key)
      OR (NEW.parent IS NOT NULL AND NEW.conversation IS NOT (SELECT conversation FROM entries WHERE key = NEW.parent))
    BEGIN SELECT RAISE(ABORT, 'an entry comes after all others, under one of its own conversation'); END;
`;

export const transcript: Migration = { version: 1, name: 'transcript', up: (db) => void db.exec(SCHEMA) };
