// Renders messages through the file's own Jinja template and tells which characters came from the template and which from
// content. Content is marked in a second rendering, so that template text can be read with control tokens and content without.
// It never changes content, and never guesses a template by the model's name.

import { Template } from '@huggingface/jinja';

import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import {
  buildChatMessages,
  type ChatMessage,
  type ContentPart,
  contentOf,
  type TemplateTraits,
} from './chat-history.ts';

/** `segmentIndex` is null for text of the template itself. The pieces' texts, joined, are the prompt. */
export interface PromptPiece {
  readonly segmentIndex: number | null;
  readonly text: string;
}

export interface PromptTemplate {
  /** `plain`: the file has no template of its own, or one that cannot be rendered. */
  readonly kind: 'file' | 'plain';
  readonly traits: TemplateTraits;
  /** What the template puts right after an answer (end-of-turn mark first). */
  readonly afterAnswer: string;
  /** Text that ends an answer although the model gave no end token; only the plain template needs any. */
  readonly stopTexts: readonly string[];
  /** The prompt for these segments, ready for an answer. Throws when the template refuses every form of them. */
  render(segments: readonly ContextSegment[]): readonly PromptPiece[];
}

interface TemplateTokens {
  readonly bosToken: string;
  readonly eosToken: string;
}

/** For base models: speaker names and blank lines. */
const PLAIN_SOURCE = `{{ bos_token }}{% for message in messages %}{% if message.role == 'system' %}{{ message.content }}{% elif message.role == 'user' %}{{ 'User: ' + message.content }}{% else %}{{ 'Assistant: ' + message.content }}{% endif %}{{ '\\n\\n' }}{% endfor %}{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}`;
const PLAIN_STOPS = ['\nUser:', '\nAssistant:', '\nSystem:'];

const PLAIN_TRAITS: TemplateTraits = { systemRole: true, toolRole: false, userFirst: false };

/** Tried in turn where a template refuses a conversation in its richest form. */
const SIMPLER_TRAITS: readonly TemplateTraits[] = [
  { systemRole: true, toolRole: false, userFirst: true },
  { systemRole: false, toolRole: false, userFirst: true },
];

export function createPromptTemplate(source: string | null, tokens: TemplateTokens): PromptTemplate {
  if (source !== null && source.trim() !== '') {
    const renderer = createRenderer(source, tokens);
    if (renderer !== null) {
      const traits = findTraits(renderer);
      return {
        kind: 'file',
        traits,
        afterAnswer: findAfterAnswer(renderer),
        stopTexts: [],
        render: toRender(renderer, traits),
      };
    }
  }
  const renderer = createRenderer(PLAIN_SOURCE, tokens);
  if (renderer === null) throw new Error('The plain template does not render.');
  const render = toRender(renderer, PLAIN_TRAITS);
  return { kind: 'plain', traits: PLAIN_TRAITS, afterAnswer: '', stopTexts: PLAIN_STOPS, render };
}

type Renderer = (messages: readonly RenderMessage[], answering: boolean) => string;

interface RenderMessage {
  readonly role: ChatMessage['role'];
  readonly content: string;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

function createRenderer(source: string, tokens: TemplateTokens): Renderer | null {
  const attempt = tryRender(() => new Template(source));
  if (attempt === null) return null;
  const render: Renderer = (messages, answering) =>
    attempt.render({
      messages,
      add_generation_prompt: answering,
      bos_token: tokens.bosToken,
      eos_token: tokens.eosToken,
    });
  const probe = tryRender(() => render([{ role: 'user', content: marker(0) }], true));
  return probe?.includes(marker(0)) === true ? render : null;
}

/** A template refuses by throwing; a refusal is an answer to a probe. */
function tryRender<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

const marker = (index: number, salt = ''): string => `\uE000${salt}${index}\uE001`;

function findTraits(render: Renderer): TemplateTraits {
  const shows = (messages: readonly RenderMessage[], wanted: readonly string[]): boolean => {
    const text = tryRender(() => render(messages, true));
    return text !== null && wanted.every((part) => text.includes(part));
  };
  const [m0, m1, m2] = [marker(0), marker(1), marker(2)];
  const systemRole = shows(
    [
      { role: 'system', content: m0 },
      { role: 'user', content: m1 },
    ],
    [m0, m1],
  );
  const call = { id: 'call00001', type: 'function', function: { name: 'probe_name', arguments: { key: m2 } } };
  const toolRole = shows(
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: m0, tool_calls: [call] },
      { role: 'tool', content: m1, tool_call_id: 'call00001', name: 'probe_name' },
    ],
    [m0, m1, 'probe_name', m2],
  );
  const head: readonly RenderMessage[] = systemRole ? [{ role: 'system', content: 's' }] : [];
  const userFirst = !shows([...head, { role: 'assistant', content: m0 }, { role: 'user', content: m1 }], [m0, m1]);
  return { systemRole, toolRole, userFirst };
}

