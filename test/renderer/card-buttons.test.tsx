// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi, sampleApp } from './support/fake-api.ts';
import { allByRole, byRole, click, press, type RenderedWindow, renderWindow, type } from './support/render-window.tsx';
import {
  compactedSnapshot,
  CONVERSATION_ID,
  sampleConversation,
  samplePayload,
  sampleSnapshot,
  shownEntry,
  user,
} from './support/sample-conversation.ts';

let shown: RenderedWindow | null = null;
const open = async (answers: Answerers = {}): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi({ 'conversation.open': () => ok(compactedSnapshot()), ...answers }));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});
const card = (): HTMLElement => byRole('article', /^Compaction/);

test('trying again undoes nothing until it is confirmed, and closing the dialog leaves all as it was', async () => {
  const { api } = await open();
  await click(byRole('button', 'Try again…', card()));
  const dialog = byRole('dialog', 'Compact conversation');
  expect(api.callsOf('compaction.outlook')).toEqual([{ conversationId: CONVERSATION_ID, replaces: 'e11' }]);
  expect(dialog.textContent).toContain('The one in use stays until the new one is stored');
  await click(byRole('button', 'Cancel', dialog));
  expect(api.calls.filter(({ name }) => /^compaction\.(undo|redo|run|edit)$/.test(name))).toEqual([]);
  expect(allByRole('dialog')).toHaveLength(0);
  byRole('button', 'Undo compaction', card());
});

test('confirmed, one command undoes it and makes the new one', async () => {
  const { api } = await open();
  await click(byRole('button', 'Try again…', card()));
  await type(byRole('textbox', 'Focus (optional)'), 'the install page');
  await click(byRole('button', 'Compact now'));
  expect(api.callsOf('compaction.run')).toEqual([
    { conversationId: CONVERSATION_ID, keep: 'recent', instructions: 'the install page', replaces: 'e11' },
  ]);
  expect(api.callsOf('compaction.undo')).toEqual([]);
});

test('the retry of a failure asks for what was asked for before', async () => {
  const asked = { keep: 'nothing', instructions: 'names', replaces: asEntryId('e11') } as const;
  const { api } = await open({
    'conversation.open': () =>
      ok(
        compactedSnapshot({
          failure: { kind: 'compaction', error: appError('summary_rejected'), asked, actions: ['retry', 'dismiss'] },
        }),
      ),
  });
  await click(byRole('button', 'Retry', byRole('alert')));
  expect(api.callsOf('compaction.run')).toEqual([{ conversationId: CONVERSATION_ID, ...asked }]);
});

test('the state a conversation was started with offers no undo, nowhere', async () => {
  const origin = {
    conversationId: asConversationId('c-old'),
    compactionId: asEntryId('x9'),
    title: 'Before',
    keptIds: [],
  };
  await open({
    'conversation.open': () =>
      ok(
        sampleSnapshot({
          entries: [shownEntry(samplePayload({ origin }), 1), shownEntry(user('Go on.'), 2)],
          boundary: { compactionId: asEntryId('e1'), keptFromSeq: 2, carriedIds: [], undoneIds: [] },
        }),
      ),
  });
  expect(card().textContent).toContain('Goes on from a checkpoint of “Before”');
  for (const name of ['Undo compaction', 'Edit', 'Try again…'])
    expect(allByRole('button', name, card()), name).toEqual([]);
  byRole('button', 'Compare', card());
  await press(document.body, 'k', { ctrlKey: true });
  expect(byRole('dialog').textContent).not.toContain('Undo');
});

test('an edit that is refused says each finding in words, and keeps the text', async () => {
  await open({
    'compaction.savePreview': () =>
      err({
        ...appError('summary_rejected', { findings: 3 }),
        findings: [
          { code: 'constraint_missing', subject: 'Constraints', excerpt: "Don't touch the database, docs only today." },
          { code: 'identifier_missing', subject: 'v4.2.0', excerpt: '' },
          { code: 'over_budget', subject: '1200 of 800 tokens', excerpt: '' },
        ],
      }),
  });
  await click(byRole('button', 'Edit', card()));
  const dialog = byRole('dialog', 'Review summary');
  await type(byRole('textbox', 'Summary', dialog), 'Do as you like.');
  await click(byRole('button', 'Save checkpoint', dialog));
  const alert = byRole('alert', undefined, dialog);
  expect(alert.querySelector('details')?.open).toBe(true);
  expect([...alert.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    "A rule you gave is missingDon't touch the database, docs only today.",
    'An exact name or number is missing · v4.2.0',
    'It is larger than its budget · 1,200 of 800 tokens',
  ]);
  expect((byRole('textbox', 'Summary', dialog) as HTMLTextAreaElement).value).toBe('Do as you like.');
});

test('a model that failed to load is told once', async () => {
  await open({
    'app.snapshot': () =>
      ok(sampleApp({ host: { kind: 'failed', name: 'old-model', error: appError('model_load_failed') } })),
  });
  const text = byRole('alert').textContent;
  expect(text).toContain('old-model: The model could not be loaded.');
  expect(text.match(/could not be loaded/g)).toHaveLength(1);
});

test('a source that lies far away is fetched in its place, also in the conversation it was taken over from', async () => {
  const far = asEntryId('e900');
  const summary = {
    ...samplePayload().summary,
    goal: [{ text: 'Move all pages.', layer: 'quote' as const, sources: [far] }],
  };
  const snapshot = compactedSnapshot();
  const entries = snapshot.entries.map((each) =>
    each.entry.id === 'e11' ? shownEntry(samplePayload({ summary }), 11) : each,
  );
  const { api, store } = await open({
    'conversation.open': ({ conversationId }) =>
      ok(
        conversationId === CONVERSATION_ID
          ? { ...snapshot, entries }
          : sampleSnapshot({ conversation: sampleConversation({ id: asConversationId(conversationId) }) }),
      ),
    'entries.around': ({ conversationId }) =>
      conversationId === CONVERSATION_ID
        ? err(appError('not_found'))
        : ok({ entries: [shownEntry(user('We move all pages.'), 900)], hasOlder: true, hasNewer: true }),
    'entries.locate': () =>
      ok({ conversationId: asConversationId('c-zh'), conversationTitle: 'Before', trashed: false }),
  });
  const [source] = allByRole('link', 'Source', card());
  await click(source as HTMLElement);
  expect(api.callsOf('entries.around').map(({ conversationId }) => conversationId)).toEqual([CONVERSATION_ID, 'c-zh']);
  expect(store.getState()).toMatchObject({ openId: 'c-zh', ui: { target: { entryId: far } } });
});
