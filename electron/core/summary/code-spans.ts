// Where code stands in a text: fenced blocks and inline code, as index pairs. Sentence breaks, cues and quotes are never looked for in there.
// Reads the text alone; linear, since an inline search never goes further than its line or its limit.

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest inline code looked for, in UTF-16 units: bounds the search for a closing backtick. */
const INLINE_LIMIT = 2000;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Fenced blocks (fences included, an unclosed one runs to the end) and inline code (backticks included), in order, disjoint. */
export function findCodeSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let fence: { mark: string; start: number } | null = null;
  // The next backtick, looked for once and not again from every line.
  let tick = text.indexOf('`');
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + 80));
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence.mark)) {
        spans.push({ start: fence.start, end });
        fence = null;
      }
    } else if (mark) fence = { mark, start: at };
    else {
      if (tick >= 0 && tick < at) tick = text.indexOf('`', at);
      if (tick >= 0 && tick < end) pushInlineSpans(text, tick, end, spans);
    }
    at = end + 1;
  }
  if (fence) spans.push({ start: fence.start, end: text.length });
  return spans;
}

function pushInlineSpans(text: string, start: number, end: number, spans: Span[]): void {
  for (let open = start; open >= 0 && open < end; ) {
    const run = text[open + 1] === '`' ? '``' : '`';
    const limit = Math.min(end, open + INLINE_LIMIT);
    const close = text.slice(open + run.length, limit).indexOf(run);
    const next = close < 0 ? open + run.length : open + run.length + close + run.length;
    if (close > 0) spans.push({ start: open, end: next });
    const rest = text.slice(next, end).indexOf('`');
    open = rest < 0 ? -1 : next + rest;
  }
}

/** The first span that ends after `index`, by the cursor a caller moves forward. */
export function spanAt(spans: readonly Span[], cursor: number, index: number): number {
  let next = cursor;
  while (next < spans.length && (spans[next]?.end ?? 0) <= index) next += 1;
  return next;
}
