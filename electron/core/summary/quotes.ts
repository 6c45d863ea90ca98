// Picks what a conversation said about its goal, what is done, decided, failed, found and next, word for word. Decides by role, cue
// words in both languages and recency; the same messages give the same quotes. Never takes a quotation, code or a question for a
// statement, never rewrites, never quotes a secret. Rules, open requests and exact names are the ledger's (safeguard/ledger.ts).

import type { EntryId } from '../ids.ts';
import { redactSecrets } from '../safeguard/redact.ts';
import { tellsOthersWords } from '../safeguard/reported-speech.ts';
import { findConstraints } from '../safeguard/constraints.ts';
import { isAsk, isSmallTalk } from '../safeguard/requests.ts';
import { isAssistant, isUser, type MessageEntry } from '../transcript/entry.ts';
import { isFinalAnswer } from '../transcript/turn.ts';
import { plainForm } from './content-words.ts';
import { findGoal } from './goal-quote.ts';
import { BARE_DONE, DONE_START, DONE_WORD } from './quote-cues.ts';
import { findAsk, findCue, isGoOn, partsOf, readSentences, type Sentence, shortest } from './quote-sentences.ts';
import type { StateCategory, StateItem, StateSummary } from './state-summary.ts';
import { likelyCategory, ruleShare, scoreStatement, worthOf } from './statement-score.ts';
import { cutStatements, joinShort, type Statement } from './statements.ts';
import { pickToolLines } from './tool-lines.ts';

export interface Quote {
  readonly category: StateCategory;
  /** Layer 'quote'; its text is a substring of the message it comes from, secrets replaced. */
  readonly item: StateItem;
  /** Higher is kept longer. */
  readonly weight: number;
  /** Where it stands in the messages: 0 for the oldest, 1 for the newest. */
  readonly order: number;
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
  const turn: Turn = { request: null, usesTools: false };
  for (const [index, entry] of messages.entries()) {
    const text = redactSecrets(entry.payload.text).text;
    const recency = messages.length <= 1 ? 1 : index / (messages.length - 1);
    const found = quotesOf(
      { entry, text, recency, isFirst: !drafts.some((draft) => draft.category === 'goal') && previous === null },
      turn,
    );
    drafts.push(...found);
  }
  return bound(withoutDoubles(dropStale(drafts), previous)).map(({ category, item, weight, order }) => ({
    category,
    item,
    weight,
    order,
  }));
}

interface Draft extends Quote {
  readonly byUser: boolean;
}
/** The request that the messages being read belong to. */
interface Turn {
  request: { readonly id: EntryId; readonly text: string } | null;
  /** Has a tool been called since the person last spoke? */
  usesTools: boolean;
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
  if (role === 'tool_result') return toolQuotes(source, turn);
  const sentences = readSentences(text);
  const drafts: Draft[] = [];
  if (isUser(entry)) {
    turn.usesTools = false;
    if (!isSmallTalk(text)) {
      const ask = findAsk(text, sentences);
      if (ask === null) turn.request = null;
      else if (!isGoOn(ask)) turn.request = { id: entry.id, text: ask };
      drafts.push(...goalQuotes(source, sentences, ask));
    }
    return [...drafts, ...userQuotes(source, sentences, drafts)];
  }
  if (isAssistant(entry) && (entry.payload.toolCalls ?? []).length > 0) turn.usesTools = true;
  if (turn.request && isAssistant(entry) && isFinalAnswer(entry) && saysOnlyDone(text, sentences)) {
    const { id, text: request } = turn.request;
    drafts.push(toDraft(source, { category: 'completed', text: request, strength: 5, sources: [id, entry.id] }));
  }
  return [...drafts, ...assistantQuotes(source, sentences, turn)];
}

/** What the person says: whatever tells something, filed by its cue words, else as what holds around them. */
function userQuotes(source: Source, sentences: readonly Sentence[], before: readonly Draft[]): readonly Draft[] {
  const { entry, text } = source;
  const rules = findConstraints(text).map((rule) => rule.text);
  const drafts: Draft[] = [];
  const parts = sentences.flatMap((sentence) => partsOf(sentence, 'user'));
  for (const statement of joinShort(text, parts.flatMap(cutStatements))) {
    const found = filed(source, statement);
    if (found === null || (found.status === undefined && isRule(statement.text, rules))) continue;
    if (BARE_DONE.test(statement.text) || before.some(({ item }) => saysAll(item.text, statement.text))) continue;
    drafts.push(toDraft(source, { ...found, text: statement.text, sources: [entry.id] }));
  }
  return drafts;
}

