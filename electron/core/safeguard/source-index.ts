// The sentences of a stretch of conversation (and of the state before it), findable by their content words: where grounding looks for
// the source of what a model wrote. Built once per compaction, linear in the text; never changes or shortens what it indexes.

import type { EntryId } from '../ids.ts';
import { type ContentWords, findContentWords } from '../summary/content-words.ts';
import { splitSentences } from '../summary/sentences.ts';
import { STATE_CATEGORIES, type StateCategory, type StateItem, type StateSummary } from '../summary/state-summary.ts';
import type { MessageEntry } from '../transcript/entry.ts';

export interface SourceSentence {
  readonly index: number;
  /** Place among the sources: earlier state first, then messages in order. Sentences of one message share it. */
  readonly order: number;
  readonly entryIds: readonly EntryId[];
  readonly role: 'state' | 'user' | 'assistant' | 'tool_call' | 'tool_result';
  readonly text: string;
  readonly words: ContentWords;
  readonly isError: boolean;
  /** For an item of the earlier state: where it stood. */
  readonly from?: { readonly category: StateCategory; readonly status: StateItem['status'] };
}

export interface SourceIndex {
  readonly sentences: readonly SourceSentence[];
  /** Content word or number → indexes of the sentences that hold it, ascending. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** Messages in the order of `SourceSentence.order`; state items lie before `firstMessageOrder`. */
  readonly messages: readonly MessageEntry[];
  readonly firstMessageOrder: number;
}

export function indexSources(messages: readonly MessageEntry[], previous: StateSummary | null): SourceIndex {
  const sentences: SourceSentence[] = [];
  const byWord = new Map<string, number[]>();
  const add = (sentence: Omit<SourceSentence, 'index' | 'words'>): void => {
    const words = findContentWords(sentence.text);
    const index = sentences.length;
    sentences.push({ ...sentence, index, words });
    for (const key of [...words.words, ...words.numbers]) {
      const places = byWord.get(key);
      if (places === undefined) byWord.set(key, [index]);
      else places.push(index);
    }
  };
  let order = 0;
  if (previous !== null)
    for (const category of STATE_CATEGORIES)
      for (const item of previous[category]) {
        const from = { category, status: item.status };
        add({ order, entryIds: item.sources, role: 'state', text: item.text, isError: false, from });
        order++;
      }
  const firstMessageOrder = order;
  for (const entry of messages) {
    for (const { role, text } of voicesOf(entry))
      for (const piece of cutSentences(text, role))
        add({ order, entryIds: [entry.id], role, text: piece, isError: isErrorResult(entry) });
    order++;
  }
  return { sentences, byWord, messages, firstMessageOrder };
}

const isErrorResult = ({ payload }: MessageEntry): boolean =>
  payload.role === 'tool_result' && payload.isError === true;

function voicesOf({ payload }: MessageEntry): readonly { role: SourceSentence['role']; text: string }[] {
  if (payload.role === 'tool_result') return [{ role: 'tool_result', text: payload.text }];
  if (payload.role === 'user') {
    const files = (payload.attachments ?? []).map((file) => ({
      role: 'tool_result' as const,
      text: `${file.name}\n${file.text}`,
    }));
    return [{ role: 'user', text: payload.text }, ...files];
  }
  const calls = (payload.toolCalls ?? []).map((call) => ({
    role: 'tool_call' as const,
    text: `${call.name} ${call.arguments}`,
  }));
  return [{ role: 'assistant', text: payload.text }, ...calls];
}

/** Longest piece treated as one sentence, in characters: a line of JSON is not one statement. */
const SENTENCE_CHARS = 500;
/** How much of one message is looked at, half from each end: no summariser sees more of it, in place or cold. */
const SOURCE_CHARS = 400_000;

/** Sentences of what somebody said; lines of what a tool gave back, which knows no full stops. */
function cutSentences(text: string, role: SourceSentence['role']): readonly string[] {
  const half = SOURCE_CHARS / 2;
  const read = text.length <= SOURCE_CHARS ? [text] : [text.slice(0, half), text.slice(-half)];
  const whole = read.flatMap((part) => (role === 'tool_result' ? part.split('\n') : splitSentences(part)));
  return whole
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .flatMap(cutLong);
}

function cutLong(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  while (sentence.length - at > SENTENCE_CHARS) {
    const window = sentence.slice(at, at + SENTENCE_CHARS);
    const breakAt = Math.max(...[',', ' ', '，', '\n'].map((sign) => window.lastIndexOf(sign)));
    const length = breakAt > 0 ? breakAt + 1 : SENTENCE_CHARS;
    pieces.push(sentence.slice(at, at + length));
    at += length;
  }
  return [...pieces, sentence.slice(at)];
}
