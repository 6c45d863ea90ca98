// One note of an archive: a new file is written, lines that are missing are added to one that is there, and nothing the person has is
// ever replaced.

import type { Ports } from './ports.ts';
import type { ImportItem } from './interchange-ports.ts';

type NoteItem = Extract<ImportItem, { kind: 'note' }>;

/** `differs`: the file could not be written, or is none of a note's. */
export function importNote(
  { notes, store, publish }: Pick<Ports, 'notes' | 'store' | 'publish'>,
  { file, content }: NoteItem,
  dryRun: boolean,
): 'stored' | 'there' | 'differs' {
  const current = notes.read(file);
  const wanted = current === null ? content : withMissingLines(current, content);
  if (wanted === current) return 'there';
  if (dryRun) return 'stored';
  const saved = notes.save(file, wanted, current ?? '');
  if (!saved.ok) return 'differs';
  // Search learns of it now, or at the next start.
  store.indexNote(file, wanted);
  publish({ type: 'notes_changed' });
  return 'stored';
}

function withMissingLines(current: string, content: string): string {
  const known = new Set(current.split('\n').map((line) => line.trimEnd()));
  const missing = content.split('\n').filter((line) => line.trim() !== '' && !known.has(line.trimEnd()));
  if (missing.length === 0) return current;
  const end = current === '' || current.endsWith('\n') ? '' : '\n';
  return `${current}${end}${missing.join('\n')}\n`;
}
