// The ends of a quotation of the person's words: without list marks, dashes and closing punctuation. What is left stands in the message.

/** Empty where nothing but blanked words is left. */
export const trimQuote = (text: string): string =>
  text
    .replace(/^[\s,;:，；：\-–—•*]+/, '')
    .replace(/[\s,;:，；：.。!！?？\-–—*]+$/, '')
    .replace(/^[\uFFFC\s]+$/, '');
