// A durable fact kept across conversations: one line of a Markdown file, with a link to the entry it comes from.

import type { ConversationId, EntryId } from '../ids.ts';

export interface Note {
  readonly text: string;
  readonly conversationId: ConversationId;
  readonly sourceId: EntryId | null;
}

/** A fact worth keeping and the entry it comes from, before it belongs to a conversation. */
export type FoundNote = Pick<Note, 'text' | 'sourceId'>;

/** Where a note points: opened by the app, plain text to any other editor. */
export const noteLink = (sourceId: EntryId): string => `holdfast://entry/${encodeURIComponent(sourceId)}`;

/** One Markdown list line without its line break, e.g. `- Prefers metric units. ([source](holdfast://entry/u7))`. */
export function renderNoteLine(note: Note): string {
  const text = note.text.replace(/\s+/gu, ' ').trim();
  return note.sourceId === null ? `- ${text}` : `- ${text} ([source](${noteLink(note.sourceId)}))`;
}

/**
 * How a day's file begins, line breaks included.
 * @param day `YYYY-MM-DD`, the person's local day
 */
export const renderNotesFrontMatter = (day: string): string => `---\ndate: ${day}\nkind: notes\n---\n\n`;
