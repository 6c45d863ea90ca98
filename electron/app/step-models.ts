// Which model does a step of a compaction, and in which process. An exact choice has no fallback; without one it is the conversation's
// model, then the fallback models in order. Another model than the chat's gets a process of its own, so that no chat request is ever
// answered by it; where memory is too small for both, the chat's model rests for the step and comes back with the next request.

import { type AppError, appError, type ErrorCode } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { CallEnd } from './model-call.ts';
import type { LlamaHost, Ports } from './ports.ts';

export interface StepHost {
  readonly host: LlamaHost;
  /** The host that holds the live conversation: only there can a summary be made in place. */
  readonly isChat: boolean;
}

export interface StepModels {
  /**
   * Runs one step with the model it is meant for.
   *
   * @param exact the model that has to do it (id, name or path); undefined = the conversation's model, then `fallbackModels`
   */
  run<Value>(
    exact: string | undefined,
    signal: AbortSignal,
    step: (on: StepHost) => Promise<Result<Value, CallEnd>>,
  ): Promise<Result<Value, CallEnd>>;
}

type StepPorts = Pick<Ports, 'host' | 'secondHost' | 'models' | 'settings' | 'log'>;

/** The second process holds one model: steps there follow one another, whoever asks. */
export interface StepLine {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createStepLine(): StepLine {
  let end: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const result = end.then(work);
      end = result.catch(() => undefined);
      return result;
    },
  };
}

export function createStepModels(ports: StepPorts, line: StepLine): StepModels {
  return {
    async run(exact, signal, step) {
      if (exact !== undefined) return runOn({ ports, line, signal }, exact, step);
      let first: CallEnd = { kind: 'failed', error: appError('no_model') };
      if (ports.host.loaded() !== null) {
        const result = await step({ host: ports.host, isChat: true });
        if (result.ok || !anotherMayHelp(result.error)) return result;
        first = result.error;
      }
      for (const model of ports.settings.read().settings.fallbackModels) {
        if (signal.aborted) return err({ kind: 'aborted' });
        if (ports.host.serves(model)) continue;
        ports.log('warn', 'step_fallback', { code: first.kind === 'failed' ? first.error.code : first.kind });
        const result = await runOn({ ports, line, signal }, model, step);
        if (result.ok || !anotherMayHelp(result.error)) return result;
      }
      // Why the conversation's own model could not do it says more than why the last fallback could not.
      return err(first);
    },
  };
}

const failed = (error: AppError): Result<never, CallEnd> => err({ kind: 'failed', error });

/** Codes that speak of the model or its process, not of what was asked. */
const OF_THE_MODEL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'no_model',
  'model_missing',
  'model_not_gguf',
  'model_truncated',
  'model_not_chat',
  'model_unsupported',
  'model_out_of_memory',
  'model_load_failed',
  'host_crashed',
  'host_stalled',
  'host_error',
]);

const anotherMayHelp = (end: CallEnd): boolean => end.kind === 'failed' && OF_THE_MODEL.has(end.error.code);

interface Around {
  readonly ports: StepPorts;
  readonly line: StepLine;
  readonly signal: AbortSignal;
}

type Step<Value> = (on: StepHost) => Promise<Result<Value, CallEnd>>;

async function runOn<Value>(around: Around, model: string, step: Step<Value>): Promise<Result<Value, CallEnd>> {
  const { ports, line, signal } = around;
  if (ports.host.serves(model)) return step({ host: ports.host, isChat: true });
  const { secondHost } = ports;
  if (!secondHost) return failed(appError('model_missing', { path: model }));
  return line.run(async () => {
    if (signal.aborted) return err({ kind: 'aborted' });
    const ready = await makeReady(around, secondHost, model);
    if (!ready.ok) return signal.aborted ? err({ kind: 'aborted' }) : failed(ready.error);
    try {
      return await step({ host: secondHost, isChat: false });
    } finally {
      // Both did not fit: what the chat's model needs is there again before anybody asks it.
      if (ready.value.chatRests) await secondHost.unload();
    }
  });
}

async function makeReady(
  { ports, signal }: Around,
  secondHost: LlamaHost,
  model: string,
): Promise<Result<{ readonly chatRests: boolean }, AppError>> {
  // Loading what is loaded answers at once, and gives a process that crashed too often another chance.
  const held = secondHost.serves(model) ? secondHost.loaded() : null;
  const path = held ? ok(held.path) : await findPath(ports, model);
  if (!path.ok) return path;
  const { contextTokens } = ports.settings.read().settings;
  const choice = { path: path.value, ...(contextTokens === undefined ? {} : { contextTokens }) };
  const options = { signal, onProgress: () => undefined };
  const beside = await secondHost.load(choice, options);
  if (beside.ok) return ok({ chatRests: false });
  if (beside.error.code !== 'model_out_of_memory' || !(await ports.host.rest?.())) return beside;
  ports.log('info', 'chat_model_rests');
  const alone = await secondHost.load(choice, options);
  return alone.ok ? ok({ chatRests: true }) : alone;
}

/** The file a name, a file name or a path stands for. */
async function findPath({ models }: StepPorts, model: string): Promise<Result<string, AppError>> {
  const found = (await models.find()).find(
    ({ path, name }) =>
      path === model || name === model || [fileName(path), fileName(path).replace(/\.gguf$/i, '')].includes(model),
  );
  const file = found ?? (/[\\/]|\.gguf$/i.test(model) ? await models.inspect(model) : null);
  if (file === null) return err(appError('model_missing', { path: model }));
  return file.usable ? ok(file.path) : err(file.problem ?? appError('model_missing', { path: model }));
}

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
