// Cuts a stream of bytes into lines, each a JSON value of its own: a line that is broken costs nothing but itself.
import type { JsonSplitter, Piece, SplitLimits } from './json-splitter.ts';

const LF = 0x0a;

export function createLineSplitter({ maxValueBytes }: Pick<SplitLimits, 'maxValueBytes'>): JsonSplitter {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  let items = 0;

  const take = (): readonly Piece[] => {
    const json = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
    const length = bytes;
    chunks = [];
    bytes = 0;
    if (length <= maxValueBytes && isBlank(json)) return [];
    items += 1;
    const place = { item: items, line };
    if (length > maxValueBytes) return [{ kind: 'fault', code: 'too_large', detail: `${length} bytes`, place }];
    return [{ kind: 'value', json, place }];
  };

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > maxValueBytes) chunks = [];
    else chunks.push(part);
  };

  return {
    push(chunk) {
      const pieces: Piece[] = [];
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        add(chunk.subarray(from, end));
        pieces.push(...take());
        line += 1;
        from = end + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      return pieces;
    },
    end: take,
  };
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte <= 0x20);

/** Is this the start of a file with a JSON value on each line? @param head from the file's first byte on */
export function looksLikeLines(head: Buffer, isWhole: boolean): boolean {
  const lines = head.toString('utf8').split('\n');
  // The last one may be cut off by the end of the head.
  const whole = (isWhole ? lines : lines.slice(0, -1)).map((line) => line.trim()).filter((line) => line !== '');
  const [first, ...rest] = whole;
  if (first === undefined || !first.startsWith('{') || first.length < 3) return false;
  if (isObject(first)) return rest.length > 0 || !isWhole;
  return rest.some((line) => line.length > 2 && isObject(line));
}

function isObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
