// Splits Markdown into blocks that can be drawn on their own, so that a growing reply draws only its last block again.
// Splits too rarely rather than wrongly: what may belong together (a list with blank lines, a fence, a table) stays together.

/** Blocks are handed on in groups: a long reply then costs a comparison a group, not one a block. */
const GROUP_BLOCKS = 8;
/** A list longer than this may be split between two of its items. */
const LONG_LIST_CHARS = 4000;

export interface MarkdownBlocks {
  readonly text: string;
  /** Each but the last holds a fixed number of blocks; a group that did not change is the same array as before. */
  readonly groups: readonly (readonly string[])[];
  /** Link references, which may be defined anywhere and used anywhere: blocks that may use one are drawn with them. */
  readonly definitions: string;
}

export function splitMarkdownBlocks(text: string): readonly string[] {
  // A footnote belongs to the end of the whole text: such a text is one block.
  if (/^ {0,3}\[\^[^\]\n]+\]:/m.test(text)) return [text];
  const blocks: string[] = [];
  let current: string[] = [];
  let chars = 0;
  let fence: string | null = null;
  const end = (): void => {
    blocks.push(current.join('\n'));
    current = [];
    chars = 0;
  };
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const before = fence;
    fence = nextFence(line, fence);
    if (before === null && startsBlock(line, fence, current)) end();
    current.push(line);
    chars += line.length + 1;
    if (fence === null && line.trim() === '' && endsBlock(current, lines[index + 1], chars)) end();
  }
  if (current.some((line) => line.trim() !== '')) end();
  return blocks;
}

/** A fence ends the paragraph before it; what follows a closed fence is a block of its own. */
function startsBlock(line: string, fence: string | null, current: readonly string[]): boolean {
  const first = current.find((held) => held.trim() !== '');
  if (first === undefined || LIST_ITEM.test(first) || QUOTE.test(first)) return false;
  if (fence !== null) return true;
  return line.trim() !== '' && nextFence(first, null) !== null;
}

function nextFence(line: string, open: string | null): string | null {
  if (open === '$$' || open === '\\[') return isMathEnd(line, open) ? null : open;
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (mark === null) return open ?? /^ {0,3}(\$\$|\\\[)\s*$/.exec(line)?.[1] ?? null;
  const [, ticks = '', rest = ''] = mark;
  if (open === null) return ticks.startsWith('`') && rest.includes('`') ? null : ticks;
  return ticks.startsWith(open) && rest.trim() === '' ? null : open;
}

const isMathEnd = (line: string, open: '$$' | '\\['): boolean => line.trimEnd().endsWith(open === '$$' ? '$$' : '\\]');

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const QUOTE = /^ {0,3}>/;

/** Whether a blank line ends the block, looking at how it began and what comes next. */
function endsBlock(current: readonly string[], next: string | undefined, chars: number): boolean {
  const first = current.find((line) => line.trim() !== '');
  if (first === undefined || next === undefined) return false;
  if (next.trim() === '' || /^(?: {2,}|\t)/.test(next)) return false;
  if (LIST_ITEM.test(first) && LIST_ITEM.test(next)) return chars > LONG_LIST_CHARS;
  return !(QUOTE.test(first) && QUOTE.test(next));
}

/**
 * The blocks of a text that may be longer than the one before. Only what the new words can have changed is read again: the last
 * two blocks, for the line that decided where they part may have been half there.
 */
export function growBlocks(before: MarkdownBlocks | null, text: string): MarkdownBlocks {
  if (before === null || !text.startsWith(before.text)) return grouped(text, [], splitMarkdownBlocks(text));
  if (text.length === before.text.length) return before;
  const kept = before.groups.flat().slice(0, -2);
  const start = kept.reduce((sum, block) => sum + block.length + 1, 0);
  const full = Math.floor(kept.length / GROUP_BLOCKS);
  const loose = kept.slice(full * GROUP_BLOCKS);
  return grouped(text, before.groups.slice(0, full), [...loose, ...splitMarkdownBlocks(text.slice(start))]);
}

function grouped(text: string, full: MarkdownBlocks['groups'], blocks: readonly string[]): MarkdownBlocks {
  const groups = [...full];
  for (let at = 0; at < blocks.length; at += GROUP_BLOCKS) groups.push(blocks.slice(at, at + GROUP_BLOCKS));
  return { text, groups, definitions: groups.flatMap(definitionsOf).join('\n') };
}

/** Read once a group: a full one is the same array from then on. */
const definitionsByGroup = new WeakMap<readonly string[], readonly string[]>();

function definitionsOf(group: readonly string[]): readonly string[] {
  const known = definitionsByGroup.get(group) ?? findDefinitions(group);
  definitionsByGroup.set(group, known);
  return known;
}

const findDefinitions = (blocks: readonly string[]): readonly string[] =>
  blocks
    .filter((block) => !isFenced(block))
    .flatMap((block) => block.match(/^ {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*\S+.*$/gm) ?? []);

/** A block that is one fence of code: its language, its text, and whether the fence is closed. */
export interface CodeFence {
  readonly language: string;
  readonly code: string;
  readonly closed: boolean;
}

const isFenced = (block: string): boolean => /^\s{0,3}(?:`{3,}|~{3,})/.test(block);

export function readCodeFence(block: string): CodeFence | null {
  const lines = block.replace(/^\n+/, '').split('\n');
  const opening = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(lines[0] ?? '');
  if (opening === null) return null;
  const [, indent = '', ticks = '', info = ''] = opening;
  if (ticks.startsWith('`') && info.includes('`')) return null;
  const end = lines.findIndex((line, index) => index > 0 && nextFence(line, ticks) === null);
  if (end >= 0 && lines.slice(end + 1).some((line) => line.trim() !== '')) return null;
  const inner = lines.slice(1, end < 0 ? undefined : end);
  const code = inner.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  return { language: /^\s*([^\s{]*)/.exec(info)?.[1] ?? '', code, closed: end >= 0 };
}

/** Whether a block of math is still open: it is shown as it is written until it can be set. */
export const isOpenMath = (block: string): boolean => {
  const open = openFence(block);
  return open === '$$' || open === '\\[';
};

/**
 * The text of a reply that is still growing, with marks that are only half there made harmless: an open `**` or backtick is
 * closed, a link without its end shows its words, the first line of a table waits for the second.
 */
export function settleHalfOpen(block: string): string {
  if (openFence(block) !== null) return block;
  if (/^\s*\|[^\n]*$/.test(block)) return '';
  // A mark that only just began says nothing yet; a link without its end shows its words.
  const text = block.replace(/!?\[([^\]\n]*)(?:\]\([^)\n]*)?$/, '$1').replace(/(^|\s)\*{1,3}$/, '$1');
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1);
  if (countOf(paragraph, /(?<!`)`(?!`)/g) % 2 === 1) return `${text}\``;
  const isBoldOpen = countOf(paragraph.replace(/`[^`]*`/g, ''), /\*\*/g) % 2 === 1;
  return isBoldOpen ? `${text.trimEnd().replace(/\*$/, '')}**` : text;
}

function openFence(block: string): string | null {
  return block.split('\n').reduce<string | null>((open, line) => nextFence(line, open), null);
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
