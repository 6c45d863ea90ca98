// Conversations as JSON lines other programs read: OpenAI's messages, either one conversation a line or one message a line. Holds the
// branch that is shown; the system prompt is the first message. What these formats have no place for is left to the archive.

import { renderUserText } from '../context/attachment-text.ts';
import type { Conversation } from '../transcript/conversation.ts';
import { type Entry, isMessage, type MessagePayload } from '../transcript/entry.ts';

interface Exported {
  readonly conversation: Conversation;
  /** The active branch, root to leaf. */
  readonly branch: readonly Entry[];
}

/** `{"id", "title", "messages": […]}` and a line end. */
export function exportConversationLine({ conversation, branch }: Exported): string {
  const { id, title, createdAt } = conversation;
  const line = { id, title, created_at: seconds(createdAt), messages: messagesOf({ conversation, branch }) };
  return `${JSON.stringify(line)}\n`;
}

/** A line for each message, each naming its conversation. */
export const exportMessageLines = ({ conversation, branch }: Exported): readonly string[] =>
  messagesOf({ conversation, branch }).map(
    (message) =>
      `${JSON.stringify({ conversation_id: conversation.id, conversation_title: conversation.title, ...message })}\n`,
  );

function messagesOf({ conversation, branch }: Exported): readonly Record<string, unknown>[] {
  const system = conversation.systemPrompt === '' ? [] : [{ role: 'system', content: conversation.systemPrompt }];
  const said = branch
    .filter(isMessage)
    .map(({ id, createdAt, payload }) => ({ id, created_at: seconds(createdAt), ...toOpenAi(payload) }));
  return [...system, ...said];
}

const seconds = (timeMs: number): number => timeMs / 1000;

function toOpenAi(payload: MessagePayload): Record<string, unknown> {
  switch (payload.role) {
    case 'user':
      return { role: 'user', content: renderUserText(payload) };
    case 'assistant': {
      const calls = (payload.toolCalls ?? []).map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      }));
      return {
        role: 'assistant',
        content: payload.text === '' && calls.length > 0 ? null : payload.text,
        ...(payload.thinking === undefined ? {} : { reasoning_content: payload.thinking }),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
        ...(payload.modelId === undefined ? {} : { model: payload.modelId }),
      };
    }
    case 'tool_result':
      return { role: 'tool', tool_call_id: payload.callId, content: payload.text };
    default:
      return payload satisfies never;
  }
}
