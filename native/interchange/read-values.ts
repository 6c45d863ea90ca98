// From the bytes of one file to parsed values with their places, at constant memory. Takes the byte order mark off, turns UTF-16 into
// UTF-8, decides between one JSON value and one a line by looking at the first lines, and reports bytes that are no text.
import { isUtf8 } from 'node:buffer';
import type { ImportSkipCode } from '../../electron/core/interchange/imported-conversation.ts';
import { createJsonSplitter, type JsonSplitter, type Piece, type Place, type SplitLimits } from './json-splitter.ts';
import { createLineSplitter, looksLikeLines } from './line-splitter.ts';

export type ReadValue =
  | { readonly kind: 'value'; readonly value: unknown; readonly bytes: number; readonly place: Place }
  | { readonly kind: 'fault'; readonly code: ImportSkipCode; readonly detail: string; readonly place: Place };

/** A value may be nested as deep as a chain of ten thousand answers. */
export const SPLIT_LIMITS: SplitLimits = { maxValueBytes: 256 * 1024 * 1024, maxDepth: 20_000 };

const HEAD_BYTES = 4 * 1024 * 1024;
const HEAD_LINES = 4;

/** @param isLineFile named `.jsonl`: lines are tried where the start of the file does not tell */
export async function* readValues(
  stream: AsyncIterable<Buffer>,
  { isLineFile = false, limits = SPLIT_LIMITS }: { readonly isLineFile?: boolean; readonly limits?: SplitLimits } = {},
): AsyncGenerator<ReadValue> {
  let splitter: JsonSplitter | null = null;
  let head: Buffer[] = [];
  let headBytes = 0;
  const choose = (isWhole: boolean): readonly Piece[] => {
    const start = Buffer.concat(head);
    head = [];
    const byLine =
      looksLikeLines(start, isWhole) || (isLineFile && /^\s*\{[^\n]{2}/.test(start.toString('latin1', 0, 1000)));
    splitter = byLine ? createLineSplitter(limits) : createJsonSplitter(limits);
    return splitter.push(start);
  };
  for await (const chunk of toUtf8(stream)) {
    let pieces: readonly Piece[] = [];
    if (splitter === null) {
      head.push(chunk);
      headBytes += chunk.length;
      if (headBytes < HEAD_BYTES && countLines(head) < HEAD_LINES) continue;
      pieces = choose(false);
    } else pieces = (splitter as JsonSplitter).push(chunk);
    for (const piece of pieces) yield parsePiece(piece);
  }
  const last: readonly Piece[] = [
    ...(splitter === null ? choose(true) : []),
    ...((splitter as JsonSplitter | null)?.end() ?? []),
  ];
  for (const piece of last) yield parsePiece(piece);
}

const countLines = (chunks: readonly Buffer[]): number =>
  chunks.reduce((sum, chunk) => {
    let lines = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1 && lines < HEAD_LINES; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
    return sum + lines;
  }, 0);

function parsePiece(piece: Piece): ReadValue {
  if (piece.kind === 'fault') return piece;
  const { json, place } = piece;
  if (!isUtf8(json)) return { kind: 'fault', code: 'bad_encoding', detail: `${json.length} bytes`, place };
  try {
    return { kind: 'value', value: JSON.parse(json.toString('utf8')) as unknown, bytes: json.length, place };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'fault', code: 'bad_json', detail: `${json.length} bytes`, place };
  }
}

/** UTF-8 without a byte order mark, whatever it was. */
async function* toUtf8(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null = null;
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (start === null) {
      yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 3) continue;
    const { encoding, markBytes } = readMark(start);
    decoder = encoding === null ? null : new TextDecoder(encoding);
    const rest = start.subarray(markBytes);
    start = null;
    yield decoder === null ? rest : Buffer.from(decoder.decode(rest, { stream: true }), 'utf8');
  }
  if (start !== null) yield start;
}

function readMark(start: Buffer): { readonly encoding: 'utf-16le' | 'utf-16be' | null; readonly markBytes: number } {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return { encoding: null, markBytes: 3 };
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  return { encoding: null, markBytes: 0 };
}
