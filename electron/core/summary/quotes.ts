// Picks what a conversation said about its goal, what is done, decided, failed, found and next, word for word. Decides by role, cue
// words in both languages and recency; the same messages give the same quotes. Never takes a quotation, code or a question for a
// statement, never rewrites, never quotes a secret. Rules, open requests and exact names are the ledger's (safeguard/ledger.ts).

import type { EntryId } from '../ids.ts';
import { redactSecrets } from '../safeguard/redact.ts';
import { isSmallTalk } from '../safeguard/requests.ts';
import { isAssistant, isUser, type MessageEntry } from '../transcript/entry.ts';
import { isFinalAnswer } from '../transcript/turn.ts';
import { plainForm } from './content-words.ts';
import { BARE_DONE, DONE_START, DONE_WORD } from './quote-cues.ts';
import {
  findAsk,
  findCue,
  isGoOn,
  partsOf,
  QUOTE_CHARS,
  readSentences,
  type Sentence,
  shortest,
  trim,
  withoutRules,
} from './quote-sentences.ts';
import type { StateCategory, StateItem, StateSummary } from './state-summary.ts';
import { pickToolLines } from './tool-lines.ts';

export interface Quote {
  readonly category: StateCategory;
  /** Layer 'quote'; its text is a substring of the message it comes from, secrets replaced. */
  readonly item: StateItem;
  /** Higher is kept longer. */
  readonly weight: number;
}

/** Quotes of the messages that the previous state does not hold yet, highest weight first, each text once per category. */
export function pickQuotes({
  messages,
  previous,
}: {
  readonly messages: readonly MessageEntry[];
  readonly previous: StateSummary | null;
}): readonly Quote[] {
  const drafts: Draft[] = [];
  const turn: Turn = { request: null };
  for (const [index, entry] of messages.entries()) {
    const text = redactSecrets(entry.payload.text).text;
    const recency = messages.length <= 1 ? 1 : index / (messages.length - 1);
    const found = quotesOf(
      { entry, text, recency, isFirst: !drafts.some((draft) => draft.category === 'goal') && previous === null },
      turn,
    );
    drafts.push(...found);
  }
  return bound(withoutDoubles(dropStale(drafts), previous)).map(({ category, item, weight }) => ({
    category,
    item,
    weight,
  }));
}

interface Draft extends Quote {
  readonly order: number;
}
/** The request that the messages being read belong to. */
interface Turn {
  request: { readonly id: EntryId; readonly text: string } | null;
}
interface Source {
  readonly entry: MessageEntry;
  readonly text: string;
  /** 0 for the oldest message, 1 for the newest. */
  readonly recency: number;
  readonly isFirst: boolean;
}

function quotesOf(source: Source, turn: Turn): readonly Draft[] {
  const { entry, text } = source;
  const { role } = entry.payload;
  if (role === 'tool_result') return toolQuotes(source);
  const sentences = readSentences(text);
  const drafts: Draft[] = [];
  if (isUser(entry) && !isSmallTalk(text)) {
    const ask = findAsk(text, sentences);
    if (ask === null) turn.request = null;
    else if (!isGoOn(ask)) turn.request = { id: entry.id, text: ask };
    drafts.push(...goalQuotes(source, sentences, ask));
  }
  if (turn.request && isAssistant(entry) && isFinalAnswer(entry) && saysOnlyDone(text, sentences)) {
    const { id, text: request } = turn.request;
    drafts.push(toDraft(source, { category: 'completed', text: request, strength: 5, sources: [id, entry.id] }));
  }
  for (const part of sentences.flatMap((sentence) => partsOf(sentence, role))) {
    const cue = findCue(part.voice, role);
    const quoted = cue ? shortest(part, cue) : null;
    if (!cue || quoted === null || BARE_DONE.test(quoted)) continue;
    const { category, strength, status } = cue;
    if (category === 'goal' && drafts.some((draft) => draft.category === 'goal')) continue;
    drafts.push(
      toDraft(source, { category, text: quoted, strength, sources: [entry.id], ...(status ? { status } : {}) }),
    );
  }
  return drafts;
}

