// A host without a model: counts by table or by word, answers from a script, and says what it was asked. Passes the same
// conformance suite as the real one.

import type {
  GenerateOptions,
  GenerateReply,
  GenerateRequest,
  LlamaHost,
  LoadedModel,
} from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { asModelId, type EntryId } from '../../electron/core/ids.ts';
import { renderFlushReply } from '../../electron/core/notes/memory-flush.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { renderWrittenLines } from '../../electron/core/summary/written-lines.ts';
import { findWrongLanguage } from '../../electron/core/summary/body-language.ts';
import { detectLanguage } from '../../electron/core/summary/language.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import { SUMMARY_FRAME } from '../../electron/core/summary/summary-text.ts';
import type { ToolCall } from '../../electron/core/transcript/entry.ts';
import type { ScriptedReply } from './scenario/schema.ts';

export interface ScriptedRequest {
  readonly for: GenerateRequest['purpose'];
  readonly text: string;
  readonly tokens: number;
}

export interface ScriptedHostOptions {
  readonly windowTokens: number | null;
  readonly fit?: boolean;
  readonly fixedTokens?: { readonly system: number; readonly tools: number; readonly instruction: number };
  readonly replies?: readonly ScriptedReply[];
  /** Called at each generation, for the scenario's clock. */
  readonly onCall?: () => void;
}

