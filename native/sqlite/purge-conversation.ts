// The one way an entry leaves the database: with its whole conversation, out of the trash, in one transaction that also clears
// the search index. The triggers of migration 0001 refuse every other way.
import type { Database } from 'better-sqlite3';
import type { ConversationId } from '../../electron/core/ids.ts';
import { Refusal } from './sqlite-error.ts';

export function createPurge(db: Database): (id: ConversationId) => void {
  const find = db.prepare<[string], { readonly key: number; readonly trashedAt: number | null }>(
    'SELECT key, trashed_at AS trashedAt FROM conversations WHERE id = ?',
  );
  const permit = db.prepare('INSERT INTO purges (conversation) VALUES (?)');
  const unindex = db.prepare(
    'DELETE FROM entry_search WHERE rowid IN (SELECT key FROM entries WHERE conversation = ?)',
  );
  const removeEntries = db.prepare('DELETE FROM entries WHERE conversation = ?');
  // Keys of the newest entries are given again: those must not count as indexed.
  const lowerMark = db.prepare(
    'UPDATE search_state SET indexed_to = min(indexed_to, (SELECT coalesce(max(key), 0) FROM entries))',
  );
  // Takes its texts, checkpoints, queued messages and the permit with it.
  const removeConversation = db.prepare('DELETE FROM conversations WHERE key = ?');

  return db.transaction((id: ConversationId): void => {
    const conversation = find.get(id);
    if (conversation === undefined) throw new Refusal('not_found');
    if (conversation.trashedAt === null) throw new Refusal('invalid_request');
    permit.run(conversation.key);
    unindex.run(conversation.key);
    removeEntries.run(conversation.key);
    lowerMark.run();
    removeConversation.run(conversation.key);
  }).immediate;
}
