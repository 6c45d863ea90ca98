// One operation at a time in a conversation, in the order given. Cancelling never waits in this queue.

export interface OperationQueue {
  /** Runs `operation` after everything given before it under the same key has ended; a failure does not stop what follows. */
  run<Value>(key: string, operation: () => Promise<Value>): Promise<Value>;
  isBusy(key: string): boolean;
  /** Resolves when nothing waits or runs under the key (under any key without one). */
  idle(key?: string): Promise<void>;
}

/** @param onRun told of everything that is given to the queue */
export function createOperationQueue(onRun: () => void = () => undefined): OperationQueue {
  const tails = new Map<string, Promise<void>>();

  const run = <Value>(key: string, operation: () => Promise<Value>): Promise<Value> => {
    onRun();
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(operation);
    // Forgotten before whoever awaits the result goes on: what they ask for next need not wait.
    const settle = (): void => {
      if (tails.get(key) === tail) tails.delete(key);
    };
    const tail: Promise<void> = result.then(settle, settle);
    tails.set(key, tail);
    return result;
  };

  const idle = async (key?: string): Promise<void> => {
    for (;;) {
      const waiting = key === undefined ? [...tails.values()] : [tails.get(key)].filter((tail) => tail !== undefined);
      if (waiting.length === 0) return;
      await Promise.all(waiting);
      await Promise.resolve();
    }
  };

  return { run, isBusy: (key) => tails.has(key), idle };
}