/** Where a statement of the person stands: by its cue words, else by what it is most like; what sounds like a rule, with the rules. */
function filed(
  { isFirst }: Source,
  { text, voice }: Statement,
): Pick<Picked, 'category' | 'strength' | 'status'> | null {
  if (isQuestion(voice)) return null;
  const cue = findCue(voice, 'user');
  const score = scoreStatement(voice);
  const likely = likelyCategory(score);
  if (cue === null && likely === null) return null;
  if (ruleShare(score) >= RULE_SHARE && !tellsOthersWords(voice) && !QUOTATION.test(text))
    return { category: 'constraints', strength: 0 };
  // What was asked for is no fact: its answer is.
  if (cue === null && score.none > ASKED && isAsk(voice)) return null;
  const { category, strength, status } = cue ?? { category: likely ?? 'environment', strength: 0 };
  // Later wishes are no goals, unless they say so.
  if (category === 'goal' && !isFirst && !AIM.test(voice)) return { category: 'environment', strength };
  return { category, strength, ...(status ? { status } : {}) };
}
/** From this share on a statement is listed as a rule, behind those that are certain. */
const RULE_SHARE = 0.15;
const ASKED = 0.8;
const QUOTATION = /["“”「」『』«»]/u;

const saysAll = (one: string, other: string): boolean => one.includes(other) || other.includes(one);
const AIM = /\b(?:goal|aim|objective|target|purpose|the point)\b|目标|目的|任务/i;

const isQuestion = (voice: string): boolean => /[?？]\s*["'”’」)]*$|[吗呢]\s*[。.]?$/u.test(voice);
/** The rule stands in the ledger word for word; a line beside it would say it twice. */
const isRule = (text: string, rules: readonly string[]): boolean =>
  rules.some(
    (rule) => rule.includes(trimEnd(text)) || (text.includes(rule) && text.length - rule.length < rule.length),
  );
const trimEnd = (text: string): string => text.replace(/[.。!！]+$/u, '');

/** Of the model's own words only reports: what was done, failed or found. Advice is no fact; behind a tool's result more is one. */
function assistantQuotes(source: Source, sentences: readonly Sentence[], turn: Turn): readonly Draft[] {
  const { entry } = source;
  const drafts: Draft[] = [];
  for (const part of sentences.flatMap((sentence) => partsOf(sentence, 'assistant'))) {
    const cue = findCue(part.voice, 'assistant');
    const quoted = cue ? shortest(part, cue) : null;
    if (!cue || quoted === null || BARE_DONE.test(quoted)) continue;
    const { category, strength, status } = cue;
    if (category === 'goal') continue;
    drafts.push(
      toDraft(source, {
        category,
        text: quoted,
        strength: turn.usesTools ? strength : strength - 2,
        sources: [entry.id],
        ...(status ? { status } : {}),
      }),
    );
  }
  return drafts;
}

function toolQuotes(source: Source, turn: Turn): readonly Draft[] {
  turn.usesTools = true;
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
  const text = findGoal(sentences) ?? ask;
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
const RECENCY: Readonly<Partial<Record<StateCategory, number>>> = { inProgress: 1.5, nextActions: 1.5 };
/** The model's own words count less than the person's, a tool's line less still. */
const BY_ROLE: Readonly<Record<MessageEntry['payload']['role'], number>> = { user: 1, assistant: 0, tool_result: -0.2 };

function toDraft({ recency, entry }: Source, { category, text, strength, sources, status }: Picked): Draft {
  const weight =
    worthOf(category, text) + strength / 20 + BY_ROLE[entry.payload.role] + (RECENCY[category] ?? 0.1) * recency;
  const item: StateItem = { text, sources, layer: 'quote', ...(status ? { status } : {}) };
  return {
    category,
    item,
    weight: Math.round(weight * 1000) / 1000,
    order: recency,
    byUser: entry.payload.role === 'user',
  };
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
  completed: 30,
  decisions: 30,
  failedApproaches: 20,
  toolFindings: 20,
  environment: 40,
  constraints: 40,
  inProgress: 3,
  nextActions: 4,
};

/** Beside the person's own words a few of the model's and its tools': at least this many, and a sixth of the person's. */
const LEAST_OTHERS = 6;

function bound(drafts: readonly Draft[]): readonly Draft[] {
  const ordered = drafts
    .map((draft, index) => ({ draft, index }))
    .sort((one, other) => other.draft.weight - one.draft.weight || other.index - one.index)
    .map(({ draft }) => draft);
  const most = Math.max(LEAST_OTHERS, Math.ceil(ordered.filter(({ byUser }) => byUser).length / 6));
  const counts = new Map<StateCategory, number>();
  let others = 0;
  return ordered.filter(({ category, byUser, item }) => {
    const count = (counts.get(category) ?? 0) + 1;
    if (!byUser && item.sources.length < 2) others += 1;
    if (!byUser && others > most && count > 2) return false;
    counts.set(category, count);
    return count <= (MOST[category] ?? 4);
  });
}
