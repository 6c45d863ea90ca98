// Undo, redo and the list of a conversation's compactions. Nothing is taken back: an entry says that an entry does not count.

import type { CompactionListItem } from '../contract/snapshot.ts';
import { appError, type AppError } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isCompaction } from '../core/transcript/entry.ts';
import { readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { Ports } from './ports.ts';

export interface Checkpoints {
  /** Undoes the compaction in force (or the named one, which must be the one in force). */
  undo(id: ConversationId, compactionId?: EntryId): Promise<Result<EntryId, AppError>>;
  /** Brings back the compaction undone last (or the named one). */
  redo(id: ConversationId, compactionId?: EntryId): Promise<Result<EntryId, AppError>>;
  list(id: ConversationId): readonly CompactionListItem[];
}

export function createCheckpoints(ports: Ports, states: ConversationStates, events: ConversationEvents): Checkpoints {
  const mark = async (id: ConversationId, type: 'compaction_undone' | 'compaction_redone', compactionId: EntryId) => {
    const conversation = ports.store.readConversation(id);
    const entry = ports.store.append({
      id: asEntryId(ports.newId()),
      conversationId: id,
      parentId: conversation?.activeLeafId ?? null,
      createdAt: ports.clock.now(),
      payload: { type, compactionId },
    });
    if (!entry.ok) return entry;
    states.of(id).pause = null;
    states.of(id).flushedToId = null;
    events.entryAppended(entry.value);
    await events.viewChanged(id);
    return ok(compactionId);
  };

  return {
    async undo(id, compactionId) {
      const { compaction } = readContext(ports, id);
      if (!compaction || (compactionId !== undefined && compaction.id !== compactionId))
        return err(appError('nothing_to_undo'));
      return mark(id, 'compaction_undone', compaction.id);
    },
    async redo(id, compactionId) {
      const { undone, compaction } = readContext(ports, id);
      // A compaction made after the undo has taken its place: what it replaced comes back by undoing it first.
      const open = undone.filter((entry) => compaction === null || entry.seq > compaction.seq);
      const target = compactionId === undefined ? open[0] : open.find((entry) => entry.id === compactionId);
      return target ? mark(id, 'compaction_redone', target.id) : err(appError('nothing_to_redo'));
    },
    list(id) {
      const { compaction, undone } = readContext(ports, id);
      const undoneIds = new Set(undone.map((entry) => entry.id));
      return ports.store
        .readMarkers(id)
        .filter(isCompaction)
        .map((entry) => ({
          id: entry.id,
          createdAt: entry.createdAt,
          reason: entry.payload.reason,
          tokensBefore: entry.payload.tokensBefore,
          tokensAfter: entry.payload.tokensAfter,
          undone: undoneIds.has(entry.id),
          inForce: compaction?.id === entry.id,
        }));
    },
  };
}
