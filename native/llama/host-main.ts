// Entry of the model's own process, as an Electron utility process or a Node child process. It checks a file before native code
// sees it, keeps one model, runs one generation at a time, and ends when its parent is gone, however the parent went.

import type { LoadedModel } from '../../electron/app/ports.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { fingerprintModel, readLoadableModel } from '../models/model-file.ts';
import type { ChatEngine } from './chat-engine.ts';
import {
  type HostCalls,
  type HostOperation,
  type HostReply,
  type HostRequest,
  PROTOCOL_VERSION,
} from './host-protocol.ts';
import { createRequestLine, type Rank } from './request-line.ts';
import { skipBindingTest } from './skip-binding-test.ts';
import { openStateFiles, stateOwner } from './state-files.ts';

interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
  postMessage(message: unknown): void;
}

type Answer = HostReply extends infer Reply
  ? Reply extends HostReply
    ? Omit<Reply, 'version' | 'generation' | 'id'>
    : never
  : never;
type Body<Op extends HostOperation> = HostCalls[Op]['request'];
type Outcome<Op extends HostOperation> = Promise<Result<HostCalls[Op]['answer'], AppError>>;

interface OpenModel {
  /** What was asked for: the same load again answers at once. */
  readonly key: string;
  /** Model, engine and settings that a saved state depends on. */
  readonly stateKey: string;
  readonly loaded: LoadedModel;
  readonly engine: ChatEngine;
  dispose(): Promise<void>;
}

const parentPort = (process as unknown as { readonly parentPort?: ParentPort }).parentPort;
const post = (reply: HostReply): void => {
  if (parentPort !== undefined) parentPort.postMessage(reply);
  else process.send?.(reply, undefined, undefined, () => undefined);
};

let model: OpenModel | null = null;
const line = createRequestLine();
const running = new Map<number, AbortController>();

start();

function start(): void {
  // Whatever this process writes is for its owner alone.
  process.umask(0o077);
  if (parentPort !== undefined) {
    skipBindingTest();
    parentPort.on('message', (message) => receive(message.data as HostRequest));
    parentPort.on('close', endNow);
  } else {
    process.on('message', (message) => receive(message as HostRequest));
    process.on('disconnect', endNow);
    // Ctrl+C in a terminal reaches this process too; it ends with the app, which may still want an answer.
    process.on('SIGINT', () => undefined);
  }
  watchParent();
}

/** What the sequence holds is saved if nothing runs; the parent ends a process that takes too long. */
async function close(): Promise<void> {
  for (const controller of running.values()) controller.abort();
  await line.run('chat', async () => model?.engine.saveState()).catch(() => undefined);
  endNow();
}

/** A native call may hold a thread: only a hard end is sure. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** A parent that was killed sends nothing; on Unix its orphans get another parent. */
function watchParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) endNow();
  }, 1000).unref();
}

function receive(request: HostRequest): void {
  if (request.version !== PROTOCOL_VERSION) return;
  if (request.op === 'close') return void close();
  if (request.op === 'abort') return running.get(request.id)?.abort();
  void handle(request);
}

async function handle(request: Exclude<HostRequest, { readonly op: 'abort' | 'close' }>): Promise<void> {
  const say = (answer: Answer): void => {
    post({ ...answer, version: PROTOCOL_VERSION, generation: request.generation, id: request.id });
  };
  const controller = new AbortController();
  running.set(request.id, controller);
  const outcome = await perform(request, { signal: controller.signal, say });
  running.delete(request.id);
  if (outcome.ok) say({ type: 'done', value: outcome.value });
  else say({ type: 'failed', error: outcome.error });
}

interface Call {
  readonly signal: AbortSignal;
  readonly say: (answer: Answer) => void;
}

async function perform(
  request: Exclude<HostRequest, { readonly op: 'abort' | 'close' }>,
  call: Call,
): Outcome<HostOperation> {
  switch (request.op) {
    case 'load':
      return line.run('load', () => load(request.body, call));
    case 'generate':
      return generate(request.body, call);
    case 'count':
      return model === null ? noModel() : model.engine.count(request.body.segments);
    case 'countText':
      return model === null ? noModel() : ok(model.engine.countText(request.body.texts));
    case 'countDraft':
      return model === null ? noModel() : model.engine.countDraft(request.body, request.body.draft);
    case 'render':
      return model === null ? noModel() : model.engine.render(request.body.segments);
    case 'warm':
      return warm(request.body, call);
    case 'saveState':
      // A summary being prepared need not give way to it: one that always did would never be finished.
      return line.run('background', async () => ok(model !== null && (await model.engine.saveState())));
    case 'forget':
      return line.run('chat', async () => {
        await model?.engine.forget(stateOwner(request.body.conversationId));
        return ok(null);
      });
    default:
      return request satisfies never;
  }
}

