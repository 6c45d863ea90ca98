// The window in Chinese, written in with an input method: while it composes, Enter belongs to it, in every field there is.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { openPage, startStage } from '../screens/take-pictures.ts';
import { wordsOf } from '../screens/screens.ts';
import { expect, test } from './shells.ts';

const LOOK = { language: 'zh-CN', theme: 'light' } as const;
const words = wordsOf('zh-CN');

/** Composes as an input method does: letters under a line, Enter while they stand there, then the characters. */
async function compose(cdp: CDPSession, letters: string, characters: string): Promise<void> {
  for (let end = 1; end <= letters.length; end += 1) {
    const text = letters.slice(0, end);
    await cdp.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  }
  // Two ways Enter arrives during a composition: as itself, and as the key of the input method.
  for (const windowsVirtualKeyCode of [13, 229]) {
    const key = { key: windowsVirtualKeyCode === 13 ? 'Enter' : 'Process', code: 'Enter', windowsVirtualKeyCode };
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  }
  await cdp.send('Input.insertText', { text: characters });
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first();

test('an input method is never cut short, and no text is mixed', async ({ browser }) => {
  test.setTimeout(120_000);
  const stage = await startStage('library', LOOK);
  const page = await openPage(browser, stage.address, LOOK);
  const cdp = await page.context().newCDPSession(page);
  const message = page.getByRole('textbox', { name: words.composer.field });
  const sent = page.getByRole('article', { name: words.message.you, exact: true });
  await expect(message).toBeVisible();
  await page.evaluate(() => {
    window.addEventListener('keydown', ({ isComposing, keyCode }) => {
      const seen = document.documentElement.dataset;
      seen['composed'] = `${seen['composed'] ?? ''}${isComposing || keyCode === 229 ? 'y' : 'n'}`;
    });
  });

  await test.step('the composer', async () => {
    await page.keyboard.press('Control+n');
    await expect(message).toBeFocused();
    await compose(cdp, 'nihao', '你好');
    await expect(message).toHaveValue('你好');
    await expect(sent).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(sent).toHaveCount(1);
    await expect(message).toHaveValue('');
  });

  await test.step('the list of commands', async () => {
    await page.keyboard.type('/');
    await compose(cdp, 'bi', '笔记');
    await expect(message).toHaveValue('/笔记');
    await message.fill('');
  });

  await test.step('editing a message', async () => {
    await page.keyboard.press('ArrowUp');
    const editor = page.getByRole('textbox', { name: words.message.editField });
    await expect(editor).toBeFocused();
    await page.keyboard.press('End');
    await compose(cdp, 'a', '啊');
    await expect(editor).toHaveValue('你好啊');
    await page.keyboard.press('Escape');
  });

  await test.step('the name of a conversation', async () => {
    await button(page, words.conversation.menu).click();
    await button(page, words.conversation.rename).click();
    const field = page.getByRole('textbox', { name: words.rename.field });
    await field.fill('');
    await compose(cdp, 'jihua', '计划');
    await expect(field).toHaveValue('计划');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const list = page.getByRole('navigation', { name: words.sidebar.conversations });
    await expect(list.getByRole('link', { name: '计划' })).toBeVisible();
  });

  await test.step('search everywhere, in the conversation, and in the palette', async () => {
    await page.keyboard.press('Control+Shift+f');
    await compose(cdp, 'lianjie', '链接');
    await expect(page.getByRole('list', { name: words.search.results }).getByRole('button').first()).toBeVisible();
    await page.getByRole('searchbox', { name: words.search.field }).fill('');
    await page.keyboard.press('Control+f');
    await compose(cdp, 'nihao', '你好');
    await expect(page.getByRole('textbox', { name: words.find.field })).toHaveValue('你好');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await compose(cdp, 'bijiao', '笔记');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: words.notes.name, exact: true }).first()).toBeVisible();
  });

  await test.step('a search in the notes', async () => {
    await page.getByRole('searchbox', { name: words.notes.search }).focus();
    await compose(cdp, 'shujuku', '数据库');
    await expect(page.getByRole('list', { name: words.notes.results }).getByRole('button')).toHaveCount(1);
    await button(page, words.common.backToChat).click();
  });

  await test.step('the dialogs of a compaction', async () => {
    await page.getByRole('link', { name: '把文档迁到新站点' }).click();
    await page.getByRole('log').waitFor();
    await button(page, words.compact.button).click();
    const focus = page.getByRole('textbox', { name: words.compact.focus });
    await expect(focus).toBeFocused();
    await compose(cdp, 'anzhuang', '安装页');
    await expect(focus).toHaveValue('安装页');
    await button(page, words.compact.preview).click();
    const summary = page.getByRole('textbox', { name: words.preview.summary });
    await summary.press('Control+End');
    await compose(cdp, 'wan', '完');
    await expect(summary).toHaveValue(/完$/);
    await button(page, words.preview.discard).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a rule to keep', async () => {
    await button(page, words.inspector.show).click();
    const rule = page.getByRole('textbox', { name: words.ledger.addField });
    await rule.focus();
    await compose(cdp, 'buyao', '不要改名');
    await expect(rule).toHaveValue('不要改名');
  });

  // Each composition was seen as one: otherwise nothing above would say anything.
  expect(await page.locator('html').getAttribute('data-composed')).toMatch(/(?:yy.*){10}/);
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await page.context().close();
  await stage.end();
});
