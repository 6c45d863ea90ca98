import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { GenerateReply, Log } from '../../../electron/app/ports.ts';
import type { HostState } from '../../../electron/contract/snapshot.ts';
import { asConversationId } from '../../../electron/core/ids.ts';
import { createHostClient, type HostClientOptions } from '../../../native/llama/host-client.ts';
import type { HostRequest } from '../../../native/llama/host-protocol.ts';
import { type Behaviour, createFakeHosts, LOADED, obliging } from '../../support/fake-host-process.ts';
import { current } from '../../support/segments.ts';

const REPLY: GenerateReply = {
  text: 'Hi',
  thinking: '',
  toolCalls: [],
  stopReason: 'stop',
  promptTokens: 5,
  replyTokens: 1,
  reusedTokens: 0,
};
const MODEL = { path: '/models/fake.gguf' };

function setUp(behaviour: Behaviour = obliging, options: Partial<HostClientOptions> = {}) {
  const hosts = createFakeHosts(behaviour);
  const events: string[] = [];
  const log: Log = (_level, event) => events.push(event);
  const client = createHostClient({ spawnHost: hosts.spawnHost, log, gpu: 'off', ...options });
  const states: HostState['kind'][] = [];
  client.onState((state) => states.push(state.kind));
  const load = (path = MODEL.path, signal = new AbortController().signal) =>
    client.load({ path }, { signal, onProgress: () => undefined });
  const generate = (signal = new AbortController().signal) =>
    client.generate(
      { purpose: 'chat', segments: [current('Hello')], maxTokens: 10, conversationId: asConversationId('c') },
      { signal },
    );
  const process = () => {
    const newest = hosts.processes.at(-1);
    if (newest === undefined) throw new Error('No host process was started.');
    return newest;
  };
  const asked = (op: HostRequest['op']): HostRequest => {
    const request = process().requests.findLast((item) => item.op === op);
    if (request === undefined) throw new Error(`The host was never asked to ${op}.`);
    return request;
  };
  return { hosts, client, states, events, load, generate, process, asked };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Dies at every generation. */
const fatal: Behaviour = (request, process) => {
  if (request.op === 'generate') process.die();
  else obliging(request, process);
};
const quick: Behaviour = (request, process) => {
  if (request.op === 'generate') process.answer(request, { type: 'done', value: REPLY });
  else obliging(request, process);
};

describe('a request meant for a model', () => {
  it('is answered for the loaded one by id, name or path, and for no other', async () => {
    const { client, load } = setUp();
    expect(client.serves(MODEL.path)).toBe(false);
    await load();
    for (const name of [LOADED.modelId, LOADED.name, LOADED.path]) expect(client.serves(name)).toBe(true);
    expect(client.serves('another')).toBe(false);
    await client.close();
  });
});

describe('without a model', () => {
  it('requests answer no_model and no process is started', async () => {
    const { client, generate, hosts } = setUp();
    expect(await client.count([current('x')])).toEqual({ ok: false, error: { code: 'no_model' } });
    expect(await generate()).toEqual({ ok: false, error: { code: 'no_model' } });
    expect(hosts.processes).toHaveLength(0);
    expect(client.loaded()).toBeNull();
  });
});

describe('loading', () => {
  it('tells its states', async () => {
    const { client, load, states } = setUp();
    expect(await load()).toEqual({ ok: true, value: LOADED });
    expect(client.loaded()).toEqual(LOADED);
    expect(states).toEqual(['loading', 'ready']);
  });
  it('that fails leaves the model before it in use', async () => {
    const { client, load, hosts } = setUp((request, process) => {
      if (request.op === 'load' && request.body.path === '/bad.gguf')
        process.answer(request, { type: 'failed', error: { code: 'model_truncated' } });
      else obliging(request, process);
    });
    await load();
    expect(await load('/bad.gguf')).toEqual({ ok: false, error: { code: 'model_truncated' } });
    expect(client.loaded()?.path).toBe(MODEL.path);
    expect(await client.count([current('x')])).toMatchObject({ ok: true });
    expect(hosts.processes).toHaveLength(1);
  });
  it('goes on without the graphics card when the process dies while loading on it', async () => {
    const { load, hosts, events } = setUp(
      (request, process) => {
        if (request.op === 'load' && request.body.gpu === 'auto') process.die();
        else obliging(request, process);
      },
      { gpu: 'auto' },
    );
    expect(await load()).toMatchObject({ ok: true });
    expect(hosts.processes).toHaveLength(2);
    expect(events).toContain('host.backend_failed');
  });
  it('makes requests wait, also for another model', async () => {
    const { client, load, process } = setUp();
    await load();
    const other = load('/other.gguf');
    const count = client.count([current('x')]);
    expect(await other).toMatchObject({ ok: true });
    expect(await count).toMatchObject({ ok: true });
    expect(process().requests.map((request) => request.op)).toEqual(['load', 'load', 'count']);
  });
});

describe('a crash', () => {
  it('settles what was under way once, and the next request brings the model back', async () => {
    const { load, generate, process, hosts, client, states } = setUp();
    await load();
    const lost = generate();
    await settle();
    process().die();
    expect(await lost).toEqual({ ok: false, error: { code: 'host_crashed' } });
    expect(states.at(-1)).toBe('failed');
    expect(await client.count([current('x')])).toMatchObject({ ok: true });
    expect(hosts.processes).toHaveLength(2);
    expect(process().requests.map((request) => request.op)).toEqual(['load', 'count']);
    expect(states.at(-1)).toBe('ready');
  });
  it('three times in a row waits for the person', async () => {
    const { load, generate, hosts } = setUp(fatal);
    await load();
    for (let crash = 0; crash < 3; crash += 1)
      expect(await generate()).toMatchObject({ error: { code: 'host_crashed' } });
    expect(await generate()).toEqual({
      ok: false,
      error: { code: 'host_crashed', detail: { reason: 'needs_load', crashes: 3 } },
    });
    expect(hosts.processes).toHaveLength(3);
    expect(await load()).toMatchObject({ ok: true });
    expect(hosts.processes).toHaveLength(4);
  });
  it('is forgotten after an answer', async () => {
    let deadly = true;
    const { load, generate } = setUp((request, process) => (deadly ? fatal : quick)(request, process));
    await load();
    for (let round = 0; round < 3; round += 1) {
      deadly = true;
      await generate();
      await generate();
      deadly = false;
      expect(await generate()).toMatchObject({ ok: true });
    }
  });
});

describe('answers', () => {
  it('of an older process or a settled request change nothing', async () => {
    const { load, generate, process, asked } = setUp();
    await load();
    const reply = generate();
    await settle();
    const request = asked('generate');
    process().answer(
      { ...request, generation: request.generation - 1 },
      { type: 'failed', error: { code: 'host_error' } },
    );
    process().answer(request, { type: 'done', value: REPLY });
    process().answer(request, { type: 'failed', error: { code: 'host_error' } });
    expect(await reply).toEqual({ ok: true, value: REPLY });
  });
});

describe('an abort', () => {
  it('before the start asks the host nothing', async () => {
    const { load, generate, process } = setUp();
    await load();
    expect(await generate(AbortSignal.abort())).toMatchObject({ ok: true, value: { stopReason: 'aborted' } });
    expect(process().requests.map((request) => request.op)).toEqual(['load']);
  });
  it('is passed on, and the answer is the host’s', async () => {
    const { load, generate } = setUp((request, process) => {
      const generation = process.requests.find((item) => item.op === 'generate');
      if (request.op === 'abort' && generation !== undefined)
        process.answer(generation, { type: 'done', value: { ...REPLY, stopReason: 'aborted' } });
      else obliging(request, process);
    });
    await load();
    const abort = new AbortController();
    const reply = generate(abort.signal);
    await settle();
    abort.abort();
    expect(await reply).toEqual({ ok: true, value: { ...REPLY, stopReason: 'aborted' } });
  });
});

describe('silence', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  it('for too long ends the process with host_stalled', async () => {
    const { load, generate, process, client } = setUp(obliging, { stallMs: 10_000 });
    await load();
    const reply = generate();
    await settle();
    vi.advanceTimersByTime(13_000);
    expect(await reply).toEqual({ ok: false, error: { code: 'host_stalled', detail: { seconds: 10 } } });
    expect(process().killed()).toBe(true);
    await settle();
    expect(await client.count([current('x')])).toMatchObject({ ok: true });
  });
  it('is broken by any sign of progress', async () => {
    const { load, generate, process, asked } = setUp(obliging, { stallMs: 10_000 });
    await load();
    const reply = generate();
    await settle();
    for (let step = 0; step < 4; step += 1) {
      vi.advanceTimersByTime(8_000);
      process().answer(asked('generate'), { type: 'reading', readTokens: step, promptTokens: 9 });
      await settle();
    }
    process().answer(asked('generate'), { type: 'done', value: REPLY });
    expect(await reply).toMatchObject({ ok: true });
  });
  it('of a request that waits is broken by a sign of the one before it, and it is told when its turn comes', async () => {
    const { load, generate, process, asked, client } = setUp(obliging, { stallMs: 10_000 });
    await load();
    const first = generate();
    await settle();
    const ahead = asked('generate');
    const served: string[] = [];
    const second = client.generate(
      { purpose: 'summary', segments: [current('x')], maxTokens: 9, conversationId: asConversationId('d') },
      { signal: new AbortController().signal, onServed: () => served.push('d') },
    );
    await settle();
    for (let step = 0; step < 4; step += 1) {
      vi.advanceTimersByTime(8_000);
      process().answer(ahead, { type: 'delta', text: 'x', thinking: '', tokens: 1 });
      await settle();
    }
    expect(served).toEqual([]);
    process().answer(ahead, { type: 'done', value: REPLY });
    process().answer(asked('generate'), { type: 'served' });
    process().answer(asked('generate'), { type: 'done', value: REPLY });
    expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(served).toEqual(['d']);
  });
  it('after an abort ends the process and answers with what was written', async () => {
    const { load, generate, process, asked } = setUp(obliging, { abortGraceMs: 1000 });
    await load();
    const abort = new AbortController();
    const reply = generate(abort.signal);
    await settle();
    process().answer(asked('generate'), { type: 'delta', text: 'Par', thinking: '', tokens: 1 });
    await settle();
    abort.abort();
    vi.advanceTimersByTime(1500);
    expect(await reply).toMatchObject({ ok: true, value: { text: 'Par', stopReason: 'aborted', replyTokens: 1 } });
    expect(process().killed()).toBe(true);
  });
  it('of everyone lets the idle process go; the next request starts it again', async () => {
    const { load, client, hosts, process } = setUp(obliging, { idleStopMs: 60_000 });
    await load();
    await client.count([current('x')]);
    vi.advanceTimersByTime(61_000);
    await settle();
    expect(process().requests.at(-1)?.op).toBe('close');
    expect(client.loaded()).not.toBeNull();
    expect(await client.count([current('x')])).toMatchObject({ ok: true });
    expect(hosts.processes).toHaveLength(2);
  });
});

describe('the end', () => {
  it('unload ends the process, so that its memory returns', async () => {
    const { load, client, process, states } = setUp();
    await load();
    await client.unload();
    expect(process().requests.at(-1)?.op).toBe('close');
    expect(client.loaded()).toBeNull();
    expect(states.at(-1)).toBe('none');
  });
  it('close answers what is under way and refuses what comes later', async () => {
    const { load, client, generate } = setUp();
    await load();
    const lost = generate();
    await settle();
    await client.close();
    expect(await lost).toEqual({ ok: false, error: { code: 'host_error', detail: { reason: 'closed' } } });
    expect(await generate()).toMatchObject({ ok: false, error: { code: 'host_error' } });
    expect(await load()).toMatchObject({ ok: false, error: { code: 'host_error' } });
  });
});
