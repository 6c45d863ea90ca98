// @vitest-environment happy-dom
// A damaged database in the window: why, and the two ways out, each into a new folder.
import { afterEach, expect, test } from 'vitest';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { type Answerers, createFakeApi } from './support/fake-api.ts';
import { allByRole, byRole, click, type RenderedWindow, renderWindow, wait } from './support/render-window.tsx';

let shown: RenderedWindow | null = null;
afterEach(async () => {
  await shown?.close();
  shown = null;
});

const damaged: Answerers = {
  'app.snapshot': () => err(appError('store_corrupt', { what: 'damaged' })),
  'backup.list': () =>
    ok([
      { file: '/b/bad.sqlite', createdAt: 3, sizeBytes: 1, reason: 'daily', verified: false },
      { file: '/b/good.sqlite', createdAt: 2, sizeBytes: 1, reason: 'daily', verified: true },
    ]),
};
const statusText = (): string =>
  allByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

test('the newest verified backup is offered, restored, and the new folder named', async () => {
  const asked: string[] = [];
  shown = await renderWindow(
    createFakeApi({
      ...damaged,
      'backup.restore': ({ file }) => {
        asked.push(file);
        return ok({ folder: '/home/new', verified: true });
      },
    }),
  );
  await wait();
  expect(byRole('alert').textContent).toContain('The database is damaged');
  await click(byRole('button', 'Restore this backup'));
  await wait();
  expect(asked).toEqual(['/b/good.sqlite']);
  expect(statusText()).toContain('npm start -- --home "/home/new"');
});

test('what can be read is saved without a backup, and a failure says why', async () => {
  let answers = 0;
  shown = await renderWindow(
    createFakeApi({
      ...damaged,
      'backup.list': () => ok([]),
      'store.salvage': () => {
        answers += 1;
        if (answers === 1) return err(appError('disk_full'));
        return ok({ folder: '/home/saved', reportFile: '/r', conversations: 1, entries: 1204, missing: 7 });
      },
    }),
  );
  await wait();
  expect(allByRole('button', 'Restore this backup')).toEqual([]);
  await click(byRole('button', 'Save what can be read'));
  await wait();
  expect(statusText()).toContain('disk is full');
  await click(byRole('button', 'Save what can be read'));
  await wait();
  expect(statusText()).toContain('1,204 entries were saved, 7 could not be read.');
});
