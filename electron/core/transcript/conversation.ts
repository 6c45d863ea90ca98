// A conversation's own record: everything about it that may change. What was said never stands here.

import type { ConversationId, EntryId, ModelId } from '../ids.ts';
import type { Attachment } from './entry.ts';

export interface Conversation {
  readonly id: ConversationId;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: boolean;
  readonly trashedAt: number | null;
  /** The newest entry of the branch the person looks at; null before the first entry. */
  readonly activeLeafId: EntryId | null;
  readonly systemPrompt: string;
  /** Text typed and not sent yet. */
  readonly draft: string;
  readonly modelId: ModelId | null;
  /** Ledger items the person pinned or unpinned or wrote, see safeguard/ledger.ts. */
  readonly pins: readonly Pin[];
}

export interface Pin {
  readonly kind: 'pin' | 'unpin';
  readonly category: 'constraints' | 'pendingRequests' | 'identifiers';
  readonly text: string;
  readonly sourceId: EntryId | null;
}

/** A message sent while the conversation was at work: stored at once, turned into an entry when its turn comes. */
export interface QueuedMessage {
  readonly id: EntryId;
  readonly conversationId: ConversationId;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly queuedAt: number;
}
