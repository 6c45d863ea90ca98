// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi } from './support/fake-api.ts';
import { byRole, click, type RenderedWindow, renderWindow } from './support/render-window.tsx';

let shown: RenderedWindow | null = null;
const open = async (answers: Answerers = {}): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi(answers));
  await click(byRole('button', 'Settings'));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});

test('extensions are off unless a folder is named, and the window offers no field for it', async () => {
  await open();
  const dialog = byRole('dialog', 'Settings');
  expect(dialog.textContent).toContain('Extensions run only from a folder named as extensions.folder');
  expect(dialog.querySelectorAll('input[placeholder="/extensions"]')).toHaveLength(0);
});

test('each loaded extension says what it does, why it was not loaded, and what failed last', async () => {
  const hooks = { before: 0, after: 0 };
  await open({
    'extensions.list': () =>
      ok({
        folder: '/home/me/extensions',
        problem: null,
        extensions: [
          {
            file: 'decisions.mjs',
            providers: ['keep decisions'],
            hooks: { before: 1, after: 0 },
            problem: null,
            lastFailure: { at: 'provider', why: 'timeout' },
          },
          { file: 'broken.js', providers: [], hooks, problem: 'Unexpected token', lastFailure: null },
        ],
      }),
  });
  const rows = [...byRole('list', 'Loaded extensions').querySelectorAll('li')].map((row) => row.textContent);
  expect(rows).toEqual([
    'decisions.mjswrites summaries as “keep decisions” · asked before a compactionThe last time it gave nothing usable: no answer in time.',
    'broken.jsNot loaded: Unexpected token',
  ]);
});

test('the Markdown copy is switched on here', async () => {
  const { api } = await open();
  await click(byRole('switch', 'Markdown copy of every conversation'));
  expect(api.callsOf('settings.update')).toEqual([{ change: { mirror: { enabled: true } } }]);
  byRole('textbox', 'Folder of the copy');
});
