// The app's side of the model process: starts it when needed, brings the model back after a crash for the next request (never
// repeating a lost one), and stops trying after three crashes in a row until a person loads a model again.

import { basename } from 'node:path';

import type { LlamaHost, LoadedModel, Log } from '../../electron/app/ports.ts';
import type { HostState } from '../../electron/contract/snapshot.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { ABORTED_REPLY, HostConnection } from './host-connection.ts';
import type { GpuChoice, SpawnHost, StateFolder } from './host-protocol.ts';
import { forgetStates, stateOwner } from './state-files.ts';

export interface HostClientOptions {
  readonly spawnHost: SpawnHost;
  readonly log: Log;
  /** Default `auto`; the host itself honours HOLDFAST_GPU=off. */
  readonly gpu?: GpuChoice;
  /** No sign of life from a request for so long ends the process. Default 180 s, as the compaction's own limit. */
  readonly stallMs?: number;
  /** An abort not answered for so long ends the process. Default 5 s. */
  readonly abortGraceMs?: number;
  /** Ends the idle process to free its memory; the next request starts it again. Absent = never. */
  readonly idleStopMs?: number;
  /** Where states of conversations are kept, asked at every load. Absent or null: nowhere. */
  readonly states?: () => StateFolder | null;
}

export type HostClient = LlamaHost & {
  state(): HostState;
  /** Told of every change of state; answers with the way to stop listening. */
  onState(listener: (state: HostState) => void): () => void;
};

type ModelChoice = Parameters<LlamaHost['load']>[0];
type LoadOptions = Parameters<LlamaHost['load']>[1];

/** What is tried when the process dies, or finds no such layer, while it loads. */
const NEXT_LAYER: Readonly<Record<GpuChoice, GpuChoice | null>> = { auto: 'vulkan', vulkan: 'off', off: null };
const isNoBackend = (error: AppError): boolean =>
  error.code === 'model_load_failed' && error.detail?.['reason'] === 'backend';

const MAX_CRASHES_IN_A_ROW = 3;
const STALL_MS = 180_000;
const ABORT_GRACE_MS = 5_000;

export function createHostClient(options: HostClientOptions): HostClient {
  const states = createStates();
  const supervisor = new Supervisor(options, states);
  const ask: Ask = async (work) => {
    const host = await supervisor.ready();
    return host.ok ? work(host.value).finally(() => supervisor.touchIdle()) : host;
  };
  return {
    state: states.current,
    onState: states.listen,
    loaded: () => supervisor.loaded(),
    serves: (model) => {
      const loaded = supervisor.loaded();
      return loaded !== null && [loaded.modelId, loaded.name, loaded.path].includes(model);
    },
    load: (model, given) => supervisor.load(model, given),
    unload: () => supervisor.unload(),
    rest: () => supervisor.rest(),
    count: (segments) => ask((host) => host.call('count', { segments }, {})),
    countText: (texts) => ask((host) => host.call('countText', { texts }, {})),
    render: (segments) => ask((host) => host.call('render', { segments }, {})),
    generate: async (request, given) => {
      if (given.signal.aborted) return ok(ABORTED_REPLY);
      // An abort must not wait for a model that is being brought back.
      const host = await Promise.race([supervisor.ready(), abortOf(given.signal)]);
      if (host === 'aborted') return ok(ABORTED_REPLY);
      if (!host.ok) return host;
      const result = await host.value.call('generate', request, given);
      supervisor.touchIdle();
      if (result.ok && result.value.stopReason !== 'aborted') supervisor.forgetCrashes();
      return result;
    },
    ...aheadOfTurns(supervisor, ask, options),
    close: () => supervisor.close(),
  };
}

type Ask = <Value>(
  work: (host: HostConnection) => Promise<Result<Value, AppError>>,
) => Promise<Result<Value, AppError>>;

