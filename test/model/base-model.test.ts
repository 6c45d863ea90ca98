// A base model with another tokenizer and architecture (sliding window, start mark of its own), where the file was fetched.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { asConversationId } from '../../electron/core/ids.ts';
import type { HostClient } from '../../native/llama/host-client.ts';
import { createModelLibrary } from '../../native/models/model-library.ts';
import { assistant, current, system, user } from '../support/segments.ts';
import { loadInto, startRealHost } from '../support/real-host.ts';
import { findTestModel } from '../support/test-models.ts';

// A model on a busy machine takes its time; a hang still ends.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const path = findTestModel('gemma');

if (path === null) {
  it('is not there: fetch it with `node scripts/fetch-model.mjs gemma` to test a second tokenizer', () => {
    expect(path).toBeNull();
  });
} else {
  describe('a base model', () => {
    let client: HostClient;
    beforeAll(async () => {
      client = startRealHost().client;
      await loadInto(client, path, 1024);
    });
    afterAll(() => client.close());
    const generate = (segments: Parameters<HostClient['count']>[0], maxTokens = 8) =>
      client.generate(
        { purpose: 'chat', segments, maxTokens, temperature: 0, conversationId: asConversationId('c') },
        { signal: new AbortController().signal },
      );

    it('is called no chat model, but may be used when a person names it', async () => {
      const found = await createModelLibrary({ dataFolder: '/nonexistent' }).inspect(path);
      expect(found).toMatchObject({ usable: true, problem: { code: 'model_not_chat' } });
      expect(client.loaded()).toMatchObject({ template: 'plain', windowTokens: 1024, trainedWindowTokens: 32_768 });
    });
    it('is spoken to in plain lines, with its start mark once', async () => {
      const segments = [system('S'), user('q'), assistant('a'), current('今天好吗？')];
      const rendered = await client.render(segments);
      expect(rendered).toMatchObject({
        value: { text: '<bos>S\n\nUser: q\n\nAssistant: a\n\nUser: 今天好吗？\n\nAssistant:' },
      });
      const count = await client.count(segments);
      const reply = await generate(segments);
      if (!count.ok || !reply.ok || !rendered.ok) throw new Error('The host refused.');
      expect(count.value.totalTokens).toBe(rendered.value.tokens);
      expect(reply.value.promptTokens).toBe(count.value.totalTokens);
      expect(count.value.segmentTokens.reduce((sum, tokens) => sum + tokens, 0)).toBe(count.value.totalTokens);
    });
    it('keeps any prefix although its window slides', async () => {
      const first = await generate([current('The sea is blue. '.repeat(150))], 24);
      if (!first.ok) throw new Error(first.error.code);
      const shorter = await generate([current('The sea is blue. '.repeat(20))], 4);
      const again = await generate([current('The sea is blue. '.repeat(150))], 24);
      if (!shorter.ok || !again.ok) throw new Error('The host refused.');
      expect(shorter.value.reusedTokens).toBeGreaterThan(50);
      expect(again.value.text).toBe(first.value.text);
    });
  });
}
