// Turns a rendered prompt into the engine's tokens. Control marks become control tokens only where the template wrote them; the
// same marks inside content stay plain text. Everything between two control tokens is read in one piece, so that for ordinary
// content the tokens equal those of the whole prompt read at once. It never drops, adds or reorders a character.

import type { PromptPiece } from './prompt-template.ts';

export interface ControlMark {
  readonly text: string;
  readonly token: number;
  /** The tokenizer swallows white space before or after this mark. */
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

export interface PromptMarks {
  /** Tokens of text in which nothing is a control mark. */
  tokenizePlain(text: string): readonly number[];
  readonly controlMarks: readonly ControlMark[];
  /** Marks that the tokenizer takes for tokens of their own even in plain text; in content they are broken up. */
  readonly guardedMarks: readonly string[];
  /** The start mark the model wants where the template writes none. */
  readonly startMark: ControlMark | null;
}

export interface TokenizedPrompt {
  readonly text: string;
  readonly tokens: readonly number[];
  /** One figure per segment, template share included; they add up to the tokens. */
  readonly segmentTokens: readonly number[];
}

export interface PromptTokenizer {
  tokenize(pieces: readonly PromptPiece[], segmentCount: number): TokenizedPrompt;
  /** Tokens of a stretch of pieces, the start mark that a whole prompt may get left aside. */
  countPart(pieces: readonly PromptPiece[]): number;
  /** Does this template text hold a control mark? There two parts of a prompt can be counted apart. */
  hasMark(text: string): boolean;
}

/** Text read as a whole (plain), or one control token. `owners` are segment indexes with the text they brought. */
type Stretch =
  | { readonly kind: 'plain'; readonly chunks: readonly Chunk[] }
  | { readonly kind: 'control'; readonly mark: ControlMark; readonly owner: number };

interface Chunk {
  readonly owner: number;
  readonly text: string;
}

/** Characters of plain text whose tokens are remembered: long conversations are counted again with every keystroke. */
const CACHE_CHARS = 4_000_000;

export function createPromptTokenizer(marks: PromptMarks): PromptTokenizer {
  const plainTokens = withMemory(marks.tokenizePlain);
  const markPattern = toPattern(marks.controlMarks.map((mark) => mark.text));
  const guardPattern = toPattern(marks.guardedMarks);
  const markOf = new Map(marks.controlMarks.map((mark) => [mark.text, mark]));
  const stretchesOf = (pieces: readonly PromptPiece[]): readonly Stretch[] =>
    toStretches(ownPieces(pieces, markPattern, guardPattern), { markPattern, markOf });

  const tokenize: PromptTokenizer['tokenize'] = (pieces, segmentCount) => {
    const stretches = stretchesOf(pieces);
    const withStart = startWith(marks.startMark, stretches);
    const tokens: number[] = [];
    const segmentTokens = Array.from({ length: segmentCount }, () => 0);
    const charge = (owner: number, amount: number): void => {
      const index = Math.min(owner, segmentCount - 1);
      if (index >= 0) segmentTokens[index] = (segmentTokens[index] ?? 0) + amount;
    };
    for (const stretch of withStart) {
      if (stretch.kind === 'control') {
        tokens.push(stretch.mark.token);
        charge(stretch.owner, 1);
        continue;
      }
      const read = plainTokens(stretch.chunks.map((chunk) => chunk.text).join(''));
      for (const token of read) tokens.push(token);
      shareOut(read.length, stretch.chunks, plainTokens).forEach((amount, index) => {
        charge(stretch.chunks[index]?.owner ?? 0, amount);
      });
    }
    const start = withStart.length > stretches.length ? (marks.startMark?.text ?? '') : '';
    return { text: start + pieces.map((piece) => piece.text).join(''), tokens, segmentTokens };
  };
  const tokensOf = (stretch: Stretch): number =>
    stretch.kind === 'control' ? 1 : marks.tokenizePlain(stretch.chunks.map((chunk) => chunk.text).join('')).length;
  return {
    tokenize,
    countPart: (pieces) => stretchesOf(pieces).reduce((sum, stretch) => sum + tokensOf(stretch), 0),
    hasMark: (text) => markPattern !== null && new RegExp(markPattern.source).test(text),
  };
}

interface OwnedPiece extends Chunk {
  readonly fromTemplate: boolean;
  /** Starts a stretch of its own, so that a guarded mark is not read as one token. */
  readonly breaksBefore: boolean;
}

/** Gives each piece of the template to a segment: what closes a message to that message, what opens one to the next. */
function ownPieces(
  pieces: readonly PromptPiece[],
  markPattern: RegExp | null,
  guardPattern: RegExp | null,
): readonly OwnedPiece[] {
  const owned: OwnedPiece[] = [];
  let before: number | null = null;
  for (const [index, piece] of pieces.entries()) {
    if (piece.segmentIndex !== null) {
      before = piece.segmentIndex;
      owned.push(...guardContent(piece.text, piece.segmentIndex, guardPattern));
      continue;
    }
    const after = pieces.slice(index + 1).find((next) => next.segmentIndex !== null)?.segmentIndex ?? null;
    const closing = before === null ? 0 : closingLength(piece.text, markPattern);
    const fromTemplate = { fromTemplate: true, breaksBefore: false };
    if (closing > 0) owned.push({ ...fromTemplate, owner: before ?? 0, text: piece.text.slice(0, closing) });
    const rest = piece.text.slice(closing);
    if (rest !== '') owned.push({ ...fromTemplate, owner: after ?? before ?? 0, text: rest });
  }
  return owned;
}

function closingLength(text: string, markPattern: RegExp | null): number {
  const found = markPattern === null ? null : new RegExp(markPattern.source).exec(text);
  if (found === null) return 0;
  const end = found.index + found[0].length;
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}

function guardContent(text: string, owner: number, guardPattern: RegExp | null): readonly OwnedPiece[] {
  const chunks: OwnedPiece[] = [];
  let from = 0;
  for (const found of guardPattern === null ? [] : text.matchAll(guardPattern)) {
    chunks.push({ owner, text: text.slice(from, found.index + 1), fromTemplate: false, breaksBefore: from > 0 });
    from = found.index + 1;
  }
  return [...chunks, { owner, text: text.slice(from), fromTemplate: false, breaksBefore: from > 0 }];
}

function toStretches(
  pieces: readonly OwnedPiece[],
  marks: { readonly markPattern: RegExp | null; readonly markOf: ReadonlyMap<string, ControlMark> },
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let chunks: Chunk[] = [];
  let trimming = false;
  const flush = (trimEnd: boolean): void => {
    const trimmed = trimChunks(chunks, { start: trimming, end: trimEnd });
    if (trimmed.length > 0) stretches.push({ kind: 'plain', chunks: trimmed });
    chunks = [];
    trimming = false;
  };
  for (const piece of pieces) {
    if (piece.breaksBefore) flush(false);
    if (!piece.fromTemplate || marks.markPattern === null) {
      if (piece.text !== '') chunks.push(piece);
      continue;
    }
    for (const text of piece.text.split(marks.markPattern)) {
      const mark = marks.markOf.get(text);
      if (mark === undefined) {
        if (text !== '') chunks.push({ owner: piece.owner, text });
        continue;
      }
      flush(mark.trimsBefore);
      stretches.push({ kind: 'control', mark, owner: piece.owner });
      trimming = mark.trimsAfter;
    }
  }
  flush(false);
  return stretches;
}

function trimChunks(
  chunks: readonly Chunk[],
  sides: { readonly start: boolean; readonly end: boolean },
): readonly Chunk[] {
  let left = chunks;
  while (sides.start && left[0] !== undefined && /^\s/.test(left[0].text)) {
    const text = left[0].text.trimStart();
    left = text === '' ? left.slice(1) : [{ ...left[0], text }, ...left.slice(1)];
  }
  for (let last = left.at(-1); sides.end && last !== undefined && /\s$/.test(last.text); last = left.at(-1)) {
    const text = last.text.trimEnd();
    left = text === '' ? left.slice(0, -1) : [...left.slice(0, -1), { ...last, text }];
  }
  return left;
}

function startWith(startMark: ControlMark | null, stretches: readonly Stretch[]): readonly Stretch[] {
  const first = stretches[0];
  if (startMark === null || (first?.kind === 'control' && first.mark.token === startMark.token)) return stretches;
  return [{ kind: 'control', mark: startMark, owner: 0 }, ...stretches];
}

/** Splits the tokens of one stretch among its chunks by what each would take alone; borders may differ by a token. */
function shareOut(
  total: number,
  chunks: readonly Chunk[],
  plainTokens: (text: string) => readonly number[],
): readonly number[] {
  if (chunks.length === 1) return [total];
  const shares = chunks.map((chunk) => plainTokens(chunk.text).length);
  let surplus = shares.reduce((sum, share) => sum + share, 0) - total;
  for (let index = shares.length - 1; surplus !== 0 && index >= 0; index -= 1) {
    const change = surplus > 0 ? Math.min(surplus, shares[index] ?? 0) : surplus;
    shares[index] = (shares[index] ?? 0) - change;
    surplus -= change;
  }
  return shares;
}

function toPattern(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(${longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'g');
}

function withMemory(tokenize: (text: string) => readonly number[]): (text: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  let chars = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const tokens = tokenize(text);
    known.set(text, tokens);
    chars += text.length;
    for (const oldest of known.keys()) {
      if (chars <= CACHE_CHARS) break;
      known.delete(oldest);
      chars -= oldest.length;
    }
    return tokens;
  };
}
