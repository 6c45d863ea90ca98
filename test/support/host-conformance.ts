// The rules every LlamaHost keeps, registered as tests for any host with a model in it: a scripted host cannot be kinder than the real one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { GenerateOptions, LlamaHost } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { assistant, current, summary, system, user } from './segments.ts';

export interface ConformanceSubject {
  /** Loaded, with a window of some hundred to some thousand tokens. */
  readonly host: LlamaHost;
  close(): Promise<void>;
}

const VIEW: readonly ContextSegment[] = [
  system('You are a friendly assistant.'),
  summary('The port of the test server is 8080.'),
  user('Hello, my name is Kim.'),
  assistant('Hello Kim, nice to meet you.'),
  current('Tell me a long story about the sea. 今天天气很好。'),
];

export function describeHostConformance(name: string, start: () => Promise<ConformanceSubject>): void {
  describe(`${name} keeps the rules of a host`, () => {
    let subject: ConformanceSubject;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(() => subject.close());
    registerCounting(() => subject.host);
    registerReplies(() => subject.host);
    registerOrder(() => subject.host);
  });
}

function generate(
  host: LlamaHost,
  segments: readonly ContextSegment[],
  options: Partial<GenerateOptions> & { readonly conversation?: string } = {},
) {
  const { conversation = 'one', signal = new AbortController().signal, ...hooks } = options;
  return host.generate(
    { purpose: 'chat', segments, maxTokens: 24, temperature: 0, conversationId: asConversationId(conversation) },
    { signal, ...hooks },
  );
}

/** Larger than any window under test. */
async function overflowing(host: LlamaHost): Promise<readonly ContextSegment[]> {
  const windowTokens = host.loaded()?.windowTokens ?? 0;
  return [current('word '.repeat(windowTokens + 50))];
}

function registerCounting(host: () => LlamaHost): void {
  it('says which model is loaded and how large its window is', () => {
    expect(host().loaded()?.windowTokens).toBeGreaterThan(0);
  });
  it('counts one figure per segment, and they add up', async () => {
    const count = await host().count(VIEW);
    if (!count.ok) throw new Error(count.error.code);
    expect(count.value.segmentTokens).toHaveLength(VIEW.length);
    expect(count.value.segmentTokens.reduce((sum, tokens) => sum + tokens, 0)).toBe(count.value.totalTokens);
  });
  it('counts what it renders and what it reads', async () => {
    const [count, rendered, reply] = await Promise.all([
      host().count(VIEW),
      host().render(VIEW),
      generate(host(), VIEW),
    ]);
    if (!count.ok || !rendered.ok || !reply.ok) throw new Error('The host refused.');
    expect(rendered.value.tokens).toBe(count.value.totalTokens);
    expect(reply.value.promptTokens).toBe(count.value.totalTokens);
    for (const segment of VIEW) expect(rendered.value.text).toContain(segment.text);
  });
  it('counts plain texts one by one', async () => {
    expect(await host().countText([])).toEqual({ ok: true, value: [] });
    const counted = await host().countText(['one', 'one two three four five', '']);
    if (!counted.ok) throw new Error(counted.error.code);
    const [short, long, none] = counted.value;
    expect(none).toBe(0);
    expect(long).toBeGreaterThan(short ?? 0);
  });
  it('a longer draft never counts less', async () => {
    const shorter = await host().count([...VIEW.slice(0, -1), current('Tell me')]);
    const longer = await host().count([...VIEW.slice(0, -1), current('Tell me much more about it, please')]);
    if (!shorter.ok || !longer.ok) throw new Error('The host refused.');
    expect(longer.value.totalTokens).toBeGreaterThan(shorter.value.totalTokens);
  });
}

function registerReplies(host: () => LlamaHost): void {
  it('streams exactly the reply, well-formed', async () => {
    const deltas: string[] = [];
    let tokens = 0;
    let served = 0;
    const reply = await generate(host(), VIEW, {
      onServed: () => {
        expect(deltas).toEqual([]);
        served += 1;
      },
      onText: (delta) => {
        deltas.push(delta.text);
        tokens += delta.tokens;
      },
    });
    if (!reply.ok) throw new Error(reply.error.code);
    expect(served).toBe(1);
    expect(deltas.join('')).toBe(reply.value.text);
    expect(reply.value.text).not.toBe('');
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
    expect(tokens).toBeLessThanOrEqual(reply.value.replyTokens);
    expect(['stop', 'length']).toContain(reply.value.stopReason);
  });
  it('answers an abort before the start with an empty aborted reply', async () => {
    const heard: string[] = [];
    const reply = await generate(host(), VIEW, { signal: AbortSignal.abort(), onText: ({ text }) => heard.push(text) });
    expect(reply).toMatchObject({ ok: true, value: { stopReason: 'aborted', text: '' } });
    expect(heard).toEqual([]);
  });
  it('answers an abort while writing with what was written, and says nothing more', async () => {
    const abort = new AbortController();
    const heard: string[] = [];
    const reply = await generate(host(), VIEW, {
      signal: abort.signal,
      onText: ({ text }) => {
        heard.push(text);
        abort.abort();
      },
    });
    if (!reply.ok) throw new Error(reply.error.code);
    expect(reply.value.stopReason).toBe('aborted');
    expect(reply.value.text.startsWith(heard.join(''))).toBe(true);
    expect(heard).toHaveLength(1);
  });
  it('refuses a prompt that does not fit before it says a word', async () => {
    const heard: string[] = [];
    const reply = await generate(host(), await overflowing(host()), { onText: ({ text }) => heard.push(text) });
    expect(reply).toMatchObject({ ok: false, error: { code: 'context_overflow' } });
    expect(heard).toEqual([]);
  });
  it('answers as before after an abort and after an overflow', async () => {
    const before = await generate(host(), VIEW, { conversation: 'two' });
    await generate(host(), await overflowing(host()));
    await generate(host(), VIEW, { signal: AbortSignal.abort() });
    const after = await generate(host(), VIEW, { conversation: 'two' });
    if (!before.ok || !after.ok) throw new Error('The host refused.');
    expect(after.value.text).toBe(before.value.text);
  });
}

function registerOrder(host: () => LlamaHost): void {
  it('settles each request once, in the order asked', async () => {
    const settled: number[] = [];
    const ask = (index: number) =>
      generate(host(), VIEW, { conversation: `c${index}` }).then(() => settled.push(index));
    await Promise.all([ask(1), ask(2), ask(3)]);
    expect(settled).toEqual([1, 2, 3]);
  });
  it('counts the same while a reply is being written', async () => {
    const quiet = await host().count(VIEW);
    const writing = generate(host(), VIEW);
    const busy = await host().count(VIEW);
    await writing;
    expect(busy).toEqual(quiet);
  });
}
