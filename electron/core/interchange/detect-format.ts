// Which product a value comes from, by its structure alone: never by the name of the file, never by a single key that several products
// have. A value with the marks of two products is refused and both are named; guessing would store one conversation as another.

import { importChatbox } from './chatbox.ts';
import { importChatGpt } from './chatgpt.ts';
import { importClaude } from './claude.ts';
import { type Imported, type ImportFormat, skipped } from './imported-conversation.ts';
import { importJan } from './jan.ts';
import {
  asRecord,
  describeMembers,
  type JsonRecord,
  listMember,
  member,
  recordMember,
  recordsOf,
  textMember,
} from './json-value.ts';
import { importLibreChat } from './librechat.ts';
import { importLmStudio } from './lm-studio.ts';
import { importOpenAiMessages } from './openai-messages.ts';
import { importOpenWebUi } from './open-webui.ts';

/** `message`: a single message, to be put together with its neighbours. `jan_thread`: what goes with a thread's messages. */
export type Detected =
  | { readonly kind: 'conversation'; readonly format: ImportFormat; read(): Imported }
  | { readonly kind: 'message'; readonly format: 'openai_messages' | 'jan'; readonly message: JsonRecord }
  | { readonly kind: 'jan_thread'; readonly thread: JsonRecord }
  | { readonly kind: 'none'; readonly refused: Imported };

export function detectFormat(value: unknown): Detected {
  const record = asRecord(value);
  if (record === null) return none(skipped('wrong_type', typeOf(value)));
  if (isMessage(record)) {
    const isJan = textMember(record, 'object') === 'thread.message';
    return { kind: 'message', format: isJan ? 'jan' : 'openai_messages', message: record };
  }
  const formats = MARKS.filter(({ fits }) => fits(record));
  const [found, second] = formats;
  if (found !== undefined && second !== undefined) {
    return none(skipped('ambiguous', formats.map(({ format }) => format).join(', ')));
  }
  if (found !== undefined) return { kind: 'conversation', format: found.format, read: () => found.read(record) };
  if (isJanThread(record)) return { kind: 'jan_thread', thread: record };
  return none(skipped('unknown_shape', describeMembers(record)));
}

const none = (refused: Imported): Detected => ({ kind: 'none', refused });

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

const isMessage = (record: JsonRecord): boolean =>
  typeof member(record, 'role') === 'string' &&
  ['content', 'tool_calls', 'function_call', 'parts'].some((key) => Object.hasOwn(record, key)) &&
  !['messages', 'mapping', 'chat_messages', 'history', 'versions'].some((key) => Object.hasOwn(record, key));

const isJanThread = (record: JsonRecord): boolean =>
  textMember(record, 'object') === 'thread' || (Array.isArray(member(record, 'assistants')) && 'title' in record);

interface Mark {
  readonly format: ImportFormat;
  fits(record: JsonRecord): boolean;
  read(record: JsonRecord): Imported;
}

const messagesOf = (record: JsonRecord): readonly JsonRecord[] => recordsOf(listMember(record, 'messages'));
const hasList = (record: JsonRecord, key: string): boolean => Array.isArray(member(record, key));
const some = (list: readonly JsonRecord[], key: string): boolean => list.some((one) => Object.hasOwn(one, key));

const isLmStudio = (record: JsonRecord): boolean => some(messagesOf(record), 'versions');
const isLibreChat = (record: JsonRecord): boolean =>
  hasList(record, 'messagesTree') || (hasList(record, 'messages') && some(messagesOf(record), 'messageId'));
const isEmptyLibreChat = (record: JsonRecord): boolean =>
  hasList(record, 'messages') &&
  messagesOf(record).length === 0 &&
  Object.hasOwn(record, 'conversationId') &&
  Object.hasOwn(record, 'endpoint');
const isChatbox = (record: JsonRecord): boolean =>
  hasList(record, 'messages') &&
  (some(messagesOf(record), 'contentParts') ||
    ['threads', 'messageForksHash', 'copilotId', 'threadName'].some((key) => Object.hasOwn(record, key)));

const MARKS: readonly Mark[] = [
  { format: 'chatgpt', fits: (record) => Object.hasOwn(record, 'mapping'), read: importChatGpt },
  { format: 'claude', fits: (record) => Object.hasOwn(record, 'chat_messages'), read: importClaude },
  {
    format: 'open_webui',
    fits: (record) => recordMember(record, 'chat') !== null || recordMember(record, 'history') !== null,
    read: importOpenWebUi,
  },
  { format: 'lm_studio', fits: isLmStudio, read: importLmStudio },
  { format: 'librechat', fits: (record) => isLibreChat(record) || isEmptyLibreChat(record), read: importLibreChat },
  { format: 'chatbox', fits: isChatbox, read: importChatbox },
  {
    format: 'jan',
    fits: (record) => hasList(record, 'messages') && textMember(record, 'object') === 'thread',
    read: (record) => importJan(record, messagesOf(record)),
  },
  {
    format: 'openai_messages',
    fits: isOpenAi,
    read: (record) => importOpenAiMessages(listMember(record, 'messages'), record),
  },
];

/** The plainest shape: it counts only where `messages` is nobody else's. */
function isOpenAi(record: JsonRecord): boolean {
  if (
    !hasList(record, 'messages') ||
    recordMember(record, 'history') !== null ||
    recordMember(record, 'chat') !== null
  ) {
    return false;
  }
  const others = isLmStudio(record) || isLibreChat(record) || isEmptyLibreChat(record) || isChatbox(record);
  return !others && textMember(record, 'object') !== 'thread';
}
