// A data folder with one long conversation, compacted near its end: mixed English and Chinese messages from a vocabulary whose words are
// as unevenly common as words are, deterministic for a seed.

import { asConversationId, asEntryId, type ConversationId } from '../../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../../electron/core/summary/state-summary.ts';
import type { EntryPayload, NewEntry } from '../../../electron/core/transcript/entry.ts';
import type { StoreResult, TranscriptStore } from '../../../electron/app/ports.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';

export const LONG_CONVERSATION = asConversationId('long');
const START = Date.UTC(2024, 0, 1);
const KEPT = 100;
const BATCH = 5_000;

/** A rare word and a rare pair of characters that stand in a few messages only, so that searches for them have something to find. */
export const RARE = { word: 'quetzalcoatlus', chinese: '麒麟' };

export function must<Value>(result: StoreResult<Value>): Value {
  if (!result.ok) throw new Error(`the store refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Fills `folder` with a conversation of `count` messages behind the boundary and 100 after it; answers with the open store. */
export function buildLongConversation(folder: string, count: number, say: (line: string) => void): TranscriptStore {
  const store = must(openTranscriptStore({ folder }));
  must(store.createConversation(conversation(LONG_CONVERSATION)));
  const random = createRandom(7);
  for (let from = 1; from <= count; from += BATCH) {
    const until = Math.min(count, from + BATCH - 1);
    must(store.appendAll(range(from, until).map((index) => message(index, random))));
    if (until % 100_000 === 0) say(`  ${until.toLocaleString('en')} messages written`);
  }
  must(store.appendAll([compaction(count)]));
  const kept = range(count + 2, count + 1 + KEPT).map((index) => message(index, random));
  must(store.appendAll(kept));
  must(store.updateConversation(LONG_CONVERSATION, { activeLeafId: idOf(count + 1 + KEPT) }));
  return store;
}

export const conversation = (id: ConversationId) => ({
  id,
  title: 'A long talk',
  createdAt: START,
  updatedAt: START,
  pinned: false,
  trashedAt: null,
  activeLeafId: null,
  systemPrompt: '',
  draft: '',
  modelId: null,
  pins: [],
});

const idOf = (index: number) => asEntryId(`e${index}`);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => from + offset);

function entry(index: number, payload: EntryPayload): NewEntry {
  const parentId = index === 1 ? null : idOf(index - 1);
  return { id: idOf(index), conversationId: LONG_CONVERSATION, parentId, createdAt: START + index * 1000, payload };
}

const message = (index: number, random: () => number): NewEntry =>
  index % 2 === 1
    ? entry(index, { type: 'message', role: 'user', text: writeText(index, random) })
    : entry(index, {
        type: 'message',
        role: 'assistant',
        text: writeText(index, random),
        stopReason: 'stop',
        status: 'complete',
      });

const compaction = (covered: number): NewEntry =>
  entry(covered + 1, {
    type: 'compaction',
    summary: EMPTY_STATE_SUMMARY,
    text: 'What was said before, in short.',
    firstKeptEntryId: idOf(covered + 2),
    carriedEntryIds: [],
    coveredRange: { fromId: idOf(1), toId: idOf(covered), hash: '' },
    tokensBefore: 0,
    tokensAfter: 0,
    reason: 'threshold',
    provider: 'built-in',
    writer: 'quotes',
    strategy: 'quotes',
    promptVersion: 1,
    audit: { ok: true, findings: [] },
    redactions: [],
    quotedItems: 0,
    writtenItems: 0,
    messagesFolded: covered,
    notesWritten: 0,
    durationsMs: {},
  });

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro'.split(' ');
const WORDS = range(0, 7_999).map((index) => {
  const [first, second, third] = [index % 35, Math.floor(index / 35) % 35, Math.floor(index / 1225)];
  return `${SYLLABLES[first] ?? ''}${SYLLABLES[second] ?? ''}${SYLLABLES[third] ?? ''}`;
});
/** 3,000 common characters. */
const CHARACTERS = range(0, 2_999).map((index) => String.fromCharCode(0x4e00 + index * 6));

/** About 90 characters of English, or 30 of Chinese in three of ten. */
export function writeText(index: number, random: () => number): string {
  // Word frequencies fall with rank (Zipf): an exponent of the uniform number is near enough.
  const pick = (list: readonly string[]): string => list[Math.floor(list.length * random() ** 3)] ?? '';
  const isChinese = random() < 0.3;
  const text = isChinese
    ? `${range(1, 30)
        .map(() => pick(CHARACTERS))
        .join('')}。`
    : `${range(1, 14)
        .map(() => pick(WORDS))
        .join(' ')}.`;
  if (index % 100_003 !== 5 && index !== 5) return text;
  return isChinese ? `${text}${RARE.chinese}` : `${text} ${RARE.word}`;
}

/** Numbers from 0 to 1 that repeat for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
