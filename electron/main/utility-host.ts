// Spawns the model's process as an Electron utility process: it works without the fuse that would let anybody run our binary as Node.
import type { UtilityProcess } from 'electron';
import type { HostReply, SpawnHost } from '../../native/llama/host-protocol.ts';

type Fork = (entry: string, args: string[], options: { serviceName: string; stdio: 'ignore' }) => UtilityProcess;

export function createUtilityHost(fork: Fork, entry: string): SpawnHost {
  return () => {
    const child = fork(entry, [], { serviceName: 'Holdfast model', stdio: 'ignore' });
    let ended = false;
    child.on('exit', () => {
      ended = true;
    });
    return {
      kind: 'utility',
      get pid() {
        return child.pid;
      },
      send: (request) => {
        if (!ended) child.postMessage(request);
      },
      onMessage: (listener) => void child.on('message', (message: HostReply) => listener(message)),
      onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
      kill: () => void child.kill(),
    };
  };
}
