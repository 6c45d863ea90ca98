// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { appError } from '../../electron/core/errors.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi, SAMPLE_PROMPT, sampleApp } from './support/fake-api.ts';
import {
  allByRole,
  byRole,
  click,
  nameOf,
  press,
  type RenderedWindow,
  renderWindow,
  send,
  type,
  wait,
} from './support/render-window.tsx';
import {
  assistant,
  compactedSnapshot,
  CONVERSATION_ID,
  sampleSnapshot,
  shownEntry,
  user,
} from './support/sample-conversation.ts';

let shown: RenderedWindow | null = null;
const open = async (answers: Answerers = {}): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi(answers));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});
const compacted: Answerers = { 'conversation.open': () => ok(compactedSnapshot()) };
const composer = (): HTMLTextAreaElement => byRole('textbox', 'Message') as HTMLTextAreaElement;

describe('names that tests from outside use', () => {
  test('the chat', async () => {
    await open();
    expect(allByRole('link', undefined, byRole('navigation', 'Conversations'))).toHaveLength(4);
    for (const name of [
      'New conversation',
      'Send',
      'Compact',
      'Show context',
      'Notes',
      'Models',
      'Settings',
      'Conversation menu',
    ]) {
      byRole('button', name);
    }
    byRole('searchbox', 'Search conversations');
    const log = byRole('log', 'Transcript');
    expect(allByRole('article', 'You', log)).toHaveLength(4);
    expect(allByRole('article', 'Assistant', log)).toHaveLength(5);
    expect(allByRole('article', 'Tool result', log)).toHaveLength(1);
    byRole('region', 'Kept verbatim', log);
    expect(allByRole('region', 'Summarized')).toHaveLength(0);
    const meter = byRole('meter', 'Context');
    expect(meter.getAttribute('aria-valuenow')).toBe('3412');
    expect(meter.getAttribute('aria-valuemax')).toBe('8192');
    expect(meter.getAttribute('aria-valuetext')).toContain('3,412 of 8,192 tokens used');
    expect(byRole('status', 'Network').textContent).toBe('Offline: 0 requests');
  });

  test('the two regions and the card between them', async () => {
    await open(compacted);
    const log = byRole('log', 'Transcript');
    expect(allByRole('article', undefined, byRole('region', 'Summarized', log))).toHaveLength(8);
    expect(allByRole('article', undefined, byRole('region', 'Kept verbatim', log))).toHaveLength(4);
    const card = byRole('article', /^Compaction/, log);
    for (const name of ['Undo compaction', 'Compare', 'Edit']) byRole('button', name, card);
    expect(allByRole('link', 'Source', card).length).toBeGreaterThan(5);
  });

  test('an undone compaction can be redone from its card', async () => {
    const { api } = await open({
      'conversation.open': () =>
        ok(
          compactedSnapshot({
            boundary: { compactionId: null, keptFromSeq: null, carriedIds: [], undoneIds: [asEntryId('e11')] },
          }),
        ),
    });
    expect(allByRole('region', 'Summarized')).toHaveLength(0);
    await click(byRole('button', 'Redo compaction', byRole('article', /^Compaction/)));
    expect(api.callsOf('compaction.redo')).toEqual([{ conversationId: CONVERSATION_ID, compactionId: 'e11' }]);
  });

  test('compacting by hand, with a preview', async () => {
    const { api } = await open();
    await click(byRole('button', 'Compact'));
    const dialog = byRole('dialog', 'Compact conversation');
    await type(byRole('textbox', 'Focus (optional)', dialog), 'the install page');
    expect((byRole('radio', 'Keep recent messages', dialog) as HTMLInputElement).checked).toBe(true);
    await click(byRole('radio', 'Summarize everything', dialog));
    for (const name of ['Preview', 'Compact now', 'Cancel']) byRole('button', name, dialog);
    expect(dialog.textContent).toContain('8 messages summarized, 2 kept · 6,120 → at most 2,400 tokens');
    await click(byRole('button', 'Preview', dialog));
    expect(api.callsOf('compaction.preview')).toEqual([
      { conversationId: CONVERSATION_ID, keep: 'nothing', instructions: 'the install page' },
    ]);
    const review = byRole('dialog', 'Review summary');
    const summary = byRole('textbox', 'Summary', review) as HTMLTextAreaElement;
    await type(summary, `${summary.value}\n- One more.`);
    expect(byRole('list', 'Notes to write', review).textContent).toContain('Prefers one page at a time.');
    await click(byRole('button', 'Save checkpoint', review));
    expect(api.callsOf('compaction.savePreview')[0]).toMatchObject({
      draftId: 'd1',
      text: expect.stringMatching(/One more\.$/) as string,
    });
    expect(allByRole('dialog')).toHaveLength(0);
  });

  test('the inspector shows the prompt byte for byte', async () => {
    await open(compacted);
    await click(byRole('button', 'Show context'));
    await wait(320);
    expect(byRole('region', 'Prompt', byRole('complementary', 'Context inspector')).textContent).toBe(SAMPLE_PROMPT);
  });

  test('models and settings', async () => {
    const { api } = await open();
    await click(byRole('button', 'Models'));
    const models = byRole('dialog', 'Models');
    expect(allByRole('button', 'Load', models)).toHaveLength(1);
    byRole('button', 'Add file…', models);
    const [download] = allByRole('button', 'Download', models);
    await click(download as HTMLElement);
    byRole('progressbar', 'Downloading SmolLM2 135M Instruct', models);
    await click(byRole('button', 'Cancel', models));
    expect(api.callsOf('models.cancelDownload')).toEqual([{ id: 'starter' }]);
    await click(byRole('button', 'Close', models));
    await click(byRole('button', 'Settings'));
    const settings = byRole('dialog', 'Settings');
    byRole('combobox', 'Language', settings);
    byRole('combobox', 'Theme', settings);
  });

  test('notes and search', async () => {
    await open();
    await click(byRole('button', 'Notes'));
    byRole('region', 'Notes');
    await type(byRole('searchbox', 'Search conversations'), 'link');
    await wait(220);
    await click(byRole('button', /Moving the docs/, byRole('list', 'Search results')));
    expect(document.activeElement?.getAttribute('data-entry')).toBe('e7');
  });

  test('verify history answers in a status', async () => {
    await open();
    await click(byRole('button', 'Conversation menu'));
    await click(byRole('button', 'Verify history'));
    expect(allByRole('status').some((status) => status.textContent.startsWith('History intact'))).toBe(true);
  });
});

