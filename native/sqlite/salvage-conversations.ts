// The records of conversations in a damaged file, each part by itself: a title may be there where the draft is lost.
import type Database from 'better-sqlite3';
import { asConversationId, asModelId } from '../../electron/core/ids.ts';
import type { Conversation, Pin } from '../../electron/core/transcript/conversation.ts';
import { readableRows } from './salvage-rows.ts';

export interface FoundConversation {
  readonly key: number;
  readonly conversation: Conversation;
  readonly activeLeaf: number | null;
  readonly lastSeq: number;
  /** False for one whose record is lost: its entries were found without it. */
  readonly recorded: boolean;
}

interface RecordRow {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: number;
  readonly trashedAt: number | null;
  readonly modelId: string | null;
  readonly activeLeaf: number | null;
  readonly lastSeq: number;
}

interface TextsRow {
  readonly key: number;
  readonly systemPrompt: string;
  readonly draft: string;
  readonly pins: string;
}

export function readConversations(db: Database.Database, highestKey: number): Map<number, FoundConversation> {
  const onLost = (): void => undefined;
  const texts = new Map<number, TextsRow>();
  const textRows = readableRows<TextsRow>(db, {
    sql: `SELECT conversation AS key, system_prompt AS systemPrompt, draft, pins FROM conversation_texts
          WHERE conversation BETWEEN ? AND ? ORDER BY conversation`,
    highestKey,
    onLost,
  });
  for (const row of textRows) texts.set(row.key, row);
  const found = new Map<number, FoundConversation>();
  const rows = readableRows<RecordRow>(db, {
    sql: `SELECT key, id, title, created_at AS createdAt, updated_at AS updatedAt, pinned, trashed_at AS trashedAt,
            model_id AS modelId, active_leaf AS activeLeaf, last_seq AS lastSeq
          FROM conversations WHERE key BETWEEN ? AND ? ORDER BY key`,
    highestKey,
    onLost,
  });
  for (const row of rows) found.set(row.key, fromRows(row, texts.get(row.key)));
  return found;
}

const fromRows = (row: RecordRow, texts: TextsRow | undefined): FoundConversation => ({
  key: row.key,
  activeLeaf: row.activeLeaf,
  lastSeq: row.lastSeq,
  recorded: true,
  conversation: {
    id: asConversationId(row.id),
    title: parse(row.title, ''),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    pinned: row.pinned === 1,
    trashedAt: row.trashedAt,
    activeLeafId: null,
    systemPrompt: parse(texts?.systemPrompt, ''),
    draft: parse(texts?.draft, ''),
    modelId: row.modelId === null ? null : asModelId(row.modelId),
    pins: parse<readonly Pin[]>(texts?.pins, []),
  },
});

/** For entries whose conversation is not known any more. */
export const unknownConversation = (key: number): FoundConversation => ({
  key,
  activeLeaf: null,
  lastSeq: 0,
  recorded: false,
  conversation: {
    id: asConversationId(`salvaged-${key}`),
    title: `Salvaged ${key}`,
    createdAt: 0,
    updatedAt: 0,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: '',
    draft: '',
    modelId: null,
    pins: [],
  },
});

/** JSON text as stored, or what stands for it where it is damaged. */
export function parse<Value>(text: string | undefined, otherwise: Value): Value {
  if (text === undefined) return otherwise;
  try {
    return JSON.parse(text) as Value;
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise;
    throw error;
  }
}