const noModel = (): Result<never, AppError> => err(appError('no_model'));

async function load(body: Body<'load'>, { signal, say }: Call): Outcome<'load'> {
  const file = await readLoadableModel(body.path);
  if (!file.ok) return file;
  const modelId = await fingerprintModel(body.path);
  const { states: keptIn, ...wanted } = body;
  const key = JSON.stringify([modelId, wanted]);
  if (model?.key === key) {
    await keepStates(model.engine, keptIn, model.stateKey);
    return ok(model.loaded);
  }
  // The conversation in the sequence goes with the model.
  await model?.engine.saveState();
  await model?.dispose();
  model = null;
  const [{ openNativeModel }, { createChatEngine }] = await Promise.all([
    import('./engine.ts'),
    import('./chat-engine.ts'),
  ]);
  const opened = await openNativeModel({
    ...wanted,
    gpu: process.env['HOLDFAST_GPU'] === 'off' ? 'off' : body.gpu,
    architecture: file.value.architecture,
    sizeBytes: file.value.sizeBytes,
    signal,
    onProgress: inPercents((fraction) => say({ type: 'loading', fraction })),
  });
  if (!opened.ok) return opened;
  const native = opened.value;
  const engine = createChatEngine(native);
  const loaded: LoadedModel = {
    modelId,
    name: file.value.name,
    path: body.path,
    windowTokens: native.windowTokens,
    trainedWindowTokens: native.trainedWindowTokens,
    fitness: null,
    windowLimitedBy: native.windowLimitedBy,
    template: engine.template.kind,
    backend: native.backend,
  };
  const stateKey = JSON.stringify([modelId, native.stateKey]);
  await keepStates(engine, keptIn, stateKey);
  model = { key, stateKey, loaded, engine, dispose: () => native.dispose() };
  return ok(loaded);
}

/** A folder that cannot be used costs the shortcut, not the model. */
async function keepStates(engine: ChatEngine, kept: Body<'load'>['states'], key: string): Promise<void> {
  if (kept === null) return engine.keepStatesIn(null);
  engine.keepStatesIn(await openStateFiles({ ...kept, key }).catch(() => null));
}

/** The engine reports hundreds of steps; people see a bar. */
function inPercents(report: (fraction: number) => void): (fraction: number) => void {
  let shown = -1;
  return (fraction) => {
    const percent = Math.floor(fraction * 100);
    if (percent <= shown) return;
    shown = percent;
    report(percent / 100);
  };
}

/** An abort is answered at once, also while another generation is under way; the line moves on when the engine is free. */
function generate(request: Body<'generate'>, { signal, say }: Call): Outcome<'generate'> {
  return new Promise((resolve) => {
    const stopWaiting = (): void => resolve(ok(abortedBeforeStart()));
    signal.addEventListener('abort', stopWaiting, { once: true });
    const work = line.run(rankOf(request), async (yielding) => {
      if (signal.aborted) return;
      signal.removeEventListener('abort', stopWaiting);
      if (model === null) return resolve(noModel());
      say({ type: 'served' });
      const run = model.engine.generate(request, {
        signal: AbortSignal.any([signal, yielding]),
        onReading: (readTokens, promptTokens) => say({ type: 'reading', readTokens, promptTokens }),
        onDelta: (delta) => say({ type: 'delta', ...delta }),
      });
      resolve(await run.settled);
      await run.idle;
    });
    work.catch(() => resolve(err(appError('host_error', { reason: 'engine' }))));
  });
}

const rankOf = ({ purpose, background }: Body<'generate'>): Rank =>
  background === true ? 'background' : purpose === 'chat' ? 'chat' : 'summary';

/** Reading ahead waits behind everything else and gives way to everything else. */
function warm(request: Body<'warm'>, { signal }: Call): Outcome<'warm'> {
  return line.run('background', async (yielding) =>
    model === null ? noModel() : model.engine.warm(request, AbortSignal.any([signal, yielding])),
  );
}

const abortedBeforeStart = (): HostCalls['generate']['answer'] => ({
  text: '',
  thinking: '',
  toolCalls: [],
  stopReason: 'aborted',
  promptTokens: 0,
  replyTokens: 0,
  reusedTokens: 0,
});
