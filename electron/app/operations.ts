// What a person can set going in a conversation. One at a time per conversation; what has to wait is shown and can be taken back.

import type { KeepChoice } from '../core/compaction/plan.ts';
import { appError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { answerAgain } from './answer-again.ts';
import type { CompactionRunner } from './compaction-runner.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import { createMessageSender, type MessageSender } from './message-sender.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { CompactionOutcome, TurnOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import type { TurnRunner } from './turn-runner.ts';
import { type Closing, createTurnScope } from './turn-scope.ts';
import { createWaitingLine, type WaitingWork } from './waiting-line.ts';

export interface CompactRequest {
  readonly keep: KeepChoice;
  readonly instructions?: string;
  readonly quoted?: boolean;
  /** The compaction in force that it takes the place of. */
  readonly replaces?: EntryId;
}

export interface Operations extends MessageSender {
  /** Another answer beside an assistant message; or an answer to the newest unanswered message. */
  answerAgain(id: ConversationId, entryId?: EntryId): Promise<TurnOutcome>;
  compact(id: ConversationId, request: CompactRequest): Promise<CompactionOutcome>;
  /** Runs something short when nothing else does; it is shown while it waits. */
  whenFree<Value>(id: ConversationId, work: WaitingWork<Value>): Promise<Value>;
  /** Stops the turn that runs, keeping what it has written. */
  stop(id: ConversationId): void;
  /** Cancels the compaction that runs or is being previewed, and those that wait; nothing else. */
  cancelCompaction(id: ConversationId): void;
  /** Takes back what waits under this id; false when nothing does. */
  cancelWaiting(id: ConversationId, operationId: string): boolean;
  /** Stops what runs and takes back what waits. Messages that wait stay waiting on disk. */
  stopAll(id: ConversationId): void;
  /** From now on nothing new begins: what runs is stopped, messages that wait stay waiting on disk. */
  close(): void;
  /** Runs something short that nobody can take back, behind what was given before. */
  between<Value>(id: ConversationId, work: () => Promise<Value>): Promise<Value>;
}

interface OperationDeps {
  readonly ports: Ports;
  readonly queue: OperationQueue;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly turns: TurnRunner;
  readonly compactions: CompactionRunner;
}

export function createOperations(deps: OperationDeps): Operations {
  const { ports, queue, states, turns, compactions } = deps;
  const closing: Closing = { now: false };
  const asTurn = createTurnScope(states, deps.events, closing);
  const line = createWaitingLine(deps);
  const stop = (id: ConversationId): void => states.of(id).turnAbort?.abort();
  const stopAll = (id: ConversationId): void => {
    stop(id);
    states.of(id).compactionAbort?.abort();
    line.cancel(id);
  };
  return {
    ...createMessageSender({ ...deps, asTurn, closing }),
    answerAgain: (id, entryId) =>
      queue.run(id, () => asTurn(id, (signal) => answerAgain({ ports, turns }, id, { entryId, signal }))),
    compact: (id, request) =>
      line.run(id, {
        kind: 'compaction',
        run: async () =>
          closing.now
            ? ABORTED
            : compactions.run({ conversationId: id, reason: 'manual', signal: ownCancelOnly(), ...request }),
        cancelled: () => ABORTED,
      }),
    whenFree: (id, work) => line.run(id, work),
    stop,
    cancelCompaction(id) {
      states.of(id).compactionAbort?.abort();
      line.cancel(id, ({ kind }) => kind === 'compaction' || kind === 'preview');
    },
    cancelWaiting: (id, operationId) => line.cancel(id, (operation) => operation.id === operationId) > 0,
    stopAll,
    close() {
      closing.now = true;
      for (const { id } of ports.store.listConversations({ trashed: false })) stopAll(id);
    },
    between: (id, work) => queue.run(id, work),
  };
}

/** A compaction a person asks for has only its own cancel. */
const ownCancelOnly = (): AbortSignal => new AbortController().signal;
const ABORTED: CompactionOutcome = { outcome: 'aborted', error: appError('aborted') };