/** What makes turns short before they begin: drafts counted, prompts read ahead, states kept. */
function aheadOfTurns(
  supervisor: Supervisor,
  ask: Ask,
  options: HostClientOptions,
): Required<Pick<LlamaHost, 'countDraft' | 'warm' | 'saveState' | 'forget'>> {
  return {
    countDraft: async (base, draft) => {
      const { key } = base;
      const known = await ask((host) => host.call('countDraft', { key, segments: null, draft }, {}));
      if (!known.ok || known.value !== null) return known as Result<number, AppError>;
      const counted = await ask((host) => host.call('countDraft', { key, segments: base.segments(), draft }, {}));
      return counted.ok ? ok(counted.value ?? 0) : counted;
    },
    warm: async (request, given) => {
      // Reading ahead starts no process and brings no model back.
      const host = supervisor.running();
      if (host === null) return ok({ outcome: 'refused', readyTokens: 0, promptTokens: 0 });
      return host.call('warm', request, given).finally(() => supervisor.touchIdle());
    },
    saveState: async () => {
      const host = supervisor.running();
      return host === null ? ok(false) : host.call('saveState', null, {});
    },
    forget: async (id) => {
      await supervisor.running()?.call('forget', { conversationId: id }, {});
      const kept = options.states?.();
      if (kept) await forgetStates(kept.folder, stateOwner(id));
    },
  };
}

const abortOf = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

interface States {
  current(): HostState;
  set(next: HostState): void;
  listen(listener: (state: HostState) => void): () => void;
}

