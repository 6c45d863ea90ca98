// The only importer of node-llama-cpp: opens one model with one sequence and shows them as a small interface. It chooses the window
// that fits and the compute layer; it knows nothing of messages, templates or requests. Errors come back as codes.

import { availableParallelism } from 'node:os';

import {
  getLlama,
  InsufficientMemoryError,
  type Llama,
  type LlamaContext,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';

import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import type { GpuChoice } from './host-protocol.ts';
import type { ControlMark } from './prompt-tokens.ts';
import { createThreadGovernor, fixedThreads, type ThreadGovernor } from './thread-governor.ts';
import { planWindows } from './window-plan.ts';

export interface SamplingOptions {
  /** 0 takes the likeliest token every time. */
  readonly temperature: number;
  readonly topP: number;
  readonly minP: number;
  readonly seed: number;
  /** 1 is off. Applies to the newest `lastTokens` tokens of this reply. */
  readonly repeatPenalty: { readonly penalty: number; readonly lastTokens: number };
  /** GBNF text, or null for free text. */
  readonly grammar: string | null;
}

/** The engine's one sequence of evaluated tokens. Calls must not overlap. */
export interface NativeSequence {
  evaluated(): readonly number[];
  /** Forgets everything from `index` on; everything where the model's state cannot be cut. */
  keepFirst(index: number): Promise<void>;
  /** Can the end be forgotten and the beginning kept? Not in models whose state is one whole. */
  readonly canCut: boolean;
  /** Writes the state of what is evaluated to a file. */
  save(file: string): Promise<void>;
  /** Replaces what is evaluated by a saved state; answers with its tokens. Throws for a file the engine refuses. */
  load(file: string): Promise<readonly number[]>;
  /** Reads tokens without writing any. */
  read(tokens: readonly number[]): Promise<void>;
  /** Reads `token` and tells how likely each token is next; it stays read. */
  weigh(token: number): Promise<ReadonlyMap<number, number>>;
  /** Reads `token`, then yields one new token after another; each is read when the next one is asked for. Never ends by itself. */
  write(token: number, sampling: SamplingOptions): AsyncGenerator<number, void, void>;
}

export interface NativeModel {
  readonly windowTokens: number;
  readonly trainedWindowTokens: number;
  readonly windowLimitedBy: 'trained' | 'memory' | null;
  /** `cpu`, `cuda`, `vulkan` or `metal`. */
  readonly backend: string;
  /** Engine and settings that a saved state depends on, beside the model itself. */
  readonly stateKey: string;
  readonly chatTemplate: string | null;
  readonly bosText: string;
  readonly eosText: string;
  readonly controlMarks: readonly ControlMark[];
  /** Marks the tokenizer reads as one token even in plain text. */
  readonly userMarks: readonly string[];
  readonly startMark: ControlMark | null;
  readonly sequence: NativeSequence;
  tokenizePlain(text: string): readonly number[];
  tokenizeWhole(text: string): readonly number[];
  toText(tokens: readonly number[], before: readonly number[]): string;
  isEnd(token: number): boolean;
  /** Is the text valid GBNF? */
  isGrammar(grammar: string): Promise<boolean>;
  dispose(): Promise<void>;
}

export interface OpenModelOptions {
  readonly path: string;
  readonly architecture: string;
  readonly sizeBytes: number;
  readonly contextTokens: number | null;
  readonly gpu: GpuChoice;
  /** Default: what the system says when asked. */
  readonly freeMemoryBytes?: number;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Codes: model_out_of_memory, model_unsupported, model_load_failed. */
export async function openNativeModel(options: OpenModelOptions): Promise<Result<NativeModel, AppError>> {
  const llama = await startEngine(options.gpu);
  if (llama === null) return err(appError('model_load_failed', { reason: 'backend', gpu: options.gpu }));
  // The library's own default is at least four, also on two cores.
  llama.maxThreads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism()));
  // Measures from here on, so that the first step already knows how busy the machine is.
  const governor = createThreadGovernor({
    maxThreads: llama.maxThreads,
    fixed: fixedThreads(process.env),
    apply: (threads) => {
      llama.maxThreads = threads;
    },
  });
  const model = await loadModel(llama, options);
  const context = model.ok ? await createContext(model.value, options) : model;
  if (model.ok && context.ok) return ok(toNativeModel(llama, model.value, { ...context.value, governor }));
  governor.close();
  if (model.ok) await model.value.dispose();
  return context as Result<never, AppError>;
}