describe('the composer', () => {
  test('Enter sends, Shift+Enter does not, and never while an input method composes', async () => {
    const { api } = await open();
    await type(composer(), '今天只改文档');
    await press(composer(), 'Enter', { isComposing: true });
    await press(composer(), 'Enter', { keyCode: 229 });
    await press(composer(), 'Enter', { shiftKey: true });
    expect(api.callsOf('message.send')).toEqual([]);
    await press(composer(), 'Enter');
    expect(api.callsOf('message.send')).toEqual([{ conversationId: CONVERSATION_ID, text: '今天只改文档' }]);
    expect(composer().value).toBe('');
  });

  test('a failed send keeps the words and says why', async () => {
    await open({ 'message.send': () => err(appError('no_model')) });
    await type(composer(), 'Hello');
    await press(composer(), 'Enter');
    expect(composer().value).toBe('Hello');
    expect(byRole('alert').textContent).toContain('No model is loaded.');
    byRole('button', 'Choose a model', byRole('alert'));
  });

  test('a call that throws is an error like any other', async () => {
    await open({
      'message.send': () => {
        throw new Error('broken');
      },
    });
    await type(composer(), 'Hello');
    await press(composer(), 'Enter');
    expect(composer().value).toBe('Hello');
    byRole('alert');
  });

  test('drafts are handed to the app, and stay with their conversation', async () => {
    const { api, actions } = await open();
    await type(composer(), 'half a thought');
    await wait(450);
    expect(api.callsOf('conversation.setDraft')).toEqual([{ conversationId: CONVERSATION_ID, text: 'half a thought' }]);
    const [other] = allByRole('link', '周末去杭州的行程安排');
    await click(other as HTMLElement);
    expect(composer().value).toBe('');
    await actions.openConversation(CONVERSATION_ID);
    await wait();
    expect(composer().value).toBe('half a thought');
  });

  test('the first message makes the conversation it is sent to', async () => {
    const { api } = await open({ 'app.snapshot': () => ok(sampleApp({ conversations: [] })) });
    await type(composer(), 'Hello');
    await press(composer(), 'Enter');
    expect(api.callsOf('conversation.create')).toHaveLength(1);
    expect(api.callsOf('message.send')).toEqual([{ conversationId: 'c-new', text: 'Hello' }]);
  });

  test('commands are completed and carried out; a leading space sends them', async () => {
    const { api } = await open();
    await type(composer(), '/comp');
    expect(allByRole('option').map(nameOf)).toHaveLength(1);
    await press(composer(), 'Tab');
    expect(composer().value).toBe('/compact ');
    await type(composer(), '/compact --all');
    await press(composer(), 'Enter');
    expect(api.callsOf('compaction.run')).toEqual([{ conversationId: CONVERSATION_ID, keep: 'nothing' }]);
    await type(composer(), ' /compact');
    await press(composer(), 'Enter');
    expect(api.callsOf('message.send')).toEqual([{ conversationId: CONVERSATION_ID, text: '/compact' }]);
    await type(composer(), '/nonsense');
    await press(composer(), 'Enter');
    expect(api.callsOf('message.send')).toHaveLength(1);
    expect(composer().value).toBe('/nonsense');
  });

  test('up arrow in an empty field edits the last message', async () => {
    const { api } = await open();
    await press(composer(), 'ArrowUp');
    const editor = byRole('textbox', 'Edited text');
    await type(editor, 'How far are we now?');
    await click(byRole('button', 'Send as a new version'));
    expect(api.callsOf('message.edit')).toEqual([
      { conversationId: CONVERSATION_ID, entryId: 'e9', text: 'How far are we now?' },
    ]);
  });
});

