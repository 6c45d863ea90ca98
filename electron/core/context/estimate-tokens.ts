// A size for when no tokenizer is at hand. Counts by script, because characters ÷ 4 is right for English prose alone.
// Always shown as an estimate; never used while a model is loaded.

/**
 * Estimated tokens of a text. Weights fitted to the vocabularies of SmolLM2 (49k) and Gemma 3 (262k): about 4 letters of Latin script,
 * 2 digits or signs, 1 ideograph, kana or hangul syllable, 2 Arabic letters, half an emoji to a token.
 */
export function estimateTokens(text: string): number {
  let weight = 0;
  for (const char of text) weight += weightOf(char.codePointAt(0) ?? 0);
  return Math.ceil(weight);
}

function weightOf(code: number): number {
  if (code < 0x80) {
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return 0.24;
    if (code === 0x20) return 0.06;
    return 0.5;
  }
  if (code < 0x250) return 0.5;
  if (code >= 0x1f000 || (code >= 0x2600 && code < 0x27c0) || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f))
    return 1.5;
  if (code >= 0x2e80) return 1.1;
  return 0.6;
}
