// One generation on the engine: reads what the sequence does not hold yet, writes the reply, ends at once when told to. The window
// is never shifted: what does not fit was refused before (chat-engine.ts).

import type { GenerateReply, GenerateRequest } from '../../electron/app/ports.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import type { StopReason } from '../../electron/core/transcript/entry.ts';
import type { NativeModel, SamplingOptions } from './engine.ts';
import type { LiveSequence } from './live-sequence.ts';
import type { PromptTemplate } from './prompt-template.ts';
import type { TokenizedPrompt } from './prompt-tokens.ts';
import { createReplyStream } from './reply-stream.ts';

export interface GenerateHooks {
  readonly signal: AbortSignal;
  readonly onReading: (readTokens: number, promptTokens: number) => void;
  /** `tokens`: those that became text with this delta. */
  readonly onDelta: (delta: { readonly text: string; readonly thinking: string; readonly tokens: number }) => void;
}

export interface Generation {
  readonly model: NativeModel;
  readonly live: LiveSequence;
  readonly template: PromptTemplate;
  readonly isEnd: (token: number) => boolean;
  readonly prompt: TokenizedPrompt;
  /** Whose the prompt is, and how much of it is the conversation itself rather than a question about it. */
  readonly owner: string;
  readonly ownTokens: () => number;
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

/** `settled` comes as soon as the reply is known, `idle` once the sequence may be used again. */
export function runGeneration(generation: Generation): {
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
      await generation.live.distrust();
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
  progress.reusedTokens = await generation.live.take(prompt.tokens);
  const { signal } = hooks;
  const isRead = await readTokens(model, prompt.tokens, {
    from: progress.reusedTokens,
    signal,
    background: request.background === true,
    onReading: hooks.onReading,
  });
  noteOwn(generation);
  if (!isRead) return ok('aborted');
  const stopReason = await writeReply(generation, progress);
  noteOwn(generation);
  return ok(stopReason);
}

/** What the sequence now holds of the conversation: all of it after a reply, the view alone after a question about it. */
function noteOwn({ model, live, owner, ownTokens, request }: Generation): void {
  const held = model.sequence.evaluated().length;
  const own = request.purpose === 'chat' ? held : Math.min(held, ownTokens());
  if (own > 0) live.note(owner, own);
}

/**
 * Tokens are read in steps, and a step that has begun is finished: an abort is answered at once all the same (runGeneration), but the next
 * request waits for it. Steps grow and shrink towards a time: long enough to be read fast (SmolLM2 on 2 cores: 135 tokens/s in steps of
 * 16, 165 in 64, 175 from 128 on), short enough to show progress; while nobody waits, short enough for a person who comes back.
 */
const STEPS = {
  waited: { firstTokens: 128, leastTokens: 32, mostTokens: 512, wantedMs: 500 },
  background: { firstTokens: 16, leastTokens: 8, mostTokens: 512, wantedMs: 60 },
};

export interface ReadOptions {
  readonly from: number;
  readonly signal: AbortSignal;
  readonly background: boolean;
  readonly onReading: GenerateHooks['onReading'];
}

/** Reads all but the last token. False when stopped. */
export async function readTokens(
  model: NativeModel,
  tokens: readonly number[],
  { from, signal, background, onReading }: ReadOptions,
): Promise<boolean> {
  const end = tokens.length - 1;
  const { firstTokens, leastTokens, mostTokens, wantedMs } = background ? STEPS.background : STEPS.waited;
  let most = firstTokens;
  for (let at = from; at < end && !signal.aborted; ) {
    const startedAt = performance.now();
    const next = at + evenStep(end - at, most);
    await model.sequence.read(tokens.slice(at, next));
    if (!signal.aborted) onReading(next, tokens.length);
    const tookMs = performance.now() - startedAt;
    if (tookMs > wantedMs * 2) most = Math.max(leastTokens, most / 2);
    else if (tookMs < wantedMs / 2 && next - at > most / 2) most = Math.min(mostTokens, most * 2);
    at = next;
  }
  return !signal.aborted;
}

/** Equal steps: a last one of a few tokens would cost almost as much as a whole one. */
const evenStep = (left: number, most: number): number => Math.ceil(left / Math.ceil(left / most));

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
