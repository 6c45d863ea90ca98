// The full-text index. It holds folded text with Chinese, Japanese and Korean characters set apart (search-text.ts) and no
// copy of the text itself: `contentless_delete` lets a purge take rows out without knowing what they said. Entries are indexed in
// batches; `indexed_to` is the last one that is, and a search reads the few after it themselves (search-index.ts).
import { indexEntries } from '../search-index.ts';
import type { Migration } from '../migration.ts';

export const search: Migration = {
  version: 3,
  name: 'search',
  up: (db) => {
    db.exec(`
      CREATE VIRTUAL TABLE entry_search USING fts5(
        text, content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
      );
      CREATE TABLE search_state (indexed_to INTEGER NOT NULL) STRICT;
      INSERT INTO search_state VALUES (0);

      CREATE TABLE note_files (
        file TEXT PRIMARY KEY,
        content_hash TEXT NOT NULL
      ) STRICT;
      -- One row a line. \`after_entry\` is the newest entry when the line was first seen: its place among the hits.
      CREATE TABLE note_lines (
        key INTEGER PRIMARY KEY,
        file TEXT NOT NULL REFERENCES note_files (file) ON DELETE CASCADE,
        text TEXT NOT NULL,
        after_entry INTEGER NOT NULL,
        seen_at REAL NOT NULL
      ) STRICT;
      CREATE INDEX note_lines_by_file ON note_lines (file);
      CREATE VIRTUAL TABLE note_search USING fts5(
        text, content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
      );
    `);
    indexEntries(db);
  },
};