function toolQuotes(source: Source): readonly Draft[] {
  const { payload, id } = source.entry;
  const isError = payload.role === 'tool_result' && payload.isError === true;
  return pickToolLines(source.text, isError).map((line) => toDraft(source, { ...line, sources: [id] }));
}

/** "Done." says that something was done; what it was stands in the request. */
function saysOnlyDone(text: string, sentences: readonly Sentence[]): boolean {
  const answer = text.trim();
  if (BARE_DONE.test(answer)) return DONE_WORD.test(answer);
  return (
    DONE_START.test(answer) && !sentences.some(({ voice }) => findCue(voice, 'assistant')?.category === 'completed')
  );
}

/** The first thing the person aims at or asks for is the goal; later goal words count less. */
function goalQuotes(source: Source, sentences: readonly Sentence[], ask: string | null): readonly Draft[] {
  if (!source.isFirst) return [];
  const aim = sentences.find(
    ({ text, voice }) => text.length <= QUOTE_CHARS && findCue(voice, 'user')?.category === 'goal',
  );
  const text = aim ? withoutRules(trim(aim.text)) : ask;
  return text === null ? [] : [toDraft(source, { category: 'goal', text, strength: 6, sources: [source.entry.id] })];
}

interface Picked {
  readonly category: StateCategory;
  readonly text: string;
  readonly strength: number;
  readonly sources: readonly EntryId[];
  readonly status?: 'rejected';
}

/** By how much a category's newest quotes outweigh its oldest: what is going on now lives by recency, what was decided does not. */
const RECENCY: Readonly<Partial<Record<StateCategory, number>>> = {
  inProgress: 4,
  nextActions: 4,
  toolFindings: 3,
  completed: 1,
  failedApproaches: 1,
};
const BASE: Readonly<Partial<Record<StateCategory, number>>> = {
  goal: 4,
  decisions: 4,
  failedApproaches: 3,
  completed: 3,
  nextActions: 2,
  environment: 2,
  inProgress: 1,
};

function toDraft({ recency, entry }: Source, { category, text, strength, sources, status }: Picked): Draft {
  const byUser = entry.payload.role === 'user' ? 1 : 0;
  const weight = (BASE[category] ?? 0) + strength + byUser + (RECENCY[category] ?? 0.5) * recency;
  const item: StateItem = { text, sources, layer: 'quote', ...(status ? { status } : {}) };
  return { category, item, weight: Math.round(weight * 1000) / 1000, order: recency };
}

/** What was under way or planned is only worth quoting while it is: the newest third of the messages. */
const dropStale = (drafts: readonly Draft[]): readonly Draft[] =>
  drafts.filter(({ category, order }) => (category !== 'inProgress' && category !== 'nextActions') || order >= 0.66);

function withoutDoubles(drafts: readonly Draft[], previous: StateSummary | null): readonly Draft[] {
  const seen = new Set<string>();
  if (previous)
    for (const [category, items] of Object.entries(previous))
      for (const item of items) seen.add(`${category}\n${plainForm(item.text)}`);
  return drafts.filter(({ category, item }) => {
    const key = `${category}\n${plainForm(item.text)}`;
    if (item.text.length < 2 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Most quotes of one category: what fits a summary beside the ledger. */
const MOST: Readonly<Partial<Record<StateCategory, number>>> = {
  goal: 3,
  completed: 12,
  decisions: 10,
  failedApproaches: 8,
  toolFindings: 8,
  environment: 10,
  inProgress: 3,
  nextActions: 4,
};

function bound(drafts: readonly Draft[]): readonly Draft[] {
  const ordered = drafts
    .map((draft, index) => ({ draft, index }))
    .sort((one, other) => other.draft.weight - one.draft.weight || other.index - one.index);
  const counts = new Map<StateCategory, number>();
  return ordered
    .map(({ draft }) => draft)
    .filter(({ category }) => {
      const count = (counts.get(category) ?? 0) + 1;
      counts.set(category, count);
      return count <= (MOST[category] ?? 4);
    });
}
