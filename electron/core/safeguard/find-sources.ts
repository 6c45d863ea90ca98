// Which entries carry a line: those that share most of its content words, and every identifier, number, path, quoted and capitalised
// name in it. Decides by words alone; what the line claims about the outcome is judged elsewhere.

import type { EntryId } from '../ids.ts';
import { type ContentWords, findContentWords, stemWord } from '../summary/content-words.ts';
import { containsIdentifier, findIdentifiers } from './identifiers.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';

export interface Sources {
  /** Does the line stand in its sources? */
  readonly carried: boolean;
  readonly entryIds: readonly EntryId[];
  /** Only files and tools say so: nobody in the conversation does. */
  readonly isHearsay: boolean;
  /** The sentences that share most with the line, best first, the later one first among equals. */
  readonly best: readonly SourceSentence[];
  readonly words: ContentWords;
}

export function findSources(index: SourceIndex, line: string): Sources {
  const subject = line.replace(OUTCOME_WORDS, ' ');
  const words = findContentWords(subject);
  const isThin = words.words.size + (subject === line ? 0 : 1) < MIN_WORDS;
  const exact = findExactParts(line);
  const hits = countHits(index, words);
  const ranked = [...hits.keys()].sort((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0) || b - a);
  const best = ranked.slice(0, BEST_SENTENCES).flatMap((place) => index.sentences[place] ?? []);
  const chosen = isThin ? null : chooseCarriers(index, { words, exact, hits });
  const said = (chosen ?? []).flatMap((carrier) => carrier.sentences);
  return {
    carried: chosen !== null,
    entryIds: [...new Set(said.flatMap((sentence) => sentence.entryIds))],
    isHearsay: said.every((sentence) => sentence.role === 'tool_result'),
    best,
    words,
  };
}

/** This share of a line's content words must stand in its source: "most" (spec §5). */
const CARRIED_SHARE = 0.6;
/** Where several messages carry it together, more is asked: words picked from here and there add up to anything. */
const JOINT_SHARE = 0.8;
const MIN_JOINT_WORDS = 3;
/** A single word, or a bare date, states nothing. */
const MIN_WORDS = 2;
/** How a thing ended is judged by its own rules: these words carry nothing. */
const OUTCOME_WORDS =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|succe(?:ss|ssful|ssfully|eded|eds)|reject(?:s|ed|ing)?|rul(?:ed|ing) out|(?:im|not )possible|finished|completed|done)\b|失败|报错|成功|否决|排除|完成/giu;
/** One statement rarely comes from more than a few messages; more would let chance words add up. */
const MAX_CARRIERS = 4;
const BEST_SENTENCES = 12;

function countHits(index: SourceIndex, words: ContentWords): Map<number, number> {
  const hits = new Map<number, number>();
  for (const word of [...words.words, ...words.numbers])
    for (const place of index.byWord.get(word) ?? []) hits.set(place, (hits.get(place) ?? 0) + 1);
  return hits;
}

interface Search {
  readonly words: ContentWords;
  readonly exact: readonly string[];
  readonly hits: ReadonlyMap<number, number>;
}

interface Carrier {
  readonly order: number;
  readonly sentences: SourceSentence[];
  readonly words: Set<string>;
}

/** Takes the message that carries most, then those that add what is missing; null where words or exact parts stay missing. */
function chooseCarriers(index: SourceIndex, search: Search): readonly Carrier[] | null {
  const carriers = gatherCarriers(index, search);
  const wanted = new Set(search.words.words);
  const missing = new Set(search.exact);
  const chosen: Carrier[] = [];
  const gain = (carrier: Carrier): number => {
    let words = 0;
    for (const word of carrier.words) if (wanted.has(word)) words++;
    let exact = 0;
    for (const part of missing) if (carrier.sentences.some((sentence) => holdsExact(sentence.text, part))) exact++;
    return exact * 100 + words;
  };
  while (chosen.length < MAX_CARRIERS && carriers.length > 0 && (missing.size > 0 || wanted.size > 0)) {
    const scored = carriers.map((carrier) => ({ carrier, score: gain(carrier) }));
    const top = scored.reduce((a, b) => (b.score > a.score ? b : a));
    if (top.score === 0) break;
    chosen.push(top.carrier);
    for (const word of top.carrier.words) wanted.delete(word);
    for (const part of [...missing])
      if (top.carrier.sentences.some((sentence) => holdsExact(sentence.text, part))) missing.delete(part);
    carriers.splice(carriers.indexOf(top.carrier), 1);
    if (missing.size === 0 && isEnough(search, wanted.size, chosen.length)) break;
  }
  if (missing.size > 0 || !isEnough(search, wanted.size, chosen.length)) return null;
  return chosen;
}

