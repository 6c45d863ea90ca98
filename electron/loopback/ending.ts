// Ends the process once, whoever asks first: closed windows, a signal, a bug. Steps run newest first, and a step that hangs
// must not keep the terminal.

const LIMIT_MS = 10_000;

export interface Ending {
  /** `step` runs before those added earlier. */
  add(step: () => unknown): void;
  end(exitCode: number): Promise<void>;
}

export function createEnding(exit: (code: number) => void, { limitMs = LIMIT_MS } = {}): Ending {
  const steps: (() => unknown)[] = [];
  let under: Promise<void> | null = null;
  const run = async (exitCode: number): Promise<void> => {
    const limit = setTimeout(() => exit(exitCode || 1), limitMs);
    let code = exitCode;
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        code ||= 1;
      }
    }
    clearTimeout(limit);
    exit(code);
  };
  return {
    add: (step) => void steps.push(step),
    end(exitCode) {
      under ??= run(exitCode);
      return under;
    },
  };
}

/** Signals end in order; a bug is reported, then ends too: after one, what is in memory cannot be trusted. */
export function endWithProcess(ending: Ending, onBug: (error: unknown) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void ending.end(0));
  const stop = (error: unknown): void => {
    onBug(error);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    void ending.end(1);
  };
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
}
