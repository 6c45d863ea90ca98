// Splits Markdown into blocks that can be drawn on their own, so that a growing reply draws only its last block again.
// Splits too rarely rather than wrongly: what may belong together (a list with blank lines, a fence, a table) stays together.

export function splitMarkdownBlocks(text: string): readonly string[] {
  // A reference or footnote defined anywhere may be used anywhere: such a text is one block.
  if (/^ {0,3}\[[^\]\n]+\]:/m.test(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let fence: string | null = null;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    current.push(line);
    fence = nextFence(line, fence);
    if (fence === null && line.trim() === '' && endsBlock(current, lines[index + 1])) {
      blocks.push(current.join('\n'));
      current = [];
    }
  }
  if (current.some((line) => line.trim() !== '')) blocks.push(current.join('\n'));
  return blocks;
}

function nextFence(line: string, open: string | null): string | null {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (mark === null) return open;
  const [, ticks = '', rest = ''] = mark;
  if (open === null) return ticks.startsWith('`') && rest.includes('`') ? null : ticks;
  return ticks.startsWith(open) && rest.trim() === '' ? null : open;
}

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const QUOTE = /^ {0,3}>/;

/** Whether a blank line ends the block, looking at how it began and what comes next. */
function endsBlock(current: readonly string[], next: string | undefined): boolean {
  const first = current.find((line) => line.trim() !== '');
  if (first === undefined || next === undefined) return false;
  if (next.trim() === '' || /^(?: {2,}|\t)/.test(next)) return false;
  if (LIST_ITEM.test(first) && LIST_ITEM.test(next)) return false;
  return !(QUOTE.test(first) && QUOTE.test(next));
}

/**
 * The text of a reply that is still growing, with marks that are only half there made harmless: an open `**` or backtick is
 * closed, a link without its end shows its words, the first line of a table waits for the second.
 */
export function settleHalfOpen(block: string): string {
  if (nextFenceOf(block) !== null) return block;
  if (/^\s*\|[^\n]*$/.test(block)) return '';
  // A mark that only just began says nothing yet; a link without its end shows its words.
  const text = block.replace(/!?\[([^\]\n]*)(?:\]\([^)\n]*)?$/, '$1').replace(/(^|\s)\*{1,3}$/, '$1');
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1);
  if (countOf(paragraph, /(?<!`)`(?!`)/g) % 2 === 1) return `${text}\``;
  const isBoldOpen = countOf(paragraph.replace(/`[^`]*`/g, ''), /\*\*/g) % 2 === 1;
  return isBoldOpen ? `${text.trimEnd().replace(/\*$/, '')}**` : text;
}

function nextFenceOf(block: string): string | null {
  return block.split('\n').reduce<string | null>((open, line) => nextFence(line, open), null);
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
