// Answers requests on one open model: counts and renders prompts, reads what the sequence does not hold yet, writes the reply.
// A prompt that does not fit is refused before a token of it is read; the window is never shifted; an abort answers at once.

import type { GenerateReply, GenerateRequest, PromptCount } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import type { StopReason } from '../../electron/core/transcript/entry.ts';
import type { NativeModel, SamplingOptions } from './engine.ts';
import { createPromptTemplate, type PromptTemplate } from './prompt-template.ts';
import { createPromptTokenizer, type TokenizedPrompt, type TokenizePrompt } from './prompt-tokens.ts';
import { createReplyStream } from './reply-stream.ts';

export interface GenerateHooks {
  readonly signal: AbortSignal;
  readonly onReading: (readTokens: number, promptTokens: number) => void;
  /** `tokens`: those that became text with this delta. */
  readonly onDelta: (delta: { readonly text: string; readonly thinking: string; readonly tokens: number }) => void;
}

export interface ChatEngine {
  readonly template: PromptTemplate;
  count(segments: readonly ContextSegment[]): Result<PromptCount, AppError>;
  countText(texts: readonly string[]): readonly number[];
  render(segments: readonly ContextSegment[]): Result<{ readonly text: string; readonly tokens: number }, AppError>;
  /** `settled` comes as soon as the reply is known, `idle` once the sequence may be used again. */
  generate(
    request: GenerateRequest,
    hooks: GenerateHooks,
  ): { readonly settled: Promise<Result<GenerateReply, AppError>>; readonly idle: Promise<void> };
}

export function createChatEngine(model: NativeModel): ChatEngine {
  const template = createPromptTemplate(model.chatTemplate, { bosToken: model.bosText, eosToken: model.eosText });
  const tokenize = createPromptTokenizer({
    tokenizePlain: model.tokenizePlain,
    controlMarks: model.controlMarks,
    guardedMarks: model.userMarks.filter((mark) => isTemplateMark(mark, model.chatTemplate ?? '')),
    startMark: model.startMark,
  });
  const read = (segments: readonly ContextSegment[]): Result<TokenizedPrompt, AppError> =>
    tokenizeSegments(segments, template, tokenize);
  const afterAnswer = tokenize([{ segmentIndex: null, text: template.afterAnswer }], 0).tokens[0];
  const isEnd = (token: number): boolean =>
    model.isEnd(token) || (token === afterAnswer && model.controlMarks.some((mark) => mark.token === token));

  return {
    template,
    count: (segments) => {
      const prompt = read(segments);
      if (!prompt.ok) return prompt;
      return ok({ totalTokens: prompt.value.tokens.length, segmentTokens: prompt.value.segmentTokens });
    },
    countText: (texts) => texts.map((text) => model.tokenizePlain(text).length),
    render: (segments) => {
      const prompt = read(segments);
      return prompt.ok ? ok({ text: prompt.value.text, tokens: prompt.value.tokens.length }) : prompt;
    },
    generate: (request, hooks) => {
      const prompt = read(request.segments);
      const failed = prompt.ok ? checkRoom(prompt.value, model.windowTokens) : prompt.error;
      if (!prompt.ok || failed !== null)
        return { settled: Promise.resolve(err(failed ?? appError('host_error'))), idle: Promise.resolve() };
      return runGeneration({ model, template, isEnd, prompt: prompt.value, request, hooks });
    },
  };
}

/** Angle or square brackets, and known to this template or a thinking mark: such text in content must not act as the mark. */
const isTemplateMark = (mark: string, source: string): boolean =>
  /^[<[].+[>\]]$/.test(mark) && (source.includes(mark) || /^<\/?(think|tool_call|tool_response)>$/.test(mark));

function tokenizeSegments(
  segments: readonly ContextSegment[],
  template: PromptTemplate,
  tokenize: TokenizePrompt,
): Result<TokenizedPrompt, AppError> {
  try {
    return ok(tokenize(template.render(segments), segments.length));
  } catch (error) {
    if (error instanceof Error) return err(appError('host_error', { reason: 'template' }));
    throw error;
  }
}

/** At least one token of a reply must fit. */
function checkRoom(prompt: TokenizedPrompt, windowTokens: number): AppError | null {
  const promptTokens = prompt.tokens.length;
  return promptTokens < windowTokens ? null : appError('context_overflow', { promptTokens, windowTokens });
}

// ---- one generation ---------------------------------------------------------------------------------------------------

interface Generation {
  readonly model: NativeModel;
  readonly template: PromptTemplate;
  readonly isEnd: (token: number) => boolean;
  readonly prompt: TokenizedPrompt;
  readonly request: GenerateRequest;
  readonly hooks: GenerateHooks;
}

/** What is known of the reply so far; an abort answers with it. */
interface Progress {
  text: string;
  thinking: string;
  replyTokens: number;
  reusedTokens: number;
}

