// The Electron shell: the built main, preload and window, in Electron or its stand-in.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, startBrowserShell, startElectron, test, waitUntilReady } from './shells.ts';

const message = { role: 'textbox', name: 'Message' } as const;

test('the window is shown, isolated from Node and from the preload', async ({ electron, electronWindow: page }) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  const seen = await page.evaluate(() => ({
    keys: Object.keys(window.holdfast ?? {}).sort(),
    shell: window.holdfast?.shell,
    frozen: Object.isFrozen(window.holdfast),
    leaks: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter((name) => name in window),
  }));
  expect(seen).toEqual({ keys: ['invoke', 'shell', 'stream'], shell: 'electron', frozen: true, leaks: [] });
  const shown = await electron.evaluate(({ app, BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    return { name: app.getName(), count: windows.length, visible: windows[0]?.isVisible() };
  });
  expect(shown).toEqual({ name: 'Holdfast', count: 1, visible: true });
});

test('commands and events pass through the port', async ({ electronWindow: page }) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  await page.evaluate(() => window.holdfast?.invoke('conversation.create', { title: 'From the preload' }));
  const conversations = page.getByRole('navigation', { name: 'Conversations' });
  await expect(conversations.getByRole('link', { name: 'From the preload' })).toBeVisible();
  await page.reload();
  await expect(conversations.getByRole('link', { name: 'From the preload' })).toBeVisible();
  const answer = await page.evaluate(() =>
    (window.holdfast?.invoke as (name: string, params: unknown) => Promise<unknown>)('files.read', {}),
  );
  expect(answer).toEqual({ ok: false, error: { code: 'invalid_request' } });
});

test('the window stays where it is, and only web and mail addresses leave it', async ({
  electron,
  electronWindow: page,
}) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  const before = page.url();
  await page.evaluate(() => location.assign('https://example.com/away'));
  for (const address of [
    'https://example.com/a',
    'mailto:someone@example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ]) {
    await page.evaluate((target) => void window.open(target, '_blank', 'noopener'), address);
  }
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  expect(page.url()).toBe(before);
  const isStandIn = process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined;
  if (isStandIn) {
    await expect
      .poll(() => electron.evaluate(({ shell }) => (shell as unknown as { opened: readonly string[] }).opened))
      .toEqual(['https://example.com/a', 'mailto:someone@example.com']);
  }
  await expect.poll(() => electron.windows().length).toBe(1);
});

test('the page runs no inline script and reaches no server; nothing outside the window’s files is served', async ({
  electronWindow: page,
}) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  const outcome = await page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'window.ranInline = true';
    document.body.append(inline);
    const statusOf = (address: string): Promise<string> =>
      fetch(address).then(
        (response) => String(response.status),
        () => 'blocked',
      );
    return {
      inline: 'ranInline' in window,
      away: await statusOf('http://127.0.0.1:1/'),
      traversal: await statusOf('/..%2f..%2fpackage.json'),
      own: await statusOf('/index.html'),
    };
  });
  expect(outcome).toEqual({ inline: false, away: 'blocked', traversal: '404', own: '200' });
});

test('an entry of the menu presses its key in the window', async ({ electron, electronWindow: page }) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  await electron.evaluate(({ Menu }) => {
    interface Entry {
      readonly label?: string;
      readonly submenu?: readonly Entry[] | { readonly items: readonly Entry[] };
      readonly click?: () => void;
    }
    const below = (entry: Entry): readonly Entry[] => [
      entry,
      ...(entry.submenu === undefined ? [] : 'items' in entry.submenu ? entry.submenu.items : entry.submenu),
    ];
    const entries = (Menu.getApplicationMenu()?.items ?? []) as unknown as readonly Entry[];
    entries
      .flatMap(below)
      .find(({ label }) => label === 'Settings')
      ?.click?.();
  });
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('a second start focuses the first window and ends', async ({ dataFolder, electron, electronWindow: page }) => {
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  const second = startElectron(dataFolder).catch(() => null);
  await expect
    .poll(() =>
      electron.evaluate(({ BrowserWindow }) => {
        const [first] = BrowserWindow.getAllWindows() as unknown as { focusCount?: number; isFocused?(): boolean }[];
        return first?.focusCount === undefined ? first?.isFocused?.() : first.focusCount > 0;
      }),
    )
    .toBe(true);
  await second;
  expect(electron.windows()).toHaveLength(1);
});

test('a folder the browser shell uses is refused by name, and free again after it', async ({ dataFolder }) => {
  const browser = await waitUntilReady(startBrowserShell(dataFolder, ['--no-open']));
  const refused = await startElectron(dataFolder)
    .then(async (app) => {
      const exited = app.waitForEvent('close');
      let printed = '';
      app.process().stderr?.on('data', (text: Buffer) => (printed += text.toString()));
      await exited;
      return printed;
    })
    .catch((error: unknown) => String(error));
  expect(refused).toContain(`process ${browser.process.pid}`);
  await browser.stop();
  const app = await startElectron(dataFolder);
  const page = await app.firstWindow();
  await expect(page.getByRole(message.role, { name: message.name })).toBeVisible();
  await app.close();
  expect(existsSync(path.join(dataFolder, 'holdfast.lock'))).toBe(false);
});
