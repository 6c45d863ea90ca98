// A host process in memory: answers by a script, dies on demand. For tests of the client that supervises it.

import { asModelId } from '../../electron/core/ids.ts';
import type { LoadedModel } from '../../electron/app/ports.ts';
import {
  type HostProcess,
  type HostReply,
  type HostRequest,
  PROTOCOL_VERSION,
  type SpawnHost,
} from '../../native/llama/host-protocol.ts';

type Answer = HostReply extends infer Reply
  ? Reply extends HostReply
    ? Omit<Reply, 'version' | 'generation' | 'id'>
    : never
  : never;

export interface FakeProcess {
  readonly requests: HostRequest[];
  readonly killed: () => boolean;
  answer(request: HostRequest, answer: Answer): void;
  die(): void;
}

/** Called for each request; `undefined` leaves it unanswered. */
export type Behaviour = (request: HostRequest, process: FakeProcess) => void;

export interface FakeHosts {
  readonly spawnHost: SpawnHost;
  readonly processes: FakeProcess[];
}

export const LOADED: LoadedModel = {
  modelId: asModelId('gguf:fake'),
  name: 'Fake',
  path: '/models/fake.gguf',
  windowTokens: 1024,
  trainedWindowTokens: 2048,
  fitness: null,
};

/** Loads and counts at once, closes when told to, and leaves generations to the test. */
export const obliging: Behaviour = (request, process) => {
  if (request.op === 'load') process.answer(request, { type: 'done', value: { ...LOADED, path: request.body.path } });
  if (request.op === 'count') process.answer(request, { type: 'done', value: { totalTokens: 3, segmentTokens: [3] } });
  if (request.op === 'close') process.die();
};

export function createFakeHosts(behaviour: Behaviour): FakeHosts {
  const processes: FakeProcess[] = [];
  const spawnHost: SpawnHost = () => {
    const messages: ((reply: HostReply) => void)[] = [];
    const exits: ((exit: { code: number | null; signal: string | null }) => void)[] = [];
    let dead = false;
    let killed = false;
    const fake: FakeProcess = {
      requests: [],
      killed: () => killed,
      answer: (request, answer) => {
        const reply = { ...answer, version: PROTOCOL_VERSION, generation: request.generation, id: request.id };
        queueMicrotask(() => {
          for (const listener of messages) listener(reply as HostReply);
        });
      },
      die: () => {
        if (dead) return;
        dead = true;
        queueMicrotask(() => {
          for (const listener of exits) listener({ code: null, signal: 'SIGSEGV' });
        });
      },
    };
    processes.push(fake);
    const host: HostProcess = {
      kind: 'fork',
      pid: processes.length,
      send: (request) => {
        if (dead) return;
        fake.requests.push(request);
        behaviour(request, fake);
      },
      onMessage: (listener) => messages.push(listener),
      onExit: (listener) => exits.push(listener),
      kill: () => {
        killed = true;
        fake.die();
      },
    };
    return host;
  };
  return { spawnHost, processes };
}
