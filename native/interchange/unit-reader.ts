// From parsed values to conversations ready to be stored, with our ids. Puts together what belongs together: messages that stand one a
// line, and a Jan thread with its messages. One bad value is one skip.
import type { ImportEntry, ImportItem, ImportUnit } from '../../electron/app/ports.ts';
import { detectFormat } from '../../electron/core/interchange/detect-format.ts';
import { countFigures } from '../../electron/core/interchange/import-figures.ts';
import type {
  Imported,
  ImportedConversation,
  ImportSkip,
} from '../../electron/core/interchange/imported-conversation.ts';
import { importJan } from '../../electron/core/interchange/jan.ts';
import { idMember, isBlank, type JsonRecord, textMember } from '../../electron/core/interchange/json-value.ts';
import { importOpenAiMessages } from '../../electron/core/interchange/openai-messages.ts';
import { clipEnd } from '../../electron/core/transcript/clip-text.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { changedEntryIdOf, createImportIds, entryIdOf } from './imported-ids.ts';
import { SPLIT_LIMITS } from './read-values.ts';

export interface ValueAt {
  readonly place: string;
  /** Of the file in its container: a Jan thread is one folder. */
  readonly folder: string;
  readonly bytes: number;
}

export interface UnitReader {
  take(value: unknown, at: ValueAt): Iterable<ImportItem>;
  /** A file has ended: its single messages are whole. */
  endMember(): Iterable<ImportItem>;
  end(): Iterable<ImportItem>;
}

interface Group {
  readonly about: JsonRecord;
  readonly place: string;
  messages: JsonRecord[];
  bytes: number;
}

interface JanGroup {
  thread: JsonRecord | null;
  readonly place: string;
  messages: JsonRecord[];
  bytes: number;
}

const TITLE_CHARS = 60;
const MAX_TITLE_CHARS = 500;

export function createUnitReader(now: number): UnitReader {
  const finish = createFinisher(now);
  let groups = new Map<string, Group>();
  const threads = new Map<string, JanGroup>();

  const addMessage = (message: JsonRecord, { place, bytes }: ValueAt): void => {
    const id = GROUP_KEYS.map((key) => idMember(message, key)).find((found) => found !== null) ?? '';
    const title = textMember(message, 'conversation_title');
    const group = groups.get(id) ?? { about: id === '' ? {} : { id, title }, place, messages: [], bytes: 0 };
    groups.set(id, group);
    group.bytes += bytes;
    if (group.bytes <= SPLIT_LIMITS.maxValueBytes) group.messages.push(message);
  };
  const janGroup = (id: string | null, { place, folder }: ValueAt): JanGroup => {
    const key = id ?? folder;
    const group = threads.get(key) ?? { thread: null, place, messages: [], bytes: 0 };
    threads.set(key, group);
    return group;
  };

  return {
    *take(value, at) {
      const detected = detectFormat(value);
      switch (detected.kind) {
        case 'none':
          yield* finish(detected.refused, at);
          break;
        case 'conversation':
          yield* finish(attemptRead(detected.read), at);
          break;
        case 'message':
          if (detected.format === 'openai_messages') addMessage(detected.message, at);
          else {
            const group = janGroup(idMember(detected.message, 'thread_id'), at);
            group.bytes += at.bytes;
            if (group.bytes <= SPLIT_LIMITS.maxValueBytes) group.messages.push(detected.message);
          }
          break;
        case 'jan_thread':
          janGroup(idMember(detected.thread, 'id'), at).thread = detected.thread;
          break;
        default:
          detected satisfies never;
      }
    },
    *endMember() {
      const ended = groups;
      groups = new Map();
      for (const { about, place, messages, bytes } of ended.values()) {
        const read = (): Imported => importOpenAiMessages(messages, about);
        yield* finish(tooLarge(bytes) ?? attemptRead(read), { place, folder: '', bytes });
      }
    },
    *end() {
      for (const { thread, place, messages, bytes } of threads.values()) {
        const read = (): Imported => importJan(thread, messages);
        yield* finish(tooLarge(bytes) ?? attemptRead(read), { place, folder: '', bytes });
      }
      threads.clear();
    },
  };
}

const GROUP_KEYS = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'chat_id'];

const skip = (code: ImportSkip['code'], detail: string): Imported => ({ kind: 'skip', skip: { code, detail } });

const tooLarge = (bytes: number): Imported | null =>
  bytes > SPLIT_LIMITS.maxValueBytes ? skip('too_large', `${bytes} bytes`) : null;

/** Parts nested deeper than the language can write down again. */
function attemptRead(read: () => Imported): Imported {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return skip('too_deep', '');
    throw error;
  }
}

/** Gives ids and times; keeps apart what carries an id that another conversation of this import had. */
function createFinisher(now: number) {
  const ids = createImportIds();
  /** The first message of each conversation, by its id. */
  const seen = new Map<ConversationId, string>();
  return function* finish(read: Imported, { place, bytes }: ValueAt): Iterable<ImportItem> {
    if (read.kind === 'skip') {
      yield { kind: 'skip', place, skip: read.skip };
      return;
    }
    for (const conversation of read.conversations) {
      const id = ids.conversationId(conversation);
      const first = `${conversation.entries[0]?.key}\n${conversation.entries[0]?.payload.text}`;
      const before = seen.get(id);
      if (before !== undefined && before !== first) {
        yield { kind: 'skip', place, skip: { code: 'duplicate_id', detail: conversation.format } };
        continue;
      }
      seen.set(id, first);
      const unit = toUnit(conversation, id, now);
      const { format, notices } = conversation;
      yield { kind: 'conversation', place, format, unit, figures: countFigures(conversation), notices, bytes };
    }
  };
}

function toUnit(conversation: ImportedConversation, id: ConversationId, now: number): ImportUnit {
  const { activeKey } = conversation;
  const createdAt = conversation.createdAt ?? firstTime(conversation) ?? now;
  const entries = conversation.entries.map(
    (entry): ImportEntry => ({
      id: entryIdOf(id, entry.key),
      conversationId: id,
      parentId: entry.parentKey === null ? null : entryIdOf(id, entry.parentKey),
      createdAt: entry.createdAt ?? createdAt,
      payload: entry.payload,
      changedId: changedEntryIdOf(id, entry),
    }),
  );
  return {
    conversation: {
      id,
      title: titleOf(conversation),
      createdAt,
      updatedAt: conversation.updatedAt ?? lastTime(conversation) ?? createdAt,
      pinned: conversation.pinned,
      trashedAt: null,
      activeLeafId: activeKey === null ? null : entryIdOf(id, activeKey),
      systemPrompt: conversation.systemPrompt,
      draft: '',
      modelId: null,
      pins: [],
    },
    entries,
  };
}

const firstTime = ({ entries }: ImportedConversation): number | null =>
  entries.find(({ createdAt }) => createdAt !== null)?.createdAt ?? null;
const lastTime = ({ entries }: ImportedConversation): number | null =>
  entries.findLast(({ createdAt }) => createdAt !== null)?.createdAt ?? null;

/** The source's, else the first words said, as a new conversation here gets it. */
function titleOf({ title, entries }: ImportedConversation): string {
  if (!isBlank(title)) return clipEnd(title.trim(), MAX_TITLE_CHARS);
  const first = entries.find(({ payload }) => payload.role === 'user' && !isBlank(payload.text));
  return first === undefined ? '' : clipEnd(first.payload.text.trim().replace(/\s+/g, ' '), TITLE_CHARS);
}
