// The two full-text tables as the newest version has them, for an index whose damaged tables had to be forgotten.
export const SEARCH_TABLES = `
  CREATE VIRTUAL TABLE entry_search USING fts5(
    text, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
  );
  CREATE VIRTUAL TABLE note_search USING fts5(
    text, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
  );
`;
