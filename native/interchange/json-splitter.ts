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

type Where = 'top' | 'list' | 'object' | 'after_key' | 'inner_list' | 'stopped';

/** A value being read. */
interface Reading {
  readonly purpose: 'item' | 'member' | 'key';
  readonly shape: 'bracketed' | 'text' | 'scalar';
  readonly place: Place;
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

/** The object around everything, while it is read: its members are kept in case it is a conversation itself. */
interface Outer {
  key: string;
  members: Buffer[];
  bytes: number;
  /** Lists and single conversations found in it. */
  found: number;
  readonly line: number;
}

interface State {
  readonly limits: SplitLimits;
  where: Where;
  reading: Reading | null;
  outer: Outer | null;
  line: number;
  items: number;
  pieces: Piece[];
}

export function createJsonSplitter(limits: SplitLimits): JsonSplitter {
  const state: State = { limits, where: 'top', reading: null, outer: null, line: 1, items: 0, pieces: [] };
  const take = (): readonly Piece[] => {
    const { pieces } = state;
    state.pieces = [];
    return pieces;
  };
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && state.where !== 'stopped'; ) {
        if (state.reading === null) {
          // A byte that starts a value belongs to it.
          if (!step(state, chunk[at] ?? 0)) at += 1;
          continue;
        }
        const found = scan(state.reading, chunk, at, limits);
        state.line += found.lines;
        at = found.end;
        if (found.done) finish(state, state.reading);
      }
      return take();
    },
    end() {
      const isOpen = state.reading !== null || state.outer !== null || state.where !== 'top';
      if (isOpen && state.where !== 'stopped') {
        const place = state.reading?.place ?? { item: state.items + 1, line: state.line };
        state.pieces.push({ kind: 'fault', code: 'truncated', detail: '', place });
      }
      return take();
    },
  };
}

/** One byte outside of any value. @returns whether it starts one and is to be read again */
function step(state: State, byte: number): boolean {
  if (byte === LF) state.line += 1;
  if (byte === SPACE || byte === LF || byte === CR || byte === TAB) return false;
  switch (state.where) {
    case 'top':
      return stepTop(state, byte);
    case 'list':
    case 'inner_list':
      if (byte === COMMA) return false;
      if (byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) return start(state, 'item', byte);
      state.where = state.where === 'list' ? 'top' : 'object';
      return false;
    case 'object':
      if (byte === COMMA) return false;
      if (byte === QUOTE) return start(state, 'key', byte);
      if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) endOuter(state);
      else stop(state, byte);
      return false;
    case 'after_key':
      if (byte === COLON) return false;
      if (byte !== OPEN_LIST || state.outer === null || !LISTS.has(state.outer.key))
        return start(state, 'member', byte);
      state.outer.found += 1;
      state.where = 'inner_list';
      return false;
    case 'stopped':
      return false;
    default:
      return state.where satisfies never;
  }
}

function stepTop(state: State, byte: number): boolean {
  if (byte === OPEN_LIST) state.where = 'list';
  else if (byte === OPEN_OBJECT) {
    state.outer = { key: '', members: [], bytes: 0, found: 0, line: state.line };
    state.where = 'object';
  } else if (byte !== RS && byte !== COMMA) stop(state, byte);
  return false;
}

function start(state: State, purpose: Reading['purpose'], byte: number): true {
  if (purpose === 'item') state.items += 1;
  const isBracket = byte === OPEN_LIST || byte === OPEN_OBJECT;
  const shape = isBracket ? 'bracketed' : byte === QUOTE ? 'text' : 'scalar';
  const place = { item: purpose === 'item' ? state.items : state.items + 1, line: state.line };
  const fresh = { chunks: [], bytes: 0, depth: 0, inText: false, escaped: false, fault: null };
  state.reading = { purpose, shape, place, ...fresh };
  return true;
}

function stop(state: State, byte: number): void {
  state.where = 'stopped';
  const detail = `byte ${byte.toString(16).padStart(2, '0')}`;
  state.pieces.push({ kind: 'fault', code: 'bad_json', detail, place: { item: state.items + 1, line: state.line } });
}

/** A value has been read to its end. */
function finish(state: State, { purpose, chunks, fault, bytes, place }: Reading): void {
  state.reading = null;
  const json = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
  if (purpose === 'key') {
    if (state.outer !== null) state.outer.key = readKey(json);
    state.where = 'after_key';
    return;
  }
  if (purpose === 'member') state.where = 'object';
  if (fault !== null) {
    if (purpose === 'member') state.items += 1;
    if (state.outer !== null) state.outer.found += 1;
    state.pieces.push({ kind: 'fault', code: fault, detail: `${bytes} bytes`, place });
  } else if (purpose === 'item') state.pieces.push({ kind: 'value', json, place });
  else if (state.outer !== null) addMember(state, state.outer, { json, place });
}

function addMember(
  state: State,
  outer: Outer,
  { json, place }: { readonly json: Buffer; readonly place: Place },
): void {
  if (SINGLE.test(outer.key)) {
    state.items += 1;
    outer.found += 1;
    state.pieces.push({ kind: 'value', json, place });
    return;
  }
  outer.bytes += json.length + outer.key.length;
  if (outer.bytes > state.limits.maxValueBytes) outer.members = [];
  else outer.members.push(Buffer.from(`${outer.members.length === 0 ? '{' : ','}${JSON.stringify(outer.key)}:`), json);
}

/** Without conversations inside, the object is one itself. */
function endOuter(state: State): void {
  const { outer } = state;
  state.outer = null;
  state.where = 'top';
  if (outer === null || outer.found > 0) return;
  state.items += 1;
  const place = { item: state.items, line: outer.line };
  if (outer.bytes > state.limits.maxValueBytes) {
    state.pieces.push({ kind: 'fault', code: 'too_large', detail: `${outer.bytes} bytes`, place });
    return;
  }
  const json = Buffer.concat(outer.members.length === 0 ? [Buffer.from('{}')] : [...outer.members, Buffer.from('}')]);
  state.pieces.push({ kind: 'value', json, place });
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
    const byte = chunk[at] ?? 0;
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
    const byte = chunk[at] ?? 0;
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
