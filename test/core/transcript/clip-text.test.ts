import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipEnd, clipMiddle, toWellFormed } from '../../../electron/core/transcript/clip-text.ts';

const NOTE = /\n\[… (\d+) characters left out …\]\n/;
const graphemes = (text: string): readonly string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

describe('clipMiddle', () => {
  test('leaves a text that fits as it is', () => {
    expect(clipMiddle('short', 5)).toBe('short');
  });

  test('keeps head and tail and states how much is left out', () => {
    expect(clipMiddle(`${'h'.repeat(60)}${'t'.repeat(60)}`, 60)).toBe(
      `${'h'.repeat(15)}\n[… 91 characters left out …]\n${'t'.repeat(14)}`,
    );
  });

  test('the last line of a long tool result survives', () => {
    const clipped = clipMiddle(`${'progress line\n'.repeat(600)}upload finished, receipt R-5521`, 800);
    expect(clipped.endsWith('upload finished, receipt R-5521')).toBe(true);
  });

  test('the start alone stays where not even the note fits', () => {
    expect(clipMiddle('a'.repeat(100), 10)).toBe(`${'a'.repeat(9)}…`);
  });
});

describe('clipEnd', () => {
  test.each([
    ['fits', 'abc', 3, 'abc'],
    ['is cut before the limit, the sign included', 'abcd', 3, 'ab…'],
    ['has no room for anything', 'abc', 0, ''],
  ])('a text that %s', (_case, text, max, expected) => {
    expect(clipEnd(text, max)).toBe(expected);
  });
});

describe('emoji cut in half', () => {
  const characters: readonly (readonly [string, string])[] = [
    ['an emoji', '📥'],
    ['a family with joiners', '👩‍👩‍👧‍👦'],
    ['a flag', '🇨🇭'],
    ['an ideograph with a variation selector', '葛\u{E0100}'],
    ['a Devanagari cluster', 'क्षि'],
    ['a decomposed accent', 'e\u0301'],
  ];
  test.each(characters)('%s at the cut stays whole or goes whole', (_name, character) => {
    const text = `${'x'.repeat(1999)}${character}${' and more text'.repeat(20)}`;
    for (let max = 1990; max <= 2016; max++) {
      for (const clipped of [clipEnd(text, max), clipMiddle(text, max)]) {
        expect(clipped.isWellFormed()).toBe(true);
        expect(clipped.length).toBeLessThanOrEqual(max);
      }
      const kept = clipEnd(text, max).slice(1999, -1);
      expect(kept === '' || kept.startsWith(character)).toBe(true);
    }
  });

  test.each(characters)('a long run of %s is cut between two of them', (_name, character) => {
    const text = character.repeat(300);
    const [head = '', , tail = ''] = clipMiddle(text, 400).split(NOTE);
    expect(head.length % character.length).toBe(0);
    expect(tail.length % character.length).toBe(0);
  });

  test('a character stacked higher than anyone writes is cut between its marks rather than dropped', () => {
    expect(clipEnd(`e${'\u0301'.repeat(400)}`, 300)).toBe(`e${'\u0301'.repeat(298)}…`);
  });

  test('a lone half becomes the replacement character', () => {
    expect(toWellFormed('a\uD83D b\uDCE5 📥\uD83D\uD83D\uDCE5')).toBe('a\uFFFD b\uFFFD 📥\uFFFD📥');
  });
});

test('whatever the text: well-formed, never too long, made of whole graphemes of the text, and the count adds up', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\r\n', '数', '👩‍👩‍👧', '🇨🇭', 'e\u0301', 'ก็', '\uD83D', '[… 9');
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 120 }), fc.integer({ min: 0, max: 150 }), (units, max) => {
      const text = units.join('');
      const whole = toWellFormed(text);
      const clipped = clipMiddle(text, max);
      expect(clipped.isWellFormed()).toBe(true);
      expect(clipped.length).toBeLessThanOrEqual(Math.max(max, 0));
      if (text.length <= max) {
        expect(clipped).toBe(whole);
        return;
      }
      const parts = graphemes(whole);
      const [head = '', omitted, tail = ''] = clipped.split(NOTE);
      if (omitted === undefined) return;
      expect([...head].length + Number(omitted) + [...tail].length).toBe([...whole].length);
      const starts = new Set<number>();
      let at = 0;
      for (const part of parts) {
        starts.add(at);
        at += part.length;
      }
      starts.add(at);
      expect(starts.has(head.length) && starts.has(whole.length - tail.length)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
