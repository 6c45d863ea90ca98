// Shortens text for a reader or a request without ever tearing a character: cuts fall between graphemes, the count of what is left
// out is stated, and the result is well-formed Unicode. Decides from the text alone; never touches what is stored.

/** Half of a surrogate pair without its partner; written without the `u` flag, which would hide the halves of whole pairs. */
const LONE_HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** How far around a cut graphemes are looked at, in UTF-16 units. The longest emoji in use has 35. */
const LOOK_AROUND = 128;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Lone surrogate halves become U+FFFD: what SQLite, JSON and tokenizers would make of them anyway, each in its own way. */
export const toWellFormed = (text: string): string => text.replace(LONE_HALF, '\uFFFD');

/**
 * Head and tail of a text with the number of characters left out between them.
 *
 * @param maxChars most UTF-16 units of the result, the note about the omission included
 * @returns the text itself (made well-formed) when it fits; where not even the note fits, the start of the text alone
 */
export function clipMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return toWellFormed(text);
  const noteRoom = omissionNote(text.length).length;
  const room = maxChars - noteRoom;
  if (room < 2) return clipEnd(text, maxChars);
  const headEnd = boundaryAtOrBefore(text, Math.ceil(room / 2));
  const tailStart = boundaryAtOrAfter(text, text.length - (room - Math.ceil(room / 2)));
  const omitted = countCharacters(text.slice(headEnd, tailStart));
  return toWellFormed(text.slice(0, headEnd) + omissionNote(omitted) + text.slice(tailStart));
}

/** The start of a text, ended by "…" where something was left out. At most `maxChars` UTF-16 units, the "…" included. */
export function clipEnd(text: string, maxChars: number): string {
  if (text.length <= maxChars) return toWellFormed(text);
  if (maxChars < 1) return '';
  return `${toWellFormed(text.slice(0, boundaryAtOrBefore(text, maxChars - 1)))}…`;
}

const omissionNote = (chars: number): string => `\n[… ${chars} characters left out …]\n`;

const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

function boundaryAtOrBefore(text: string, position: number): number {
  const { from, isBoundary } = lookFrom(text, position);
  let boundary = isBoundary ? from : -1;
  for (const { index } of segmenter.segment(text.slice(from, position + LOOK_AROUND))) {
    if (from + index > position) break;
    if (index > 0) boundary = from + index;
  }
  // A cluster longer than the look-around (stacked accents): better cut between its characters than drop it all.
  return boundary >= 0 ? boundary : characterStart(text, position);
}

function boundaryAtOrAfter(text: string, position: number): number {
  const { from } = lookFrom(text, position);
  for (const { index } of segmenter.segment(text.slice(from, position + LOOK_AROUND))) {
    if (from + index >= position) return from + index;
  }
  return position + LOOK_AROUND >= text.length ? text.length : characterStart(text, position + 1);
}

/** Where to start looking: the last plain ASCII character before the cut, where a grapheme always begins, else a fixed way back. */
function lookFrom(text: string, position: number): { readonly from: number; readonly isBoundary: boolean } {
  const earliest = Math.max(0, position - LOOK_AROUND);
  for (let at = position - 1; at > earliest; at--) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x7f) return { from: at, isBoundary: true };
  }
  return { from: characterStart(text, earliest), isBoundary: earliest === 0 };
}

const characterStart = (text: string, position: number): number => {
  const unit = text.charCodeAt(position);
  const before = text.charCodeAt(position - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? position - 1 : position;
};