/** Null where the layer asked for is not there or does not start. */
async function startEngine(gpu: GpuChoice): Promise<Llama | null> {
  const layer = { auto: 'auto', vulkan: 'vulkan', off: false } as const;
  try {
    return await getLlama({
      gpu: layer[gpu],
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.disabled,
    });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function loadModel(llama: Llama, options: OpenModelOptions): Promise<Result<LlamaModel, AppError>> {
  const freeBytes = freeMemory(options);
  if (llama.gpu === false && options.sizeBytes > freeBytes)
    return err(appError('model_out_of_memory', { neededBytes: options.sizeBytes, freeBytes }));
  try {
    const model = await llama.loadModel({
      modelPath: options.path,
      loadSignal: options.signal,
      onLoadProgress: options.onProgress,
      // Any prefix of the sequence can then be kept, also in models with a sliding window.
      defaultContextSwaFullCache: true,
    });
    return ok(model);
  } catch (error) {
    return err(await loadError(error, options));
  }
}

async function loadError(error: unknown, options: OpenModelOptions): Promise<AppError> {
  if (options.signal.aborted) return appError('model_load_failed', { reason: 'aborted' });
  if (error instanceof InsufficientMemoryError)
    return appError('model_out_of_memory', { neededBytes: options.sizeBytes, freeBytes: freeMemory(options) });
  if (!(await knownArchitectures()).includes(options.architecture))
    return appError('model_unsupported', { reason: 'architecture', architecture: options.architecture });
  return appError('model_load_failed', { reason: 'engine' });
}

/** The binding's list is a const enum, which isolated modules cannot name; at run time it is a plain object. */
async function knownArchitectures(): Promise<readonly unknown[]> {
  const binding: object = await import('node-llama-cpp');
  return Object.values(Object(Reflect.get(binding, 'GgufArchitectureType')) as Record<string, unknown>);
}

/** Memory this process may still take; knows the limits of containers. */
const freeMemory = (options: OpenModelOptions): number => options.freeMemoryBytes ?? process.availableMemory();

// ---- the window -------------------------------------------------------------------------------------------------------

/** Left for the rest of the machine. */
const MEMORY_MARGIN_BYTES = 256 * 1024 * 1024;

interface OpenContext {
  readonly context: LlamaContext;
  readonly limitedBy: NativeModel['windowLimitedBy'];
}

async function createContext(model: LlamaModel, options: OpenModelOptions): Promise<Result<OpenContext, AppError>> {
  const { sizes, limitedByTraining } = planWindows(options.contextTokens, model.trainContextSize);
  for (const contextSize of sizes) {
    if (!(await fitsMemory(model, contextSize, freeMemory(options)))) continue;
    try {
      const context = await model.createContext({ contextSize, swaFullCache: true, createSignal: options.signal });
      const limitedBy = contextSize !== sizes[0] ? 'memory' : limitedByTraining ? 'trained' : null;
      return ok({ context, limitedBy });
    } catch (error) {
      if (options.signal.aborted) return err(appError('model_load_failed', { reason: 'aborted' }));
      if (!(error instanceof Error)) throw error;
    }
  }
  return err(appError('model_out_of_memory', { windowTokens: sizes.at(-1) ?? 0, freeBytes: freeMemory(options) }));
}

async function fitsMemory(model: LlamaModel, contextSize: number, freeBytes: number): Promise<boolean> {
  const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2({
    contextSize,
    modelGpuLayers: model.gpuLayers,
    swaFullCache: true,
  });
  return cpuRam + MEMORY_MARGIN_BYTES <= freeBytes;
}

// ---- the model as the app sees it -------------------------------------------------------------------------------------

function toNativeModel(
  llama: Llama,
  model: LlamaModel,
  open: OpenContext & { readonly governor: ThreadGovernor },
): NativeModel {
  const { context } = open;
  const sequence = context.getSequence();
  const marks = findMarks(model);
  const shown = new Map(marks.think.map((mark) => [mark.token, mark.text]));
  return {
    windowTokens: sequence.contextSize,
    trainedWindowTokens: model.trainContextSize,
    windowLimitedBy: open.limitedBy,
    backend: llama.gpu === false ? 'cpu' : llama.gpu,
    stateKey: stateKeyOf(llama, context),
    chatTemplate: model.fileInfo.metadata.tokenizer?.chat_template ?? null,
    bosText: model.tokens.bosString ?? '',
    eosText: model.tokens.eosString ?? '',
    controlMarks: marks.control,
    userMarks: marks.user,
    startMark: model.tokens.shouldPrependBosToken
      ? (marks.control.find((mark) => mark.token === model.tokens.bos) ?? null)
      : null,
    sequence: toNativeSequence(llama, model, { sequence, governor: open.governor }),
    tokenizePlain: (text) => model.tokenize(text, false),
    tokenizeWhole: (text) => model.tokenize(text, true),
    toText: (tokens, before) =>
      tokens.length === 1 && shown.has(tokens[0] ?? -1)
        ? (shown.get(tokens[0] ?? -1) ?? '')
        : model.detokenize(tokens as readonly Token[], false, before as readonly Token[]),
    isEnd: (token) => model.isEogToken(token as Token),
    isGrammar: (grammar) =>
      llama.createGrammar({ grammar }).then(
        () => true,
        () => false,
      ),
    dispose: async () => {
      open.governor.close();
      await context.dispose();
      await model.dispose();
    },
  };
}

const stateKeyOf = (llama: Llama, context: LlamaContext): string =>
  JSON.stringify({
    engine: llama.llamaCppRelease.release,
    backend: llama.gpu,
    window: context.contextSize,
    keys: context.kvCacheKeyType,
    values: context.kvCacheValueType,
    flash: context.flashAttention,
  });

interface Marks {
  readonly control: readonly ControlMark[];
  readonly user: readonly string[];
  /** Thinking marks that are control tokens in this file: their text must not vanish from the reply. */
  readonly think: readonly { readonly token: number; readonly text: string }[];
}

function findMarks(model: LlamaModel): Marks {
  const control: ControlMark[] = [];
  const user: string[] = [];
  for (const token of model.iterateAllTokens()) {
    const attributes = model.getTokenAttributes(token);
    if (!attributes.control && !attributes.unknown && !attributes.userDefined) continue;
    const text = model.detokenize([token], true);
    if (text === '') continue;
    if (attributes.userDefined) user.push(text);
    else control.push({ text, token, trimsBefore: attributes.lstrip, trimsAfter: attributes.rstrip });
  }
  return { control, user, think: control.filter((mark) => /^<\/?think>$/.test(mark.text)) };
}

function toNativeSequence(
  llama: Llama,
  model: LlamaModel,
  { sequence, governor }: { readonly sequence: LlamaContextSequence; readonly governor: ThreadGovernor },
): NativeSequence {
  return {
    canCut: !sequence.needsCheckpoints,
    evaluated: () => sequence.contextTokens,
    save: async (file) => {
      await sequence.saveStateToFile(file);
    },
    load: async (file) => {
      // Checked by its own sum and tokens before (state-files.ts).
      await sequence.loadStateFromFile(file, { acceptRisk: true });
      return sequence.contextTokens;
    },
    keepFirst: async (index) => {
      if (index >= sequence.nextTokenIndex) return;
      // A state that cannot be cut would silently be read again from the start: forget it all, and let the caller read.
      if (index === 0 || sequence.needsCheckpoints) await sequence.clearHistory();
      else await sequence.eraseContextTokenRanges([{ start: index, end: sequence.nextTokenIndex }]);
    },
    read: (tokens) => {
      governor.follow('read');
      return sequence.evaluateWithoutGeneratingNewTokens(tokens as Token[]);
    },
    weigh: async (token) => {
      const next = { generateNext: { probabilities: true, options: { temperature: 1, topP: 1, minP: 0, topK: 0 } } };
      const [weighed] = await sequence.controlledEvaluate([[token as Token, next]]);
      return weighed?.next.probabilities ?? new Map();
    },
    write: (token, sampling) => write({ llama, model, sequence, governor }, token, sampling),
  };
}

interface Writing {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  readonly governor: ThreadGovernor;
}

async function* write(
  { llama, model, sequence, governor }: Writing,
  token: number,
  sampling: SamplingOptions,
): AsyncGenerator<number, void, void> {
  const written: Token[] = [];
  const grammar = sampling.grammar === null ? null : await llama.createGrammar({ grammar: sampling.grammar });
  const grammarState = grammar === null ? null : new LlamaGrammarEvaluationState({ model, grammar });
  const tokens = sequence.evaluate([token as Token], {
    temperature: sampling.temperature,
    topP: sampling.topP,
    minP: sampling.minP,
    seed: sampling.seed,
    yieldEogToken: true,
    ...(sampling.repeatPenalty.penalty === 1
      ? {}
      : {
          repeatPenalty: {
            penalty: sampling.repeatPenalty.penalty,
            punishTokens: () => written.slice(-sampling.repeatPenalty.lastTokens),
          },
        }),
    ...(grammarState === null ? {} : { grammarEvaluationState: grammarState }),
  });
  governor.follow('write');
  for await (const next of tokens) {
    governor.follow('write');
    written.push(next);
    yield next;
  }
}
