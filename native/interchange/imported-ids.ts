// Our ids for foreign conversations and messages: the same source gives the same ids, so that a second import finds what the first one
// stored. A conversation without an id of its own is known by how it begins (and by its title, where it has no time either), and by how
// many in the file began the same.
import { createHash } from 'node:crypto';
import { asConversationId, asEntryId, type ConversationId, type EntryId } from '../../electron/core/ids.ts';
import type { ImportedConversation, ImportedEntry } from '../../electron/core/interchange/imported-conversation.ts';

export interface ImportIds {
  conversationId(conversation: ImportedConversation): ConversationId;
}

/** @returns counts within one import */
export function createImportIds(): ImportIds {
  const seen = new Map<string, number>();
  return {
    conversationId(conversation) {
      const { format, sourceId } = conversation;
      if (sourceId !== null) return asConversationId(uuidOf('conversation', format, sourceId));
      const { createdAt, title } = conversation;
      // Without a time, two talks that begin alike are told apart by their names.
      const made = createdAt === null && title !== '' ? ['null', title] : [String(createdAt)];
      const opening = uuidOf('opening', format, ...made, openingOf(conversation));
      const before = seen.get(opening) ?? 0;
      seen.set(opening, before + 1);
      return asConversationId(uuidOf('conversation', format, opening, String(before)));
    },
  };
}

export const entryIdOf = (conversationId: ConversationId, key: string): EntryId =>
  asEntryId(uuidOf('entry', conversationId, key));

/** For a message whose words have changed since it was stored. */
export const changedEntryIdOf = (conversationId: ConversationId, { key, payload }: ImportedEntry): EntryId =>
  asEntryId(uuidOf('changed', conversationId, key, payload.text));

/** The words up to the first answer: they stay the same while a conversation grows. */
function openingOf({ entries }: ImportedConversation): string {
  const end = entries.findIndex(({ payload }) => payload.role === 'assistant');
  const opening = end === -1 ? entries.slice(0, 1) : entries.slice(0, end + 1);
  return JSON.stringify(opening.map(({ payload }) => [payload.role, payload.text]));
}

/** A UUID of version 8 out of a hash. */
function uuidOf(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
