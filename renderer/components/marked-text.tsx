// A piece of found text with its hits marked, begun near the first one.

import type { SearchResult } from '../../electron/contract/search.ts';

/** More than this before the first hit, and the hit could lie below the lines that are shown. */
const SHOWN_BEFORE_HIT = 32;

interface Marked {
  readonly text: string;
  readonly ranges: SearchResult['ranges'];
}

export function startNearHit({ snippet, ranges }: Pick<SearchResult, 'snippet' | 'ranges'>): Marked {
  const first = Math.min(...ranges.map(([from]) => from));
  if (ranges.length === 0 || first <= SHOWN_BEFORE_HIT) return { text: snippet, ranges };
  const cut = snippet.codePointAt(first - SHOWN_BEFORE_HIT - 1) ?? 0;
  // Never between the halves of one character.
  const from = first - SHOWN_BEFORE_HIT + (cut > 0xffff ? 1 : 0);
  return { text: `…${snippet.slice(from)}`, ranges: ranges.map(([a, b]) => [a - from + 1, b - from + 1] as const) };
}

export function MarkedText({ text, ranges }: Marked) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from < at) continue;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
