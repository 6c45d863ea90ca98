// Replies being streamed and messages waiting for their turn, kept so that a process that dies loses neither.
import type { Database } from 'better-sqlite3';
import type { ReplyCheckpoint } from '../../electron/app/ports.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { QueuedMessage } from '../../electron/core/transcript/conversation.ts';
import { Refusal } from './sqlite-error.ts';

export function createReplyCheckpoints(db: Database) {
  const write = db.prepare(
    `INSERT INTO reply_checkpoints (entry_id, conversation, reply)
     SELECT @entryId, key, @reply FROM conversations WHERE id = @conversationId
     ON CONFLICT (entry_id) DO UPDATE SET reply = excluded.reply`,
  );
  const drop = db.prepare('DELETE FROM reply_checkpoints WHERE entry_id = ?');
  const list = db.prepare<[], string>('SELECT reply FROM reply_checkpoints ORDER BY rowid').pluck();
  return {
    checkpointReply: (reply: ReplyCheckpoint): void => {
      const { entryId, conversationId } = reply;
      if (write.run({ entryId, conversationId, reply: JSON.stringify(reply) }).changes === 0) {
        throw new Refusal('not_found');
      }
    },
    dropCheckpoint: (entryId: EntryId): void => {
      drop.run(entryId);
    },
    listCheckpoints: (): readonly ReplyCheckpoint[] => list.all().map((text) => JSON.parse(text) as ReplyCheckpoint),
  };
}

export function createMessageQueue(db: Database) {
  const known = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM queued_messages WHERE id = ? UNION SELECT 1 FROM entries WHERE id = ?',
    )
    .pluck();
  const add = db.prepare(
    `INSERT INTO queued_messages (id, conversation, message)
     SELECT @id, key, @message FROM conversations WHERE id = @conversationId`,
  );
  const remove = db.prepare('DELETE FROM queued_messages WHERE id = ?');
  const list = db
    .prepare<[string], string>(
      `SELECT q.message FROM queued_messages q JOIN conversations c ON c.key = q.conversation
       WHERE c.id = ? ORDER BY q.key`,
    )
    .pluck();
  return {
    queueMessage: db.transaction((message: QueuedMessage): void => {
      const { id, conversationId } = message;
      if (known.get(id, id) !== undefined) throw new Refusal('invalid_request');
      if (add.run({ id, conversationId, message: JSON.stringify(message) }).changes === 0)
        throw new Refusal('not_found');
    }).immediate,
    unqueueMessage: (id: EntryId): void => {
      remove.run(id);
    },
    listQueued: (id: ConversationId): readonly QueuedMessage[] =>
      list.all(id).map((text) => JSON.parse(text) as QueuedMessage),
  };
}
