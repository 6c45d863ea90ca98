// Folds one event into a conversation held in memory. An event that was seen already (it can arrive beside a snapshot that
// contains it) changes nothing.

import type { ConversationEvent } from '../../electron/contract/events.ts';
import type { OperationState, ShownEntry } from '../../electron/contract/snapshot.ts';
import type { EntryId } from '../../electron/core/ids.ts';
import type { OpenConversation } from './window-state.ts';

export function reduceConversation(held: OpenConversation, event: ConversationEvent): OpenConversation {
  switch (event.type) {
    case 'entry_appended':
      return withEntry(held, event.shown);
    case 'turn_started':
    case 'turn_delta':
    case 'turn_finished':
    case 'turn_failed':
      return reduceTurn(held, event);
    case 'compaction_phase':
    case 'operation_changed':
      return { ...held, operation: event.operation };
    case 'compaction_failed':
      return { ...held, operation: without(held.operation, 'compaction'), failure: event.failure };
    case 'compaction_committed':
      return { ...held, operation: without(held.operation, 'compaction'), failure: null };
    case 'compaction_aborted':
    case 'compaction_skipped':
      return { ...held, operation: without(held.operation, 'compaction') };
    case 'waiting_changed':
      return { ...held, waiting: event.waiting };
    case 'message_queued':
      return withQueued(held, event.message);
    case 'message_unqueued':
      return { ...held, queued: held.queued.filter((other) => other.id !== event.messageId) };
    case 'view_changed':
      return {
        ...held,
        boundary: event.boundary,
        usage: event.usage,
        decision: event.decision,
        foldable: event.foldable,
      };
    case 'failure_cleared':
      return { ...held, failure: null };
    case 'compaction_prepared':
      return { ...held, prepared: true };
    case 'compaction_prepared_dropped':
      return { ...held, prepared: false };
    case 'compaction_started':
    case 'compaction_paused':
    case 'flush_failed':
    case 'notes_written':
    case 'branch_switched':
      return held;
    default:
      event satisfies never;
      return held;
  }
}

function withQueued(held: OpenConversation, message: OpenConversation['queued'][number]): OpenConversation {
  const isKnown = held.queued.some((other) => other.id === message.id);
  return isKnown ? held : { ...held, queued: [...held.queued, message] };
}

type TurnEvent = Extract<ConversationEvent, { readonly type: `turn_${string}` }>;

function reduceTurn(held: OpenConversation, event: TurnEvent): OpenConversation {
  switch (event.type) {
    case 'turn_started':
      return hasEntry(held, event.replyId) || held.streaming?.entryId === event.replyId
        ? held
        : { ...held, streaming: { entryId: event.replyId, text: '', thinking: '' }, failure: null };
    case 'turn_delta':
      return withDelta(held, event.replyId, event.text, event.thinking);
    case 'turn_finished':
      // After a step of a tool loop the turn goes on.
      return event.stopReason === 'tool_use'
        ? { ...held, streaming: null }
        : { ...held, streaming: null, operation: without(held.operation, 'turn') };
    case 'turn_failed':
      return { ...held, streaming: null, operation: without(held.operation, 'turn'), failure: event.failure };
    default:
      event satisfies never;
      return held;
  }
}

const hasEntry = (held: OpenConversation, id: EntryId): boolean => held.entries.some((shown) => shown.entry.id === id);

/** Adds an entry in `seq` order, or replaces it (its siblings may have changed), and ends what it settles. */
function withEntry(held: OpenConversation, shown: ShownEntry): OpenConversation {
  const { entry } = shown;
  const index = held.entries.findIndex((other) => other.entry.id === entry.id);
  const entries = index >= 0 ? held.entries.with(index, shown) : insertBySeq(held.entries, shown);
  return {
    ...held,
    entries,
    queued: held.queued.filter((message) => message.id !== entry.id),
    streaming: held.streaming?.entryId === entry.id ? null : held.streaming,
  };
}

function insertBySeq(entries: readonly ShownEntry[], shown: ShownEntry): readonly ShownEntry[] {
  let at = entries.length;
  while (at > 0 && (entries[at - 1] as ShownEntry).entry.seq > shown.entry.seq) at -= 1;
  return at === entries.length ? [...entries, shown] : entries.toSpliced(at, 0, shown);
}

function withDelta(held: OpenConversation, replyId: EntryId, text: string, thinking: string): OpenConversation {
  if (hasEntryAtEnd(held, replyId)) return held;
  const before = held.streaming?.entryId === replyId ? held.streaming : { entryId: replyId, text: '', thinking: '' };
  return {
    ...held,
    streaming: { entryId: replyId, text: before.text + text, thinking: before.thinking + thinking },
  };
}

/** A late delta of a reply that is stored already; only the newest entries can be meant. */
const hasEntryAtEnd = (held: OpenConversation, id: EntryId): boolean =>
  held.entries.slice(-8).some((shown) => shown.entry.id === id);

const without = (operation: OperationState | null, kind: OperationState['kind']): OperationState | null =>
  operation?.kind === kind ? null : operation;
