// Half characters become U+FFFD wherever a value holds a string; all else stays.

import { expect, test } from 'vitest';
import { wellFormed } from '../../../electron/core/transcript/well-formed.ts';

test('every string inside is made well-formed', () => {
  const given = { text: 'a\ud83d', files: [{ name: '\ude00b', size: 3 }], none: null, whole: '\u{1f600}' };
  expect(wellFormed(given)).toEqual({
    text: 'a\ufffd',
    files: [{ name: '\ufffdb', size: 3 }],
    none: null,
    whole: '\u{1f600}',
  });
});

test('what is no plain object is handed on as it is', () => {
  const bytes = new Uint8Array([1, 2]);
  expect(wellFormed({ bytes, absent: undefined }).bytes).toBe(bytes);
});
