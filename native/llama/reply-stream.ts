// Turns generated tokens into text that may be shown: whole characters only, thinking apart from the answer, cut before a stop
// text. What might still become part of a mark is held back until the next token or the end. It never loses a character.

export interface ReplyDelta {
  readonly text: string;
  readonly thinking: string;
}

export interface ReplyStream {
  /** Text that became final with this token. */
  push(token: number): ReplyDelta;
  /** What was held back; call once, at the end. */
  end(): ReplyDelta;
  /** True once a stop text was written; nothing after it belongs to the reply. */
  readonly stopped: boolean;
}

export interface ReplyStreamOptions {
  /** Text of tokens that follow `before`. Incomplete characters come as U+FFFD. */
  readonly toText: (tokens: readonly number[], before: readonly number[]) => string;
  readonly stopTexts: readonly string[];
  /** The prompt already opened a thinking block. */
  readonly startsThinking: boolean;
}

/** A character takes at most four bytes, so at most four byte tokens. Beyond that U+FFFD is what the model really wrote. */
const MAX_HELD_TOKENS = 4;
/** Enough for a tokenizer to decide about the space before the next word. */
const BEFORE_TOKENS = 8;

export function createReplyStream(options: ReplyStreamOptions): ReplyStream {
  const characters = holdWholeCharacters(options.toText);
  const stops = cutAtStop(options.stopTexts);
  const split = splitThinking(options.startsThinking);
  return {
    push: (token) => split.push(stops.push(characters.push(token))),
    end: () => {
      const last = split.push(stops.push(characters.end()) + stops.end());
      const rest = split.end();
      return { text: last.text + rest.text, thinking: last.thinking + rest.thinking };
    },
    get stopped() {
      return stops.stopped;
    },
  };
}

function holdWholeCharacters(toText: ReplyStreamOptions['toText']): { push(token: number): string; end(): string } {
  let before: readonly number[] = [];
  let held: readonly number[] = [];
  const release = (text: string): string => {
    before = [...before, ...held].slice(-BEFORE_TOKENS);
    held = [];
    return text;
  };
  return {
    push: (token) => {
      held = [...held, token];
      const text = toText(held, before);
      return text.endsWith('\uFFFD') && held.length < MAX_HELD_TOKENS ? '' : release(text);
    },
    // Bytes of a character that never came are not text.
    end: () => (held.length === 0 ? '' : release(toText(held, before).replace(/\uFFFD+$/, ''))),
  };
}

function cutAtStop(stopTexts: readonly string[]): {
  push(text: string): string;
  end(): string;
  readonly stopped: boolean;
} {
  let held = '';
  let stopped = false;
  return {
    push: (text) => {
      if (stopped) return '';
      const all = held + text;
      const at = firstIndexOf(all, stopTexts);
      stopped = at >= 0;
      const safe = stopped ? at : all.length - heldLength(all, stopTexts);
      held = stopped ? '' : all.slice(safe);
      return all.slice(0, safe);
    },
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
    get stopped() {
      return stopped;
    },
  };
}

const OPEN = '<think>';
const CLOSE = '</think>';

/** A thinking block counts only at the very start; later marks are ordinary text. */
function splitThinking(startsThinking: boolean): { push(text: string): ReplyDelta; end(): ReplyDelta } {
  let state: 'start' | 'thinking' | 'gap' | 'answer' = startsThinking ? 'thinking' : 'start';
  let held = '';
  const feed = (text: string): ReplyDelta => {
    const all = held + text;
    held = '';
    if (state === 'answer') return { text: all, thinking: '' };
    if (state === 'gap') {
      const answer = all.trimStart();
      if (answer !== '') state = 'answer';
      return { text: answer, thinking: '' };
    }
    if (state === 'start') {
      const begun = all.trimStart();
      if (begun.startsWith(OPEN)) {
        state = 'thinking';
        return feed(begun.slice(OPEN.length));
      }
      if (OPEN.startsWith(begun)) {
        held = all;
        return { text: '', thinking: '' };
      }
      state = 'answer';
      return { text: all, thinking: '' };
    }
    const at = all.indexOf(CLOSE);
    if (at >= 0) {
      state = 'gap';
      const rest = feed(all.slice(at + CLOSE.length));
      return { text: rest.text, thinking: all.slice(0, at) };
    }
    const safe = all.length - heldLength(all, [CLOSE]);
    held = all.slice(safe);
    return { text: '', thinking: all.slice(0, safe) };
  };
  return {
    push: feed,
    end: () => {
      const rest = held;
      held = '';
      return state === 'thinking' ? { text: '', thinking: rest } : { text: rest, thinking: '' };
    },
  };
}

function firstIndexOf(text: string, wanted: readonly string[]): number {
  const found = wanted.map((item) => text.indexOf(item)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** Length of the longest end of `text` that may be the beginning of one of `wanted`. */
function heldLength(text: string, wanted: readonly string[]): number {
  const longest = Math.max(0, ...wanted.map((item) => item.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1)
    if (wanted.some((item) => item.startsWith(text.slice(-length)))) return length;
  return 0;
}
