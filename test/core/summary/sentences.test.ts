// Sentences are substrings, and never cut inside code, paths, numbers or versions.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../../electron/core/summary/sentences.ts';

describe('English and Chinese', () => {
  test.each([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['今天只改文档。先别动数据库！好吗？', ['今天只改文档。', '先别动数据库！', '好吗？']],
    ['Open /srv/app/report_v2.txt. Then v1.2.3 and 3.14.', ['Open /srv/app/report_v2.txt.', 'Then v1.2.3 and 3.14.']],
    ['See e.g. the docs, i.e. page 3 by Dr. Ng.', ['See e.g. the docs, i.e. page 3 by Dr. Ng.']],
    ['Use `a. B` here. Done.', ['Use `a. B` here.', 'Done.']],
    ['Before\n```\nx. Y. Z.\n```\nAfter.', ['Before', '```\nx. Y. Z.\n```', 'After.']],
    ['- one\n- two\n1. three', ['one', 'two', 'three']],
    ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
    ['See https://example.org/a?b=c.d now. Ok.', ['See https://example.org/a?b=c.d now.', 'Ok.']],
    ['Wait... what? 好。Yes.', ['Wait...', 'what?', '好。', 'Yes.']],
    ['', []],
    [' \n ', []],
  ])('%j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  test('a hard-wrapped line goes on, a short one does not', () => {
    expect(splitSentences('This line of prose is long enough to have been wrapped\nby an editor.')).toHaveLength(1);
    expect(splitSentences('shopping list\nmilk')).toEqual(['shopping list', 'milk']);
  });
});

test('every sentence of any text is a substring, in order, and nothing but white space and marks is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      let at = 0;
      for (const sentence of splitSentences(text)) {
        const start = text.indexOf(sentence, at);
        expect(start).toBeGreaterThanOrEqual(at);
        expect(text.slice(at, start)).toMatch(/^[\s\-*+•·>#()（）[\]xX.、\d]*$/);
        at = start + sentence.length;
      }
    }),
  );
});
