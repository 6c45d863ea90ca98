// The piece of a text shown for a hit, with the hits in it marked. Cuts and marks never split what a person sees as one
// character. Pure.
import { findHit, foldText } from './search-text.ts';

export interface Snippet {
  readonly snippet: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/** In UTF-16 units of the original text. */
const BEFORE = 60;
const AFTER = 140;
const MOST_RANGES = 20;

/** @param query folded and present in the folded text (findHit) */
export function buildSnippet(text: string, query: string): Snippet {
  const firstHit = findFirstHit(text, query);
  const [start, end] = frame(text, firstHit ?? [0, 0]);
  const shown = text.slice(start, end);
  const lead = start > 0 ? '…' : '';
  const clean = `${lead}${shown}${end < text.length ? '…' : ''}`.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed();
  if (firstHit === null) return { snippet: clean, ranges: [] };
  const found = findHits(shown, query).map(([from, to]) => [from + lead.length, to + lead.length] as const);
  return { snippet: clean, ranges: found.map((range) => widen(clean, range)) };
}

/** The first hit in the original text, looked for line by line: a line feed joins with nothing, so lines fold on their own. */
function findFirstHit(text: string, query: string): readonly [number, number] | null {
  if (query.includes('\n')) return findHits(text, query)[0] ?? null;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const hit = findHit(foldText(line), query) === -1 ? undefined : findHits(line, query)[0];
    if (hit !== undefined) return [lineStart + hit[0], lineStart + hit[1]];
    lineStart += line.length + 1;
  }
  return null;
}

/** All hits in a piece of original text, as ranges of that text. */
function findHits(text: string, query: string): readonly (readonly [number, number])[] {
  const units = splitUnits(text);
  const folded = units.map((unit) => foldText(unit));
  const whole = folded.join('');
  const hits: (readonly [number, number])[] = [];
  let unit = 0;
  let unitStart = 0;
  let textAt = 0;
  const advanceTo = (at: number): void => {
    while (unit < units.length && unitStart + (folded[unit]?.length ?? 0) <= at) {
      unitStart += folded[unit]?.length ?? 0;
      textAt += units[unit]?.length ?? 0;
      unit += 1;
    }
  };
  let at = findHit(whole, query);
  while (at !== -1 && hits.length < MOST_RANGES) {
    advanceTo(at);
    const from = textAt;
    advanceTo(at + query.length - 1);
    hits.push([from, textAt + (units[unit]?.length ?? 0)]);
    at = findHit(whole, query, at + query.length);
  }
  return hits;
}

/**
 * A character with everything that may join with it when it is folded: marks, half-width sound marks, Korean letters that
 * build a syllable, invisible characters.
 */
const UNIT =
  /[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff\u3130-\u318f\uffa0-\uffdc]*/gu;

const splitUnits = (text: string): readonly string[] => text.match(UNIT) ?? [];

/** Cuts at a border between graphemes, as near outside the wanted place as 64 units allow. */
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function frame(text: string, [from, to]: readonly [number, number]): readonly [number, number] {
  const start = from <= BEFORE ? 0 : borderAt(text, from - BEFORE, 'before');
  const wanted = Math.min(Math.max(to, from + AFTER), from + 2 * AFTER);
  const end = wanted >= text.length ? text.length : borderAt(text, wanted, 'after');
  return [start, end];
}

function widen(text: string, [from, to]: readonly [number, number]): readonly [number, number] {
  return [borderAt(text, from, 'before'), to >= text.length ? text.length : borderAt(text, to, 'after')];
}

/** `at` itself when a grapheme starts there, else the start (before) or the end (after) of the grapheme around it. */
function borderAt(text: string, at: number, side: 'before' | 'after'): number {
  let sliceStart = Math.max(0, at - 64);
  const unit = text.charCodeAt(sliceStart);
  if (sliceStart > 0 && unit >= 0xdc00 && unit <= 0xdfff) sliceStart -= 1;
  const around = graphemes.segment(text.slice(sliceStart, at + 64)).containing(at - sliceStart);
  if (around === undefined) return at;
  const start = sliceStart + around.index;
  return start === at || side === 'before' ? start : start + around.segment.length;
}
