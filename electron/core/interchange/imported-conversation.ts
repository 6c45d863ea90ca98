// What an importer makes of one foreign conversation, and how it says that it could not. Importers decide from the parsed JSON of one
// conversation alone: they read no file, give no ids of ours and never lose the rest of a file over one bad entry.

import type { MessagePayload } from '../transcript/entry.ts';

export type ImportFormat =
  | 'holdfast'
  | 'chatgpt'
  | 'claude'
  | 'open_webui'
  | 'lm_studio'
  | 'jan'
  | 'librechat'
  | 'chatbox'
  | 'openai_messages';

/** A message with its place in the foreign tree. */
export interface ImportedEntry {
  /** Unique within the conversation and the same at every import of it. */
  readonly key: string;
  readonly parentKey: string | null;
  /** The foreign message it comes from: one message may become several entries (thinking, calls, results, words). */
  readonly sourceKey: string;
  /** Milliseconds since 1970; null where the source says nothing. */
  readonly createdAt: number | null;
  readonly payload: MessagePayload;
}

export interface ImportedConversation {
  readonly format: ImportFormat;
  /** The source's own id; null where it has none, then the conversation is known by how it begins. */
  readonly sourceId: string | null;
  readonly title: string;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly systemPrompt: string;
  readonly pinned: boolean;
  /** Parents before their children, siblings in the source's order. */
  readonly entries: readonly ImportedEntry[];
  /** The entry the source showed last; null only without entries. */
  readonly activeKey: string | null;
  /** What had to be mended. Figures and names of members, never text of a conversation. */
  readonly notices: readonly ImportNotice[];
}

export type ImportNoticeCode =
  | 'active_leaf_missing'
  | 'cycle_broken'
  | 'parent_missing'
  | 'bad_message'
  | 'duplicate_message_id'
  | 'note_differs'
  | 'part_damaged';

export interface ImportNotice {
  readonly code: ImportNoticeCode;
  readonly count: number;
}

export type ImportSkipCode =
  /** Not JSON from here on, or a line that is cut off. */
  | 'bad_json'
  | 'bad_encoding'
  | 'truncated'
  | 'too_deep'
  | 'too_large'
  /** A number, a text, a list where a conversation should be. */
  | 'wrong_type'
  /** The members of a conversation are missing (no `mapping`, no messages). */
  | 'unknown_shape'
  /** Members of two products at once. */
  | 'ambiguous'
  | 'empty'
  /** Another conversation with this id stands before it in the same file. */
  | 'duplicate_id'
  | 'id_taken'
  /** A file of the archive that may hold conversations, beside those that do by its product's layout. */
  | 'not_read'
  | 'damaged';

export interface ImportSkip {
  readonly code: ImportSkipCode;
  /** Names of members, sizes, formats; never text of a conversation. */
  readonly detail: string;
}

export type Imported =
  | { readonly kind: 'conversations'; readonly conversations: readonly ImportedConversation[] }
  | { readonly kind: 'skip'; readonly skip: ImportSkip };

export const imported = (...conversations: readonly ImportedConversation[]): Imported =>
  conversations.some(({ entries }) => entries.length > 0)
    ? { kind: 'conversations', conversations: conversations.filter(({ entries }) => entries.length > 0) }
    : { kind: 'skip', skip: { code: 'empty', detail: conversations[0]?.format ?? '' } };

export const skipped = (code: ImportSkipCode, detail: string): Imported => ({ kind: 'skip', skip: { code, detail } });
