// Collects what one foreign message holds (words, thinking, calls, results in any order) into messages of ours, in that order: words
// before a call and words after its result are two messages. Knows nothing of any product.

import type { AssistantMessage, Attachment, MessagePayload, ToolCall } from '../transcript/entry.ts';
import { isBlank } from './json-value.ts';

export interface ResultParts {
  readonly text: string;
  readonly isError?: boolean;
  readonly imported?: { readonly raw: readonly string[] };
}

export interface AnswerSteps {
  text(text: string): void;
  thinking(text: string): void;
  /** Something that is no text, as JSON. */
  raw(json: string): void;
  /** `input`: arguments as JSON text, or the value itself. */
  call(id: string | null, name: string, input: unknown): void;
  /** `id` of the call it answers; null: the oldest open one. */
  result(id: string | null, result: ResultParts): void;
  /** Everything collected; nothing where nothing was said. */
  finish(attachments?: readonly Attachment[]): readonly MessagePayload[];
}

interface Open {
  texts: string[];
  thinking: string[];
  calls: ToolCall[];
  raw: string[];
}

export function createAnswerSteps(
  role: 'user' | 'assistant',
  about: Partial<Pick<AssistantMessage, 'modelId' | 'status' | 'stopReason'>> = {},
): AnswerSteps {
  const steps: MessagePayload[] = [];
  let open: Open = { texts: [], thinking: [], calls: [], raw: [] };
  let callCount = 0;
  const flush = (): void => {
    if (role === 'user') return;
    const message = toAnswer(open, about);
    if (message === null) return;
    steps.push(message);
    open = { texts: [], thinking: [], calls: [], raw: [] };
  };
  const text = (words: string): void => {
    if (isBlank(words)) return;
    if (open.calls.length > 0) flush();
    open.texts.push(words);
  };
  return {
    text,
    thinking(thought) {
      if (isBlank(thought)) return;
      if (open.calls.length > 0 || open.texts.length > 0) flush();
      open.thinking.push(thought);
    },
    raw: (json) => void open.raw.push(json),
    call(id, name, input) {
      callCount += 1;
      const written = typeof input === 'string' ? input : JSON.stringify(input ?? {});
      open.calls.push({ id: id ?? `call-${callCount}`, name: name === '' ? 'tool' : name, arguments: written });
    },
    result(id, { text: words, isError, imported }) {
      flush();
      const extras = { ...(isError === true ? { isError } : {}), ...(imported === undefined ? {} : { imported }) };
      steps.push({ type: 'message', role: 'tool_result', callId: id ?? '', text: words, ...extras });
    },
    finish(attachments = []) {
      if (role === 'user') return [...steps, ...toUserMessage(open, attachments)];
      for (const file of attachments) text(attachmentWords(file));
      flush();
      return steps;
    },
  };
}

function toAnswer({ texts, thinking, calls, raw }: Open, about: Partial<AssistantMessage>): AssistantMessage | null {
  if (texts.length === 0 && thinking.length === 0 && calls.length === 0) return null;
  return {
    type: 'message',
    role: 'assistant',
    text: texts.join('\n\n'),
    ...(thinking.length === 0 ? {} : { thinking: thinking.join('\n\n') }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    status: 'complete',
    ...about,
    ...(raw.length === 0 ? {} : { imported: { raw } }),
  };
}

function toUserMessage({ texts, raw }: Open, attachments: readonly Attachment[]): readonly MessagePayload[] {
  if (texts.length === 0 && attachments.length === 0) return [];
  const files = attachments.length === 0 ? {} : { attachments };
  const extras = raw.length === 0 ? {} : { imported: { raw } };
  return [{ type: 'message', role: 'user', text: texts.join('\n\n'), ...files, ...extras }];
}

const attachmentWords = ({ name, text }: Attachment): string =>
  isBlank(text) ? `[file: ${name}]` : `**${name}**\n\n${text}`;
