// Note files in the order of their days, and what of a file is text to read. A day's file is named after it; others have their own names.

import { startOfDayField } from './search-days.ts';

export interface NoteGroup {
  /** The first moment of the month; null for files that are no day's. */
  readonly month: number | null;
  readonly notes: readonly { readonly file: string; readonly day: number | null }[];
}

/** `notes/2026-03-02.md` → the first moment of that day here; null for any other name. */
export const dayOfNote = (file: string): number | null => startOfDayField(noteName(file));

export const noteName = (file: string): string => file.replace(/^notes\/|\.md$/g, '');

/** By month, the newest day first; other files last, by name. */
export function groupNotes(files: readonly string[]): readonly NoteGroup[] {
  const notes = files
    .map((file) => ({ file, day: dayOfNote(file) }))
    .sort((a, b) => (b.day ?? 0) - (a.day ?? 0) || a.file.localeCompare(b.file));
  const byMonth = Map.groupBy(notes, ({ day }) => (day === null ? null : startOfMonth(day)));
  return [...byMonth].map(([month, list]) => ({ month, notes: list }));
}

function startOfMonth(day: number): number {
  const at = new Date(day);
  return new Date(at.getFullYear(), at.getMonth(), 1).getTime();
}

/** The text without the lines at its top that are meant for programs. */
export const withoutFrontMatter = (text: string): string => text.replace(/^\ufeff?---\r?\n[^]*?\r?\n---(?:\r?\n)+/, '');

/** The entry a note's link points to; null for any other address. */
export function entryOfNoteLink(href: string): string | null {
  const id = /^holdfast:\/\/entry\/([^/?#]+)$/.exec(href)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null; // no address this app has written
  }
}
