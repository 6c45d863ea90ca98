// The app's side of the model process: starts it when needed, brings the model back after a crash for the next request (never
// repeating a lost one), and stops trying after three crashes in a row until a person loads a model again.

import { basename } from 'node:path';

import type { LlamaHost, LoadedModel, Log } from '../../electron/app/ports.ts';
import type { HostState } from '../../electron/contract/snapshot.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { ABORTED_REPLY, createHostConnection, type HostConnection } from './host-connection.ts';
import type { GpuChoice, SpawnHost } from './host-protocol.ts';

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
}

export type HostClient = LlamaHost & {
  state(): HostState;
  /** Told of every change of state; answers with the way to stop listening. */
  onState(listener: (state: HostState) => void): () => void;
};

type ModelChoice = Parameters<LlamaHost['load']>[0];
type LoadOptions = Parameters<LlamaHost['load']>[1];

const MAX_CRASHES_IN_A_ROW = 3;
const STALL_MS = 180_000;
const ABORT_GRACE_MS = 5_000;

export function createHostClient(options: HostClientOptions): HostClient {
  const states = createStates();
  const supervisor = createSupervisor(options, states);
  const ask = async <Value>(
    work: (host: HostConnection) => Promise<Result<Value, AppError>>,
  ): Promise<Result<Value, AppError>> => {
    const host = await supervisor.ready();
    return host.ok ? work(host.value).finally(supervisor.touchIdle) : host;
  };
  return {
    state: states.current,
    onState: states.listen,
    loaded: supervisor.loaded,
    load: supervisor.load,
    unload: supervisor.unload,
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
    close: supervisor.close,
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

interface Supervisor {
  loaded(): LoadedModel | null;
  load: LlamaHost['load'];
  unload(): Promise<void>;
  /** A process with the chosen model in it, or why there is none. */
  ready(): Promise<Result<HostConnection, AppError>>;
  forgetCrashes(): void;
  touchIdle(): void;
  close(): Promise<void>;
}

function createSupervisor(options: HostClientOptions, states: States): Supervisor {
  const { log } = options;
  let connection: HostConnection | null = null;
  let generation = 0;
  /** The model the person chose, brought back after a crash. */
  let chosen: { readonly model: ModelChoice; readonly loaded: LoadedModel } | null = null;
  let gpu: GpuChoice = options.gpu ?? 'auto';
  let crashes = 0;
  /** The newest load, settled or not: loads follow one another, and requests wait for them. */
  let underway: Promise<unknown> = Promise.resolve();
  let loadsUnderway = 0;
  let closed = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const connect = (): HostConnection => {
    if (connection?.alive === true) return connection;
    generation += 1;
    const opened = createHostConnection({
      host: options.spawnHost(),
      generation,
      stallMs: options.stallMs ?? STALL_MS,
      abortGraceMs: options.abortGraceMs ?? ABORT_GRACE_MS,
      log,
      onCrash: () => {
        crashes += 1;
        if (connection === opened) connection = null;
        if (chosen !== null)
          states.set({ kind: 'failed', name: chosen.loaded.name, error: appError('host_crashed', { crashes }) });
      },
    });
    connection = opened;
    log('info', 'host.started', { kind: opened.kind, pid: opened.pid ?? null, generation });
    return opened;
  };

  const loadOn = (model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> => {
    const body = { path: model.path, contextTokens: model.contextTokens ?? null, gpu };
    return connect().call('load', body, { signal: given.signal, onLoading: given.onProgress });
  };

  /** A process that dies while loading on a graphics card has a bad driver or binary: once more on the processor alone. */
  const loadWithFallback = async (model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> => {
    const first = await loadOn(model, given);
    if (first.ok || first.error.code !== 'host_crashed' || gpu === 'off' || given.signal.aborted) return first;
    log('warn', 'host.backend_failed', { gpu });
    gpu = 'off';
    return loadOn(model, given);
  };

  const load = (model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> => {
    loadsUnderway += 1;
    const result = underway.then(() => loadNow(model, given));
    underway = result.finally(() => {
      loadsUnderway -= 1;
    });
    return result;
  };

  const loadNow = async (model: ModelChoice, given: LoadOptions): Promise<Result<LoadedModel, AppError>> => {
    if (closed) return err(appError('host_error', { reason: 'closed' }));
    const name = basename(model.path);
    const onProgress = (fraction: number): void => {
      states.set({ kind: 'loading', name, fraction });
      given.onProgress(fraction);
    };
    onProgress(0);
    const result = await loadWithFallback(model, { signal: given.signal, onProgress });
    if (result.ok) {
      chosen = { model, loaded: result.value };
      states.set(toReady(result.value));
      log('info', 'host.loaded', { window: result.value.windowTokens, backend: result.value.backend ?? null });
      return result;
    }
    log('warn', 'host.load_failed', { code: result.error.code });
    // The model before it is still there, or the next request brings it back.
    if (chosen !== null && chosen.model.path !== model.path) states.set(toReady(chosen.loaded));
    else states.set({ kind: 'failed', name, error: result.error });
    return result;
  };

  const stopProcess = async (): Promise<void> => {
    const ending = connection;
    connection = null;
    await ending?.end();
  };

  return {
    loaded: () => chosen?.loaded ?? null,
    load: (model, given) => {
      crashes = 0;
      return load(model, given);
    },
    unload: async () => {
      chosen = null;
      await stopProcess();
      states.set({ kind: 'none' });
    },
    ready: async () => {
      while (loadsUnderway > 0) await underway;
      if (closed) return err(appError('host_error', { reason: 'closed' }));
      if (chosen === null) return err(appError('no_model'));
      if (connection?.alive === true && connection.holds === chosen.loaded) return ok(connection);
      if (crashes >= MAX_CRASHES_IN_A_ROW) return err(appError('host_crashed', { reason: 'needs_load', crashes }));
      const back = await load(chosen.model, { signal: new AbortController().signal, onProgress: () => undefined });
      if (!back.ok) return back;
      return connection === null ? err(appError('host_crashed')) : ok(connection);
    },
    forgetCrashes: () => {
      crashes = 0;
    },
    touchIdle: () => {
      clearTimeout(idleTimer);
      if (options.idleStopMs === undefined || closed) return;
      idleTimer = setTimeout(() => {
        if (connection?.busy === false) void stopProcess();
      }, options.idleStopMs);
      idleTimer.unref();
    },
    close: async () => {
      closed = true;
      clearTimeout(idleTimer);
      await stopProcess();
    },
  };
}
