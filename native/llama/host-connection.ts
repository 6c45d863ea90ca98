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
const END_GRACE_MS = 5000;

type Answer<Op extends HostOperation> = Result<HostCalls[Op]['answer'], AppError>;

export class HostConnection {
  readonly kind: HostProcess['kind'];
  readonly pid: number | undefined;
  readonly #options: HostConnectionOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #gone = Promise.withResolvers<void>();
  #lastId = 0;
  /** `doomed`: ended by force, its exit not yet reported. */
  #state: 'running' | 'ending' | 'doomed' | 'gone' = 'running';
  #holds: LoadedModel | null = null;
  #watch: ReturnType<typeof setInterval> | null = null;

  constructor(options: HostConnectionOptions) {
    this.#options = options;
    this.kind = options.host.kind;
    this.pid = options.host.pid;
    options.host.onExit((exit) => this.#onExit(exit));
    options.host.onMessage((reply) => this.#onMessage(reply));
  }

  get alive(): boolean {
    return this.#state === 'running';
  }

  get busy(): boolean {
    return this.#pending.size > 0;
  }

  /** The answer of the last load that succeeded, null while and after another load has not. */
  get holds(): LoadedModel | null {
    return this.#holds;
  }

  call<Op extends HostOperation>(op: Op, body: HostCalls[Op]['request'], hooks: CallHooks): Promise<Answer<Op>> {
    if (!this.alive) return Promise.resolve(err(appError('host_crashed')));
    if (hooks.signal?.aborted === true) return Promise.resolve(abortedOutcome(op, NOTHING_WRITTEN));
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = Promise.withResolvers<Answer<Op>>();
    const stopListening = this.#listenForAbort(id, hooks.signal);
    this.#pending.set(id, {
      op,
      hooks,
      partial: { text: '', thinking: '', tokens: 0 },
      lastSignAt: performance.now(),
      settle: (result) => {
        if (!this.#pending.delete(id)) return;
        stopListening();
        if (op === 'load' && result.ok) this.#holds = result.value as LoadedModel;
        answer.resolve(result);
      },
    });
    if (op === 'load') this.#holds = null;
    this.#watch ??= setInterval(() => this.#checkStall(), Math.min(1000, this.#options.stallMs / 4));
    this.#send(id, { op, body } as Unstamped);
    return answer.promise;
  }

  /** Ends the process on purpose; requests under way answer host_error. Resolves once it is gone. */
  async end(): Promise<void> {
    if (this.#state === 'gone') return;
    if (this.#state === 'running') this.#state = 'ending';
    this.#send(0, { op: 'close', body: null });
    const force = setTimeout(() => this.#options.host.kill(), END_GRACE_MS);
    await this.#gone.promise;
    clearTimeout(force);
  }

  #send(id: number, message: Unstamped): void {
    const { host, generation } = this.#options;
    host.send({ ...message, version: PROTOCOL_VERSION, generation, id });
  }

  /** Passes an abort on; a process that does not honour it in time is ended. */
  #listenForAbort(id: number, signal: AbortSignal | undefined): () => void {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const onAbort = (): void => {
      this.#send(id, { op: 'abort', body: null });
      grace = setTimeout(() => {
        const request = this.#pending.get(id);
        if (request === undefined) return;
        request.settle(abortedOutcome(request.op, request.partial));
        this.#giveUp('abort_ignored', appError('host_crashed'));
      }, this.#options.abortGraceMs);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    return () => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(grace);
    };
  }

  #onExit({ code, signal }: { readonly code: number | null; readonly signal: string | null }): void {
    if (this.#state === 'gone') return;
    const wanted = this.#state === 'ending';
    this.#state = 'gone';
    this.#stopWatching();
    this.#options.log(wanted ? 'info' : 'error', 'host.exited', { generation: this.#options.generation, code, signal });
    this.#settleAll(wanted ? appError('host_error', { reason: 'closed' }) : appError('host_crashed'));
    if (!wanted) this.#options.onCrash();
    this.#gone.resolve();
  }

  #onMessage(reply: HostReply): void {
    if (reply.version !== PROTOCOL_VERSION || reply.generation !== this.#options.generation) return;
    const request = this.#pending.get(reply.id);
    if (request === undefined) return;
    const now = performance.now();
    request.lastSignAt = now;
    // Loads and generations stand in one line: a sign from one of them is a sign for those behind it.
    for (const other of this.#pending.values()) if (isLined(other.op) && isLined(request.op)) other.lastSignAt = now;
    receive(request, reply);
  }

  #checkStall(): void {
    if (this.#pending.size === 0) return this.#stopWatching();
    const { stallMs } = this.#options;
    const now = performance.now();
    const stalled = [...this.#pending.values()].some((request) => now - request.lastSignAt > stallMs);
    if (stalled) this.#giveUp('stalled', appError('host_stalled', { seconds: Math.round(stallMs / 1000) }));
  }

  /** The process is of no more use: whoever still waits learns why, and its exit is a crash like any other. */
  #giveUp(reason: 'stalled' | 'abort_ignored', error: AppError): void {
    this.#options.log('error', 'host.killed', { reason, generation: this.#options.generation });
    if (this.#state === 'running') this.#state = 'doomed';
    this.#settleAll(error);
    this.#options.host.kill();
  }

  #settleAll(error: AppError): void {
    for (const request of [...this.#pending.values()]) request.settle(err(error));
  }

  #stopWatching(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }
}

interface Stamp {
  readonly version: unknown;
  readonly generation: unknown;
  readonly id: unknown;
}
type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;
type Unstamped = DistributiveOmit<HostRequest, keyof Stamp>;

const LINED: readonly HostOperation[] = ['load', 'generate', 'warm', 'saveState', 'forget'];
const isLined = (op: HostOperation): boolean => LINED.includes(op);

function receive(request: Pending, reply: HostReply): void {
  switch (reply.type) {
    case 'served':
      return request.hooks.onServed?.();
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
  if (op === 'warm') return ok({ outcome: 'aborted', readyTokens: 0, promptTokens: 0 });
  if (op !== 'generate') return err(appError('model_load_failed', { reason: 'aborted' }));
  const reply: GenerateReply = {
    ...ABORTED_REPLY,
    text: partial.text,
    thinking: partial.thinking,
    replyTokens: partial.tokens,
  };
  return ok(reply as HostCalls[Op]['answer']);
}
