// Reads what can be read of a damaged table, in order of its keys: a range that breaks off is halved until only the rows themselves are
// left out that cannot be had.
import Database from 'better-sqlite3';

const RANGE_ROWS = 512;

/** @param onLost told how many keys in a row gave nothing but an error: rows there may be lost */
export function* readableRows<Row extends { readonly key: number }>(
  db: Database.Database,
  {
    sql,
    highestKey,
    onLost,
  }: { readonly sql: string; readonly highestKey: number; readonly onLost: (keys: number) => void },
): Generator<Row> {
  let statement: Database.Statement<[number, number], Row>;
  try {
    statement = db.prepare<[number, number], Row>(sql);
  } catch (error) {
    if (!isDamage(error)) throw error;
    onLost(highestKey);
    return;
  }
  for (let from = 1; from <= highestKey; from += RANGE_ROWS)
    yield* readRange(statement, { from, to: Math.min(highestKey, from + RANGE_ROWS - 1), onLost });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly onLost: (keys: number) => void;
}

function* readRange<Row>(
  statement: Database.Statement<[number, number], Row>,
  { from, to, onLost }: Range,
): Generator<Row> {
  const rows = allOrNull(() => statement.all(from, to));
  if (rows !== null) yield* rows;
  else if (from === to) onLost(1);
  else {
    const middle = Math.floor((from + to) / 2);
    yield* readRange(statement, { from, to: middle, onLost });
    yield* readRange(statement, { from: middle + 1, to, onLost });
  }
}

/** Null where the file is damaged; any other failure goes on up. */
export function allOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Missing tables count as damage: their part of the schema cannot be read. */
const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  (error.code.startsWith('SQLITE_CORRUPT') ||
    error.code === 'SQLITE_NOTADB' ||
    error.code === 'SQLITE_ERROR' ||
    error.code.startsWith('SQLITE_IOERR'));
