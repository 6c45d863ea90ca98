// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { asConversationId } from '../../electron/core/ids.ts';
import { ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi } from './support/fake-api.ts';
import { allByRole, byRole, click, press, type RenderedWindow, renderWindow, wait } from './support/render-window.tsx';
import { assistant, CONVERSATION_ID, sampleSnapshot, shownEntry, user } from './support/sample-conversation.ts';

let shown: RenderedWindow | null = null;
const open = async (answers: Answerers = {}): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi(answers));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});
const FILE = { name: 'plan.md', mediaType: 'text/markdown', text: 'x'.repeat(4840) };

test('a file beside the message says what it takes, counts on the meter, and is sent with it', async () => {
  const { api, actions } = await open();
  actions.setAttached(CONVERSATION_ID, [FILE]);
  await wait(360);
  expect(byRole('list', 'Attachments').textContent).toContain('plan.md1,210 tokens');
  expect(api.callsOf('context.count').at(-1)).toEqual({
    conversationId: CONVERSATION_ID,
    draft: 'plan.md',
    attachments: [FILE],
  });
  await press(byRole('textbox', 'Message'), 'Enter');
  expect(api.callsOf('message.send')).toEqual([
    { conversationId: CONVERSATION_ID, text: 'plan.md', attachments: [FILE] },
  ]);
  expect(allByRole('list', 'Attachments')).toEqual([]);
});

test('without a model it says that the figure is an estimate', async () => {
  const { actions } = await open({ 'context.countAttachments': () => ok({ tokens: [1210], measured: false }) });
  actions.setAttached(CONVERSATION_ID, [FILE]);
  await wait(60);
  expect(byRole('list', 'Attachments').textContent).toContain('about 1,210 tokens');
});

test('a file stays with the conversation it was put to', async () => {
  const { actions } = await open();
  actions.setAttached(CONVERSATION_ID, [FILE]);
  await actions.openConversation(asConversationId('c-zh'));
  await wait();
  expect(allByRole('list', 'Attachments')).toEqual([]);
  await actions.openConversation(CONVERSATION_ID);
  await wait();
  byRole('list', 'Attachments');
});

test('a reply says its tokens and its speed when asked', async () => {
  const usage = { promptTokens: 1320, replyTokens: 148, readMs: 1200, writeMs: 12_000 };
  await open({
    'conversation.open': () =>
      ok(sampleSnapshot({ entries: [shownEntry(user('Hi'), 1), shownEntry(assistant('Hello.', { usage }), 2)] })),
  });
  await click(byRole('button', 'Show tokens and speed'));
  expect(byRole('article', 'Assistant').textContent).toContain(
    '1,320 tokens read · 148 written · 12.3 tokens a second · first word after 1.2 s',
  );
});
