// A conversation as the lines of its file in an archive: its own record first, then every entry of every branch by seq, exactly as
// stored, so that taking them in again gives the same hashes. Leaves nothing out.

import type { Conversation } from '../transcript/conversation.ts';
import type { Entry } from '../transcript/entry.ts';

export function* archiveLines(conversation: Conversation, entries: readonly Entry[]): Generator<string> {
  yield `${JSON.stringify(conversation)}\n`;
  for (const { id, conversationId, parentId, seq, createdAt, hash, payload } of entries) {
    yield `${JSON.stringify({ id, conversationId, parentId, seq, createdAt, hash, payload })}\n`;
  }
}
