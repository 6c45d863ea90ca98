// Answers requests on one open model: counts and renders prompts, reads what the sequence does not hold yet, writes the reply.
// A prompt that does not fit is refused before a token of it is read; the window is never shifted; an abort answers at once.

import type { WarmReply, WarmRequest } from '../../electron/app/ahead-of-turns.ts';
import type { GenerateReply, GenerateRequest, PromptCount } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { createDraftCounter } from './draft-counter.ts';
import type { NativeModel } from './engine.ts';
import { type GenerateHooks, readTokens, runGeneration } from './generation.ts';
import { LiveSequence } from './live-sequence.ts';
import { createPromptTemplate, type PromptTemplate } from './prompt-template.ts';
import { createPromptTokenizer, type PromptTokenizer, type TokenizedPrompt } from './prompt-tokens.ts';
import { type StateFiles, sharedLength, stateOwner } from './state-files.ts';

export interface ChatEngine {
  readonly template: PromptTemplate;
  count(segments: readonly ContextSegment[]): Result<PromptCount, AppError>;
  /** Tokens of a view with a draft behind it; null for a view not known (any more) under that key: give its segments. */
  countDraft(
    base: { readonly key: string; readonly segments: readonly ContextSegment[] | null },
    draft: string,
  ): Result<number | null, AppError>;
  countText(texts: readonly string[]): readonly number[];
  render(segments: readonly ContextSegment[]): Result<{ readonly text: string; readonly tokens: number }, AppError>;
  /** `settled` comes as soon as the reply is known, `idle` once the sequence may be used again. */
  generate(
    request: GenerateRequest,
    hooks: GenerateHooks,
  ): { readonly settled: Promise<Result<GenerateReply, AppError>>; readonly idle: Promise<void> };
  /** Reads ahead; the sequence is in use until it answers. */
  warm(request: WarmRequest, signal: AbortSignal): Promise<Result<WarmReply, AppError>>;
  saveState(): Promise<boolean>;
  forget(owner: string): Promise<void>;
  keepStatesIn(states: StateFiles | null): void;
}

export function createChatEngine(model: NativeModel): ChatEngine {
  const template = createPromptTemplate(model.chatTemplate, { bosToken: model.bosText, eosToken: model.eosText });
  const tokenizer = createPromptTokenizer({
    tokenizePlain: model.tokenizePlain,
    controlMarks: model.controlMarks,
    guardedMarks: model.userMarks.filter((mark) => isTemplateMark(mark, model.chatTemplate ?? '')),
    startMark: model.startMark,
  });
  const read = (segments: readonly ContextSegment[]): Result<TokenizedPrompt, AppError> =>
    tokenizeSegments(segments, template, tokenizer);
  const afterAnswer = tokenizer.tokenize([{ segmentIndex: null, text: template.afterAnswer }], 0).tokens[0];
  const isEnd = (token: number): boolean =>
    model.isEnd(token) || (token === afterAnswer && model.controlMarks.some((mark) => mark.token === token));
  const live = new LiveSequence(model.sequence);
  const drafts = createDraftCounter(template, tokenizer);

  return {
    template,
    count: (segments) => {
      const prompt = read(segments);
      if (!prompt.ok) return prompt;
      return ok({ totalTokens: prompt.value.tokens.length, segmentTokens: prompt.value.segmentTokens });
    },
    countDraft: (base, draft) => refusable(() => drafts.count(base, draft)),
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
      const owner = stateOwner(request.conversationId);
      const ownTokens = (): number => countOwn(request.segments, prompt.value, read);
      return runGeneration({ model, live, template, isEnd, prompt: prompt.value, owner, ownTokens, request, hooks });
    },
    warm: async (request, signal) => {
      const prompt = read(request.segments);
      const failed = prompt.ok ? checkRoom(prompt.value, model.windowTokens) : prompt.error;
      return prompt.ok && failed === null
        ? readAhead({ model, live, tokens: prompt.value.tokens, request, signal })
        : err(failed ?? appError('host_error'));
    },
    saveState: () => live.save(),
    forget: (owner) => live.forget(owner),
    keepStatesIn: (states) => live.keepIn(states),
  };
}

async function readAhead(ahead: {
  readonly model: NativeModel;
  readonly live: LiveSequence;
  readonly tokens: readonly number[];
  readonly request: WarmRequest;
  readonly signal: AbortSignal;
}): Promise<Result<WarmReply, AppError>> {
  const { model, live, tokens, request, signal } = ahead;
  const answer = (outcome: WarmReply['outcome'], readyTokens: number): Result<WarmReply, AppError> =>
    ok({ outcome, readyTokens, promptTokens: tokens.length });
  if (signal.aborted) return answer('aborted', 0);
  if (request.how === 'restore') return answer('ready', await live.restore(tokens));
  if (request.how === 'keep' && live.wouldLose(tokens)) return answer('refused', 0);
  const from = await live.take(tokens);
  // The view a person is about to go on with is read in big steps: their next request would read the same tokens.
  const background = request.how !== 'read';
  const isRead = await readTokens(model, tokens, { from, signal, background, onReading: () => undefined });
  const readyTokens = model.sequence.evaluated().length;
  live.note(stateOwner(request.conversationId), readyTokens);
  return answer(isRead ? 'ready' : 'aborted', readyTokens);
}

/** Tokens of the prompt that are the conversation's own: none of one told as data, all but the question of one gone on with. */
function countOwn(
  segments: readonly ContextSegment[],
  prompt: TokenizedPrompt,
  read: (segments: readonly ContextSegment[]) => Result<TokenizedPrompt, AppError>,
): number {
  if (segments.some(({ segment }) => segment === 'data')) return 0;
  const own = segments.filter(({ segment }) => segment !== 'instruction');
  if (own.length === segments.length || own.length === 0) return 0;
  const view = read(own);
  return view.ok ? sharedLength(view.value.tokens, prompt.tokens) : 0;
}

/** Angle or square brackets, and known to this template or a thinking mark: such text in content must not act as the mark. */
const isTemplateMark = (mark: string, source: string): boolean =>
  /^[<[].+[>\]]$/.test(mark) && (source.includes(mark) || /^<\/?(think|tool_call|tool_response)>$/.test(mark));

function tokenizeSegments(
  segments: readonly ContextSegment[],
  template: PromptTemplate,
  tokenizer: PromptTokenizer,
): Result<TokenizedPrompt, AppError> {
  return refusable(() => tokenizer.tokenize(template.render(segments), segments.length));
}

/** A template refuses by throwing. */
function refusable<Value>(work: () => Value): Result<Value, AppError> {
  try {
    return ok(work());
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
