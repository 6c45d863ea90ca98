// What was asked for while something else ran: shown while it waits, taken back by id or by kind, run when its turn comes.

import type { QueuedOperation } from '../contract/snapshot.ts';
import type { ConversationId } from '../core/ids.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { Ports } from './ports.ts';

export interface WaitingWork<Value> {
  readonly kind: QueuedOperation['kind'];
  readonly run: () => Promise<Value>;
  /** The answer to whoever asked, when it is taken back before its turn. */
  readonly cancelled: () => Value;
}

export interface WaitingLine {
  /** Runs `work` at once where nothing runs; otherwise it stands in the line until its turn. */
  run<Value>(id: ConversationId, work: WaitingWork<Value>): Promise<Value>;
  /** Takes back what matches; answers with how many that were. Nothing that has begun is touched. */
  cancel(id: ConversationId, matches?: (operation: QueuedOperation) => boolean): number;
}

interface LineDeps {
  readonly ports: Ports;
  readonly queue: OperationQueue;
  readonly states: ConversationStates;
}

export function createWaitingLine({ ports, queue, states }: LineDeps): WaitingLine {
  // Named here: these ids live as long as the process, entries keep the others.
  let count = 0;
  const takeBack = new Map<string, () => void>();
  const show = (id: ConversationId, waiting: readonly QueuedOperation[]): void => {
    states.of(id).waiting = waiting;
    ports.publish({ type: 'waiting_changed', conversationId: id, waiting });
  };
  /** False when it stands there no more: it was taken back. */
  const leave = (id: ConversationId, operation: QueuedOperation): boolean => {
    if (!takeBack.delete(operation.id)) return false;
    show(
      id,
      states.of(id).waiting.filter((other) => other.id !== operation.id),
    );
    return true;
  };
  return {
    run(id, { kind, run, cancelled }) {
      if (!queue.isBusy(id)) return queue.run(id, run);
      count += 1;
      const operation: QueuedOperation = {
        id: `waiting-${count}`,
        kind,
        phase: 'queued',
        startedAt: ports.clock.now(),
        ...(kind === 'compaction' || kind === 'preview' ? { reason: 'manual' } : {}),
      };
      return new Promise((resolve, reject) => {
        takeBack.set(operation.id, () => resolve(cancelled()));
        show(id, [...states.of(id).waiting, operation]);
        void queue.run(id, async () => {
          if (leave(id, operation)) await run().then(resolve, reject);
        });
      });
    },
    cancel(id, matches = () => true) {
      const taken = states.of(id).waiting.filter(matches);
      for (const operation of taken) {
        const answer = takeBack.get(operation.id);
        leave(id, operation);
        answer?.();
      }
      return taken.length;
    },
  };
}
