// Thrown where a whole file cannot be taken, with the answer to give; never leaves this folder.
import { type AppError, appError, type ErrorCode } from '../../electron/core/errors.ts';

export class ImportFailure extends Error {
  readonly error: AppError;

  constructor(code: ErrorCode, detail?: AppError['detail']) {
    super(code);
    this.error = appError(code, detail);
  }
}
