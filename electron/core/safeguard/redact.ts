// Secrets are replaced before text goes to a summariser, a summary, a note, a log or a card. Replaces and goes on; never blocks.
// Decides from the text alone, by form (secret-patterns.ts) and by what stands around (secret-contexts.ts, secret-sentences.ts, one-time-codes.ts). Never hands a secret out.

import { toWellFormed } from '../transcript/clip-text.ts';
import { CODE_PATTERNS } from './one-time-codes.ts';
import type { Redaction, SecretKind } from './redaction.ts';
import { CONTEXT_PATTERNS } from './secret-contexts.ts';
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.ts';
import { SENTENCE_PATTERNS } from './secret-sentences.ts';

export type { Redaction, SecretKind } from './redaction.ts';

export interface Redacted {
  readonly text: string;
  /** One per kind that was found, by kind in alphabetical order. */
  readonly redactions: readonly Redaction[];
}

/** The mark that stands for a secret. */
export const redactionMark = (kind: SecretKind): string => `[redacted:${kind}]`;

/** The text, well-formed, with every secret replaced by its mark. Running it again changes nothing. Linear in the length of the text. */
export function redactSecrets(text: string): Redacted {
  const counts = new Map<SecretKind, number>();
  let redacted = replaceSecrets(toWellFormed(text), counts);
  // What stood glued to a secret may be one itself, to be seen once its neighbour is gone.
  for (let pass = 1; counts.size > 0 && pass < MAX_PASSES; pass += 1) {
    const again = replaceSecrets(redacted, counts);
    if (again === redacted) break;
    redacted = again;
  }
  return { text: redacted, redactions: toRedactions(counts) };
}

const MAX_PASSES = 8;
/** By form first, then by what stands around. */
const PATTERNS: readonly SecretPattern[] = [
  ...SECRET_PATTERNS,
  ...CONTEXT_PATTERNS,
  ...SENTENCE_PATTERNS,
  ...CODE_PATTERNS,
];

function replaceSecrets(text: string, counts: Map<SecretKind, number>): string {
  let redacted = replacePrivateKeys(text, counts);
  for (const pattern of PATTERNS) redacted = replaceMatches(redacted, pattern, counts);
  return redacted;
}

/** The sums by kind, by kind in alphabetical order. */
export function mergeRedactions(lists: readonly (readonly Redaction[])[]): readonly Redaction[] {
  const counts = new Map<SecretKind, number>();
  for (const { kind, count } of lists.flat()) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return toRedactions(counts);
}

const toRedactions = (counts: ReadonlyMap<SecretKind, number>): readonly Redaction[] =>
  [...counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => (one.kind < other.kind ? -1 : 1));

function replaceMatches(text: string, row: SecretPattern, counts: Map<SecretKind, number>): string {
  if (!row.anchors.some((anchor) => text.includes(anchor))) return text;
  return text.replace(row.pattern, (...found: readonly unknown[]) => {
    const match = String(found[0]);
    const groups = found.at(-1);
    const named =
      typeof groups === 'object' && groups !== null ? (groups as Readonly<Record<string, string | undefined>>) : {};
    const secret = named['secret'] ?? named['quoted'] ?? named['cut'] ?? match;
    if (secret.includes('[redacted') || row.accepts?.(secret) === false) return match;
    counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
    if (row.kind === 'one_time_code') return match.replaceAll(secret, redactionMark(row.kind));
    const at = match.lastIndexOf(secret);
    return match.slice(0, at) + redactionMark(row.kind) + match.slice(at + secret.length);
  });
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d: /g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const MARK = redactionMark('private_key');

/** PEM (RFC 7468), OpenSSH, OpenPGP and PuTTY private keys; cut-off ones too: a head without its end, an end without its head. */
function replacePrivateKeys(text: string, counts: Map<SecretKind, number>): string {
  if (!text.includes('PRIVATE KEY') && !text.includes('PuTTY-User-Key-File')) return text;
  const begins = [...text.matchAll(BEGIN)];
  const ends = [...text.matchAll(END)].map((end) => ({ start: end.index, end: end.index + end[0].length }));
  const parts: string[] = [];
  let at = 0;
  let next = 0;
  for (const [index, begin] of begins.entries()) {
    if (begin.index < at) continue;
    const from = begin.index + begin[0].length;
    while (next < ends.length && (ends[next]?.start ?? 0) < from) next += 1;
    const end = ends[next];
    const closed = end !== undefined && end.start <= (begins[index + 1]?.index ?? text.length);
    parts.push(text.slice(at, begin.index), MARK);
    at = closed ? end.end : from + keyLikeLength(text, from);
  }
  parts.push(text.slice(at));
  if (parts.length > 1) counts.set('private_key', (counts.get('private_key') ?? 0) + (parts.length - 1) / 2);
  return replaceKeyTails(parts.join(''), counts);
}

/** Line ends, real ones and those of a JSON string. */
const LINE = /(?:\r?\n|(?:\\+[nr])+)/;
const KEY_LINE = /^[\s"']*(?:[A-Za-z0-9+/=]{0,200}|[A-Za-z-]{3,24}: [^\n]{0,120})\\*$/;

/** How much of the text after a head looks like the body of a key. */
function keyLikeLength(text: string, from: number): number {
  let length = 0;
  for (;;) {
    const rest = text.slice(from + length, from + length + 400);
    const newline = LINE.exec(rest);
    const line = newline ? rest.slice(0, newline.index) : rest;
    if (!KEY_LINE.test(line) || (length > 0 && line.trim() === '')) return length;
    if (!newline) return length + line.length;
    length += newline.index + newline[0].length;
  }
}

/** The last line of a text, if it looks like the body of a key; its line end stays outside. */
const LAST_KEY_LINE = /(?:[A-Za-z0-9+/=]{16,200})(?:\r?\n|(?:\\+[nr])+)$/;

function replaceKeyTails(text: string, counts: Map<SecretKind, number>): string {
  const parts: string[] = [];
  let at = 0;
  for (const end of text.matchAll(END)) {
    let body = end.index;
    for (;;) {
      const line = LAST_KEY_LINE.exec(text.slice(Math.max(at, body - 230), body));
      if (!line) break;
      body -= line[0].length;
    }
    parts.push(text.slice(at, body), MARK);
    at = end.index + end[0].length;
    counts.set('private_key', (counts.get('private_key') ?? 0) + 1);
  }
  parts.push(text.slice(at));
  return parts.join('');
}