describe('a reply', () => {
  const replyId = asEntryId('e11');
  const at = { conversationId: CONVERSATION_ID } as const;

  test('streams with a stop button and is announced once, not token by token', async () => {
    const { api } = await open();
    await send(
      api,
      { ...at, type: 'turn_started', replyId },
      { ...at, type: 'turn_delta', replyId, text: 'Nine **pa', thinking: '' },
    );
    expect(allByRole('article', 'Assistant').at(-1)?.textContent).toContain('Nine pa');
    expect(byRole('log').getAttribute('aria-live')).toBe('off');
    await click(byRole('button', 'Stop'));
    expect(api.callsOf('message.stop')).toEqual([{ conversationId: CONVERSATION_ID }]);
    await send(
      api,
      {
        ...at,
        type: 'entry_appended',
        shown: shownEntry(assistant('Nine **pages**.', { status: 'interrupted', stopReason: 'aborted' }), 11),
      },
      { ...at, type: 'turn_finished', replyId, stopReason: 'aborted' },
    );
    byRole('button', 'Send');
    await click(byRole('button', 'Retry', allByRole('article', 'Assistant').at(-1)));
    expect(api.callsOf('message.regenerate')).toEqual([{ conversationId: CONVERSATION_ID, entryId: 'e11' }]);
  });

  test('versions of a message can be switched', async () => {
    const siblings = [asEntryId('e8'), asEntryId('e10'), asEntryId('e30')];
    const { api } = await open({
      'conversation.open': () =>
        ok(
          sampleSnapshot({
            entries: [...sampleSnapshot().entries.slice(0, 9), shownEntry(assistant('two'), 10, siblings)],
          }),
        ),
    });
    const versions = byRole('group', 'Versions');
    expect(versions.textContent).toContain('2/3');
    await click(byRole('button', 'Next version', versions));
    expect(api.callsOf('branch.switch')).toEqual([{ conversationId: CONVERSATION_ID, entryId: 'e30' }]);
  });

  test('holds no raw HTML, no remote picture, and no link that opens by itself', async () => {
    await open({
      'conversation.open': () =>
        ok(
          sampleSnapshot({
            entries: [
              shownEntry(
                assistant(
                  '<img src=x onerror=alert(1)> ![map](https://example.org/map.png) [run](javascript:alert(1)) [docs](https://example.org/d)',
                ),
                1,
              ),
            ],
          }),
        ),
    });
    const article = byRole('article', 'Assistant');
    expect(article.querySelector('img')).toBeNull();
    expect([...article.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://example.org/map.png',
      'https://example.org/d',
    ]);
    await click(byRole('link', 'docs', article));
    expect(byRole('dialog', 'Open this link?').textContent).toContain('https://example.org/d');
  });
});

