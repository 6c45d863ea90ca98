// Picks what a conversation said about its goal, what is done, decided, failed, found and next, word for word. Decides by role, cue
// words in both languages and recency; the same messages give the same quotes. Never takes a quotation, code or a question for a
// statement, never rewrites, never quotes a secret. Rules, open requests and exact names are the ledger's (safeguard/ledger.ts).

import { maskForeignWords } from '../safeguard/own-words.ts';
import { findConstraints } from '../safeguard/constraints.ts';
import { redactSecrets } from '../safeguard/redact.ts';
import { isAsk, isSmallTalk } from '../safeguard/requests.ts';
import type { EntryId } from '../ids.ts';
import { isAssistant, isUser, type MessageEntry } from '../transcript/entry.ts';
import { isFinalAnswer } from '../transcript/turn.ts';
import { findClauses, isLeadingCondition, isTrailingCondition } from './clauses.ts';
import { findCodeSpans } from './code-spans.ts';
import { plainForm } from './content-words.ts';
import {
  BARE_DONE,
  DONE_START,
  GO_ON,
  QUOTE_CUES,
  type QuoteCue,
  type Speaker,
  TOOL_FAILURE,
  TOOL_LINE,
  TOOL_NO_FAILURE,
} from './quote-cues.ts';
import { findSentenceSpans } from './sentences.ts';
import type { StateCategory, StateItem, StateSummary } from './state-summary.ts';

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

/** A quote longer than this is cut to its clause or left out, in UTF-16 units. */
const QUOTE_CHARS = 240;
/** How much of a message is read for quotes; the rest of a long tool result is data. */
const READ_CHARS = 40_000;

function quotesOf(source: Source, turn: Turn): readonly Draft[] {
  const { entry } = source;
  if (entry.payload.role === 'tool_result') return toolQuotes(source, entry.payload.isError === true);
  const drafts: Draft[] = [];
  const sentences = readSentences(source.text);
  if (isUser(entry)) {
    drafts.push(...goalQuotes(source, sentences));
    turn.request = isSmallTalk(source.text) ? turn.request : requestOf(entry.id, sentences, turn.request);
  }
  const isFinal = isAssistant(entry) && isFinalAnswer(entry);
  if (
    isFinal &&
    turn.request &&
    (BARE_DONE.test(source.text.trim()) ||
      (DONE_START.test(source.text.trim()) && !sentences.some((sentence) => isCompleted(sentence.voice))))
  ) {
    drafts.push(
      toDraft(source, {
        category: 'completed',
        text: turn.request.text,
        strength: 5,
        sources: [turn.request.id, entry.id],
      }),
    );
  }
  for (const sentence of sentences) {
    for (const part of partsOf(sentence, entry.payload.role)) {
      const cue = findCue(part.voice, entry.payload.role);
      const text = cue ? shortest(part, cue) : null;
      if (!cue || text === null || BARE_DONE.test(text)) continue;
      const { category, strength, status } = cue;
      if (category === 'goal' && drafts.some((draft) => draft.category === 'goal')) continue;
      drafts.push(toDraft(source, { category, text, strength, sources: [entry.id], ...(status ? { status } : {}) }));
    }
  }
  return drafts;
}

/** A sentence that takes one thing and drops another ("方案A，方案B不考虑了") is read clause by clause, else whole. */
function partsOf(sentence: Sentence, speaker: Speaker): readonly Sentence[] {
  const clauses = findClauses(sentence.voice);
  if (clauses.length < 2) return [sentence];
  const cues = clauses.map(({ start, end }) => findCue(sentence.voice.slice(start, end).trim(), speaker));
  const rejects = cues.some((cue) => cue?.status === 'rejected');
  const decides = cues.some((cue) => cue?.category === 'decisions' && cue.status === undefined);
  if (!rejects || !decides) return [sentence];
  const parts: { start: number; end: number }[] = [];
  for (const [index, { start, end }] of clauses.entries()) {
    const before = parts.at(-1);
    if (before && cues[index]?.category !== 'decisions') before.end = end;
    else parts.push({ start, end });
  }
  return parts.map(({ start, end }) => ({
    text: sentence.text.slice(start, end),
    voice: sentence.voice.slice(start, end),
  }));
}

interface Sentence {
  readonly text: string;
  readonly voice: string;
}

function readSentences(text: string): readonly Sentence[] {
  const read = text.slice(0, READ_CHARS);
  const codeSpans = findCodeSpans(read);
  const voice = maskForeignWords(read, codeSpans);
  return findSentenceSpans(read, codeSpans).map(({ start, end }) => ({
    text: read.slice(start, end),
    voice: voice.slice(start, end),
  }));
}

const isCompleted = (voice: string): boolean => findCue(voice, 'assistant')?.category === 'completed';

function findCue(voice: string, speaker: Speaker): QuoteCue | null {
  if (!/[A-Za-z\u00c0-\u9fff\uac00-\ud7af]{2}/.test(voice)) return null;
  for (const cue of QUOTE_CUES) {
    if (cue.speakers.includes(speaker) && cue.pattern.test(voice) && !cue.unless?.test(voice)) return cue;
  }
  return null;
}