function isEnough({ words }: Search, missing: number, carriers: number): boolean {
  const all = words.words.size;
  if (carriers > 1 && all < MIN_JOINT_WORDS) return false;
  return all - missing >= Math.ceil(all * (carriers === 1 ? CARRIED_SHARE : JOINT_SHARE));
}

/** The messages with the most hits, their matching sentences together. Bounded, so that a common word costs nothing. */
function gatherCarriers(index: SourceIndex, { words, hits }: Search): Carrier[] {
  const byOrder = new Map<number, Carrier>();
  for (const [place] of hits) {
    const sentence = index.sentences[place];
    if (sentence === undefined) continue;
    const carrier = byOrder.get(sentence.order) ?? { order: sentence.order, sentences: [], words: new Set<string>() };
    byOrder.set(sentence.order, carrier);
    carrier.sentences.push(sentence);
    for (const word of words.words) if (sentence.words.words.has(word)) carrier.words.add(word);
    for (const number of words.numbers) if (sentence.words.numbers.has(number)) carrier.words.add(number);
  }
  return [...byOrder.values()]
    .sort((a, b) => b.words.size - a.words.size || b.order - a.order)
    .slice(0, MAX_CANDIDATES);
}

const MAX_CANDIDATES = 64;

// ---- what must stand there exactly -----------------------------------------------------------------------------------------

/** Identifiers, numbers, quoted names and capitalised words inside the line, each once. */
export function findExactParts(line: string): readonly string[] {
  const parts = new Set<string>();
  for (const { text } of findIdentifiers(line)) parts.add(text);
  for (const number of findContentWords(line).numbers) parts.add(number);
  for (const match of line.matchAll(QUOTED)) {
    const inner = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (inner !== '') parts.add(inner);
  }
  for (const match of line.matchAll(NAME))
    if (stemWord(match[0]) !== null && !COMMON_CAPITALS.has(match[0])) parts.add(match[0]);
  return [...parts];
}

const QUOTED = /"([^"\n]{1,120})"|[“”]([^“”\n]{1,120})[“”]|[「『《]([^」』》\n]{1,120})[」』》]|`([^`\n]{1,120})`/gu;
/** A capitalised word that does not open the line or a sentence in it. */
const NAME = /(?<=[\p{L}\p{N},;)'’"”] )\p{Lu}[\p{L}\p{N}]+/gu;
const COMMON_CAPITALS = new Set(['User', 'Assistant', 'English', 'Chinese', 'Markdown', 'JSON', 'The']);

function holdsExact(text: string, part: string): boolean {
  if (/^\p{Nd}+(?:[.,:]\p{Nd}+)*$/u.test(part)) return holdsNumber(text, part);
  if (containsIdentifier(text, part)) return true;
  const [folded, wanted] = [foldText(text), foldText(part)];
  const at = folded.indexOf(wanted);
  return (
    at >= 0 &&
    !/^[\p{L}\p{N}]$/u.test(folded.charAt(at - 1)) &&
    (wanted.length > 3 || !/^[a-z]$/u.test(folded.charAt(at + wanted.length))) &&
    !(/[/\\]/.test(wanted) && isLongerName(folded, at + wanted.length))
  );
}

/** A path that goes on is another file: `/srv/a.txt.bak` and `/srv/a.txt2` are not `/srv/a.txt`; a folder above it may be named alone. */
const isLongerName = (text: string, end: number): boolean =>
  /^(?:[a-z0-9_]|[-.+@~][a-z0-9_])/.test(text.slice(end, end + 2)) && !/[/\\]/.test(text.charAt(end - 1));

const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');

/** The number itself, not a piece of a longer one. */
function holdsNumber(text: string, number: string): boolean {
  const plain = text.normalize('NFKC');
  for (let at = plain.indexOf(number); at >= 0; at = plain.indexOf(number, at + 1)) {
    const before = plain.slice(Math.max(0, at - 2), at);
    const after = plain.slice(at + number.length, at + number.length + 2);
    if (!/\p{Nd}[.,:]?$/u.test(before) && !/^(?:[.,:])?\p{Nd}/u.test(after)) return true;
  }
  return false;
}
