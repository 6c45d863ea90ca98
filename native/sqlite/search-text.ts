// Text as the search sees it: folded (case, width, accents, composed and decomposed forms, invisible characters), what of an
// entry is searched, and what counts as a literal hit. Pure; the in-memory store of the tests uses the same functions.
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import type { CompactionPayload, EntryPayload, MessagePayload } from '../../electron/core/transcript/entry.ts';

const ASCII_ONLY = /^[\x01-\x7f]*$/;
/** What nearly all Chinese, Japanese and Korean text consists of: characters that fold to themselves, or as foldCommon does. */
const COMMON_ONLY =
  /^[\x01-\x7f\u00b7\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Folding a text is folding its parts (at any place that splits no character), so a fragment of a text folds to a fragment. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return COMMON_ONLY.test(text) ? foldCommon(text) : foldAny(text);
}

const foldCommon = (text: string): string =>
  foldQuotes(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('…', '...')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export function foldAny(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase() // ß and ss, ſ and s meet
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(INVISIBLE, '');
  return foldQuotes(folded).replaceAll('\0', ' ');
}

const foldQuotes = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** Scripts written without spaces between words: each character is searched on its own. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Yi}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}';
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'gu');
const WORD_CHARACTER = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}]`, 'u');
/**
 * Symbols, punctuation but the commonest, and everything beyond the BMP (emoji, rare characters): none of it is a word to the
 * tokenizer, or not to its tables.
 */
const SYMBOL = /(?![.,'"\-:;!?()/_。、])[\p{S}\p{P}]|[\u{10000}-\u{10ffff}]/gu;

/** Folded text in the shape the index holds: characters of unspaced scripts apart, symbols spelled as words (`+` → `x2bx`). */
export function toIndexText(folded: string): string {
  const spelled = folded.replace(SYMBOL, (symbol) => ` x${(symbol.codePointAt(0) ?? 0).toString(16)}x `);
  return ASCII_ONLY.test(spelled) ? spelled : spelled.replace(UNSPACED_CHARACTER, ' $& ');
}

/** The words of an index text, as the tokenizer splits it. */
export const splitIndexText = (indexText: string): readonly string[] =>
  indexText.match(/[\p{L}\p{N}\p{Co}\p{M}]+/gu) ?? [];

export const endsInWord = (folded: string): boolean => {
  const last = Array.from(folded.slice(-2)).at(-1);
  return last !== undefined && WORD_CHARACTER.test(last);
};

/**
 * Where `query` stands in `text` (both folded): at any place that splits no character, but not from the middle of a word in a
 * spaced script. `from` is where to start looking. -1 when it stands nowhere.
 */
export function findHit(text: string, query: string, from = 0): number {
  const startsWord = WORD_CHARACTER.test(query);
  for (let at = text.indexOf(query, from); at !== -1; at = text.indexOf(query, at + 1)) {
    if (splitsPair(text, at) || splitsPair(text, at + query.length)) continue;
    if (!startsWord || at === 0 || !WORD_CHARACTER.test(characterBefore(text, at))) return at;
  }
  return -1;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const splitsPair = (text: string, at: number): boolean => isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));

const characterBefore = (text: string, at: number): string => text.slice(at - (splitsPair(text, at - 1) ? 2 : 1), at);

/** Everything of an entry that a person can see and might look for; empty when there is nothing. */
export function searchableText(payload: EntryPayload): string {
  switch (payload.type) {
    case 'message':
      return messageText(payload);
    case 'compaction':
      return compactionText(payload);
    case 'label':
      return payload.text;
    // Its notes are found in the notes files, which are the truth.
    case 'memory_flush':
    case 'compaction_undone':
    case 'compaction_redone':
    case 'model_change':
      return '';
    default:
      return payload satisfies never;
  }
}

function messageText(message: MessagePayload): string {
  switch (message.role) {
    case 'user':
      return joinParts([message.text, ...(message.attachments ?? []).flatMap(({ name, text }) => [name, text])]);
    case 'assistant': {
      const calls = (message.toolCalls ?? []).flatMap((call) => [call.name, call.arguments]);
      return joinParts([message.text, message.thinking ?? '', ...calls]);
    }
    case 'tool_result':
      return message.text;
    default:
      return message satisfies never;
  }
}

/** The rendered text, and the items it shows in another form or not at all. */
function compactionText({ text, summary }: CompactionPayload): string {
  const items = STATE_CATEGORIES.flatMap((category) => (summary[category] ?? []).map((item) => item.text));
  return joinParts([text, ...items.filter((item) => !text.includes(item))]);
}

const joinParts = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
