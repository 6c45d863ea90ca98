// Reads a message as sentences and cuts a sentence to the part worth quoting: the clause of the cue with its conditions, the ask without
// the rules that close it. Works on the writer's own voice and quotes from the text itself; never rewrites.

import { findConstraints } from '../safeguard/constraints.ts';
import { maskForeignWords } from '../safeguard/own-words.ts';
import { isAsk } from '../safeguard/requests.ts';
import { findClauses, isLeadingCondition, isTrailingCondition } from './clauses.ts';
import { findCodeSpans } from './code-spans.ts';
import { GO_ON, QUOTE_CUES, type QuoteCue, type Speaker } from './quote-cues.ts';
import { findSentenceSpans } from './sentences.ts';
import { USER_CUES } from './user-cues.ts';

/** A quote longer than this is cut to its clause or left out, in UTF-16 units. */
export const QUOTE_CHARS = 240;
/** How much of a message is read for quotes; the rest of a long one is data. */
export const READ_CHARS = 40_000;

export interface Sentence {
  readonly text: string;
  /** The text with quotations and code blanked. */
  readonly voice: string;
  readonly start: number;
  readonly end: number;
}

export function readSentences(text: string): readonly Sentence[] {
  const read = text.slice(0, READ_CHARS);
  const codeSpans = findCodeSpans(read);
  const voice = maskForeignWords(read, codeSpans);
  return findSentenceSpans(read, codeSpans).map(({ start, end }) => ({
    text: read.slice(start, end),
    voice: voice.slice(start, end),
    start,
    end,
  }));
}

const CUES: readonly QuoteCue[] = [...QUOTE_CUES, ...USER_CUES];

export function findCue(voice: string, speaker: Speaker): QuoteCue | null {
  if (!/[A-Za-z\u00c0-\u9fff\uac00-\ud7af]{2}/.test(voice)) return null;
  for (const cue of CUES) {
    if (cue.speakers.includes(speaker) && cue.pattern.test(voice) && !cue.unless?.test(voice)) return cue;
  }
  return null;
}

/** A sentence that takes one thing and drops another ("方案A，方案B不考虑了") is read clause by clause, else whole. */
export function partsOf(sentence: Sentence, speaker: Speaker): readonly Sentence[] {
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
    start: sentence.start + start,
    end: sentence.start + end,
  }));
}

/** A sentence up to this length is quoted whole: cutting it would save nothing. */
const SHORT_CHARS = 100;

/** The clause of the cue with the conditions beside it; for failures and decisions with the reason too. Null for one too long to quote. */
export function shortest({ text, voice }: Sentence, cue: QuoteCue): string | null {
  const keepsReason = cue.category === 'failedApproaches' || cue.category === 'decisions';
  if (text.length <= (keepsReason ? QUOTE_CHARS : SHORT_CHARS)) return trim(text);
  const clauses = findClauses(voice);
  const words = clauses.map(({ start, end }) => voice.slice(start, end).trim());
  const index = words.findIndex((clause) => cue.pattern.test(clause));
  if (index < 0 || words.length === 1) return text.length <= QUOTE_CHARS ? trim(text) : null;
  let first = index;
  let last = index;
  while (first > 0 && isLeadingCondition(words[first - 1] ?? '')) first -= 1;
  const start = clauses[first]?.start ?? 0;
  while (last + 1 < words.length && !isTalk(words[last + 1] ?? '')) {
    const fits = (clauses[last + 1]?.end ?? text.length) - start <= SHORT_CHARS;
    if (!fits && !isTrailingCondition(words[last + 1] ?? '')) break;
    last += 1;
  }
  const quoted = trim(text.slice(start, clauses[last]?.end ?? text.length));
  return quoted.length <= QUOTE_CHARS ? quoted : null;
}

const isTalk = (clause: string): boolean =>
  /^(?:and |so |but )?(?:let me know|tell me|thanks|feel free|shall i|should i|do you|would you|ok|what do you)|^(?:如果|需要|要不要|请告诉|谢谢)/i.test(
    clause,
  );

/** What the sentences ask for, quoted; the sentence before it too where the ask only points at it ("Please fix it"). */
export function findAsk(text: string, sentences: readonly Sentence[]): string | null {
  const index = sentences.findIndex((sentence) => sentence.text.length <= QUOTE_CHARS && isAsk(sentence.voice));
  const ask = sentences[index];
  if (!ask) return null;
  const own = withoutRules(trim(ask.text));
  const before = sentences[index - 1];
  if (!before || !POINTS_BACK.test(own)) return own;
  const from = text.slice(before.start, ask.start) + own;
  return own.length > 0 && from.length <= QUOTE_CHARS && text.includes(from) ? trim(from) : own;
}

const POINTS_BACK =
  /^(?:(?:please|can you|could you|now|then|so),? )*\w+ (?:it|this|that|them|these|those)\b|(?:它|这个|那个|这些|它们)/i;

/** "continue" asks for what was asked before. */
export const isGoOn = (ask: string): boolean => GO_ON.test(ask);

/** The ask without the rules that close its sentence: those stand in the ledger. */
export function withoutRules(text: string): string {
  const first = findConstraints(text)[0];
  const at = first === undefined ? -1 : text.indexOf(first.text);
  return at > text.length / 4 ? trim(text.slice(0, at)) : text;
}

/** Without list marks, nods at the start and commas at the end. */
export const trim = (text: string): string =>
  text
    .replace(/^[\s,;:，；：\-–—•*#>]+/, '')
    .replace(
      /^(?:(?:ok|okay|well|so|great|sure|alright|and|but|also|perfect|thanks|hm+|oh|right|yes|好的|好|嗯|那么|所以)[,，.!。]\s*)+(?=\S)/i,
      '',
    )
    .replace(/[\s,;:，；：]+$/, '');
