// What people bring that does not fit: each gets clear words in the window, and nothing is lost.
import { mkdirSync, readFileSync, truncateSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { say, transcript, waitForModel } from './main-job.ts';
import { expect, listDescendants, TEST_MODEL, test } from './shells.ts';
import { writeGguf } from '../support/gguf-file.ts';

async function addModel(page: Page, file: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Models' });
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Models', exact: true }).click();
  const button = dialog.getByRole('button', { name: 'Add file…' });
  const field = dialog.getByRole('textbox');
  // The dialog's code comes when it is asked for: what it shows is known once one of the two stands there.
  await expect(button.or(field).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  await field.fill(file);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

test('files that are no chat model say why, each in its own words', async ({ page, browserShell, dataFolder }) => {
  const at = (name: string): string => path.join(dataFolder, name);
  writeFileSync(at('text.gguf'), 'just words');
  writeFileSync(at('empty.gguf'), '');
  copyFileSync(TEST_MODEL, at('cut.gguf'));
  truncateSync(at('cut.gguf'), 50_000_000);
  writeGguf(at('embedding.gguf'), { metadata: { 'general.architecture': 'bert' } });
  await page.goto(browserShell.address());
  const alert = page.getByRole('dialog', { name: 'Models' }).getByRole('alert');
  for (const [file, words] of [
    ['text.gguf', /no GGUF/i],
    ['empty.gguf', /empty|no GGUF|not complete/i],
    ['cut.gguf', /not complete/i],
    ['embedding.gguf', /chat|embedding/i],
    ['gone.gguf', /not where it was/i],
  ] as const) {
    await addModel(page, at(file));
    await expect(alert).toContainText(words);
  }
});

test.describe('with a damaged settings file', () => {
  test.use({
    dataFolder: async ({ dataFolder }, use) => {
      mkdirSync(dataFolder, { recursive: true });
      writeFileSync(path.join(dataFolder, 'settings.json'), '{ "theme": "dark", ');
      await use(dataFolder);
    },
  });
  test('the app opens with defaults, says so, and leaves the file alone', async ({
    page,
    browserShell,
    dataFolder,
  }) => {
    await page.goto(browserShell.address());
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toContainText('the file was not changed');
    expect(readFileSync(path.join(dataFolder, 'settings.json'), 'utf8')).toBe('{ "theme": "dark", ');
  });
});

test.describe('with a model', () => {
  test.use({ flags: ['--model', TEST_MODEL] });
  test('whose process dies in the middle of an answer: a card with Retry, and the app goes on', async ({
    page,
    browserShell,
  }) => {
    test.setTimeout(180_000);
    await page.goto(browserShell.address());
    await waitForModel(page);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Write a very long story about ten ships and their captains.');
    await page.keyboard.press('Enter');
    await expect(transcript(page).getByRole('article', { name: 'Assistant' }).last()).toHaveText(/(\w+\W+){5}/, {
      timeout: 60_000,
    });
    for (const pid of listDescendants(browserShell.process.pid ?? 0)) process.kill(pid, 'SIGKILL');
    const card = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) });
    await expect(card).toContainText(/ended unexpectedly/i);
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect(card).toHaveCount(0);
    await expect(transcript(page).getByRole('article', { name: 'Assistant' }).last()).toHaveText(/(\w+\W+){5}/, {
      timeout: 60_000,
    });
    await page.getByRole('button', { name: 'Stop' }).click();
    // A reply that is stopped before its first word leaves nothing: what stands there is counted once it has ended.
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await say(page, 'Say one word.');
  });
});
