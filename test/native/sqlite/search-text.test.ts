import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnippet } from '../../../native/sqlite/search-snippet.ts';
import {
  endsInWord,
  findHit,
  foldAny,
  foldText,
  splitIndexText,
  toIndexText,
} from '../../../native/sqlite/search-text.ts';

/** Text that mixes what folds in unusual ways. */
const PIECES = [
  'a',
  'Z',
  ' ',
  '\n',
  'é',
  'e\u0301',
  'ß',
  'SS',
  'ς',
  'Σ',
  'İ',
  'ı',
  'ﬁ',
  'Ａ',
  '１',
  '½',
  '…',
  '’',
  '“',
  '数',
  '据',
  '库',
  '葛\u{e0100}',
  'か\u3099',
  'が',
  'ｶﾞ',
  'ﾊﾟ',
  '한',
  '\u1112\u1161\u11ab',
  'ㄱㅏ',
  '👩‍👩‍👧',
  '🇩🇪',
  '❤️',
  '\u200d',
  '\ud83d',
  '\udc00',
  '\0',
  'हिन्दी',
  'ไทย',
  'مرحبا',
  'a\u0345',
  'ΐ',
  '𝔘',
  '㌔',
  'ﷺ',
  '++',
  '100%',
  '_',
  "'",
  '"',
];
const mixedText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('folding', () => {
  it('of what is folded changes nothing', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 500 },
    );
  });

  it('of common characters takes a short way to the same end', () => {
    const ranges = [
      [1, 0x7f],
      [0x2010, 0x2030],
      [0x3000, 0x3130],
      [0x4e00, 0x4f00],
      [0x9f00, 0xa000],
      [0xabf0, 0xac20],
      [0xd790, 0xd7b0],
      [0xff00, 0xff70],
    ];
    for (const [from = 0, to = 0] of ranges) {
      for (let code = from; code <= to; code++) {
        const text = `a${String.fromCharCode(code)}b`;
        expect(foldText(text)).toBe(foldAny(text));
      }
    }
    fc.assert(
      fc.property(mixedText, (text) => {
        expect(foldText(text)).toBe(foldAny(text));
      }),
      { numRuns: 300 },
    );
  });

  it('makes the forms of one text equal', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
          expect(foldText(text.normalize(form))).toBe(foldText(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a hit', () => {
  it('is found for any text in itself, and shown well-formed with its ranges inside', () => {
    fc.assert(
      fc.property(mixedText, mixedText, mixedText, (before, text, after) => {
        const query = foldText(text).trim();
        const whole = `${before} ${text} ${after}`;
        if (query === '' || findHit(foldText(whole), query) === -1) return;
        const { snippet, ranges } = buildSnippet(whole, query);
        expect(snippet.isWellFormed()).toBe(true);
        let last = 0;
        for (const [from, to] of ranges) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(snippet.length);
          last = from;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of plain words is marked exactly', () => {
    const words = fc.array(fc.constantFrom('build', 'Straße', '数据库', 'café', 'テスト'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, fc.nat(), (list, pick) => {
        const word = list[pick % list.length] ?? '';
        const { snippet, ranges } = buildSnippet(list.join(' '), foldText(word));
        expect(ranges.map(([from, to]) => snippet.slice(from, to))).toEqual(list.filter((one) => one === word));
      }),
    );
  });

  it('starts at no second half of a character and not inside a word', () => {
    expect(findHit('😀', '\ude00')).toBe(-1);
    expect(findHit('😀', '\ud83d')).toBe(-1);
    expect(findHit('database base', 'base')).toBe(9);
    expect(findHit('数据base', 'base')).toBe(2);
    expect(findHit('base数据', '数')).toBe(4);
    expect(findHit('𠮷base', 'base')).toBe(2);
  });
});

describe('the index text', () => {
  it('sets characters of unspaced scripts apart and spells symbols', () => {
    expect(splitIndexText(toIndexText(foldText('重跑build-42号任务 C++')))).toEqual([
      '重',
      '跑',
      'build',
      '42',
      '号',
      '任',
      '务',
      'c',
      'x2bx',
      'x2bx',
    ]);
    expect(splitIndexText(toIndexText('😀𠮷'))).toEqual(['x1f600x', 'x20bb7x']);
    expect(splitIndexText(toIndexText('., \'"。、'))).toEqual([]);
  });

  it('takes the last word as a prefix only where a word may go on', () => {
    expect(['build', 'c++', '任务', '100%', 'é', ''].map((text) => endsInWord(foldText(text)))).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
  });
});
