// SQLite failures become values here, by their result code and never by their wording.
import Database from 'better-sqlite3';
import type { StoreResult } from '../../electron/app/ports.ts';
import { type AppError, appError, type ErrorCode } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { attemptFiles } from '../files/file-error.ts';

/** Thrown inside a transaction to roll it back with an answer; never leaves this folder. */
export class Refusal extends Error {
  readonly error: AppError;

  constructor(code: ErrorCode, detail?: AppError['detail']) {
    super(code);
    this.error = appError(code, detail);
  }
}

/** Runs a write. Refusals and failures of SQLite and of the file system come back as values; anything else is a bug and goes on up. */
export function attempt<Value>(work: () => Value): StoreResult<Value> {
  try {
    return ok(work());
  } catch (thrown) {
    if (thrown instanceof Refusal) return err(thrown.error);
    if (thrown instanceof Database.SqliteError) return err(fromSqlite(thrown.code));
    // The files beside the database (a first start on a full disk).
    return attemptFiles('store_error', (): never => {
      throw thrown;
    });
  }
}

/** Extended result codes (`SQLITE_BUSY_SNAPSHOT`) start with the primary one. */
export function fromSqlite(resultCode: string): AppError {
  return appError(codeFor(resultCode), { sqlite: resultCode });
}

function codeFor(resultCode: string): ErrorCode {
  if (resultCode === 'SQLITE_FULL') return 'disk_full';
  if (resultCode.startsWith('SQLITE_BUSY') || resultCode.startsWith('SQLITE_LOCKED')) return 'busy';
  if (resultCode.startsWith('SQLITE_READONLY')) return 'store_read_only';
  if (resultCode.startsWith('SQLITE_CORRUPT') || resultCode === 'SQLITE_NOTADB') return 'store_corrupt';
  return 'store_error';
}
