// What a search takes and answers.
import { z } from 'zod';
import type { EntryId } from '../core/ids.ts';

const time = z.number().finite();

export const searchFilters = z.strictObject({
  conversationId: z.string().min(1).max(200).optional(),
  role: z.enum(['user', 'assistant', 'tool_result']).optional(),
  kind: z.enum(['message', 'compaction', 'note']).optional(),
  /** Milliseconds since 1970, both included. */
  from: time.optional(),
  to: time.optional(),
  /** Known to the model as a summary, or still read word for word, on the branch that is shown. */
  region: z.enum(['summarized', 'kept']).optional(),
});
export type SearchFilterParams = z.output<typeof searchFilters>;

export interface SearchResult {
  readonly conversationId: string | null;
  readonly conversationTitle: string;
  readonly entryId: EntryId | null;
  readonly kind: 'message' | 'compaction' | 'note';
  readonly role: 'user' | 'assistant' | 'tool_result' | null;
  /** Place in the conversation; null for a note. */
  readonly seq: number | null;
  /** The notes file; null for an entry. */
  readonly file: string | null;
  /** null for a note and for a message of another branch. */
  readonly region: 'summarized' | 'kept' | null;
  readonly snippet: string;
  /** [start, end) of the hits in `snippet`, in UTF-16 units. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly createdAt: number;
}
