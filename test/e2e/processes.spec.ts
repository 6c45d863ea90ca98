// Starting and ending: a real model in its own process, signals, killed processes, nothing left behind.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  type BrowserShell,
  expect,
  isAlive,
  listDescendants,
  ROOT,
  startBrowserShell,
  TEST_MODEL,
  test,
  waitUntilReady,
} from './shells.ts';

const waitForModel = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        const snapshot = await page.evaluate(() => window.holdfast?.invoke('app.snapshot', {}));
        return snapshot?.ok === true ? snapshot.value.host.kind : 'no answer';
      },
      { message: 'the model is loaded', timeout: 60_000 },
    )
    .toBe('ready');

async function openWithModel(page: Page, shell: BrowserShell): Promise<readonly number[]> {
  await page.goto(shell.address());
  await waitForModel(page);
  const below = listDescendants(shell.process.pid ?? 0);
  expect(below).toHaveLength(1);
  return below;
}

test.describe('with a model', () => {
  test.use({ flags: ['--model', TEST_MODEL] });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} ends the browser shell and the model's process, and frees the folder`, async ({
      page,
      browserShell,
      dataFolder,
    }) => {
      const [host = 0] = await openWithModel(page, browserShell);
      browserShell.process.kill(signal);
      expect(await browserShell.ended).toBe(0);
      await expect.poll(() => isAlive(host)).toBe(false);
      expect(existsSync(path.join(dataFolder, 'holdfast.lock'))).toBe(false);
    });
  }

  test('a killed browser shell takes the model’s process along, and the folder opens again', async ({
    page,
    browserShell,
    dataFolder,
  }) => {
    const [host = 0] = await openWithModel(page, browserShell);
    browserShell.process.kill('SIGKILL');
    await browserShell.ended;
    await expect.poll(() => isAlive(host)).toBe(false);
    const again = await waitUntilReady(startBrowserShell(dataFolder, ['--no-open']));
    await page.goto(again.address());
    await waitForModel(page);
    expect(await again.stop()).toBe(0);
  });

  test('in Electron the model lives in a utility process, answers, and ends with the app', async ({
    electron,
    electronWindow: page,
  }) => {
    await waitForModel(page);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Say hello.');
    await box.press('Enter');
    const answer = page.getByRole('log', { name: 'Transcript' }).getByRole('article', { name: 'Assistant' });
    await expect(answer).toHaveText(/\w+/, { timeout: 60_000 });
    const below = listDescendants(electron.process().pid ?? 0);
    expect(below.length).toBeGreaterThan(0);
    await electron.close();
    await expect.poll(() => below.filter(isAlive)).toEqual([]);
  });
});

test('npm start prints one line that opens Holdfast, and ends everything it started', async ({ page, dataFolder }) => {
  const start = spawn(process.execPath, [path.join(ROOT, 'scripts/start.mjs'), '--home', dataFolder, '--no-open'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [start.stdout, start.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = new Promise((resolve) => start.once('exit', resolve));
  await expect
    .poll(() => printed, { timeout: 60_000 })
    .toMatch(/^Holdfast is ready: http:\/\/127\.0\.0\.1:\d+\/\S+\n$/m);
  await page.goto(/http:\S+/.exec(printed)?.[0] ?? '');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const below = listDescendants(start.pid ?? 0);
  expect(below.length).toBeGreaterThan(0);
  start.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(below.filter(isAlive)).toEqual([]);
});

test('a reader of the terminal that goes away does not end Holdfast', async ({ page, dataFolder }) => {
  const shell = await waitUntilReady(startBrowserShell(dataFolder, ['--no-open']));
  const address = shell.address();
  shell.process.stdout?.destroy();
  await page.goto(address);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(await shell.stop()).toBe(0);
});
