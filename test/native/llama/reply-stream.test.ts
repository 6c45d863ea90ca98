import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createReplyStream, type ReplyStreamOptions } from '../../../native/llama/reply-stream.ts';

/** One token per byte, as tokenizers fall back to for rare characters. */
const bytes: ReplyStreamOptions = {
  toText: (tokens) => new TextDecoder().decode(Uint8Array.from(tokens)),
  stopTexts: [],
  startsThinking: false,
};
const run = (text: string, change: Partial<ReplyStreamOptions> = {}) => {
  const stream = createReplyStream({ ...bytes, ...change });
  const deltas: { text: string; thinking: string }[] = [];
  for (const byte of new TextEncoder().encode(text)) {
    deltas.push(stream.push(byte));
    if (stream.stopped) break;
  }
  deltas.push(stream.end());
  return {
    deltas,
    text: deltas.map((delta) => delta.text).join(''),
    thinking: deltas.map((delta) => delta.thinking).join(''),
    stopped: stream.stopped,
  };
};

/** U+FFFD itself is how a tokenizer shows a character that is not whole yet: the two cannot be told apart. */
const wholeText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\uFFFD'));

it('never cuts a character in half', () => {
  fc.assert(
    fc.property(wholeText, (text) => {
      const { deltas, text: all } = run(`x${text}`);
      expect(all).toBe(`x${text}`);
      for (const delta of deltas) expect(delta.text.isWellFormed() && !delta.text.includes('\uFFFD')).toBe(true);
    }),
  );
});

it('drops the bytes of a character that never came', () => {
  const stream = createReplyStream(bytes);
  const [first, second] = new TextEncoder().encode('今');
  expect(stream.push(first ?? 0)).toEqual({ text: '', thinking: '' });
  expect(stream.push(second ?? 0)).toEqual({ text: '', thinking: '' });
  expect(stream.end()).toEqual({ text: '', thinking: '' });
});

describe('thinking', () => {
  it('at the start goes aside', () => {
    expect(run('\n<think>\nhm, 今天\n</think>\n\nThe answer')).toMatchObject({
      thinking: '\nhm, 今天\n',
      text: 'The answer',
    });
  });
  it('may have been opened by the prompt', () => {
    expect(run('hm</think>yes', { startsThinking: true })).toMatchObject({ thinking: 'hm', text: 'yes' });
  });
  it('that never ends is all there is', () => {
    expect(run('<think>hm </thi')).toMatchObject({ thinking: 'hm </thi', text: '' });
  });
  it('is only what stands at the start', () => {
    expect(run('Say <think>x</think>')).toMatchObject({ thinking: '', text: 'Say <think>x</think>' });
    expect(run('<thin ice')).toMatchObject({ thinking: '', text: '<thin ice' });
    expect(run('<think>a</think>b <think>c</think>')).toMatchObject({ thinking: 'a', text: 'b <think>c</think>' });
  });
});

describe('a stop text', () => {
  const stopTexts = ['\nUser:', '\nAssistant:'];
  it('ends the reply and is not part of it', () => {
    expect(run('Hello\nUser: more', { stopTexts })).toMatchObject({ text: 'Hello', stopped: true });
  });
  it('that is only begun is text', () => {
    expect(run('Hello\nUse it', { stopTexts })).toMatchObject({ text: 'Hello\nUse it', stopped: false });
    expect(run('Hello\nUser', { stopTexts })).toMatchObject({ text: 'Hello\nUser', stopped: false });
  });
});
