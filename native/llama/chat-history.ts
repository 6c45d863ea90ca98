// Turns the segments of a context view into the messages a chat template accepts, from the template's traits alone. Joining is
// loss-free: every segment's text stands in exactly one message, unchanged, and each part remembers its segment.
// It never shortens, reorders the dialogue, or touches what is stored.

import type { ContextSegment } from '../../electron/core/context/context-view.ts';

/** What a chat template can express; found by rendering probes. */
export interface TemplateTraits {
  /** A leading message with role `system` appears in the prompt. */
  readonly systemRole: boolean;
  /** Tool calls and messages with role `tool` appear in the prompt. */
  readonly toolRole: boolean;
  /** The first message after the system message must be the user's. */
  readonly userFirst: boolean;
}

export interface ContentPart {
  /** Index into the segments given. */
  readonly segmentIndex: number;
  readonly text: string;
}

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Content is the concatenation of its parts. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly ContentPart[];
  readonly toolCalls?: readonly ChatToolCall[];
  readonly callId?: string;
  readonly toolName?: string;
}

const BETWEEN = '\n\n';

/** Stands for what came before when a template wants a user message first and there is none. */
const NOTHING_BEFORE = '(The conversation continues.)';

/** Leading system segments become one system message; neighbours of one role are joined with a blank line. */
export function buildChatMessages(segments: readonly ContextSegment[], traits: TemplateTraits): readonly ChatMessage[] {
  const messages = segments.map((segment, index) => toMessage(segments, segment, { index, traits }));
  const firstOther = messages.findIndex((message) => message.role !== 'system');
  const fixedCount = firstOther < 0 ? messages.length : firstOther;
  const fixed = messages.slice(0, fixedCount);
  const dialogue = messages.slice(fixedCount).map((message) => (message.role === 'system' ? asUser(message) : message));
  return joinNeighbours(openDialogue(segments, { fixed, dialogue, traits }));
}

function toMessage(
  segments: readonly ContextSegment[],
  segment: ContextSegment,
  options: { readonly index: number; readonly traits: TemplateTraits },
): ChatMessage {
  const { index, traits } = options;
  const part = (text: string): readonly ContentPart[] => [{ segmentIndex: index, text }];
  switch (segment.role) {
    case 'system':
      return { role: 'system', parts: part(segment.text) };
    case 'user':
      return { role: 'user', parts: part(segment.text) };
    case 'assistant': {
      const calls = segment.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', parts: part(segment.text) };
      if (traits.toolRole) return { role: 'assistant', parts: part(segment.text), toolCalls: calls };
      const lines = calls.map((call) => `Tool call ${call.name}: ${call.arguments}`);
      return { role: 'assistant', parts: part([segment.text, ...lines].filter((text) => text !== '').join(BETWEEN)) };
    }
    case 'tool_result': {
      const toolName = findToolName(segments, { before: index, callId: segment.callId });
      if (!traits.toolRole) return { role: 'user', parts: part(renderToolResult(toolName, segment.text)) };
      return { role: 'tool', parts: part(segment.text), toolName, callId: segment.callId ?? '' };
    }
    default:
      return segment.role satisfies never;
  }
}

/** Call ids repeat in real transcripts: the newest call before the result is the one it answers. */
function findToolName(
  segments: readonly ContextSegment[],
  options: { readonly before: number; readonly callId: string | undefined },
): string {
  const caller = segments
    .slice(0, options.before)
    .findLast((segment) => segment.toolCalls?.some((call) => call.id === options.callId));
  return caller?.toolCalls?.find((call) => call.id === options.callId)?.name ?? 'tool';
}

const renderToolResult = (toolName: string, text: string): string =>
  `Tool result (${toolName}):\n"""\n${text}\n"""\nEnd of tool result.`;

const asUser = (message: ChatMessage): ChatMessage => ({ role: 'user', parts: message.parts });

/** Places the fixed part: a system message where the template has one, else in front of the first user turn. */
function openDialogue(
  segments: readonly ContextSegment[],
  options: {
    readonly fixed: readonly ChatMessage[];
    readonly dialogue: readonly ChatMessage[];
    readonly traits: TemplateTraits;
  },
): readonly ChatMessage[] {
  const { fixed, dialogue, traits } = options;
  if (!traits.systemRole) return [...fixed.map(asUser), ...opening(fixed, dialogue), ...dialogue];
  if (!traits.userFirst || dialogue[0] === undefined || dialogue[0].role === 'user') return [...fixed, ...dialogue];
  const isSummary = (message: ChatMessage): boolean =>
    message.parts.some((part) => segments[part.segmentIndex]?.segment === 'summary');
  const summary = fixed.filter(isSummary).map(asUser);
  return [...fixed.filter((message) => !isSummary(message)), ...summary, ...opening(summary, dialogue), ...dialogue];
}

function opening(before: readonly ChatMessage[], dialogue: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = dialogue[0];
  if (before.length > 0 || first === undefined || first.role === 'user') return [];
  return [{ role: 'user', parts: [{ segmentIndex: first.parts[0]?.segmentIndex ?? 0, text: NOTHING_BEFORE }] }];
}

function joinNeighbours(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last === undefined || last.role !== message.role || message.role === 'tool' || last.toolCalls !== undefined)
      joined.push(message);
    else joined[joined.length - 1] = joinTwo(last, message);
  }
  return joined;
}

function joinTwo(first: ChatMessage, second: ChatMessage): ChatMessage {
  const gap = contentOf(first) === '' || contentOf(second) === '' ? '' : BETWEEN;
  const parts = second.parts.map((part, index) => (index === 0 ? { ...part, text: gap + part.text } : part));
  return { ...first, ...second, parts: [...first.parts, ...parts] };
}

export const contentOf = (message: ChatMessage): string => message.parts.map((part) => part.text).join('');
