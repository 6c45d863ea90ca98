// A compaction model beside the chat's, for real: SmolLM2 chats, Gemma does the step, each in a process of its own.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FoundModel } from '../../electron/app/ports.ts';
import { createStepLine, createStepModels, type StepHost } from '../../electron/app/step-models.ts';
import { DEFAULT_SETTINGS } from '../../electron/contract/settings.ts';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { current } from '../support/segments.ts';
import { loadInto, type RealHost, startRealHost } from '../support/real-host.ts';
import { findTestModel, requireTestModel } from '../support/test-models.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CHAT = requireTestModel();
const OTHER = findTestModel('gemma') ?? CHAT;
let chat: RealHost;
let second: RealHost;
beforeAll(async () => {
  chat = startRealHost();
  second = startRealHost();
  await loadInto(chat.client, CHAT, 2048);
});
afterAll(() => Promise.all([chat.client.close(), second.client.close()]));

const file = (path: string, name: string): FoundModel => ({
  path,
  name,
  sizeBytes: 1,
  source: 'own folder',
  quantization: null,
  trainedWindowTokens: null,
  usable: true,
  problem: null,
});

const models = () =>
  createStepModels(
    {
      host: chat.client,
      secondHost: second.client,
      models: {
        find: async () => [file(CHAT, 'chat'), file(OTHER, 'summariser')],
        inspect: async (path) => ({ ...file(path, 'none'), usable: false, problem: appError('model_missing') }),
        catalogue: () => [],
        download: async () => err(appError('not_found')),
      },
      settings: {
        read: () => ({ settings: { ...DEFAULT_SETTINGS, contextTokens: 1024 }, problems: [] }),
        update: () => err(appError('settings_invalid')),
      },
      log: () => undefined,
    },
    createStepLine(),
  );

async function say({ host, isChat }: StepHost) {
  const reply = await host.generate(
    {
      purpose: 'summary',
      segments: [current('Name one colour.')],
      maxTokens: 12,
      temperature: 0,
      conversationId: asConversationId('c'),
    },
    { signal: new AbortController().signal },
  );
  if (!reply.ok) return err({ kind: 'failed' as const, error: reply.error });
  return ok({
    isChat,
    path: host.loaded()?.path,
    window: host.loaded()?.windowTokens,
    tokens: reply.value.replyTokens,
  });
}

it('the named model answers in its own process, and the chat’s stays loaded', async () => {
  const { signal } = new AbortController();
  const pid = chat.processes[0]?.pid;
  const step = await models().run('summariser', signal, say);
  expect(step).toMatchObject({ ok: true, value: { isChat: false, path: OTHER, window: 1024 } });
  const again = await models().run('summariser', signal, say);
  expect(again).toMatchObject({ ok: true });
  expect(second.processes).toHaveLength(1);
  expect(chat.client.loaded()?.path).toBe(CHAT);
  expect(chat.processes.map((process) => process.pid)).toEqual([pid]);
  expect(await models().run(undefined, signal, say)).toMatchObject({ value: { isChat: true, path: CHAT } });
});

it('what is not there fails by its code, and nothing else answers', async () => {
  const { signal } = new AbortController();
  const missing = await models().run('/no/such.gguf', signal, say);
  expect(missing).toMatchObject({ ok: false, error: { kind: 'failed', error: { code: 'model_missing' } } });
});

it('a chat model that rests comes back with the next request, the same one', async () => {
  expect(await chat.client.rest?.()).toBe(true);
  expect(chat.client.loaded()?.path).toBe(CHAT);
  expect(await models().run(undefined, new AbortController().signal, say)).toMatchObject({
    value: { isChat: true, path: CHAT, window: 2048 },
  });
  expect(chat.processes).toHaveLength(2);
});
