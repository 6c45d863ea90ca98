// From parsed values to conversations ready to be stored, with our ids. Puts together what belongs together: messages that stand one a
// line, and a Jan thread with its messages. One bad value is one skip.
import type { ImportEntry, ImportItem, ImportUnit } from '../../electron/app/interchange-ports.ts';
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

/** Messages that belong together: one conversation of a file of single messages, or a Jan thread. */
interface Group {
  /** What is known of the conversation beside its messages. */
  about: JsonRecord | null;
  readonly place: string;
  readonly messages: JsonRecord[];
  bytes: number;
}

interface Groups {
  of(key: string, place: string): Group;
  add(group: Group, message: JsonRecord, bytes: number): void;
  take(): readonly Group[];
}

function createGroups(): Groups {
  let groups = new Map<string, Group>();
  return {
    of(key, place) {
      const group = groups.get(key) ?? { about: null, place, messages: [], bytes: 0 };
      groups.set(key, group);
      return group;
    },
    add(group, message, bytes) {
      group.bytes += bytes;
      if (group.bytes <= SPLIT_LIMITS.maxValueBytes) group.messages.push(message);
    },
    take() {
      const ended = [...groups.values()];
      groups = new Map();
      return ended;
    },
  };
}

const TITLE_CHARS = 60;
const MAX_TITLE_CHARS = 500;

export function createUnitReader(now: number): UnitReader {
  const finish = createFinisher(now);
  const single = createGroups();
  const threads = createGroups();
  const finishGroup = ({ place, bytes }: Group, read: () => Imported): Iterable<ImportItem> =>
    finish(tooLarge(bytes) ?? attemptRead(read), { place, folder: '', bytes });

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
        case 'message': {
          const { message, format } = detected;
          const group =
            format === 'jan' ? threads.of(janKey(message, 'thread_id', at), at.place) : groupOf(single, message, at);
          single.add(group, message, at.bytes);
          break;
        }
        case 'jan_thread':
          threads.of(janKey(detected.thread, 'id', at), at.place).about = detected.thread;
          break;
        default:
          detected satisfies never;
      }
    },
    *endMember() {
      for (const group of single.take()) {
        yield* finishGroup(group, () => importOpenAiMessages(group.messages, group.about));
      }
    },
    *end() {
      for (const group of threads.take()) yield* finishGroup(group, () => importJan(group.about, group.messages));
    },
  };
}

const janKey = (record: JsonRecord, key: string, { folder }: ValueAt): string => idMember(record, key) ?? folder;

function groupOf(groups: Groups, message: JsonRecord, { place }: ValueAt): Group {
  const id = GROUP_KEYS.map((key) => idMember(message, key)).find((found) => found !== null) ?? '';
  const group = groups.of(id, place);
  if (id !== '') group.about ??= { id, title: textMember(message, 'conversation_title') };
  return group;
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
      sourceKey: entry.sourceKey,
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
