// The main job without a mouse: new conversation, send, compact, look, undo, redo, search, go to a hit and back. Whatever has the focus
// on the way shows it.
import type { Locator, Page } from '@playwright/test';
import { openPage, startStage } from '../screens/take-pictures.ts';
import { expect, test } from './shells.ts';

const LOOK = { language: 'en', theme: 'light' } as const;
const MOST_STEPS = 120;

/** Tab until it has the focus; each stop on the way must be seen. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press(key);
    expect(await describeUnseenFocus(page)).toBe('');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`not reached with ${key}: ${String(wanted)}`);
}

/** What has the focus and does not show it; '' where it does. A field shows it by its border, or by that of the box around it. */
const describeUnseenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return '';
    const isMarked = (at: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    const box = element.closest('form, [role=search], [role=dialog]');
    if (isMarked(element) || element.matches('input, textarea, select')) return '';
    return box !== null && isMarked(box) && element.matches('[cmdk-input]') ? '' : element.outerHTML.slice(0, 160);
  });

const cards = (page: Page): Locator => page.getByRole('article', { name: /^Compaction/ });

/** Through the palette, as somebody does who looks before pressing Enter. */
async function choose(page: Page, typed: string, name = typed): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

test('the main job by keyboard alone', async ({ browser }) => {
  test.setTimeout(120_000);
  const stage = await startStage('library', LOOK);
  const page = await openPage(browser, stage.address, LOOK);
  const message = page.getByRole('textbox', { name: 'Message' });
  const { keyboard } = page;

  await test.step('a new conversation, a message and its answer', async () => {
    await keyboard.press('Control+n');
    await expect(message).toBeFocused();
    await keyboard.type('Good morning');
    await keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(1);
    await expect(message).toBeFocused();
  });

  await test.step('another conversation through the palette', async () => {
    await choose(page, 'Moving the docs');
    await expect(cards(page).first()).toBeAttached();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  const before = await cards(page).count();
  await test.step('compacting through its dialog', async () => {
    await keyboard.press('Control+Shift+k');
    const dialog = page.getByRole('dialog', { name: 'Compact conversation' });
    await expect(dialog.getByRole('textbox', { name: 'Focus (optional)' })).toBeFocused();
    await keyboard.type('the reference');
    await keyboard.press('Tab');
    // Whichever is chosen first, the arrows lead to the other one and back.
    const everything = dialog.getByRole('radio', { name: 'Summarize everything' });
    const wasChecked = await everything.isChecked();
    await keyboard.press('ArrowDown');
    await expect(everything).toBeChecked({ checked: !wasChecked });
    if (wasChecked) await keyboard.press('ArrowUp');
    await expect(everything).toBeChecked();
    await tabTo(page, dialog.getByRole('button', { name: 'Compact now' }));
    await keyboard.press('Enter');
    await expect(cards(page)).toHaveCount(before + 1);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });

  await test.step('the inspector opens and closes', async () => {
    const inspector = page.getByRole('complementary', { name: 'Context inspector' });
    await keyboard.press('Control+.');
    await expect(inspector.getByRole('region', { name: 'Prompt' })).not.toBeEmpty();
    await keyboard.press('Control+.');
    await expect(inspector).toHaveCount(0);
  });

  await test.step('undo by command, redo by its button, and undo from the palette', async () => {
    await choose(page, 'Undo compaction', 'Undo the last compaction');
    const redo = cards(page).last().getByRole('button', { name: 'Redo compaction' });
    await expect(redo).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    if (!(await message.evaluate((element) => element === document.activeElement))) await tabTo(page, message);
    await tabTo(page, redo, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(cards(page).last().getByRole('button', { name: 'Undo compaction' })).toBeVisible();
  });

  await test.step('a search, a hit in its place, and back to the end', async () => {
    await keyboard.press('Control+Shift+f');
    await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused();
    await keyboard.type('regular expression');
    const hit = page.getByRole('list', { name: 'Search results' }).getByRole('button').first();
    await expect(hit).toBeVisible();
    await tabTo(page, hit);
    await keyboard.press('Enter');
    await expect(page.locator('article:focus')).toContainText('regular expression');
    await tabTo(page, message);
    await keyboard.type('/notes');
    await keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Notes', exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Back to the conversation' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible();
  });

  await test.step('a dialog gives the focus back', async () => {
    const settings = page.getByRole('button', { name: 'Settings', exact: true });
    await tabTo(page, settings, 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(settings).toBeFocused();
  });
  await page.context().close();
  await stage.end();
});
