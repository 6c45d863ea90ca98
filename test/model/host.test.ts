// The real host process with a real small model: aborts, overflow, windows, damaged files, crashes.

import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

import type { GenerateOptions } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import type { HostClient } from '../../native/llama/host-client.ts';
import { current, system } from '../support/segments.ts';
import { loadInto, type RealHost, startRealHost } from '../support/real-host.ts';
import { requireTestModel } from '../support/test-models.ts';

// A model on a busy machine takes its time; a hang still ends.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const MODEL = requireTestModel();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const running: HostClient[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((client) => client.close()));
});
function start(): RealHost {
  const host = startRealHost();
  running.push(host.client);
  return host;
}

const HELLO = [system('You are a helpful assistant.'), current('Hello!')];
const LONG = [current('The ship sailed on over the grey sea. '.repeat(90))];
const generate = (
  client: HostClient,
  segments: readonly ContextSegment[],
  options: Partial<GenerateOptions> & { readonly maxTokens?: number } = {},
) => {
  const { maxTokens = 8, signal = new AbortController().signal, ...hooks } = options;
  return client.generate(
    { purpose: 'chat', segments, maxTokens, temperature: 0, conversationId: asConversationId('c') },
    { signal, ...hooks },
  );
};

describe('an abort', () => {
  it('ends the reading before the prompt is read whole, and the next request works', async () => {
    const { client } = start();
    await loadInto(client, MODEL, 2048);
    const abort = new AbortController();
    let unreadTokens = 0;
    const reply = await generate(client, LONG, {
      signal: abort.signal,
      onProgress: ({ readTokens, promptTokens }) => {
        unreadTokens = promptTokens - readTokens;
        abort.abort();
      },
    });
    expect(unreadTokens).toBeGreaterThan(0);
    expect(reply).toMatchObject({ ok: true, value: { stopReason: 'aborted', text: '' } });
    expect(await generate(client, HELLO)).toMatchObject({ ok: true });
  });
  it('ends the writing and the waiting in line', async () => {
    const { client } = start();
    await loadInto(client, MODEL, 1024);
    const [writing, waiting] = [new AbortController(), new AbortController()];
    const maxTokens = 400;
    let writtenTokens = 0;
    const first = generate(client, HELLO, {
      maxTokens,
      signal: writing.signal,
      onText: ({ tokens }) => {
        writtenTokens += tokens;
        waiting.abort();
      },
    });
    expect(await generate(client, HELLO, { signal: waiting.signal })).toMatchObject({
      value: { stopReason: 'aborted', text: '' },
    });
    writing.abort();
    const reply = await first;
    expect(reply).toMatchObject({ ok: true, value: { stopReason: 'aborted' } });
    expect(writtenTokens).toBeLessThan(maxTokens);
  });
});

describe('the window', () => {
  it('is what was asked for, what the model was trained on, or the default', async () => {
    const { client } = start();
    expect(await loadInto(client, MODEL, 512)).toMatchObject({ windowTokens: 512, windowLimitedBy: null });
    expect(await loadInto(client, MODEL)).toMatchObject({ windowTokens: 8192, trainedWindowTokens: 8192 });
    expect(await loadInto(client, MODEL, 1_000_000)).toMatchObject({ windowTokens: 8192, windowLimitedBy: 'trained' });
  });
  it('refuses a prompt larger than itself with the figures', async () => {
    const { client } = start();
    await loadInto(client, MODEL, 512);
    const count = await client.count(LONG);
    expect(await generate(client, LONG)).toEqual({
      ok: false,
      error: {
        code: 'context_overflow',
        detail: { promptTokens: count.ok ? count.value.totalTokens : 0, windowTokens: 512 },
      },
    });
  });
});

describe('a model file', () => {
  it('cut to half or by one byte is refused, and the model in use stays', async () => {
    const { client, processes } = start();
    await loadInto(client, MODEL, 512);
    for (const length of [49_000_000, 98_362_431]) {
      const cut = join(folder, `cut-${length}.gguf`);
      copyFileSync(MODEL, cut);
      truncateSync(cut, length);
      const load = await client.load(
        { path: cut },
        { signal: new AbortController().signal, onProgress: () => undefined },
      );
      expect(load).toMatchObject({ ok: false, error: { code: 'model_truncated' } });
      rmSync(cut);
    }
    expect(await generate(client, HELLO)).toMatchObject({ ok: true });
    expect(processes).toHaveLength(1);
  });
  it('may have spaces and Chinese characters in its path, and may vanish while in use', async () => {
    const { client } = start();
    const path = join(folder, '小 模型 (1).gguf');
    copyFileSync(MODEL, path);
    const loaded = await loadInto(client, path, 512);
    expect(loaded).toMatchObject({ path, template: 'file', backend: 'cpu' });
    rmSync(path);
    expect(await generate(client, HELLO)).toMatchObject({ ok: true });
    // The same weights from another place are the same model.
    expect((await loadInto(client, MODEL, 512)).modelId).toBe(loaded.modelId);
  });
});

describe('a crash', () => {
  it('while writing settles the request once; the next one starts the model again', async () => {
    const { client, processes } = start();
    await loadInto(client, MODEL, 512);
    const expected = await generate(client, HELLO);
    let settled = 0;
    const lost = generate(client, HELLO, { maxTokens: 300, onText: () => processes.at(-1)?.kill() }).finally(() => {
      settled += 1;
    });
    expect(await lost).toEqual({ ok: false, error: { code: 'host_crashed' } });
    const after = await generate(client, HELLO);
    if (!expected.ok || !after.ok) throw new Error('The host refused.');
    expect(after.value.text).toBe(expected.value.text);
    expect(settled).toBe(1);
    expect(processes).toHaveLength(2);
  });
});

it('loading can be aborted, before it begins or on the way, and the host goes on', async () => {
  const { client } = start();
  const aborted = { ok: false, error: { code: 'model_load_failed', detail: { reason: 'aborted' } } };
  const before = { signal: AbortSignal.abort(), onProgress: () => undefined };
  expect(await client.load({ path: MODEL }, before)).toEqual(aborted);
  const abort = new AbortController();
  const onProgress = (fraction: number): void => {
    if (fraction > 0) abort.abort();
  };
  expect(await client.load({ path: MODEL }, { signal: abort.signal, onProgress })).toEqual(aborted);
  expect(client.loaded()).toBeNull();
  expect(await loadInto(client, MODEL, 512)).toMatchObject({ windowTokens: 512 });
});
