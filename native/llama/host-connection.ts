// One running host process and the requests under way in it. Each request settles exactly once: by its answer, by the process's
// end, by silence for too long, or by an abort that the process does not honour in time. It starts nothing and repeats nothing.

import type { GenerateOptions, GenerateReply, LoadedModel, Log } from '../../electron/app/ports.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import {
  type HostCalls,
  type HostOperation,
  type HostProcess,
  type HostReply,
  type HostRequest,
  PROTOCOL_VERSION,
} from './host-protocol.ts';

export type CallHooks = Partial<GenerateOptions> & { readonly onLoading?: (fraction: number) => void };

export interface HostConnection {
  readonly kind: HostProcess['kind'];
  readonly pid: number | undefined;
  readonly alive: boolean;
  readonly busy: boolean;
  /** The answer of the last load that succeeded, null while and after another load has not. */
  readonly holds: LoadedModel | null;
  call<Op extends HostOperation>(
    op: Op,
    body: HostCalls[Op]['request'],
    hooks: CallHooks,
  ): Promise<Result<HostCalls[Op]['answer'], AppError>>;
  /** Ends the process on purpose; requests under way answer host_error. Resolves once it is gone. */
  end(): Promise<void>;
}

export interface HostConnectionOptions {
  readonly host: HostProcess;
  readonly generation: number;
  readonly stallMs: number;
  readonly abortGraceMs: number;
  readonly log: Log;
  /** The process ended without having been told to. */
  readonly onCrash: () => void;
}

interface Pending {
  readonly op: HostOperation;
  readonly hooks: CallHooks;
  readonly settle: (result: Result<HostCalls[HostOperation]['answer'], AppError>) => void;
  /** What came of the reply so far, should an abort never be answered. */
  readonly partial: { text: string; thinking: string; tokens: number };
  lastSignAt: number;
}

export const ABORTED_REPLY: GenerateReply = {
  text: '',
  thinking: '',
  toolCalls: [],
  stopReason: 'aborted',
  promptTokens: 0,
  replyTokens: 0,
  reusedTokens: 0,
};

/** How long a process told to end may take before it is ended by force. */
const END_GRACE_MS = 2000;