export interface ScriptedHost extends LlamaHost {
  readonly requests: readonly ScriptedRequest[];
  setWindow(windowTokens: number | null): void;
  /** Gives an entry, or a text that is not an entry yet, a size of its own. */
  setTokens(what: { readonly entryId?: EntryId; readonly text?: string }, tokens: number): void;
  /** What an entry counted when it was whole: a shortened copy counts its share. */
  noteText(entryId: EntryId, text: string): void;
  tokensOf(segment: ContextSegment): number;
  /** Size given to the newest chat reply (its share, where it was stopped) or tool result, once: for the entry made of it. */
  takeScriptedTokens(of: { readonly text: string } | { readonly callId: string }): number | null;
  takeToolResult(callId: string): ScriptedReply | null;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** One token per word or CJK character (scenario.md). */
export function countWords(text: string): number {
  const characters = text.match(CJK)?.length ?? 0;
  const words = text
    .replace(CJK, ' ')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return characters + words;
}

export const asToolCalls = (calls: ScriptedReply['toolCalls']): readonly ToolCall[] =>
  (calls ?? []).map((call) => ({
    id: call.id,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));

export function createScriptedHost(options: ScriptedHostOptions): ScriptedHost {
  const fixed = options.fixedTokens ?? { system: 0, tools: 0, instruction: 0 };
  const script = [...(options.replies ?? [])];
  const requests: ScriptedRequest[] = [];
  const byEntry = new Map<EntryId, number>();
  const byText = new Map<string, number>();
  const wholeText = new Map<EntryId, string>();
  let windowTokens = options.windowTokens === 0 ? null : options.windowTokens;
  let spoken: { readonly text: string; readonly tokens: number } | null = null;
  const resultTokens = new Map<string, number>();
  let summaryTokens: number | null = null;

  const model = (): LoadedModel => ({
    modelId: asModelId('scripted'),
    name: 'scripted',
    path: '/scripted.gguf',
    windowTokens,
    trainedWindowTokens: windowTokens,
    fitness: { write: options.fit ?? true, select: false },
  });

  const ofEntry = (entryId: EntryId, text: string): number => {
    const whole = wholeText.get(entryId) ?? text;
    const size = byEntry.get(entryId) ?? countWords(whole);
    return whole === text || whole.length === 0 ? size : Math.min(size, Math.ceil((size * text.length) / whole.length));
  };

  const tokensOf = (segment: ContextSegment): number => {
    switch (segment.segment) {
      case 'system':
        return fixed.system;
      case 'tools':
        return fixed.tools;
      case 'instruction':
        return fixed.instruction;
      case 'data':
        return (segment.contains ?? []).reduce(
          (sum, { entryId, share }) =>
            sum + Math.ceil((byEntry.get(entryId) ?? countWords(wholeText.get(entryId) ?? '')) * share),
          countWords(EARLIER_STATE.exec(segment.text)?.[1] ?? ''),
        );
      case 'summary':
        return (
          (segment.entryId && byEntry.get(segment.entryId)) ?? byText.get(segment.text) ?? countWords(segment.text)
        );
      case 'entry':
      case 'current':
        return segment.entryId && (byEntry.has(segment.entryId) || wholeText.has(segment.entryId))
          ? ofEntry(segment.entryId, segment.text)
          : (byText.get(segment.text) ?? countWords(segment.text));
      default:
        return segment.segment satisfies never;
    }
  };

  const render = (segments: readonly ContextSegment[]): string =>
    segments
      .map(
        ({ role, text, toolCalls }) =>
          `${role}: ${text}${toolCalls && toolCalls.length > 0 ? `\n${JSON.stringify(toolCalls)}` : ''}`,
      )
      .join('\n\n');

  const total = (segments: readonly ContextSegment[]): number =>
    segments.reduce((sum, segment) => sum + tokensOf(segment), 0);

  const take = (purpose: string, prompt: string): ScriptedReply | null => {
    const index = script.findIndex(
      (item) =>
        (item.for === purpose || item.for === 'any') && (item.match === undefined || prompt.includes(item.match)),
    );
    const item = script[index];
    if (!item) return null;
    if (item.repeat !== true) script.splice(index, 1);
    return item;
  };

  const generate = async (
    request: GenerateRequest,
    call: GenerateOptions,
  ): Promise<Result<GenerateReply, AppError>> => {
    options.onCall?.();
    call.onServed?.();
    const prompt = render(request.segments);
    const promptTokens = total(request.segments);
    requests.push({ for: request.purpose, text: prompt, tokens: promptTokens });
    if (windowTokens !== null && promptTokens > windowTokens)
      return err(appError('context_overflow', { usedTokens: promptTokens, windowTokens }));
    const item = take(request.purpose, prompt) ?? defaultReply(request);
    if (item.delayMs) await sleep(item.delayMs, call.signal);
    if (item.crash) return err(appError('host_crashed'));
    const reply = replyOf(item, request.purpose);
    if (request.purpose === 'chat')
      spoken = item.tokens === undefined ? null : { text: reply.text, tokens: item.tokens };
    const written = await write(reply, call);
    if (item.error) return err(appError(item.error.code));
    summaryTokens = request.purpose === 'summary' ? (item.tokens ?? null) : null;
    return ok({
      ...reply,
      ...written,
      toolCalls: written.stopReason === 'aborted' ? [] : asToolCalls(item.toolCalls),
      promptTokens,
      replyTokens: item.tokens ?? countWords(written.text),
      reusedTokens: 0,
      ...(item.usage ? { reportedUsage: usageOf(item.usage) } : {}),
    });
  };

  return {
    requests,
    loaded: model,
    serves: () => true,
    load: async () => ok(model()),
    unload: async () => undefined,
    count: async (segments) => ok({ totalTokens: total(segments), segmentTokens: segments.map(tokensOf) }),
    countText: async (texts) =>
      ok(
        texts.map((text) => {
          if (summaryTokens !== null && isSummaryText(text)) byText.set(text, summaryTokens);
          return byText.get(text) ?? countWords(text);
        }),
      ),
    render: async (segments) => ok({ text: render(segments), tokens: total(segments) }),
    generate,
    close: async () => undefined,
    setWindow: (tokens) => {
      windowTokens = tokens === 0 ? null : tokens;
    },
    setTokens({ entryId, text }, tokens) {
      if (entryId !== undefined) byEntry.set(entryId, tokens);
      if (text !== undefined) byText.set(text, tokens);
    },
    noteText: (entryId, text) => void wholeText.set(entryId, text),
    tokensOf,
    takeScriptedTokens(of) {
      if ('callId' in of) {
        const tokens = resultTokens.get(of.callId) ?? null;
        resultTokens.delete(of.callId);
        return tokens;
      }
      const said = spoken;
      if (said === null || !said.text.startsWith(of.text)) return null;
      spoken = null;
      return said.text === of.text ? said.tokens : Math.ceil((said.tokens * of.text.length) / said.text.length);
    },
    takeToolResult(callId) {
      const index = script.findIndex(
        (item) => item.for === 'tool' && (item.callId === undefined || item.callId === callId),
      );
      const item = script[index];
      if (!item) return null;
      if (item.repeat !== true) script.splice(index, 1);
      if (item.tokens !== undefined) resultTokens.set(callId, item.tokens);
      return item;
    },
  };
}

/** The former state where it stands before the conversation in a request of its own. */
const EARLIER_STATE =
  /^<conversation>\n\[earlier state\]\n([\s\S]*?)(?=\n\[(?:user|assistant|result|attached)|\n<\/conversation>)/u;

/** A rendered state with something in it. */
const isSummaryText = (text: string): boolean =>
  text.startsWith(SUMMARY_FRAME.opening) && text.includes('\n## ') && text.endsWith(SUMMARY_FRAME.closing);

const usageOf = (usage: NonNullable<ScriptedReply['usage']>): { totalTokens?: number } =>
  usage.totalTokens === undefined ? {} : { totalTokens: usage.totalTokens };

interface Spoken {
  readonly text: string;
  readonly thinking: string;
  readonly stopReason: GenerateReply['stopReason'];
}

function replyOf(item: ScriptedReply, purpose: GenerateRequest['purpose']): Spoken {
  const wire =
    item.json === undefined
      ? (item.text ?? '')
      : 'notes' in item.json
        ? renderFlushReply(item.json.notes.map((note) => note.text))
        : renderWrittenLines(withoutMissing(item.json));
  const calls = item.toolCalls !== undefined && item.toolCalls.length > 0;
  const stopReason = item.stopReason ?? (calls && purpose === 'chat' ? 'tool_use' : 'stop');
  return { text: wire, thinking: item.thinking ?? '', stopReason };
}

type Lines = Partial<Record<(typeof STATE_CATEGORIES)[number], string[]>>;
function withoutMissing(json: { readonly [Category in keyof Lines]?: string[] | undefined }): Lines {
  const lines: Lines = {};
  for (const category of STATE_CATEGORIES) {
    const given = json[category];
    if (given !== undefined) lines[category] = given;
  }
  return lines;
}

/** Speaks in two halves, so that there is a middle in which to stop. */
async function write(reply: Spoken, call: GenerateOptions): Promise<Spoken> {
  const characters = [...reply.text];
  const half = Math.ceil(characters.length / 2);
  const parts = [characters.slice(0, half).join(''), characters.slice(half).join('')];
  let said = '';
  if (call.signal.aborted) return { text: '', thinking: '', stopReason: 'aborted' };
  for (const [index, part] of parts.entries()) {
    said += part;
    call.onText?.({ text: part, thinking: index === 0 ? reply.thinking : '', tokens: countWords(part) });
    await Promise.resolve();
    if (call.signal.aborted) return { text: said, thinking: reply.thinking, stopReason: 'aborted' };
  }
  return reply;
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Chat: a short answer. Flush: nothing worth keeping. Summary: items copied from the request. */
function defaultReply(request: GenerateRequest): ScriptedReply {
  switch (request.purpose) {
    case 'chat':
      return { for: 'chat', text: 'All right, that is noted.' };
    case 'flush':
    case 'fitness':
      return { for: 'flush', json: { notes: [] } };
    case 'summary':
      return { for: 'summary', json: copiedItems(request.segments) };
    default:
      return request.purpose satisfies never;
  }
}

/** The first line a user wrote in the language of the conversation, as the goal: word for word what the request shows. */
function copiedItems(segments: readonly ContextSegment[]): Lines {
  const shown = segments.filter(
    ({ segment }) => segment !== 'instruction' && segment !== 'system' && segment !== 'tools',
  );
  const said = shown.flatMap(({ segment, role, text }) => {
    if (segment === 'data') return [...text.matchAll(/^\[user\] (.+)$/gmu)].map((match) => match[1] ?? '');
    return role === 'user' ? [text] : [];
  });
  const language = detectLanguage(said);
  const lines = said
    .flatMap((text) => text.split(/[\n.!?。！？]/u))
    .map((part) => part.trim().slice(0, 120).toWellFormed())
    .filter((line) => line !== '');
  const line = lines.find((part) => findWrongLanguage([part], language).length === 0);
  return line === undefined ? {} : { goal: [line] };
}
