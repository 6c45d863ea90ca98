// Every screen that needs no model, looked at by axe, in both themes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './shells.ts';

const SCREENS: readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[] = [
  { name: 'first run', open: async () => undefined },
  {
    name: 'an empty conversation',
    open: (page) => page.getByRole('button', { name: 'New conversation' }).first().click(),
  },
  { name: 'models', open: (page) => page.getByRole('button', { name: 'Models', exact: true }).click() },
  { name: 'settings', open: (page) => page.getByRole('button', { name: 'Settings', exact: true }).click() },
  { name: 'notes', open: (page) => page.getByRole('button', { name: 'Notes', exact: true }).click() },
  {
    name: 'the inspector',
    open: async (page) => {
      await page.getByRole('button', { name: 'New conversation' }).first().click();
      await page.getByRole('button', { name: 'Show context' }).click();
    },
  },
];

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({
      dataFolder: async ({ dataFolder }, use) => {
        mkdirSync(dataFolder, { recursive: true });
        writeFileSync(path.join(dataFolder, 'settings.json'), JSON.stringify({ theme, language: 'en' }));
        await use(dataFolder);
      },
    });
    test('axe finds nothing', async ({ page, browserShell }) => {
      await page.goto(browserShell.address());
      // The address is spent once the window is there, and not when the page has loaded.
      await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
      for (const { name, open } of SCREENS) {
        await page.goto(`${browserShell.origin}/`);
        await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
        await open(page);
        await page.waitForTimeout(400);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
      }
    });
  });
}
