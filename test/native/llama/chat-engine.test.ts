import { describe, expect, it } from 'vitest';

import type { GenerateRequest } from '../../../electron/app/ports.ts';
import type { ContextSegment } from '../../../electron/core/context/context-view.ts';
import { asConversationId } from '../../../electron/core/ids.ts';
import { createChatEngine } from '../../../native/llama/chat-engine.ts';
import { createFakeNativeModel, type FakeNativeOptions } from '../../support/fake-native-model.ts';
import { assistant, current, system, user } from '../../support/segments.ts';

const HELLO = [system('S'), current('Hello')];

function setUp(change: Partial<FakeNativeOptions> = {}) {
  const model = createFakeNativeModel({ windowTokens: 1000, reply: 'Hi there', ...change });
  const engine = createChatEngine(model);
  const deltas: string[] = [];
  const readings: (readonly [number, number])[] = [];
  const start = (
    segments: readonly ContextSegment[],
    more: Partial<GenerateRequest> = {},
    signal = new AbortController().signal,
  ) =>
    engine.generate(
      { purpose: 'chat', segments, maxTokens: 100, conversationId: asConversationId('c'), ...more },
      {
        signal,
        onDelta: (delta) => deltas.push(delta.text),
        onReading: (read, all) => readings.push([read, all]),
      },
    );
  const generate = async (...given: Parameters<typeof start>) => {
    const run = start(...given);
    const result = await run.settled;
    await run.idle;
    return result;
  };
  return { model, engine, deltas, readings, start, generate };
}

const size = (setup: ReturnType<typeof setUp>, segments: readonly ContextSegment[]): number => {
  const count = setup.engine.count(segments);
  return count.ok ? count.value.totalTokens : -1;
};

describe('a reply', () => {
  it('is streamed, counted and ended by the end token', async () => {
    const setup = setUp();
    const result = await setup.generate(HELLO);
    expect(result).toMatchObject({
      ok: true,
      value: {
        text: 'Hi there',
        stopReason: 'stop',
        replyTokens: 8,
        promptTokens: size(setup, HELLO),
        reusedTokens: 0,
      },
    });
    expect(setup.deltas.join('')).toBe('Hi there');
  });
  it('stops at maxTokens with length', async () => {
    expect(await setUp().generate(HELLO, { maxTokens: 3 })).toMatchObject({
      value: { text: 'Hi ', stopReason: 'length', replyTokens: 3 },
    });
  });
  it('ends with length when the window is full, without shifting it', async () => {
    const probe = setUp();
    const room = 5;
    const setup = setUp({ windowTokens: size(probe, HELLO) + room, endless: true });
    expect(await setup.generate(HELLO)).toMatchObject({ ok: true, value: { stopReason: 'length', replyTokens: room } });
  });
  it('evaluates exactly the tokens that count said', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    expect(setup.model.sequence.evaluated()).toHaveLength(size(setup, HELLO) + 8);
  });
});

describe('a prompt that does not fit', () => {
  it('is refused before a token is read', async () => {
    const windowTokens = size(setUp(), HELLO);
    const setup = setUp({ windowTokens });
    expect(await setup.generate(HELLO)).toEqual({
      ok: false,
      error: { code: 'context_overflow', detail: { promptTokens: windowTokens, windowTokens } },
    });
    expect(setup.model.batches).toEqual([]);
  });
});

describe('the sequence', () => {
  it('keeps the longest shared prefix', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    const longer = [...HELLO, assistant('Hi there'), current('More')];
    const result = await setup.generate(longer);
    // Prompt, reply and all: only the end mark of the reply and what follows is new.
    expect(result).toMatchObject({ value: { reusedTokens: size(setup, HELLO) + 8 } });
  });
  it('always reads the last token of a prompt it already holds', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    expect(await setup.generate(HELLO)).toMatchObject({
      value: { text: 'Hi there', reusedTokens: size(setup, HELLO) - 1 },
    });
  });
  it('starts anew for another conversation', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    const other = [system('Other'), current('x')];
    expect(await setup.generate(other)).toMatchObject({
      value: { text: 'Hi there', reusedTokens: '?system\n'.length },
    });
    expect(setup.model.sequence.evaluated()).toHaveLength(size(setup, other) + 8);
  });
  it('is read again honestly where the model cannot forget its end', async () => {
    const setup = setUp({ canCut: false });
    await setup.generate(HELLO);
    expect(await setup.generate([system('S'), current('Bye')])).toMatchObject({ value: { reusedTokens: 0 } });
  });
  it('is not disturbed by counting in between', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    const before = [...setup.model.sequence.evaluated()];
    size(setup, [user('anything')]);
    expect(setup.model.sequence.evaluated()).toEqual(before);
  });
});

describe('an abort', () => {
  it('is answered at once while a batch is being read, and nothing more is read', async () => {
    const gate = Promise.withResolvers<void>();
    const setup = setUp({ beforeStep: () => gate.promise });
    const abort = new AbortController();
    const run = setup.start([current('x'.repeat(900))], {}, abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await run.settled).toMatchObject({ ok: true, value: { stopReason: 'aborted', text: '', replyTokens: 0 } });
    gate.resolve();
    await run.idle;
    expect(setup.model.batches).toHaveLength(1);
  });
  it('keeps what was written', async () => {
    const abort = new AbortController();
    let steps = 0;
    const setup = setUp({
      endless: true,
      reply: 'ab',
      beforeStep: () => {
        steps += 1;
        if (steps === 6) abort.abort();
        return Promise.resolve();
      },
    });
    const result = await setup.generate(HELLO, {}, abort.signal);
    expect(result).toMatchObject({ value: { stopReason: 'aborted', text: 'abab' } });
    expect(setup.deltas.join('')).toBe('abab');
  });
});

describe('sampling', () => {
  it('is lively for chat and plain for what is checked', async () => {
    const setup = setUp();
    await setup.generate(HELLO);
    await setup.generate(HELLO, { purpose: 'summary', grammar: 'root ::= "x"' });
    await setup.generate(HELLO, { temperature: 0.2, seed: 7, topP: 0.5, minP: 0, repeatPenalty: 1.3 });
    expect(setup.model.samplings).toMatchObject([
      { temperature: 0.7, grammar: null, repeatPenalty: { penalty: 1.1 } },
      { temperature: 0, grammar: 'root ::= "x"', repeatPenalty: { penalty: 1 } },
      { temperature: 0.2, seed: 7, topP: 0.5, minP: 0, repeatPenalty: { penalty: 1.3 } },
    ]);
  });
  it('refuses a bad grammar instead of ignoring it', async () => {
    const setup = setUp();
    expect(await setup.generate(HELLO, { grammar: 'nonsense' })).toEqual({
      ok: false,
      error: { code: 'host_error', detail: { reason: 'grammar' } },
    });
    expect(setup.model.batches).toEqual([]);
  });
});

it('stops a base model before it speaks for the person', async () => {
  const setup = setUp({ chatTemplate: null, reply: ' Sure.\n\nUser: and then?' });
  expect(await setup.generate(HELLO)).toMatchObject({ value: { text: ' Sure.\n', stopReason: 'stop' } });
});
