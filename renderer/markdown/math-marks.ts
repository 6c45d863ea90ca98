// Where a text holds mathematics, and in which marks. Models write \( \), \[ \], $ and $$; prices hold dollars too. Pure.

/** Cheap: false means that the text certainly holds none. */
export const mayHoldMath = (text: string): boolean => /\$[^\s$]|\$\$|\\\(|\\\[/.test(text);

/** Code keeps its dollars and backslashes. */
const CODE = /(^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\2[^\n]*$|(`+)(?!`)[\s\S]*?[^`]\3(?!`))/gm;

/** Brings all marks to $ and $$, and takes from every other dollar its power. */
export function unifyMathMarks(text: string): string {
  let at = 0;
  const parts: string[] = [];
  for (const match of text.matchAll(CODE)) {
    parts.push(unifyProse(text.slice(at, match.index)), match[0]);
    at = match.index + match[0].length;
  }
  parts.push(unifyProse(text.slice(at)));
  return parts.join('');
}

const DISPLAY = /(?<!\\)\\\[([\s\S]+?)\\\]/g;
const INLINE = /(?<!\\)\\\(([\s\S]+?)\\\)/g;
/** Pandoc's rule: no space inside the marks, no digit after the closing one; and no Chinese punctuation in a formula. */
const DOLLARS =
  /\$\$[\s\S]+?\$\$|(?<![\\$])\$(?=[^\s$])(?:\\.|[^$\n\\，。；！？、])*?(?<=[^\s\\])\$(?![\d$])|(?<!\\)\$/g;

function unifyProse(prose: string): string {
  return prose
    .replace(DISPLAY, (_, inner: string) => `\n$$\n${inner.trim()}\n$$\n`)
    .replace(INLINE, (_, inner: string) => `$${inner.trim()}$`)
    .replace(DOLLARS, (found) => (found === '$' ? '\\$' : found));
}
