// One ChatGPT message as entries: where its words stand depends on `content_type`, who it speaks to on `recipient`. Decides from the
// message alone. A message that shows nothing becomes no entry; what it held is kept as raw JSON beside its neighbours.

import { asModelId } from '../ids.ts';
import type { AssistantMessage, Attachment, MessagePayload } from '../transcript/entry.ts';
import { readCanvas } from './chatgpt-canvas.ts';
import { replaceCitations } from './chatgpt-citations.ts';
import { type PartsText, readParts, withRaw } from './content-parts.ts';
import { type JsonRecord, isBlank, listMember, member, recordMember, recordsOf, textMember } from './json-value.ts';

export interface ShownMessage {
  readonly steps: readonly MessagePayload[];
  readonly thinking?: string;
  readonly hidden?: string;
  /** Custom instructions that were in force. */
  readonly systemPrompt?: string;
}

/** @param key names the call when the message is one */
export function readChatGptMessage(message: JsonRecord, key: string): ShownMessage {
  const content = recordMember(message, 'content');
  const metadata = recordMember(message, 'metadata');
  const instructions = readInstructions(content, metadata);
  const asHidden = { steps: [], hidden: JSON.stringify(message) };
  if (instructions !== null) return { ...asHidden, systemPrompt: instructions };
  if (isHidden(message, metadata)) return asHidden;
  const role = textMember(recordMember(message, 'author'), 'role');
  if (role === 'user') return readUser(content, metadata);
  if (role === 'assistant') return readAssistant(message, key);
  if (role === 'tool') return readTool(message);
  // System messages were never shown; a role nobody knows is kept, not guessed.
  return isBlank(readContent(content).text) ? { steps: [] } : asHidden;
}

/** Each of the two hides on its own. */
const isHidden = (message: JsonRecord, metadata: JsonRecord | null): boolean =>
  member(metadata, 'is_visually_hidden_from_conversation') === true || member(message, 'weight') === 0;

function readInstructions(content: JsonRecord | null, metadata: JsonRecord | null): string | null {
  const type = textMember(content, 'content_type');
  if (type === 'user_editable_context') {
    return joinBlocks([textMember(content, 'user_profile'), textMember(content, 'user_instructions')]);
  }
  if (member(metadata, 'is_user_system_message') !== true) return null;
  const data = recordMember(metadata, 'user_context_message_data');
  return joinBlocks([textMember(data, 'about_user_message'), textMember(data, 'about_model_message')]);
}

const joinBlocks = (texts: readonly string[]): string => texts.filter((text) => !isBlank(text)).join('\n\n');

function readUser(content: JsonRecord | null, metadata: JsonRecord | null): ShownMessage {
  const { text, raw } = readContent(content);
  const attachments = recordsOf(listMember(metadata, 'attachments')).map(
    (file): Attachment => ({
      name: textMember(file, 'name') || textMember(file, 'id') || 'file',
      mediaType: textMember(file, 'mimeType') || textMember(file, 'mime_type') || 'application/octet-stream',
      text: '',
    }),
  );
  if (isBlank(text) && attachments.length === 0) return { steps: [] };
  const files = attachments.length === 0 ? {} : { attachments };
  return { steps: [{ type: 'message', role: 'user', text, ...files, ...withRaw(raw) }] };
}

function readAssistant(message: JsonRecord, key: string): ShownMessage {
  const content = recordMember(message, 'content');
  const metadata = recordMember(message, 'metadata');
  const type = textMember(content, 'content_type');
  if (type === 'thoughts') return { steps: [], thinking: readThoughts(content) };
  // "Thought for 12 seconds": a status line.
  if (type === 'reasoning_recap') return { steps: [], hidden: JSON.stringify(message) };
  const { text, raw } = readContent(content);
  const recipient = textMember(message, 'recipient');
  const about = aboutAnswer(message, metadata);
  if (recipient.startsWith('canmore.')) {
    const shown = readCanvas(text);
    return isBlank(shown)
      ? { steps: [] }
      : { steps: [{ ...about, text: shown, ...withRaw([JSON.stringify(content)]) }] };
  }
  if (recipient !== '' && recipient !== 'all') {
    const toolCalls = [{ id: key, name: recipient, arguments: toArguments(text, content) }];
    return { steps: [{ ...about, text: '', toolCalls, ...withRaw(raw) }] };
  }
  if (textMember(message, 'channel') === 'analysis') return { steps: [], thinking: text };
  const words = replaceCitations(type === 'code' ? fence(text, content) : text, metadata);
  return isBlank(words) ? { steps: [] } : { steps: [{ ...about, text: words, ...withRaw(raw) }] };
}

function readThoughts(content: JsonRecord | null): string {
  const thoughts = recordsOf(listMember(content, 'thoughts')).map((thought) =>
    joinBlocks([textMember(thought, 'summary'), textMember(thought, 'content')]),
  );
  return joinBlocks(thoughts);
}

function aboutAnswer(message: JsonRecord, metadata: JsonRecord | null): Omit<AssistantMessage, 'text'> {
  const model = textMember(metadata, 'model_slug');
  const finish = textMember(recordMember(metadata, 'finish_details'), 'type');
  const broken = textMember(message, 'status') === 'in_progress' || finish === 'interrupted';
  return {
    type: 'message',
    role: 'assistant',
    status: broken ? 'interrupted' : 'complete',
    ...(finish === 'max_tokens' ? { stopReason: 'length' as const } : {}),
    ...(model === '' ? {} : { modelId: asModelId(model) }),
  };
}

/** Calls carry JSON, or the plain code of an interpreter. */
function toArguments(text: string, content: JsonRecord | null): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const language = textMember(content, 'language');
    return JSON.stringify({ [language === '' || language === 'unknown' ? 'input' : language]: text });
  }
}

function readTool(message: JsonRecord): ShownMessage {
  const name = textMember(recordMember(message, 'author'), 'name');
  // "Successfully created text document": said to the model, not to the person.
  if (name.startsWith('canmore.')) return { steps: [], hidden: JSON.stringify(message) };
  const { text, raw } = readContent(recordMember(message, 'content'));
  const isError = textMember(recordMember(message, 'content'), 'content_type') === 'system_error';
  return {
    steps: [
      { type: 'message', role: 'tool_result', callId: '', text, ...(isError ? { isError } : {}), ...withRaw(raw) },
    ],
  };
}

const fence = (text: string, content: JsonRecord | null): string => {
  const language = textMember(content, 'language');
  return isBlank(text) ? '' : `\`\`\`${language === 'unknown' ? '' : language}\n${text}\n\`\`\``;
};

/** `parts`, `text`, `result`, `content`, `summary`: by type. A type with none of them is named and kept as raw JSON. */
function readContent(content: JsonRecord | null): PartsText {
  if (content === null) return { text: '', raw: [] };
  if (Array.isArray(member(content, 'parts'))) return readParts(member(content, 'parts'));
  for (const key of ['text', 'result', 'content', 'summary']) {
    const value = member(content, key);
    if (typeof value === 'string' && !isBlank(value)) {
      const title = key === 'text' ? textMember(content, 'title') : '';
      return { text: joinBlocks([title, value]), raw: [] };
    }
  }
  const type = textMember(content, 'content_type');
  if (['', 'text', 'code', 'execution_output'].includes(type)) return { text: '', raw: [] };
  return { text: `[${type.replace(/[\s[\]]+/g, ' ').slice(0, 100)}]`, raw: [JSON.stringify(content)] };
}
