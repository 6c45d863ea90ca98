// The entries a new conversation starts with when it goes on from a checkpoint of another: the state as its first entry, with nothing
// before it, and after it what the checkpoint had kept word for word, as entries of its own. Decides from the compaction and the
// branch it was made on. Never touches the source; what it cannot copy (the folded messages) it names by its origin.

import { findActiveWindow } from '../context/active-window.ts';
import type { ConversationId, EntryId } from '../ids.ts';
import { STATE_CATEGORIES, type StateSummary } from '../summary/state-summary.ts';
import {
  type CompactionEntry,
  type CompactionPayload,
  type Entry,
  isMessage,
  type MessagePayload,
  type NewEntry,
} from '../transcript/entry.ts';

export interface FromCheckpointInput {
  readonly compaction: CompactionEntry;
  /** The path from the root to the entry the compaction was appended to; for one with an `origin` the messages taken over with it. */
  readonly branch: readonly Entry[];
  /** The new conversation. */
  readonly conversationId: ConversationId;
  readonly sourceTitle: string;
  readonly createdAt: number;
  readonly newId: () => EntryId;
}

/**
 * The new conversation's entries, first to last.
 *
 * The compaction entry comes first and covers itself, so that it holds on every branch that is ever made below it. Sources that were
 * copied point to their copies; all others still name entries of the conversation in `origin`.
 */
export function buildFromCheckpoint(input: FromCheckpointInput): readonly NewEntry[] {
  const { compaction, conversationId, createdAt, newId } = input;
  const window = findActiveWindow(input.branch, compaction);
  const kept = [...window.carried, ...window.recent.filter(isMessage)];
  const checkpointId = newId();
  const copies = new Map(kept.map((entry) => [entry.id, newId()]));
  const entries: NewEntry[] = [
    { id: checkpointId, conversationId, parentId: null, createdAt, payload: startOf(input, checkpointId, copies) },
  ];
  let parentId = checkpointId;
  for (const { id, createdAt: saidAt, payload } of kept) {
    const copy = copies.get(id) ?? newId();
    entries.push({ id: copy, conversationId, parentId, createdAt: saidAt, payload: withoutUsage(payload) });
    parentId = copy;
  }
  return entries;
}

function startOf(
  { compaction: { id: compactionId, conversationId, payload }, sourceTitle }: FromCheckpointInput,
  checkpointId: EntryId,
  copies: ReadonlyMap<EntryId, EntryId>,
): CompactionPayload {
  return {
    ...payload,
    summary: pointTo(payload.summary, copies),
    firstKeptEntryId: checkpointId,
    carriedEntryIds: [],
    coveredRange: { fromId: checkpointId, toId: checkpointId, hash: payload.coveredRange.hash },
    notesWritten: 0,
    origin: { conversationId, compactionId, title: sourceTitle, keptIds: [...copies.values()] },
  };
}

function pointTo(summary: StateSummary, copies: ReadonlyMap<EntryId, EntryId>): StateSummary {
  const pointed = STATE_CATEGORIES.map((category) => [
    category,
    summary[category].map((item) => ({ ...item, sources: item.sources.map((id) => copies.get(id) ?? id) })),
  ]);
  return Object.fromEntries(pointed) as StateSummary;
}

/** Usage was measured for a request of the other conversation: here it would be a figure older than the compaction. */
function withoutUsage(payload: MessagePayload): MessagePayload {
  if (payload.role !== 'assistant') return payload;
  const { usage: _measuredElsewhere, ...rest } = payload;
  return rest;
}
