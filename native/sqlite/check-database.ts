// Is the database whole? Tells a damaged transcript (which nothing here touches) from a damaged search index (which is
// rebuilt from the transcript).
import Database from 'better-sqlite3';

type Connection = Database.Database;

export type Health = 'whole' | 'index_damaged' | 'damaged';

/** Reads only, and reads the whole file. A search index may be damaged in ways that only `isIndexWhole` sees. */
export function checkDatabase(db: Connection): Health {
  if (answersOk(() => db.pragma('quick_check(1)', { simple: true }) === 'ok')) return 'whole';
  return answersOk(() => transcriptIsWhole(db)) ? 'index_damaged' : 'damaged';
}

/** Needs a connection that may write: FTS5 takes its own check for an insert. */
export const isIndexWhole = (db: Connection): boolean => answersOk(() => indexesAreWhole(db));

function indexesAreWhole(db: Connection): boolean {
  db.exec(`INSERT INTO entry_search (entry_search) VALUES ('integrity-check')`);
  db.exec(`INSERT INTO note_search (note_search) VALUES ('integrity-check')`);
  return true;
}

/** Every ordinary table outside the index, by itself. */
function transcriptIsWhole(db: Connection): boolean {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_search_*'`,
    )
    .pluck()
    .all();
  return tables.every((table) => db.pragma(`quick_check("${table}")`, { simple: true }) === 'ok');
}

/** A check that breaks off with "malformed" has answered too; a full disk or a busy file has not. */
function answersOk(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    const isDamage =
      error instanceof Database.SqliteError &&
      (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB');
    if (isDamage) return false;
    throw error;
  }
}