function findAfterAnswer(render: Renderer): string {
  const dialogue: readonly RenderMessage[] = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: marker(0) },
    { role: 'user', content: marker(1) },
  ];
  const text = tryRender(() => render(dialogue, true));
  if (text === null) return '';
  const start = text.indexOf(marker(0)) + marker(0).length;
  return start < marker(0).length ? '' : text.slice(start, text.indexOf(marker(1)));
}

function toRender(render: Renderer, traits: TemplateTraits): PromptTemplate['render'] {
  return (segments) => {
    let refusal: unknown = null;
    for (const candidate of [traits, ...SIMPLER_TRAITS]) {
      const messages = buildChatMessages(segments, candidate);
      if (candidate.toolRole && messages.some(hasControlLookingCall)) continue;
      try {
        return renderPieces(render, messages);
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  };
}

/** Calls go through the template's own JSON, where content cannot be told apart: text that may hold control marks is sent as words. */
const hasControlLookingCall = (message: ChatMessage): boolean =>
  message.toolCalls?.some((call) => /[<[]/.test(call.name + call.arguments)) ?? false;

function renderPieces(render: Renderer, messages: readonly ChatMessage[]): readonly PromptPiece[] {
  const contents = messages.map(contentOf);
  let salt = '';
  while (contents.some((content) => content.includes(`\uE000${salt}`))) salt += 'x';
  const real = render(
    messages.map((message, index) => toRenderMessage(message, contents[index] ?? '')),
    true,
  );
  const marked = render(
    messages.map((message, index) => toRenderMessage(message, marker(index, salt))),
    true,
  );
  const shape = splitMarked(marked, salt);
  // A template that looks into content (to cut thinking text, say) may render it otherwise: then content is kept whole.
  return alignPieces(real, shape, messages) ?? shape.flatMap((item) => wholePieces(item, messages));
}

function toRenderMessage(message: ChatMessage, content: string): RenderMessage {
  return {
    role: message.role,
    content,
    ...(message.toolCalls === undefined ? {} : { tool_calls: message.toolCalls.map(toRenderCall) }),
    ...(message.callId === undefined ? {} : { tool_call_id: message.callId }),
    ...(message.toolName === undefined ? {} : { name: message.toolName }),
  };
}

function toRenderCall(call: { readonly id: string; readonly name: string; readonly arguments: string }): unknown {
  const parsed = tryRender(() => JSON.parse(call.arguments) as unknown);
  return { id: call.id, type: 'function', function: { name: call.name, arguments: parsed ?? call.arguments } };
}

/** Template text, and the index of the message whose content stands after it (none after the last). */
interface ShapeItem {
  readonly literal: string;
  readonly messageIndex: number | null;
}

function splitMarked(marked: string, salt: string): readonly ShapeItem[] {
  const items: ShapeItem[] = [];
  let from = 0;
  for (const found of marked.matchAll(new RegExp(`\uE000${salt}(\\d+)\uE001`, 'g'))) {
    items.push({ literal: marked.slice(from, found.index), messageIndex: Number(found[1]) });
    from = found.index + found[0].length;
  }
  return [...items, { literal: marked.slice(from), messageIndex: null }];
}

/** Lays the marked shape over the real prompt; templates may trim content. Null where they do not fit. */
function alignPieces(
  real: string,
  shape: readonly ShapeItem[],
  messages: readonly ChatMessage[],
): readonly PromptPiece[] | null {
  const pieces: PromptPiece[] = [];
  let at = 0;
  for (const [index, item] of shape.entries()) {
    if (!real.startsWith(item.literal, at)) return null;
    pieces.push({ segmentIndex: null, text: item.literal });
    at += item.literal.length;
    if (item.messageIndex === null) return at === real.length ? pieces : null;
    const next = shape[index + 1]?.literal ?? '';
    const parts = messages[item.messageIndex]?.parts ?? [];
    const fitting = trimVariants(parts).find((variant) => {
      const text = variant.map((part) => part.text).join('');
      return real.startsWith(text, at) && real.startsWith(next, at + text.length);
    });
    if (fitting === undefined) return null;
    for (const part of fitting) {
      pieces.push(part);
      at += part.text.length;
    }
  }
  return null;
}

const wholePieces = (item: ShapeItem, messages: readonly ChatMessage[]): readonly PromptPiece[] => [
  { segmentIndex: null, text: item.literal },
  ...(item.messageIndex === null ? [] : (messages[item.messageIndex]?.parts ?? [])),
];

function trimVariants(parts: readonly ContentPart[]): readonly (readonly ContentPart[])[] {
  return [parts, trimEnds(trimStarts(parts)), trimStarts(parts), trimEnds(parts)];
}

function trimStarts(parts: readonly ContentPart[]): readonly ContentPart[] {
  const first = parts.findIndex((part) => part.text.trimStart() !== '');
  if (first < 0) return [];
  return parts.slice(first).map((part, index) => (index === 0 ? { ...part, text: part.text.trimStart() } : part));
}

function trimEnds(parts: readonly ContentPart[]): readonly ContentPart[] {
  const last = parts.findLastIndex((part) => part.text.trimEnd() !== '');
  return parts
    .slice(0, last + 1)
    .map((part, index) => (index === last ? { ...part, text: part.text.trimEnd() } : part));
}
