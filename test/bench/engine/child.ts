// A child process that answers one request after another.

import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Child<Request, Message> {
  readonly pid: number;
  send(request: Request): void;
  /** The next message that `wanted` takes; messages before the call do not count. */
  next(wanted: (message: Message) => boolean, limitMs?: number): Promise<Message>;
  end(): Promise<void>;
  kill(): void;
}

const LIMIT_MS = 300_000;

export function startChild<Request, Message>(entry: string): Child<Request, Message> {
  const child: ChildProcess = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, HOLDFAST_GPU: 'off' },
  });
  // One listener for each answer that is waited for.
  child.setMaxListeners(64);
  const listeners = new Set<(message: Message) => void>();
  child.on('message', (message) => {
    for (const listener of listeners) listener(message as Message);
  });
  return {
    pid: child.pid ?? 0,
    send: (request) => void child.send(request as object),
    next: (wanted, limitMs = LIMIT_MS) => {
      const message = new Promise<Message>((resolve, reject) => {
        const done = (): void => {
          listeners.delete(listener);
          clearTimeout(timer);
          child.off('exit', onExit);
        };
        const listener = (message: Message): void => {
          if (!wanted(message)) return;
          done();
          resolve(message);
        };
        const onExit = (code: number | null): void => {
          done();
          reject(new Error(`${entry} ended with ${code ?? 'a signal'}`));
        };
        const timer = setTimeout(() => {
          done();
          reject(new Error(`${entry} did not answer within ${limitMs / 1000} s`));
        }, limitMs);
        timer.unref();
        listeners.add(listener);
        child.once('exit', onExit);
      });
      // Whoever waits is told; one who has given up waiting must not bring the run down.
      message.catch(() => undefined);
      return message;
    },
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        if (child.connected) child.disconnect();
      }),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Most memory a process has held, in MiB; 0 where the system does not tell. */
export function peakMiB(pid: number): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}
