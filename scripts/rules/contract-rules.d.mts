import type { Problem, SourceFile } from './text-rules.mjs';

export function checkCommands(files: readonly SourceFile[], commands: readonly string[]): readonly Problem[];
export function checkLocales(
  files: readonly SourceFile[],
  codes: readonly string[],
  dictionaries: Readonly<Record<string, object>>,
): readonly Problem[];
