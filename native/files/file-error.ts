// Failures of the file system become values here, by their code and never by their wording.
import type { StoreResult } from '../../electron/app/ports.ts';
import { appError, type ErrorCode } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';

/** Runs file work. Failures of the file system come back as `disk_full` or as `otherwise`; bugs go on up. */
export function attemptFiles<Value>(otherwise: ErrorCode, work: () => Value): StoreResult<Value> {
  try {
    return ok(work());
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === null) throw error;
    const isFull = reason === 'ENOSPC' || reason === 'EDQUOT';
    return err(appError(isFull ? 'disk_full' : otherwise, { reason }));
  }
}

/** `ENOENT` and the like; null for anything that did not come from the file system. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** The answer of `read`, or null when there is no such file. */
export function ifThere<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === 'ENOENT' || reason === 'ENOTDIR') return null;
    throw error;
  }
}
