import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  growBlocks,
  isOpenMath,
  type MarkdownBlocks,
  readCodeFence,
  settleHalfOpen,
  splitMarkdownBlocks,
} from '../../renderer/markdown/split-blocks.ts';

describe('blocks of a growing reply', () => {
  test('paragraphs stand alone', () => {
    expect(splitMarkdownBlocks('one\n\ntwo\n\nthree')).toEqual(['one\n', 'two\n', 'three']);
  });

  test('a fence holds its blank lines, and one with more ticks holds a fence', () => {
    expect(splitMarkdownBlocks('```ts\na\n\nb\n```\n\nafter')).toEqual(['```ts\na\n\nb\n```\n', 'after']);
    expect(splitMarkdownBlocks('````\n```\n\n```\n````\n\nafter')).toHaveLength(2);
    expect(splitMarkdownBlocks('```\nopen\n\nstill open')).toHaveLength(1);
  });

  test('a list with blank lines and what is indented under it stay together', () => {
    expect(splitMarkdownBlocks('1. one\n\n2. two\n\n   more of two\n\nafter')).toHaveLength(2);
  });

  test('a footnote keeps the text whole', () => {
    expect(splitMarkdownBlocks('see[^1]\n\n[^1]: there')).toHaveLength(1);
  });

  test('a fence ends the paragraph before it, and what follows it is a block of its own', () => {
    expect(splitMarkdownBlocks('so:\n```ts\na\n```\nand')).toEqual(['so:', '```ts\na\n```', 'and']);
  });

  test('a formula with empty lines stays together', () => {
    expect(splitMarkdownBlocks('$$\na\n\nb\n$$\n\nafter')).toEqual(['$$\na\n\nb\n$$\n', 'after']);
  });

  test('a very long list may be split between its items', () => {
    const item = `${'word '.repeat(100)}\n`;
    const list = Array.from({ length: 30 }, (_, index) => `${index + 1}. ${item}`).join('\n');
    expect(splitMarkdownBlocks(list).length).toBeGreaterThan(2);
    expect(splitMarkdownBlocks(list).join('\n').trimEnd()).toBe(list.trimEnd());
  });

  test('no text is lost or moved', () => {
    const line = fc.constantFrom('text', '', '- item', '```', '> quote', '| a | b |', '    code', '# head');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        expect(splitMarkdownBlocks(text).join('\n').trimEnd()).toBe(text.trimEnd());
      }),
    );
  });
});

describe('a text that grows', () => {
  const line = fc.constantFrom(
    'text',
    '',
    '- item',
    '1. one',
    '```',
    '$$',
    '> quote',
    '[a]: https://a.example',
    '# head',
  );

  test('in any steps has the blocks of the whole', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), steps, (lines, sizes) => {
        const text = lines.join('\n');
        let held: MarkdownBlocks | null = null;
        let at = 0;
        for (const size of sizes) {
          at = Math.min(text.length, at + size);
          held = growBlocks(held, text.slice(0, at));
          expect(held.groups.flat()).toEqual(splitMarkdownBlocks(text.slice(0, at)));
        }
        held = growBlocks(held, text);
        expect(held).toEqual(growBlocks(null, text));
      }),
    );
  });

  test('keeps the groups that did not change', () => {
    const text = Array.from({ length: 60 }, (_, index) => `paragraph ${index}`).join('\n\n');
    const before = growBlocks(null, text);
    const after = growBlocks(before, `${text} goes on\n\nand on`);
    expect(after.groups.slice(0, 7).every((group, index) => group === before.groups[index])).toBe(true);
  });

  test('a reference defined later reaches the blocks before it', () => {
    expect(growBlocks(null, 'see [a]\n\nmore\n\n[a]: https://example.org').definitions).toBe(
      '[a]: https://example.org',
    );
    expect(growBlocks(null, '```\n[a]: no\n```').definitions).toBe('');
  });
});

describe('a fence of code', () => {
  test.each([
    ['```ts\nlet a;\n```', { language: 'ts', code: 'let a;', closed: true }],
    ['```\nopen\n\nstill', { language: '', code: 'open\n\nstill', closed: false }],
    ['```js {1,2}\na\n```\n', { language: 'js', code: 'a', closed: true }],
    ['  ```\n  a\n    b\n  ```', { language: '', code: 'a\n  b', closed: true }],
    ['text', null],
    ['```inline``` text', null],
  ])('%j is read as %j', (block, expected) => {
    expect(readCodeFence(block)).toEqual(expected);
  });

  test('a formula is open until its end mark is there', () => {
    expect(isOpenMath('$$\na')).toBe(true);
    expect(isOpenMath('$$\na\n$$')).toBe(false);
  });
});

describe('marks that are only half there', () => {
  test.each([
    ['this is **bo', 'this is **bo**'],
    ['this is **', 'this is '],
    ['this is **bold*', 'this is **bold**'],
    ['this is **bold** and', 'this is **bold** and'],
    ['use `npm ru', 'use `npm ru`'],
    ['see [the do', 'see the do'],
    ['see [the docs](https://exa', 'see the docs'],
    ['| a | b |', ''],
    ['whole **bold** and `code`', 'whole **bold** and `code`'],
    ['```\nlet a = **', '```\nlet a = **'],
    ['**安装**页', '**安装**页'],
  ])('%j is drawn as %j', (half, whole) => {
    expect(settleHalfOpen(half)).toBe(whole);
  });
});
