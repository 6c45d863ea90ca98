// Serves the built harness under the product's content security policy and takes pictures of its scenes.
// Usage: node screenshots.mjs BUILD_FOLDER PICTURE_FOLDER [scene …]. Reports what the policy blocked and what the page logged.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const [folder, pictures, ...wanted] = process.argv.slice(2);

const dialog = (button) => async (page) => page.getByRole('button', { name: button, exact: true }).first().click();
const toTop = async (page) => page.evaluate(() => document.querySelector('[role=log]').scrollTo(0, 0));
const toCard = async (page) =>
  page.evaluate(() => {
    const log = document.querySelector('[role=log]');
    const card = log.querySelector('[data-entry=e11]');
    log.scrollTop += card.getBoundingClientRect().top - log.getBoundingClientRect().top - 160;
  });
const SHOTS = [
  ['chat'],
  ['chat', { theme: 'dark' }],
  ['chat', { lang: 'zh', theme: 'dark' }],
  ['compacted'],
  ['compacted', { theme: 'dark' }],
  ['compacted', { lang: 'zh' }],
  ['compacted', { width: 600 }],
  ['compacted', { name: 'summarized', act: toTop }],
  ['compacted', { name: 'summarized-dark-zh', theme: 'dark', lang: 'zh', act: toTop }],
  ['compacted', { name: 'boundary', act: toCard }],
  ['compacted', { name: 'boundary-dark', theme: 'dark', act: toCard }],
  ['compacted', { name: 'boundary-zh-600', lang: 'zh', width: 600, act: toCard }],
  ['quoted', { name: 'boundary-quoted', act: toCard }],
  [
    'compacted',
    {
      name: 'source',
      act: async (page) => {
        await toCard(page);
        await page.getByRole('link', { name: 'Source' }).nth(2).hover();
      },
    },
  ],
  [
    'chat',
    {
      name: 'palette-dark',
      theme: 'dark',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.waitForTimeout(300);
      },
    },
  ],
  ['undone'],
  ['hard'],
  ['quoted', { theme: 'dark' }],
  ['branches'],
  ['streaming'],
  ['compacting'],
  ['compacting', { theme: 'dark', width: 600 }],
  ['failed'],
  ['failed', { theme: 'dark', lang: 'zh' }],
  ['firstrun'],
  ['firstrun', { theme: 'dark', width: 600, lang: 'zh' }],
  ['firstrunfound', { theme: 'dark' }],
  ['empty'],
  ['loading'],
  ['startfailed'],
  ['readonly'],
  ['lost'],
  ['estimate'],
  ['chat', { name: 'dialog-compact', act: dialog('Compact') }],
  ['chat', { name: 'dialog-compact-dark', theme: 'dark', act: dialog('Compact') }],
  [
    'chat',
    {
      name: 'dialog-preview',
      act: async (page) => {
        await dialog('Compact')(page);
        await dialog('Preview')(page);
      },
    },
  ],
  ['chat', { name: 'dialog-models', act: dialog('Models') }],
  ['chat', { name: 'dialog-settings', act: dialog('Settings') }],
  ['chat', { name: 'dialog-settings-zh', theme: 'dark', lang: 'zh', act: dialog('设置') }],
  ['compacted', { name: 'dialog-compare', act: dialog('Compare') }],
  ['compacted', { name: 'inspector', act: dialog('Show context') }],
  ['compacted', { name: 'inspector-dark-zh', theme: 'dark', lang: 'zh', act: dialog('显示上下文') }],
  ['chat', { name: 'menu', act: dialog('Conversation menu') }],
  ['chat', { name: 'palette', act: async (page) => page.keyboard.press('Control+k') }],
  ['chat', { name: 'shortcuts', act: async (page) => page.keyboard.press('Control+/') }],
  ['chat', { name: 'slash', act: async (page) => page.getByRole('textbox', { name: 'Message' }).fill('/') }],
  [
    'chat',
    {
      name: 'search',
      act: async (page) => {
        await page.getByRole('searchbox').fill('link');
        await page.waitForTimeout(400);
      },
    },
  ],
  ['chat', { name: 'notes', act: dialog('Notes') }],
  [
    'errors',
    {
      name: 'senderror',
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
        await page.keyboard.press('Enter');
      },
    },
  ],
  [
    'errors',
    {
      name: 'verify',
      theme: 'dark',
      act: async (page) => {
        await dialog('Conversation menu')(page);
        await dialog('Verify history')(page);
      },
    },
  ],
  ['chat', { name: 'drawer', width: 600, act: dialog('Show or hide conversations') }],
  [
    'chat',
    {
      name: 'editing',
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Message' }).focus();
        await page.keyboard.press('ArrowUp');
      },
    },
  ],
];

const server = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  try {
    const file = join(folder, path === '/' ? 'index.html' : path);
    const body = await readFile(file);
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': CSP,
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

for (const [scene, options = {}] of SHOTS) {
  const { theme = 'light', lang = 'en', width = 1280, act } = options;
  const name =
    options.name ??
    [scene, theme === 'dark' ? 'dark' : '', lang === 'zh' ? 'zh' : '', width === 1280 ? '' : width]
      .filter((part) => part !== '')
      .join('-');
  if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(scene)) continue;
  const page = await browser.newPage({ viewport: { width, height: 860 } });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`${name}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
  await page.goto(`${origin}/?scene=${scene}&theme=${theme}&lang=${lang}`);
  await page.waitForTimeout(600);
  try {
    await act?.(page);
  } catch (error) {
    console.log(`${name}: ${error.message.split('\n')[0]}`);
  }
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.close();
}
await browser.close();
server.close();
