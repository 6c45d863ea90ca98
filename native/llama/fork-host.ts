// Spawns the model's process as a Node child process (browser shell and tests).

import { fork } from 'node:child_process';

import type { HostReply, SpawnHost } from './host-protocol.ts';

/** `entry` is the path of the built host-main, or of host-main.ts where Node runs the sources. */
export function createForkHost(options: {
  readonly entry: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}): SpawnHost {
  return () => {
    const child = fork(options.entry, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: { ...(options.env ?? process.env) },
    });
    return {
      kind: 'fork',
      pid: child.pid,
      send: (request) => {
        // A send to a process that is just dying fails; its exit is reported by onExit.
        if (child.connected) child.send(request, () => undefined);
      },
      onMessage: (listener) => {
        child.on('message', (message) => listener(message as HostReply));
      },
      onExit: (listener) => {
        let reported = false;
        const report = (code: number | null, signal: string | null): void => {
          if (reported) return;
          reported = true;
          listener({ code, signal });
        };
        child.once('exit', report);
        child.once('error', () => report(null, null));
      },
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  };
}