export function createHostConnection(options: HostConnectionOptions): HostConnection {
  const { host, generation, log } = options;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let alive = true;
  let ending = false;
  let holds: LoadedModel | null = null;
  let watch: ReturnType<typeof setInterval> | null = null;
  const gone = Promise.withResolvers<void>();

  const send = (id: number, message: DistributiveOmit<HostRequest, keyof Stamp>): void => {
    host.send({ ...message, version: PROTOCOL_VERSION, generation, id } as HostRequest);
  };
  const settleAll = (error: AppError): void => {
    for (const request of [...pending.values()]) request.settle(err(error));
  };
  const stopWatching = (): void => {
    if (watch !== null) clearInterval(watch);
    watch = null;
  };
  /** The process is of no more use: whoever still waits learns why, and its exit is a crash like any other. */
  const giveUp = (reason: 'stalled' | 'abort_ignored', error: AppError): void => {
    log('error', 'host.killed', { reason, generation });
    settleAll(error);
    host.kill();
  };

  host.onExit(({ code, signal }) => {
    if (!alive) return;
    alive = false;
    stopWatching();
    log(ending ? 'info' : 'error', 'host.exited', { generation, code, signal });
    settleAll(ending ? appError('host_error', { reason: 'closed' }) : appError('host_crashed'));
    if (!ending) options.onCrash();
    gone.resolve();
  });

  host.onMessage((reply) => {
    if (reply.version !== PROTOCOL_VERSION || reply.generation !== generation) return;
    const request = pending.get(reply.id);
    const now = performance.now();
    // Loads and generations stand in one line: a sign from one of them is a sign for those behind it.
    for (const other of pending.values())
      if (isLined(other.op) && request !== undefined && isLined(request.op)) other.lastSignAt = now;
    if (request !== undefined) receive(request, reply);
  });

  const checkStall = (): void => {
    if (pending.size === 0) return stopWatching();
    const now = performance.now();
    const stalled = [...pending.values()].some((request) => now - request.lastSignAt > options.stallMs);
    if (stalled) giveUp('stalled', appError('host_stalled', { seconds: Math.round(options.stallMs / 1000) }));
  };

  const call: HostConnection['call'] = (op, body, hooks) => {
    if (!alive || ending) return Promise.resolve(err(appError('host_crashed')));
    if (hooks.signal?.aborted === true) return Promise.resolve(abortedOutcome(op, NOTHING_WRITTEN));
    const id = ++lastId;
    const answer = Promise.withResolvers<Result<HostCalls[typeof op]['answer'], AppError>>();
    let grace: ReturnType<typeof setTimeout> | null = null;
    const onAbort = (): void => {
      send(id, { op: 'abort', body: null });
      grace = setTimeout(() => {
        const request = pending.get(id);
        if (request === undefined) return;
        request.settle(abortedOutcome(op, request.partial));
        giveUp('abort_ignored', appError('host_crashed'));
      }, options.abortGraceMs);
    };
    pending.set(id, {
      op,
      hooks,
      partial: { text: '', thinking: '', tokens: 0 },
      lastSignAt: performance.now(),
      settle: (result) => {
        if (!pending.delete(id)) return;
        hooks.signal?.removeEventListener('abort', onAbort);
        if (grace !== null) clearTimeout(grace);
        if (op === 'load' && result.ok) holds = result.value as LoadedModel;
        answer.resolve(result as Result<HostCalls[typeof op]['answer'], AppError>);
      },
    });
    if (op === 'load') holds = null;
    watch ??= setInterval(checkStall, Math.min(1000, options.stallMs / 4));
    send(id, { op, body } as DistributiveOmit<HostRequest, keyof Stamp>);
    hooks.signal?.addEventListener('abort', onAbort, { once: true });
    return answer.promise;
  };

  return {
    kind: host.kind,
    pid: host.pid,
    get alive() {
      return alive && !ending;
    },
    get busy() {
      return pending.size > 0;
    },
    get holds() {
      return holds;
    },
    call,
    end: async () => {
      ending = true;
      if (!alive) return;
      send(0, { op: 'close', body: null });
      const force = setTimeout(() => host.kill(), END_GRACE_MS);
      await gone.promise;
      clearTimeout(force);
    },
  };
}

interface Stamp {
  readonly version: unknown;
  readonly generation: unknown;
  readonly id: unknown;
}
type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

const isLined = (op: HostOperation): boolean => op === 'load' || op === 'generate';

function receive(request: Pending, reply: HostReply): void {
  request.lastSignAt = performance.now();
  switch (reply.type) {
    case 'loading':
      return request.hooks.onLoading?.(reply.fraction);
    case 'reading':
      return request.hooks.onProgress?.({ readTokens: reply.readTokens, promptTokens: reply.promptTokens });
    case 'delta': {
      if (request.hooks.signal?.aborted === true) return;
      const { text, thinking, tokens } = reply;
      request.partial.text += text;
      request.partial.thinking += thinking;
      request.partial.tokens += tokens;
      return request.hooks.onText?.({ text, thinking, tokens });
    }
    case 'done':
      return request.settle(ok(reply.value));
    case 'failed':
      return request.settle(err(reply.error));
    default:
      return reply satisfies never;
  }
}

const NOTHING_WRITTEN: Pending['partial'] = { text: '', thinking: '', tokens: 0 };

/** An aborted generation is a reply, with what was written so far; an aborted load is a load that did not happen. */
function abortedOutcome<Op extends HostOperation>(
  op: Op,
  partial: Pending['partial'],
): Result<HostCalls[Op]['answer'], AppError> {
  if (op !== 'generate') return err(appError('model_load_failed', { reason: 'aborted' }));
  const reply: GenerateReply = {
    ...ABORTED_REPLY,
    text: partial.text,
    thinking: partial.thinking,
    replyTokens: partial.tokens,
  };
  return ok(reply as HostCalls[Op]['answer']);
}
