// @vitest-environment happy-dom
// A new conversation takes a moment to be made: what is typed and sent in that moment goes into it, and nowhere else.
import { expect, test } from 'vitest';
import { asConversationId } from '../../electron/core/ids.ts';
import { ok } from '../../electron/core/result.ts';
import { createActions } from '../../renderer/state/actions.ts';
import { selectDraft } from '../../renderer/state/selectors.ts';
import { createWindowStore } from '../../renderer/state/window-store.ts';
import { createFakeApi } from './support/fake-api.ts';
import { sampleConversation, sampleSnapshot } from './support/sample-conversation.ts';

const NEW = asConversationId('c-new');

test('text typed while it is being made goes along, and Enter sends it there once', async () => {
  const made = Promise.withResolvers<null>();
  const conversation = sampleConversation({ id: NEW, title: '', activeLeafId: null });
  const api = createFakeApi({
    'conversation.create': async () => {
      await made.promise;
      return ok(conversation);
    },
    'conversation.open': () => ok(sampleSnapshot({ conversation, entries: [] })),
  });
  const store = createWindowStore();
  const actions = createActions(api, store);
  const creating = actions.createConversation();
  actions.setDraft(store.getState().openId, 'Hello');
  const sending = actions.sendMessage('Hello', []);
  made.resolve(null);
  await Promise.all([creating, sending]);
  expect(api.callsOf('conversation.create')).toHaveLength(1);
  expect(api.callsOf('message.send')).toEqual([{ conversationId: NEW, text: 'Hello' }]);
  expect(store.getState().openId).toBe(NEW);
  expect(selectDraft(store.getState())).toBe('');
});

test('text typed while it is being made stands in its composer', async () => {
  const conversation = sampleConversation({ id: NEW, title: '', activeLeafId: null });
  const api = createFakeApi({
    'conversation.create': () => ok(conversation),
    'conversation.open': () => ok(sampleSnapshot({ conversation, entries: [] })),
  });
  const store = createWindowStore();
  const actions = createActions(api, store);
  const creating = actions.createConversation();
  actions.setDraft(store.getState().openId, 'half a thought');
  await creating;
  expect(selectDraft(store.getState())).toBe('half a thought');
  expect(api.callsOf('conversation.setDraft')).toEqual([{ conversationId: NEW, text: 'half a thought' }]);
});
