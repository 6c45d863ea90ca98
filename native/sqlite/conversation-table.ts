// The records of conversations: everything about them that may change. Leaves the entries alone, but for a purge.
import type { Database } from 'better-sqlite3';
import { asConversationId, asEntryId, asModelId, type ConversationId } from '../../electron/core/ids.ts';
import type { Conversation, Pin } from '../../electron/core/transcript/conversation.ts';
import { isStorableId } from './entry-row.ts';
import { Refusal } from './sqlite-error.ts';

interface ConversationRow {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly pinned: number;
  readonly trashedAt: number | null;
  readonly modelId: string | null;
  readonly activeLeafId: string | null;
  readonly systemPrompt: string;
  readonly draft: string;
  readonly pins: string;
}

type Change = Partial<Omit<Conversation, 'id' | 'createdAt'>>;

const SELECT = `
  SELECT c.id, c.title, c.created_at AS createdAt, c.updated_at AS updatedAt, c.pinned, c.trashed_at AS trashedAt,
    c.model_id AS modelId, leaf.id AS activeLeafId, t.system_prompt AS systemPrompt, t.draft, t.pins
  FROM conversations c
  JOIN conversation_texts t ON t.conversation = c.key
  LEFT JOIN entries leaf ON leaf.key = c.active_leaf`;

export function createConversationTable(db: Database) {
  const list = db.prepare<[number], ConversationRow>(
    `${SELECT} WHERE (c.trashed_at IS NOT NULL) = ? ORDER BY c.updated_at DESC, c.key DESC`,
  );
  const read = db.prepare<[string], ConversationRow>(`${SELECT} WHERE c.id = ?`);
  const lastSeq = db.prepare<[string], number>('SELECT last_seq FROM conversations WHERE id = ?').pluck();
  const readOne = (id: ConversationId): Conversation | null => {
    const row = read.get(id);
    return row === undefined ? null : toConversation(row);
  };
  const insert = prepareInsert(db);
  const change = prepareChange(db);

  return {
    listConversations: (filter: { readonly trashed: boolean }): readonly Conversation[] =>
      list.all(filter.trashed ? 1 : 0).map(toConversation),
    readConversation: readOne,
    lastSeq: (id: ConversationId): number => lastSeq.get(id) ?? 0,
    createConversation: db.transaction((conversation: Conversation): Conversation => {
      if (!isStorableId(conversation.id) || readOne(conversation.id) !== null || conversation.activeLeafId !== null) {
        throw new Refusal('invalid_request');
      }
      insert(conversation);
      return conversation;
    }).immediate,
    updateConversation: db.transaction((id: ConversationId, wanted: Change): Conversation => {
      const before = readOne(id);
      if (before === null) throw new Refusal('not_found');
      const after: Conversation = { ...before, ...withoutUndefined(wanted), id, createdAt: before.createdAt };
      change(before, after);
      return after;
    }).immediate,
  };
}

const toConversation = (row: ConversationRow): Conversation => ({
  id: asConversationId(row.id),
  title: JSON.parse(row.title) as string,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  pinned: row.pinned === 1,
  trashedAt: row.trashedAt,
  activeLeafId: row.activeLeafId === null ? null : asEntryId(row.activeLeafId),
  systemPrompt: JSON.parse(row.systemPrompt) as string,
  draft: JSON.parse(row.draft) as string,
  modelId: row.modelId === null ? null : asModelId(row.modelId),
  pins: JSON.parse(row.pins) as Pin[],
});

const withoutUndefined = (wanted: Change): Change =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));

function prepareInsert(db: Database): (conversation: Conversation) => void {
  const record = db.prepare(
    `INSERT INTO conversations (id, title, created_at, updated_at, pinned, trashed_at, model_id)
     VALUES (@id, @title, @createdAt, @updatedAt, @pinned, @trashedAt, @modelId)`,
  );
  const texts = db.prepare(
    'INSERT INTO conversation_texts (conversation, system_prompt, draft, pins) VALUES (?, ?, ?, ?)',
  );
  return (conversation) => {
    const { lastInsertRowid } = record.run(recordOf(conversation));
    texts.run(lastInsertRowid, ...textsOf(conversation));
  };
}

function prepareChange(db: Database): (before: Conversation, after: Conversation) => void {
  const record = db.prepare(
    `UPDATE conversations SET title = @title, updated_at = @updatedAt, pinned = @pinned, trashed_at = @trashedAt,
       model_id = @modelId WHERE id = @id`,
  );
  const texts = db.prepare(
    `UPDATE conversation_texts SET system_prompt = ?, draft = ?, pins = ?
     WHERE conversation = (SELECT key FROM conversations WHERE id = ?)`,
  );
  const leaf = db.prepare(
    `UPDATE conversations SET active_leaf = e.key FROM entries e
     WHERE conversations.id = ? AND e.id = ? AND e.conversation = conversations.key`,
  );
  const noLeaf = db.prepare('UPDATE conversations SET active_leaf = NULL WHERE id = ?');
  return (before, after) => {
    record.run(recordOf(after));
    const changed = textsOf(after);
    if (textsOf(before).some((text, index) => text !== changed[index])) texts.run(...changed, after.id);
    if (after.activeLeafId === before.activeLeafId) return;
    const moved = after.activeLeafId === null ? noLeaf.run(after.id) : leaf.run(after.id, after.activeLeafId);
    if (moved.changes === 0) throw new Refusal('not_found');
  };
}

const recordOf = (conversation: Conversation) => ({
  id: conversation.id,
  title: JSON.stringify(conversation.title),
  createdAt: conversation.createdAt,
  updatedAt: conversation.updatedAt,
  pinned: conversation.pinned ? 1 : 0,
  trashedAt: conversation.trashedAt,
  modelId: conversation.modelId,
});

const textsOf = (conversation: Conversation): readonly [string, string, string] => [
  JSON.stringify(conversation.systemPrompt),
  JSON.stringify(conversation.draft),
  JSON.stringify(conversation.pins),
];
