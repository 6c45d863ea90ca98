// The folder of extensions, as the app sees it: which files are there and what each exports.

import type { AppError } from '../core/errors.ts';
import type { Result } from '../core/result.ts';

export interface FoundExtension {
  /** File name in the folder. */
  readonly file: string;
  /** Its default export. */
  readonly register: unknown;
  /** Why it could not be read. */
  readonly problem: string | null;
}

/** Runs the files of a folder, and nothing but those. */
export interface ExtensionFolder {
  read(folder: string): Promise<Result<readonly FoundExtension[], AppError>>;
}
