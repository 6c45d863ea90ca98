// What a command answers with: the same facts for people and for programs.
import type { AppError } from '../core/errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export interface CommandResult {
  readonly exitCode: ExitCode;
  /** For people. */
  readonly text: string;
  /** For programs (--json). */
  readonly value: object;
}

export const done = (text: string, value: object): CommandResult => ({ exitCode: EXIT.done, text, value });

/** A failure the app reports, on its way to the place that words it. */
export class CommandFailure extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}
