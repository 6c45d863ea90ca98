// The main job as a person does it, for any window: chat with the real model, let compaction happen, forbid things, look, undo.
import type { Locator, Page } from '@playwright/test';
import { expect } from './shells.ts';

/** Reading a window and beginning to answer, on a slow machine. */
const ANSWER_MS = 120_000;
/** A person who has read enough presses Stop: a small model may ramble until its window is full. */
const PATIENCE_MS = 6_000;

export const BANS = {
  english: "don't touch the database, docs only today",
  path: '/srv/app/report_v2.txt',
  port: '5433',
  chinese: '今天只改文档，先别动数据库',
} as const;

export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' });
export const cards = (page: Page): Locator => transcript(page).getByRole('article', { name: /^Compaction/ });

export async function waitForModel(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const snapshot = await page.evaluate(() => window.holdfast?.invoke('app.snapshot', {}));
        return snapshot?.ok === true ? snapshot.value.host.kind : 'no answer';
      },
      { message: 'the model is loaded', timeout: 60_000 },
    )
    .toBe('ready');
}

/** Sends and waits for the end of the answer, compaction in between included. */
export async function say(page: Page, text: string, shown: string = text): Promise<void> {
  const answers = transcript(page).getByRole('article', { name: 'Assistant' });
  const before = await answers.count();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
  await expect(transcript(page).getByRole('article', { name: 'You' }).filter({ hasText: shown }).last()).toBeVisible();
  await expect(answers).toHaveCount(before + 1, { timeout: ANSWER_MS });
  await expect(answers.last()).toHaveText(/Assistant.*\w/s, { timeout: ANSWER_MS });
  const stop = page.getByRole('button', { name: 'Stop' });
  const isDone = await stop.waitFor({ state: 'hidden', timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  // It may end by itself just now: then there is nothing to press.
  if (!isDone) await stop.click({ timeout: 2_000 }).catch(() => undefined);
  await waitUntilIdle(page);
}

export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: ANSWER_MS });
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: ANSWER_MS });
}

export async function compactNow(page: Page): Promise<void> {
  const before = await cards(page).count();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('/compact');
  await box.press('Enter');
  await expect(cards(page)).toHaveCount(before + 1, { timeout: ANSWER_MS });
  await waitUntilIdle(page);
}

/** The prompt as the inspector shows it. */
export async function readPrompt(page: Page): Promise<string> {
  const inspector = page.getByRole('complementary', { name: 'Context inspector' });
  if (!(await inspector.isVisible())) await page.getByRole('button', { name: 'Show context' }).click();
  const prompt = inspector.getByRole('region', { name: 'Prompt' });
  await expect(prompt).toContainText('<|im_start|>');
  return (await prompt.textContent()) ?? '';
}

export async function openedConversation(page: Page): Promise<string> {
  const id = await page.evaluate(async () => {
    const snapshot = await window.holdfast?.invoke('app.snapshot', {});
    return snapshot?.ok === true ? (snapshot.value.conversations[0]?.id ?? '') : '';
  });
  expect(id).not.toBe('');
  return id;
}
