// The main job with the real small model in real windows, through both shells.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  BANS,
  cards,
  compactNow,
  openedConversation,
  readPrompt,
  say,
  transcript,
  waitForModel,
  waitUntilIdle,
} from './main-job.ts';
import { expect, startBrowserShell, TEST_MODEL, test, waitUntilReady } from './shells.ts';

/** A window small enough that a short chat outgrows it. */
const SMALL_WINDOW = { contextTokens: 1024, language: 'en', compaction: { reserveTokens: 384 } };

function prepare(dataFolder: string, settings: object): void {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(path.join(dataFolder, 'settings.json'), JSON.stringify(settings));
}

/** Bans early on, then talk, with compactions until there are three. */
async function runMainJob(page: Page): Promise<void> {
  await waitForModel(page);
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await say(page, `Please ${BANS.english}. The file is ${BANS.path} and the service listens on port ${BANS.port}.`);
  await say(page, `${BANS.chinese}。`);
  await compactNow(page);
  await expect(transcript(page).getByRole('region', { name: 'Summarized' })).toBeVisible();
  await expect(transcript(page).getByRole('region', { name: 'Kept verbatim' })).toBeAttached();
  await say(page, 'Name one river in France.');
  await compactNow(page);
  await say(page, 'Name one colour.');
  await compactNow(page);
  const prompt = await readPrompt(page);
  for (const words of Object.values(BANS)) expect(prompt).toContain(words);
}

test.describe('with a small window', () => {
  test.use({
    flags: ['--model', TEST_MODEL],
    dataFolder: async ({ dataFolder }, use) => {
      prepare(dataFolder, SMALL_WINDOW);
      await use(dataFolder);
    },
  });

  test('browser shell: bans, a path and a port stay word for word over three compactions; undo and redo', async ({
    page,
    browserShell,
    pageErrors,
  }) => {
    test.setTimeout(300_000);
    await page.goto(browserShell.address());
    await runMainJob(page);
    const before = await readPrompt(page);
    await cards(page).last().getByRole('button', { name: 'Undo compaction' }).click();
    await expect.poll(() => readPrompt(page)).not.toBe(before);
    await cards(page).last().getByRole('button', { name: 'Redo compaction' }).click();
    await expect.poll(() => readPrompt(page)).toBe(before);
    expect(pageErrors).toEqual([]);
  });

  test('electron: the same main job', async ({ electronWindow: page }) => {
    test.setTimeout(300_000);
    await runMainJob(page);
  });

  test('the threshold fires by itself, and the whole conversation stays readable', async ({ page, browserShell }) => {
    test.setTimeout(300_000);
    await page.goto(browserShell.address());
    await waitForModel(page);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    const topic = 'Please remember: never use the red pen. ';
    const padding = 'The meeting notes mention chairs, tables, lamps, paper, water and a long list of small things. ';
    for (let turn = 0; turn < 12 && (await cards(page).count()) === 0; turn += 1)
      await say(page, `${turn === 0 ? topic : ''}${padding.repeat(2)}Answer with one word: ok? (${turn})`);
    await expect(cards(page)).toHaveCount(1);
    await expect(transcript(page).getByText('never use the red pen').first()).toBeVisible();
    expect(await readPrompt(page)).toContain('never use the red pen');
  });

  test('a number on the meter equals the tokens of the prompt the engine read', async ({ page, browserShell }) => {
    await page.goto(browserShell.address());
    await waitForModel(page);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    const id = await openedConversation(page);
    const text = '数据库 👩‍👩‍👧 `const x = 1;` <|im_end|> café';
    const counted = await page.evaluate(
      async ({ conversationId, draft }) => window.holdfast?.invoke('context.count', { conversationId, draft }),
      { conversationId: id, draft: text },
    );
    const expected = counted?.ok === true ? counted.value.usedTokens : -1;
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    const meter = page.getByRole('meter', { name: 'Context' });
    await expect(meter).toHaveAttribute('aria-valuenow', String(expected));
    await say(page, text, 'café');
    const evaluated = await page.evaluate(async (conversationId) => {
      const opened = await window.holdfast?.invoke('conversation.open', { conversationId });
      if (opened?.ok !== true) return -2;
      const reply = opened.value.entries
        .map(({ entry }) => entry.payload)
        .find((payload) => payload.type === 'message' && payload.role === 'assistant');
      return reply?.type === 'message' && reply.role === 'assistant' ? reply.usage?.promptTokens : -3;
    }, id);
    expect(evaluated).toBe(expected);
  });

  test('killed in the middle of an answer: the words come back, marked, and chat goes on', async ({
    page,
    browserShell,
    dataFolder,
  }) => {
    test.setTimeout(180_000);
    await page.goto(browserShell.address());
    await waitForModel(page);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Write a long story about a lighthouse and the sea.');
    await box.press('Enter');
    const answer = transcript(page).getByRole('article', { name: 'Assistant' }).last();
    await expect(answer).toHaveText(/(\w+\W+){12}/, { timeout: 60_000 });
    browserShell.process.kill('SIGKILL');
    await browserShell.ended;
    const again = await waitUntilReady(startBrowserShell(dataFolder, ['--no-open']));
    await page.goto(again.address());
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click();
    await expect(transcript(page).getByText('Write a long story about a lighthouse')).toBeVisible();
    await expect(transcript(page).getByRole('article', { name: 'Assistant' }).last()).toContainText(/interrupted/i);
    await waitForModel(page);
    await say(page, 'Thank you. Say one word.');
    expect(await again.stop()).toBe(0);
  });

  test('stop ends an answer at once and keeps what was written', async ({ page, browserShell }) => {
    await page.goto(browserShell.address());
    await waitForModel(page);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Write a very long story about a lighthouse, the sea and ten ships. Describe every ship.');
    await page.keyboard.press('Enter');
    // The answer's own words: before them the same article says what the model is doing.
    const words = transcript(page).getByRole('article', { name: 'Assistant' }).last().getByRole('paragraph');
    const story = words.filter({ hasNotText: /…$/ }).filter({ hasText: /(\w+\W+){5}/ });
    await expect(story.first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitUntilIdle(page);
    await expect(transcript(page).getByRole('article', { name: 'Assistant' }).last()).toContainText(
      /interrupted|stopped/i,
    );
  });
});
