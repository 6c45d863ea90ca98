import { expect, test } from 'vitest';
import { measureActiveBytes } from '../../../electron/core/context/active-bytes.ts';
import type { Entry } from '../../../electron/core/transcript/entry.ts';
import { transcript } from '../../support/transcript-dsl.ts';

test('bytes are those of UTF-8: one, two, three and four to a character', () => {
  expect(measureActiveBytes(transcript('u1 aé数📥').entries, null)).toBe(10);
});

test('calls, thinking and attached files count, labels do not', () => {
  const chat = transcript('l1 a long label | a2{k1=read} ok');
  const [label, answer] = chat.entries as [Entry, Entry];
  const message = { ...answer, payload: { ...answer.payload, thinking: 'hm' } } as Entry;
  expect(measureActiveBytes([label, message], null)).toBe('ok'.length + 'hm'.length + 'read'.length + '{}'.length);
  const user = transcript('u1 see').entry('u1');
  const attachments = [{ name: 'a.txt', mediaType: 'text/plain', text: 'file' }];
  const sent = { ...user, payload: { type: 'message', role: 'user', text: 'see', attachments } } as Entry;
  expect(measureActiveBytes([sent], null)).toBe(7);
});

test('what a compaction folded does not count, what it carried and kept does', () => {
  const chat = transcript('u1 12345 | a2 678 | u3 90 | a4{k} | t5{k} abcd | a6{k2=f} | t7{k2} xy | c8>a6+u3');
  expect(measureActiveBytes(chat.entries, chat.compaction('c8'))).toBe('90'.length + 'f{}'.length + 'xy'.length);
});