describe('things that go wrong', () => {
  test('a rejected summary: what happened, what was kept, what next', async () => {
    const { api } = await open({
      'conversation.open': () =>
        ok(
          sampleSnapshot({
            failure: {
              kind: 'compaction',
              error: appError('summary_rejected'),
              actions: ['retry', 'use_quoted_summary', 'dismiss'],
            },
          }),
        ),
    });
    const alert = byRole('alert');
    expect(alert.textContent).toContain('Nothing was changed');
    byRole('button', 'Retry', alert);
    await click(byRole('button', 'Use quoted summary', alert));
    expect(api.callsOf('compaction.run')).toEqual([
      { conversationId: CONVERSATION_ID, keep: 'settings', quoted: true },
    ]);
  });

  test('progress names its phase, and cancelling twice does no harm', async () => {
    const { api } = await open({
      'conversation.open': () =>
        ok(
          sampleSnapshot({
            operation: { kind: 'compaction', phase: 'summarizing', part: 2, parts: 5, startedAt: Date.now() },
          }),
        ),
    });
    const bar = byRole('progressbar', 'Compacting conversation');
    expect(bar.getAttribute('aria-valuetext')).toBe('Summarizing 2 of 5');
    await click(byRole('button', 'Cancel'));
    await click(byRole('button', 'Cancel'));
    await send(api, { conversationId: CONVERSATION_ID, type: 'compaction_aborted' });
    expect(allByRole('progressbar')).toHaveLength(0);
    expect(document.body.textContent).toContain('Compaction cancelled. Nothing was changed.');
  });

  test('a lost connection is said, with the way back, and the words stay', async () => {
    const { api } = await open();
    await type(composer(), 'half a thought');
    api.lose(appError('connection_lost'));
    await wait();
    byRole('button', 'Reload', byRole('alert'));
    expect(composer().value).toBe('half a thought');
  });

  test('a start that fails can be tried again', async () => {
    let tries = 0;
    await open({
      'app.snapshot': () => {
        tries += 1;
        return tries === 1 ? err(appError('data_folder_in_use', { pid: 7 })) : ok(sampleApp());
      },
    });
    expect(byRole('alert').textContent).toContain('Another Holdfast is using this data folder.');
    await click(byRole('button', 'Retry'));
    byRole('log', 'Transcript');
  });

  test('a conversation that cannot be opened leaves the rest alive', async () => {
    await open({
      'conversation.open': ({ conversationId }) =>
        conversationId === 'c-main' ? err(appError('store_error')) : ok(sampleSnapshot()),
    });
    byRole('button', 'Retry', byRole('alert'));
    byRole('navigation', 'Conversations');
  });

  test('data of a newer version can be read and not written', async () => {
    await open({ 'app.snapshot': () => ok(sampleApp({ readOnly: true })), ...compacted });
    expect(composer().disabled).toBe(true);
    byRole('log', 'Transcript');
    expect(document.body.textContent).toContain('newer version of Holdfast');
  });
});

describe('first run', () => {
  test('offers a model and downloads only on a click', async () => {
    const { api } = await open({
      'app.snapshot': () => ok(sampleApp({ host: { kind: 'none' }, conversations: [] })),
      'models.list': () =>
        ok({
          found: [],
          memoryBytes: 8e9,
          loadedPath: null,
          catalogue: [
            {
              id: 's',
              name: 'Small',
              sizeBytes: 1e8,
              license: 'Apache-2.0',
              source: 'hub',
              minMemoryBytes: 1e9,
              note: 'starter',
              fitsMemory: true,
            },
          ],
        }),
    });
    const choose = byRole('region', 'Choose a model');
    expect(choose.textContent).toContain('Apache-2.0');
    expect(api.callsOf('models.download')).toEqual([]);
    await click(byRole('button', 'Download', choose));
    expect(api.callsOf('models.download')).toEqual([{ id: 's' }]);
    byRole('button', 'Cancel', choose);
  });
});

describe('events of a conversation that is not open', () => {
  test('change its mark in the list and nothing else', async () => {
    const { api } = await open();
    const before = byRole('log').textContent;
    const other = { conversationId: 'c-zh' as typeof CONVERSATION_ID };
    await send(
      api,
      { ...other, type: 'entry_appended', shown: shownEntry(user('elsewhere'), 40) },
      { ...other, type: 'turn_finished', replyId: asEntryId('e41'), stopReason: 'stop' },
    );
    expect(byRole('log').textContent).toBe(before);
    byRole('img', 'New reply');
  });
});
