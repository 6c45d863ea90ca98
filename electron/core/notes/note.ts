// A durable fact kept across conversations: one line of a Markdown file, with a link to the entry it comes from.

import type { ConversationId, EntryId } from '../ids.ts';

export interface Note {
  readonly text: string;
  readonly conversationId: ConversationId;
  readonly sourceId: EntryId | null;
}