function createStates(): States {
  const listeners = new Set<(state: HostState) => void>();
  let state: HostState = { kind: 'none' };
  return {
    current: () => state,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener(next);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const toReady = ({ modelId, name, path, windowTokens, trainedWindowTokens, fitness }: LoadedModel): HostState => ({
  kind: 'ready',
  modelId,
  name,
  path,
  windowTokens,
  trainedWindowTokens,
  fitness,
});

/** Keeps at most one process and the person's choice of a model in it. */
class Supervisor {
  readonly #options: HostClientOptions;
  readonly #states: States;
  #connection: HostConnection | null = null;
  #generation = 0;
  /** The model the person chose, brought back after a crash. */
  #chosen: { readonly model: ModelChoice; readonly loaded: LoadedModel } | null = null;
  #gpu: GpuChoice;
  #crashes = 0;
  /** The newest load, settled or not: loads follow one another, and requests wait for them. */
  #underway: Promise<unknown> = Promise.resolve();
  #loadsUnderway = 0;
  #closed = false;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HostClientOptions, states: States) {
    this.#options = options;
    this.#states = states;
    this.#gpu = options.gpu ?? 'auto';
  }

  loaded(): LoadedModel | null {
    return this.#chosen?.loaded ?? null;
  }

  /** A person's own load: the count of crashes begins anew. */
  load(model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> {
    this.#crashes = 0;
    return this.#loadInTurn(model, given);
  }

  async unload(): Promise<void> {
    this.#chosen = null;
    await this.#stopProcess();
    this.#states.set({ kind: 'none' });
  }

  /** The process ends, the choice stays. */
  async rest(): Promise<boolean> {
    if (this.#connection?.busy === true || this.#loadsUnderway > 0) return false;
    await this.#stopProcess();
    return true;
  }

  /** A process with the chosen model in it, or why there is none. */
  async ready(): Promise<Result<HostConnection, AppError>> {
    while (this.#loadsUnderway > 0) await this.#underway;
    if (this.#closed) return err(appError('host_error', { reason: 'closed' }));
    if (this.#chosen === null) return err(appError('no_model'));
    const connection = this.#connection;
    if (connection?.alive === true && connection.holds === this.#chosen.loaded) return ok(connection);
    if (this.#crashes >= MAX_CRASHES_IN_A_ROW)
      return err(appError('host_crashed', { reason: 'needs_load', crashes: this.#crashes }));
    const given: LoadOptions = { signal: new AbortController().signal, onProgress: () => undefined };
    const back = await this.#loadInTurn(this.#chosen.model, given);
    if (!back.ok) return back;
    return this.#connection === null ? err(appError('host_crashed')) : ok(this.#connection);
  }

  /** The process that holds the chosen model now, if there is one; waits for nothing. */
  running(): HostConnection | null {
    const connection = this.#connection;
    return connection?.alive === true && connection.holds !== null && connection.holds === this.#chosen?.loaded
      ? connection
      : null;
  }

  forgetCrashes(): void {
    this.#crashes = 0;
  }

  touchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#options.idleStopMs === undefined || this.#closed) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#connection?.busy === false) void this.#stopProcess();
    }, this.#options.idleStopMs);
    this.#idleTimer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#stopProcess();
  }

  #loadInTurn(model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> {
    this.#loadsUnderway += 1;
    const result = this.#underway.then(() => this.#loadNow(model, given));
    this.#underway = result.finally(() => {
      this.#loadsUnderway -= 1;
    });
    return result;
  }

  async #loadNow(model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> {
    if (this.#closed) return err(appError('host_error', { reason: 'closed' }));
    const name = basename(model.path);
    const onProgress = (fraction: number): void => {
      this.#states.set({ kind: 'loading', name, fraction });
      given.onProgress(fraction);
    };
    onProgress(0);
    const result = await this.#loadWithFallback(model, { signal: given.signal, onProgress });
    if (result.ok) {
      this.#chosen = { model, loaded: result.value };
      this.#states.set(toReady(result.value));
      const { windowTokens, backend } = result.value;
      this.#options.log('info', 'host.loaded', { window: windowTokens, backend: backend ?? null });
      return result;
    }
    this.#options.log('warn', 'host.load_failed', { code: result.error.code });
    // The model before it is still there, or the next request brings it back.
    const before = this.#chosen;
    if (before !== null && before.model.path !== model.path) this.#states.set(toReady(before.loaded));
    else this.#states.set({ kind: 'failed', name, error: result.error });
    return result;
  }

  /** A process that dies while loading on a graphics card has a bad driver or binary: the next layer, at last the processor alone. */
  async #loadWithFallback(model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> {
    for (;;) {
      const result = await this.#loadOn(model, given);
      const next = NEXT_LAYER[this.#gpu];
      const isBackend = !result.ok && (result.error.code === 'host_crashed' || isNoBackend(result.error));
      if (!isBackend || next === null || given.signal.aborted) return result;
      this.#options.log('warn', 'host.backend_failed', { gpu: this.#gpu, next });
      this.#gpu = next;
    }
  }

  #loadOn(model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> {
    const states = this.#options.states?.() ?? null;
    const body = { path: model.path, contextTokens: model.contextTokens ?? null, gpu: this.#gpu, states };
    return this.#connect().call('load', body, { signal: given.signal, onLoading: given.onProgress });
  }

  #connect(): HostConnection {
    if (this.#connection?.alive === true) return this.#connection;
    this.#generation += 1;
    const { log, spawnHost, stallMs = STALL_MS, abortGraceMs = ABORT_GRACE_MS } = this.#options;
    const opened = new HostConnection({
      host: spawnHost(),
      generation: this.#generation,
      stallMs,
      abortGraceMs,
      log,
      onCrash: () => this.#onCrash(opened),
    });
    this.#connection = opened;
    log('info', 'host.started', { kind: opened.kind, pid: opened.pid ?? null, generation: this.#generation });
    return opened;
  }

  #onCrash(crashed: HostConnection): void {
    this.#crashes += 1;
    if (this.#connection === crashed) this.#connection = null;
    if (this.#chosen === null) return;
    const error = appError('host_crashed', { crashes: this.#crashes });
    this.#states.set({ kind: 'failed', name: this.#chosen.loaded.name, error });
  }

  async #stopProcess(): Promise<void> {
    const ending = this.#connection;
    this.#connection = null;
    await ending?.end();
  }
}
