// Cuts a text into sentences, English and Chinese: substrings of the text, never a rewritten one.
// Decides from punctuation and line ends; never cuts inside code, paths, addresses, numbers or versions.

import { findCodeSpans, type Span, spanAt } from './code-spans.ts';

/** Sentences of a text, trimmed, list and heading marks left out, empty ones dropped. Each is a substring of `text`. */
export const splitSentences = (text: string): readonly string[] =>
  findSentenceSpans(text).map((span) => text.slice(span.start, span.end));

/** Index pairs of the sentences, in order, disjoint. A fenced code block is one sentence of its own. */
export function findSentenceSpans(text: string, codeSpans: readonly Span[] = findCodeSpans(text)): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let cursor = 0;
  for (let index = 0; index < text.length; index += 1) {
    cursor = spanAt(codeSpans, cursor, index);
    const code = codeSpans[cursor];
    if (code && index >= code.start) {
      index = code.end - 1;
      continue;
    }
    const end = breakAfter(text, index, start);
    if (end < 0) continue;
    pushTrimmed(text, start, end, spans);
    start = end;
    index = end - 1;
  }
  pushTrimmed(text, start, text.length, spans);
  return spans;
}

const CJK_TERMINATORS = '。！？';
const CLOSERS = '"\'”’」』）)]】*_';
/** A full stop after one of these does not end a sentence. */
const ABBREVIATIONS =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|nr|fig|approx|incl|resp|cf|[ap]\.m|u\.s|[A-Z])$/i;
const MARKS = /^(?:[\s>#]*(?:[-*+•·]\s+|\(?\d{1,3}[.)]\s+|[（(]?\d{1,2}[）、]\s*|\[[ xX]\]\s+)?)/;

/** The index where the sentence ends that this character closes, or -1. */
function breakAfter(text: string, index: number, start: number): number {
  const char = text[index] ?? '';
  if (char === '\n') return isSoftWrap(text, index, start) ? -1 : index + 1;
  if (CJK_TERMINATORS.includes(char)) return skipClosers(text, index + 1);
  if (char !== '.' && char !== '!' && char !== '?' && char !== '…') return -1;
  const end = skipClosers(text, index + 1);
  const after = text[end];
  if (after !== undefined && !/\s/.test(after) && !(char !== '.' && char !== '…' && /[^\x00-\x7f]/.test(after)))
    return -1;
  if (char === '…') return /^\s+[A-Z]/.test(text.slice(end, end + 4)) || after === undefined ? end : -1;
  if (char !== '.') return end;
  const before = text.slice(Math.max(start, index - 8), index);
  if (ABBREVIATIONS.test(before) && after !== undefined && !/^\s*$/.test(text.slice(end, end + 2))) {
    return /(?:etc|[ap]\.m|u\.s)$/i.test(before) && /^\s+[A-Z]/.test(text.slice(end, end + 3)) ? end : -1;
  }
  return /^\s*(?:[>#]\s*)*\(?\d{1,3}$/.test(text.slice(start, index).slice(-12)) ? -1 : end;
}

function skipClosers(text: string, index: number): number {
  let end = index;
  while (end < text.length && (CLOSERS.includes(text[end] ?? '') || '.!?！？。'.includes(text[end] ?? ''))) end += 1;
  return end;
}

/** Hard-wrapped prose: a long line, or one that begins an order, that ends in the middle and goes on in lower case. */
function isSoftWrap(text: string, index: number, start: number): boolean {
  if (index - start < 40 && !ORDER_BEGINS.test(text.slice(start, index))) return false;
  return /[a-z,]\s?$/.test(text.slice(index - 2, index)) && /^ ?[a-z]/.test(text.slice(index + 1, index + 3));
}

const ORDER_BEGINS =
  /^\W{0,4}(?:(?:please|and|but|so|you) )*(?:never|don['’]t|do not|must|always|only|no|avoid|may|can) /i;

function pushTrimmed(text: string, from: number, to: number, spans: Span[]): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  start += Math.min(MARKS.exec(text.slice(start, Math.min(end, start + 24)))?.[0].length ?? 0, end - start);
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  if (end > start) spans.push({ start, end });
}