function runGeneration(generation: Generation): {
  readonly settled: Promise<Result<GenerateReply, AppError>>;
  readonly idle: Promise<void>;
} {
  const { prompt, hooks } = generation;
  const progress: Progress = { text: '', thinking: '', replyTokens: 0, reusedTokens: 0 };
  const reply = (stopReason: StopReason): Result<GenerateReply, AppError> =>
    ok({ ...progress, toolCalls: [], stopReason, promptTokens: prompt.tokens.length });
  const work = readAndWrite(generation, progress).then(
    (outcome) => (outcome.ok ? reply(outcome.value) : outcome),
    async (error: unknown) => {
      if (!(error instanceof Error)) throw error;
      // What the sequence holds now is not known for sure: the next request reads everything anew.
      await generation.model.sequence.keepFirst(0);
      return err(appError('host_error', { reason: 'engine' }));
    },
  );
  const aborted = new Promise<Result<GenerateReply, AppError>>((resolve) => {
    const answer = (): void => resolve(reply('aborted'));
    if (hooks.signal.aborted) answer();
    else hooks.signal.addEventListener('abort', answer, { once: true });
  });
  return { settled: Promise.race([work, aborted]), idle: work.then(() => undefined) };
}

async function readAndWrite(generation: Generation, progress: Progress): Promise<Result<StopReason, AppError>> {
  const { model, prompt, request, hooks } = generation;
  if (hooks.signal.aborted) return ok('aborted');
  if (request.grammar !== undefined && !(await model.isGrammar(request.grammar)))
    return err(appError('host_error', { reason: 'grammar' }));
  progress.reusedTokens = await reusePrefix(model, prompt.tokens);
  if (!(await readPrompt(generation, progress.reusedTokens))) return ok('aborted');
  return ok(await writeReply(generation, progress));
}

/** Keeps the longest prefix the sequence holds; the last prompt token is always read anew, because the reply starts from it. */
async function reusePrefix(model: NativeModel, tokens: readonly number[]): Promise<number> {
  const held = model.sequence.evaluated();
  const limit = Math.min(held.length, tokens.length - 1);
  let shared = 0;
  while (shared < limit && held[shared] === tokens[shared]) shared += 1;
  await model.sequence.keepFirst(shared);
  return model.sequence.evaluated().length;
}

/** Batches grow and shrink towards this time: short enough to stop soon and to show progress, long enough to be read fast. */
const BATCH_MS = 300;
const BATCH_TOKENS = { first: 64, least: 32, most: 512 };

/** Reads all but the last token. False when stopped. */
async function readPrompt({ model, prompt, hooks }: Generation, from: number): Promise<boolean> {
  const end = prompt.tokens.length - 1;
  let batch = BATCH_TOKENS.first;
  for (let at = from; at < end && !hooks.signal.aborted; ) {
    const startedAt = performance.now();
    const next = Math.min(at + batch, end);
    await model.sequence.read(prompt.tokens.slice(at, next));
    if (!hooks.signal.aborted) hooks.onReading(next, prompt.tokens.length);
    const tookMs = performance.now() - startedAt;
    if (tookMs > BATCH_MS * 2) batch = Math.max(BATCH_TOKENS.least, batch / 2);
    else if (tookMs < BATCH_MS / 2) batch = Math.min(BATCH_TOKENS.most, batch * 2);
    at = next;
  }
  return !hooks.signal.aborted;
}

async function writeReply(generation: Generation, progress: Progress): Promise<StopReason> {
  const { model, template, isEnd, prompt, request, hooks } = generation;
  const room = model.windowTokens - prompt.tokens.length;
  const maxTokens = Math.min(request.maxTokens, room);
  const stream = createReplyStream({
    toText: model.toText,
    stopTexts: template.stopTexts,
    startsThinking: /<think>\s*$/.test(prompt.text.slice(-32)),
  });
  let shownTokens = 0;
  const show = (delta: { readonly text: string; readonly thinking: string }): void => {
    if (hooks.signal.aborted || (delta.text === '' && delta.thinking === '')) return;
    progress.text += delta.text;
    progress.thinking += delta.thinking;
    hooks.onDelta({ ...delta, tokens: progress.replyTokens - shownTokens });
    shownTokens = progress.replyTokens;
  };
  const last = prompt.tokens.at(-1);
  if (last === undefined || maxTokens < 1) return 'length';
  let stopReason: StopReason = 'length';
  for await (const token of model.sequence.write(last, samplingOf(request))) {
    if (hooks.signal.aborted) return 'aborted';
    if (isEnd(token)) {
      stopReason = 'stop';
      break;
    }
    progress.replyTokens += 1;
    show(stream.push(token));
    if (stream.stopped) stopReason = 'stop';
    if (stream.stopped || progress.replyTokens >= maxTokens) break;
  }
  show(stream.end());
  return stopReason;
}

/** Chat is lively, everything that is checked afterwards is not. */
const CHAT_SAMPLING = { temperature: 0.7, topP: 0.95, minP: 0.05, penalty: 1.1 };

function samplingOf(request: GenerateRequest): SamplingOptions {
  const chat = request.purpose === 'chat';
  return {
    temperature: request.temperature ?? (chat ? CHAT_SAMPLING.temperature : 0),
    topP: request.topP ?? CHAT_SAMPLING.topP,
    minP: request.minP ?? CHAT_SAMPLING.minP,
    seed: request.seed ?? Math.floor(Math.random() * 2 ** 31),
    repeatPenalty: { penalty: request.repeatPenalty ?? (chat ? CHAT_SAMPLING.penalty : 1), lastTokens: 64 },
    grammar: request.grammar ?? null,
  };
}
