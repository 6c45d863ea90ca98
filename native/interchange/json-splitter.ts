// Cuts a stream of JSON bytes into the values that may be conversations, without parsing them: the items of a list, of a list inside an
// object (`{"conversations": […]}`), or whole objects. Looks at brackets and quotes only, holds one value at a time, and goes on after
// one that is broken, too deep or too large. Quotes are searched for natively, so long texts cost next to nothing.

export interface Place {
  /** Counted from 1 among the values of this file. */
  readonly item: number;
  readonly line: number;
}

export type Piece =
  | { readonly kind: 'value'; readonly json: Buffer; readonly place: Place }
  | {
      readonly kind: 'fault';
      readonly code: 'truncated' | 'too_deep' | 'too_large' | 'bad_json';
      readonly detail: string;
      readonly place: Place;
    };

export interface SplitLimits {
  /** Bytes of one value; a larger one is passed over. */
  readonly maxValueBytes: number;
  readonly maxDepth: number;
}

/** Members of an outer object that hold the conversations. */
const LISTS = new Set(['conversations', 'chats', 'chat-sessions', 'sessions', 'data']);
/** Members that are conversations themselves (Chatbox). */
const SINGLE = /^session:/;

const [TAB, LF, CR, SPACE, RS] = [0x09, 0x0a, 0x0d, 0x20, 0x1e];
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

type Where = 'top' | 'list' | 'object' | 'after_key' | 'inner_list' | 'value' | 'stopped';

/** A value being read. */
interface Reading {
  readonly purpose: 'item' | 'member' | 'key';
  readonly shape: 'bracketed' | 'text' | 'scalar';
  readonly place: Place;
  readonly back: Where;
  chunks: Buffer[];
  bytes: number;
  depth: number;
  inText: boolean;
  /** The last byte of the chunk before was a backslash that escapes. */
  escaped: boolean;
  fault: 'too_deep' | 'too_large' | null;
}

export interface JsonSplitter {
  push(chunk: Buffer): readonly Piece[];
  end(): readonly Piece[];
}

export function createJsonSplitter(limits: SplitLimits): JsonSplitter {
  let where: Where = 'top';
  let reading: Reading | null = null;
  let line = 1;
  let items = 0;
  let pieces: Piece[] = [];
  let outer: { key: string; members: Buffer[]; bytes: number; found: number; place: Place } | null = null;

  const start = (purpose: Reading['purpose'], byte: number, back: Where): void => {
    if (purpose === 'item') items += 1;
    const isBracket = byte === OPEN_LIST || byte === OPEN_OBJECT;
    const shape = isBracket ? 'bracketed' : byte === QUOTE ? 'text' : 'scalar';
    const place = { item: purpose === 'item' ? items : items + 1, line };
    const fresh = { chunks: [], bytes: 0, depth: 0, inText: false, escaped: false, fault: null };
    reading = { purpose, shape, place, back, ...fresh };
    where = 'value';
  };

  const finish = (done: Reading): void => {
    reading = null;
    where = done.back;
    const json = done.chunks.length === 1 ? (done.chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(done.chunks);
    if (done.purpose === 'key') {
      if (outer !== null) outer.key = readKey(json);
      where = 'after_key';
    } else if (done.fault !== null) {
      pieces.push({ kind: 'fault', code: done.fault, detail: `${done.bytes} bytes`, place: done.place });
    } else if (done.purpose === 'item') pieces.push({ kind: 'value', json, place: done.place });
    else if (outer !== null) addMember(json, done.place);
  };

  const addMember = (json: Buffer, place: Place): void => {
    if (outer === null) return;
    if (SINGLE.test(outer.key)) {
      items += 1;
      outer.found += 1;
      pieces.push({ kind: 'value', json, place });
      return;
    }
    outer.bytes += json.length + outer.key.length;
    if (outer.bytes > limits.maxValueBytes) outer.members = [];
    else outer.members.push(Buffer.from(`${JSON.stringify(outer.key)}:`), json);
  };

  const endOuter = (): void => {
    const ended = outer;
    outer = null;
    where = 'top';
    if (ended === null || ended.found > 0) return;
    items += 1;
    const place = { item: items, line: ended.place.line };
    if (ended.bytes > limits.maxValueBytes) {
      pieces.push({ kind: 'fault', code: 'too_large', detail: `${ended.bytes} bytes`, place });
      return;
    }
    const parts = ended.members.flatMap((part, index) =>
      index > 0 && index % 2 === 0 ? [Buffer.from(','), part] : [part],
    );
    pieces.push({ kind: 'value', json: Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]), place });
  };

  const stop = (byte: number): void => {
    where = 'stopped';
    const detail = `byte ${byte.toString(16).padStart(2, '0')}`;
    pieces.push({ kind: 'fault', code: 'bad_json', detail, place: { item: items + 1, line } });
  };

  /** One byte outside of any value. @returns whether it starts one and is to be read again */
  const step = (byte: number): boolean => {
    if (byte === LF) line += 1;
    if (byte === SPACE || byte === LF || byte === CR || byte === TAB) return false;
    switch (where) {
      case 'top':
        if (byte === OPEN_LIST) where = 'list';
        else if (byte === OPEN_OBJECT) {
          outer = { key: '', members: [], bytes: 0, found: 0, place: { item: items + 1, line } };
          where = 'object';
        } else if (byte !== RS && byte !== COMMA) stop(byte);
        return false;
      case 'list':
      case 'inner_list':
        if (byte === COMMA) return false;
        if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) where = where === 'list' ? 'top' : 'object';
        else start('item', byte, where);
        return reading !== null;
      case 'object':
        if (byte === COMMA) return false;
        if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) endOuter();
        else if (byte === QUOTE) start('key', byte, 'after_key');
        else stop(byte);
        return reading !== null;
      case 'after_key':
        if (byte === COLON) return false;
        if (byte === OPEN_LIST && outer !== null && LISTS.has(outer.key)) {
          outer.found += 1;
          where = 'inner_list';
          return false;
        }
        start('member', byte, 'object');
        return true;
      case 'value':
      case 'stopped':
        return false;
      default:
        return where satisfies never;
    }
  };

  return {
    push(chunk) {
      pieces = [];
      for (let at = 0; at < chunk.length && where !== 'stopped'; ) {
        if (reading === null) {
          if (!step(chunk[at] as number)) at += 1;
          continue;
        }
        const found = scan(reading, chunk, at, limits);
        line += found.lines;
        at = found.end;
        if (found.done) finish(reading);
      }
      return pieces;
    },
    end() {
      pieces = [];
      if (where === 'stopped') return pieces;
      // A bare scalar at the very end of a list has no byte after it; anything else that is open was cut off.
      const isOpen = reading !== null || outer !== null || where !== 'top';
      const place = (reading as Reading | null)?.place ?? { item: items + 1, line };
      if (isOpen) pieces.push({ kind: 'fault', code: 'truncated', detail: '', place });
      else if (items === 0 && line === 1) return pieces;
      return pieces;
    },
  };
}

