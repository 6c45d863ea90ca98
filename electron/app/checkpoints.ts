// Undo, redo and the list of a conversation's compactions. Nothing is taken back: an entry says that an entry does not count.

import type { CompactionListItem } from '../contract/snapshot.ts';
import { appError, type AppError } from '../core/errors.ts';
import { buildFromCheckpoint } from '../core/compaction/from-checkpoint.ts';
import { asConversationId, asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import { type CompactionEntry, type Entry, isCompaction } from '../core/transcript/entry.ts';
import { readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { Ports, TranscriptStore } from './ports.ts';

export interface Checkpoints {
  /** Undoes the compaction in force (or the named one, which must be the one in force). */
  undo(id: ConversationId, compactionId?: EntryId): Promise<Result<EntryId, AppError>>;
  /** Brings back the compaction undone last (or the named one). */
  redo(id: ConversationId, compactionId?: EntryId): Promise<Result<EntryId, AppError>>;
  list(id: ConversationId): readonly CompactionListItem[];
  /** A new conversation whose view starts with the state of a compaction of this one, undone or not. The source stays as it is. */
  startNew(
    id: ConversationId,
    compactionId: EntryId,
    options: { readonly title?: string },
  ): Result<Conversation, AppError>;
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
    states.of(id).proposedFlush = null;
    events.entryAppended(entry.value);
    await events.viewChanged(id);
    return ok(compactionId);
  };

  return {
    async undo(id, compactionId) {
      const { compaction } = readContext(ports, id);
      if (!compaction || (compactionId !== undefined && compaction.id !== compactionId))
        return err(appError('nothing_to_undo'));
      // The state a conversation was started with: there is no former view to go back to.
      if (startsConversation(ports, compaction)) return err(appError('nothing_to_undo'));
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
    startNew: (id, compactionId, options) => startNew({ ports, events }, { id, compactionId, ...options }),
  };
}

function startsConversation({ store }: Pick<Ports, 'store'>, { payload }: CompactionEntry): boolean {
  const covered = store.readEntry(payload.coveredRange.toId);
  return covered !== null && isCompaction(covered) && covered.payload.origin !== undefined;
}

/** What a checkpoint was made over, as far as its view needs it. */
function branchBehind(store: TranscriptStore, { parentId, payload }: CompactionEntry): readonly Entry[] {
  if (payload.origin) return payload.origin.keptIds.map((id) => store.readEntry(id)).filter((entry) => entry !== null);
  return parentId === null ? [] : store.readBranch(parentId);
}

function startNew(
  { ports, events }: { readonly ports: Ports; readonly events: ConversationEvents },
  from: { readonly id: ConversationId; readonly compactionId: EntryId; readonly title?: string },
): Result<Conversation, AppError> {
  const { store } = ports;
  const source = store.readConversation(from.id);
  const compaction = store.readEntry(from.compactionId);
  if (!source || !compaction || compaction.conversationId !== from.id || !isCompaction(compaction))
    return err(appError('not_found'));
  const conversationId = asConversationId(ports.newId());
  const now = ports.clock.now();
  const entries = buildFromCheckpoint({
    compaction,
    branch: branchBehind(store, compaction),
    conversationId,
    sourceTitle: source.title,
    createdAt: now,
    newId: () => asEntryId(ports.newId()),
  });
  const fresh = { pinned: false, trashedAt: null, activeLeafId: null, draft: '' };
  const created = store.createConversation(
    { ...source, ...fresh, id: conversationId, title: from.title ?? source.title, createdAt: now, updatedAt: now },
    entries,
  );
  if (created.ok) events.conversationChanged(conversationId);
  return created;
}
