// @vitest-environment happy-dom
// Import, export and backups as a person gives them, over an app that answers from memory.
import { afterEach, describe, expect, test } from 'vitest';
import type { ImportReport } from '../../electron/contract/interchange.ts';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi } from './support/fake-api.ts';
import { byRole, click, type RenderedWindow, renderWindow, send, type, wait } from './support/render-window.tsx';
import { sampleConversation } from './support/sample-conversation.ts';

let shown: RenderedWindow | null = null;
const open = async (
  answers: Answerers = {},
  shell: Parameters<typeof createFakeApi>[1] = {},
): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi(answers, shell));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});

const REPORT: ImportReport = {
  format: 'chatgpt',
  dryRun: false,
  read: { conversations: 12, messages: 340 },
  stored: { conversations: 10, messages: 300 },
  alreadyThere: 1,
  notes: { read: 0, stored: 0 },
  skipped: [{ place: 'conversations.json: item 3, line 1', code: 'unknown_shape', detail: 'mapping' }],
  skippedTotal: 1,
  notices: [],
  conversationIds: [asConversationId('c-zh')],
  conversations: [],
};

describe('importing', () => {
  test('is looked at first, then done, with a report of what was left out and where', async () => {
    const { api, actions } = await open({
      'import.run': ({ dryRun }) => ok({ ...REPORT, dryRun: dryRun ?? false }),
    });
    actions.openDialog({ kind: 'import' });
    await wait();
    const dialog = byRole('dialog', 'Import conversations');
    await type(byRole('textbox', 'File to import', dialog), '"/tmp/export.zip"');
    await click(byRole('button', 'Check first', dialog));
    expect(api.callsOf('import.run')[0]).toMatchObject({ path: '/tmp/export.zip', dryRun: true });
    expect(dialog.textContent).toContain('Would add 10 conversations with 300 messages. Nothing was stored yet.');
    await click(byRole('button', 'Import', dialog));
    expect(dialog.textContent).toContain('Added 10 conversations with 300 messages.');
    expect(dialog.textContent).toContain('item 3, line 1 · the parts of a conversation are missing (mapping)');
    await click(byRole('button', 'Open the first one', dialog));
    expect(api.callsOf('conversation.open').at(-1)).toEqual({ conversationId: 'c-zh' });
  });

  test('a file of a browser is handed to the app first, and what was mended is told', async () => {
    const given: string[] = [];
    const notices = [{ place: 'chats.json: item 2, line 9', code: 'parent_missing', count: 3 } as const];
    const { api, actions } = await open(
      { 'import.run': () => ok({ ...REPORT, skipped: [], skippedTotal: 0, notices }) },
      {
        async upload(file) {
          given.push(await file.text());
          return ok({ path: 'upload:1', sizeBytes: file.size });
        },
      },
    );
    actions.openDialog({ kind: 'import' });
    await wait();
    const dialog = byRole('dialog', 'Import conversations');
    const picker = dialog.querySelector('input[type="file"]') as HTMLInputElement;
    Object.defineProperty(picker, 'files', { value: [new File(['[]'], 'chats.json')] });
    picker.dispatchEvent(new Event('change', { bubbles: true }));
    await wait();
    await wait();
    expect(given).toEqual(['[]']);
    expect(dialog.textContent).toContain('chats.json, 2 bytes');
    await click(byRole('button', 'Import', dialog));
    expect(api.callsOf('import.run')[0]).toMatchObject({ path: 'upload:1', dryRun: false });
    expect(dialog.textContent).toContain('chats.json, item 2, line 9 · 3 messages follow ones that are missing');
    expect(byRole('button', 'Import', dialog).hasAttribute('disabled')).toBe(true);
  });

  test('shows how far it is and can be stopped', async () => {
    let end = (): void => undefined;
    const { api, actions } = await open({
      'import.run': () =>
        new Promise((resolve) => {
          end = () => resolve(err(appError('cancelled')));
        }),
      'task.cancel': () => ok(null),
    });
    actions.openDialog({ kind: 'import' });
    await wait();
    const dialog = byRole('dialog', 'Import conversations');
    await type(byRole('textbox', 'File to import', dialog), '/tmp/export.zip');
    await click(byRole('button', 'Import', dialog));
    const { taskId } = api.callsOf('import.run')[0] as { taskId: string };
    const task = { taskId, kind: 'import', state: 'running', done: 25, total: 100, unit: 'conversations' } as const;
    await send(api, { type: 'task_changed', task });
    const bar = byRole('progressbar', 'Importing', dialog);
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    await click(byRole('button', 'Cancel', dialog));
    expect(api.callsOf('task.cancel')).toEqual([{ taskId }]);
    end();
    await wait();
    expect(dialog.querySelector('[role="progressbar"]')).toBeNull();
    expect(byRole('alert', undefined, dialog).textContent).not.toBe('');
  });
});

describe('exporting', () => {
  test('this conversation in a chosen format, and everything as an archive', async () => {
    const { api, actions } = await open({
      'export.run': () => ok({ file: '/data/exports/a.zip', sizeBytes: 1200, conversations: 4, entries: 90 }),
    });
    actions.openDialog({ kind: 'export', everything: false });
    await wait();
    const dialog = byRole('dialog', 'Export');
    const format = byRole('combobox', 'Format', dialog) as HTMLSelectElement;
    expect([...format.options].map(({ value }) => value)).toEqual([
      'markdown',
      'html',
      'jsonl',
      'jsonl_messages',
      'archive',
    ]);
    await click(byRole('button', 'Export', dialog));
    expect(api.callsOf('export.run')[0]).toMatchObject({ conversationId: 'c-main', format: 'markdown' });
    await click(byRole('radio', 'Everything', dialog));
    await click(byRole('button', 'Export', dialog));
    expect(api.callsOf('export.run')[1]).not.toHaveProperty('conversationId');
    expect(dialog.textContent).toContain('/data/exports/a.zip');
  });
});

describe('backups', () => {
  test('are listed, made and restored into a new folder', async () => {
    const backup = {
      file: 'b1',
      createdAt: Date.UTC(2026, 1, 1),
      sizeBytes: 5_000_000,
      reason: 'daily',
      verified: true,
    } as const;
    const { api, actions } = await open({
      'backup.list': () => ok([backup]),
      'backup.create': () => ok(backup),
      'backup.restore': () => ok({ folder: '/data/restored-1', verified: true }),
    });
    actions.openDialog({ kind: 'backups' });
    await wait();
    const dialog = byRole('dialog', 'Backups');
    expect(byRole('list', 'Backups', dialog).textContent).toContain('5 MB · daily · checked');
    await click(byRole('button', 'Back up now', dialog));
    expect(api.callsOf('backup.create')).toHaveLength(1);
    await click(byRole('button', 'Restore…', dialog));
    expect(dialog.textContent).toContain('--home "/data/restored-1"');
  });
});

test('a new conversation starts at a checkpoint from the list in the inspector', async () => {
  const created = sampleConversation({ id: asConversationId('c-new'), title: 'Goes on' });
  const { api, actions } = await open({ 'conversation.createFromCheckpoint': () => ok(created) });
  actions.showInspector();
  await wait(1200);
  await click(byRole('button', 'New conversation from here'));
  expect(api.callsOf('conversation.createFromCheckpoint')).toEqual([{ conversationId: 'c-main', compactionId: 'e11' }]);
  expect(api.callsOf('conversation.open').at(-1)).toEqual({ conversationId: 'c-new' });
});