function readKey(json: Buffer): string {
  try {
    return String(JSON.parse(json.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return json.toString('latin1');
    throw error;
  }
}

// ---- inside a value ---------------------------------------------------------------------------------------------------

interface Scanned {
  /** The first byte that does not belong to the value (or the chunk's end). */
  readonly end: number;
  readonly done: boolean;
  readonly lines: number;
}

function scan(reading: Reading, chunk: Buffer, from: number, limits: SplitLimits): Scanned {
  const found =
    reading.shape === 'scalar' ? scanScalar(chunk, from) : scanBracketed(reading, chunk, from, limits.maxDepth);
  reading.bytes += found.end - from;
  if (reading.bytes > limits.maxValueBytes) reading.fault ??= 'too_large';
  if (reading.fault !== null) reading.chunks = [];
  else if (found.end > from) reading.chunks.push(chunk.subarray(from, found.end));
  return found;
}

function scanScalar(chunk: Buffer, from: number): Scanned {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at] as number;
    if (byte <= SPACE || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      return { end: at, done: true, lines: 0 };
    }
  }
  return { end: chunk.length, done: false, lines: 0 };
}

function scanBracketed(reading: Reading, chunk: Buffer, from: number, maxDepth: number): Scanned {
  let { depth, inText } = reading;
  let lines = 0;
  let at = from;
  const pause = (done: boolean): Scanned => {
    reading.depth = depth;
    reading.inText = inText;
    if (depth > maxDepth) reading.fault ??= 'too_deep';
    return { end: at, done, lines };
  };
  while (at < chunk.length) {
    if (inText) {
      const quote = findQuote(reading, chunk, at);
      if (quote === -1) {
        at = chunk.length;
        return pause(false);
      }
      at = quote + 1;
      inText = false;
      if (depth === 0) return pause(true);
      continue;
    }
    const byte = chunk[at] as number;
    at += 1;
    if (byte === QUOTE) inText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth > maxDepth) reading.fault ??= 'too_deep';
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth <= 0) return pause(true);
    } else if (byte === LF) lines += 1;
  }
  return pause(false);
}

/** The quote that ends the text, or -1 where the chunk ends first. A quote after an odd number of backslashes does not end it. */
function findQuote(reading: Reading, chunk: Buffer, from: number): number {
  let start = from;
  if (reading.escaped) {
    reading.escaped = false;
    start += 1;
  }
  for (let quote = chunk.indexOf(QUOTE, start); quote !== -1; quote = chunk.indexOf(QUOTE, quote + 1)) {
    if (backslashesBefore(chunk, quote, start) % 2 === 0) return quote;
  }
  reading.escaped = start <= chunk.length && backslashesBefore(chunk, chunk.length, start) % 2 === 1;
  return -1;
}

function backslashesBefore(chunk: Buffer, end: number, start: number): number {
  let count = 0;
  while (end - count - 1 >= start && chunk[end - count - 1] === BACKSLASH) count += 1;
  return count;
}
