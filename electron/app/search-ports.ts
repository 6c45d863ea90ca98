// What the store is asked to search, and what it finds.

import type { ConversationId, EntryId } from '../core/ids.ts';

export interface SearchHit {
  readonly conversationId: ConversationId | null;
  readonly entryId: EntryId | null;
  readonly kind: 'message' | 'compaction' | 'note';
  /** Place in its conversation; null for a note. */
  readonly seq: number | null;
  readonly role: MessageRole | null;
  /** The notes file; null for an entry. */
  readonly file: string | null;
  /** Plain text around the hit; `ranges` are [start, end) offsets of the hits in it, in UTF-16 units. */
  readonly snippet: string;
  readonly ranges: readonly (readonly [number, number])[];
  readonly createdAt: number;
}

export type MessageRole = 'user' | 'assistant' | 'tool_result';

/** What a search is narrowed to; all of it has to fit. Notes belong to no conversation and have no role. */
export interface SearchFilters {
  readonly conversationId?: ConversationId;
  readonly role?: MessageRole;
  readonly kind?: SearchHit['kind'];
  /** Milliseconds since 1970, both included. */
  readonly from?: number;
  readonly to?: number;
}

export interface SearchQuery {
  readonly text: string;
  readonly limit: number;
  readonly filters?: SearchFilters;
  /** A last word about each hit, before it counts towards the limit. */
  readonly accept?: (hit: SearchHit) => boolean;
}
