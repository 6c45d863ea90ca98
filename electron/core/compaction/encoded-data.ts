// Encoded data (data addresses, base64 blocks over 1 kB) tells a summariser nothing and fills its window: it is replaced by what it is,
// its type and its size. Works on copies for a summariser; the transcript and the chat keep the data.

import type { MessageEntry } from '../transcript/entry.ts';

/** The text with each piece of encoded data replaced by e.g. `[encoded data: image/png, 12.3 kB]`. Linear. */
export function replaceEncodedData(text: string, name?: string): string {
  if (text.length < MIN_ENCODED_CHARS) return text;
  const label = name === undefined ? '' : `${name}, `;
  return text
    .replace(DATA_URL, (whole, type: string | undefined, base64: string | undefined) =>
      whole.length < MIN_ENCODED_CHARS
        ? whole
        : `[encoded data: ${label}${type === undefined || type === '' ? 'unknown type' : type}, ${sizeOf(whole, base64 !== undefined)}]`,
    )
    .replace(BASE64_BLOCK, (block) =>
      looksEncoded(block) ? `[encoded data: ${label}base64, ${sizeOf(block.replace(/\s/gu, ''), true)}]` : block,
    );
}

/** Does the message hold encoded data that a summariser must not be shown? */
export function hasEncodedData({ payload }: MessageEntry): boolean {
  const texts = [payload.text];
  if (payload.role === 'user') texts.push(...(payload.attachments ?? []).map((file) => file.text));
  if (payload.role === 'assistant') texts.push(...(payload.toolCalls ?? []).map((call) => call.arguments));
  return texts.some((text) => replaceEncodedData(text) !== text);
}

/** 1 kB, spec §5. */
const MIN_ENCODED_CHARS = 1024;
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=-]+)*?(;base64)?,[^\s"'<>()[\]\\]+/gu;
/** One long run, or lines of one width as mail and PEM wrap them (real or escaped line ends). */
const BASE64_BLOCK =
  /(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/_-]{1024,}={0,2}|(?:[A-Za-z0-9+/]{60,76}(?:\r?\n|\\r?\\n|\\n)){12,}(?:[A-Za-z0-9+/]{1,75}={1,2})?)/gu;

/** Encoded bytes mix letters of both cases with digits; a long run of one character, or of hex digits only, is something else. */
const looksEncoded = (block: string): boolean => /[a-z]/u.test(block) && /[A-Z]/u.test(block) && /\d/u.test(block);

function sizeOf(encoded: string, isBase64: boolean): string {
  const bytes = isBase64 ? Math.floor((encoded.length * 3) / 4) : encoded.length;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
