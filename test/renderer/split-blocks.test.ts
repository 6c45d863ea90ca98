import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settleHalfOpen, splitMarkdownBlocks } from '../../renderer/markdown/split-blocks.ts';

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

  test('a reference used elsewhere keeps the text whole', () => {
    expect(splitMarkdownBlocks('see [a]\n\n[a]: https://example.org')).toHaveLength(1);
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