/** The first thing the person asked for or aims at is the goal; later goal words count less. */
function goalQuotes(source: Source, sentences: readonly Sentence[]): readonly Draft[] {
  if (!source.isFirst || isSmallTalk(source.text)) return [];
  const asking = sentences.find(({ text, voice }) => text.length <= QUOTE_CHARS && isAsk(voice));
  const aiming = sentences.find(
    ({ text, voice }) => text.length <= QUOTE_CHARS && findCue(voice, 'user')?.category === 'goal',
  );
  const chosen = aiming ?? asking;
  if (!chosen) return [];
  return [
    toDraft(source, {
      category: 'goal',
      text: withoutRules(trim(chosen.text)),
      strength: 6,
      sources: [source.entry.id],
    }),
  ];
}

/** The ask without the rules that close its sentence: those stand in the ledger. */
function withoutRules(text: string): string {
  const rules = findConstraints(text);
  const first = rules.length === 0 ? -1 : text.indexOf(rules[0]?.text ?? text);
  return first > text.length / 4 ? trim(text.slice(0, first)) : text;
}

/** What the turn is about; "continue" is about what was asked before. */
function requestOf(id: EntryId, sentences: readonly Sentence[], before: Turn['request']): Turn['request'] {
  const asking = sentences.find(({ text, voice }) => text.length <= QUOTE_CHARS && isAsk(voice));
  if (asking && GO_ON.test(asking.text)) return before;
  return asking ? { id, text: withoutRules(trim(asking.text)) } : null;
}

/** The clause of the cue with the conditions beside it; for failures and refusals with the reason too. */
function shortest({ text, voice }: Sentence, cue: QuoteCue): string | null {
  const keepsReason = cue.category === 'failedApproaches' || cue.category === 'decisions';
  if (keepsReason && text.length <= QUOTE_CHARS) return trim(text);
  const clauses = findClauses(voice);
  const words = clauses.map(({ start, end }) => voice.slice(start, end).trim());
  const index = words.findIndex((clause) => cue.pattern.test(clause));
  const clause = clauses[index];
  if (!clause || words.length === 1 || text.length <= SHORT_CHARS)
    return text.length <= QUOTE_CHARS ? trim(text) : null;
  let first = index;
  let last = index;
  while (first > 0 && isLeadingCondition(words[first - 1] ?? '')) first -= 1;
  while (
    last + 1 < words.length &&
    !isTalk(words[last + 1] ?? '') &&
    (isTrailingCondition(words[last + 1] ?? '') ||
      (clauses[last + 1]?.end ?? 0) - (clauses[first]?.start ?? 0) <= SHORT_CHARS)
  )
    last += 1;
  const quoted = trim(text.slice(clauses[first]?.start ?? 0, clauses[last]?.end ?? text.length));
  return quoted.length <= QUOTE_CHARS ? quoted : null;
}

/** A sentence up to this length is quoted whole: cutting it would save nothing. */
const SHORT_CHARS = 100;
const isTalk = (clause: string): boolean =>
  /^(?:and |so |but )?(?:let me know|tell me|thanks|feel free|shall i|should i|do you|would you|ok|what do you)|^(?:如果|需要|要不要|请告诉|谢谢)/i.test(
    clause,
  );

const trim = (text: string): string =>
  text
    .replace(/^[\s,;:，；：\-–—•*#>]+/, '')
    .replace(
      /^(?:(?:ok|okay|well|so|great|sure|alright|and|but|also|perfect|thanks|hm+|oh|right|yes|好的|好|嗯|那么|所以)[,，.!。]\s*)+(?=\S)/i,
      '',
    )
    .replace(/[\s,;:，；：]+$/, '');

function toolQuotes(source: Source, isError: boolean): readonly Draft[] {
  const lines = source.text
    .slice(0, READ_CHARS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 3 && line.length <= QUOTE_CHARS && /[A-Za-z\u4e00-\u9fff]/.test(line));
  const last = source.text.length > READ_CHARS ? lastLine(source.text) : lines.at(-1);
  const telling = lines.filter((line) => TOOL_LINE.test(line));
  const chosen = [
    ...new Set([
      ...telling.slice(0, 1),
      ...telling.slice(-1),
      ...(last !== undefined && lines.length > 0 ? [last] : []),
    ]),
  ].slice(0, 3);
  return chosen.map((line) => {
    const failed = (isError || TOOL_FAILURE.test(line)) && !TOOL_NO_FAILURE.test(line);
    const done =
      !failed && findCue(line, 'tool_result') !== null && /[A-Za-z\u4e00-\u9fff].*\s\S|[\u4e00-\u9fff]{4}/.test(line);
    const category: StateCategory = failed && isError ? 'failedApproaches' : done ? 'completed' : 'toolFindings';
    return toDraft(source, {
      category,
      text: line,
      strength: failed ? 4 : done ? 3 : TOOL_LINE.test(line) ? 2 : 1,
      sources: [source.entry.id],
    });
  });
}

function lastLine(text: string): string | undefined {
  const tail = text
    .slice(-QUOTE_CHARS * 2)
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
  return tail.findLast((line) => line.length >= 3 && line.length <= QUOTE_CHARS);
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
