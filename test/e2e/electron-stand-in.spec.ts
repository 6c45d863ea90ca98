// The stand-in itself: what Electron would refuse, it refuses too. Small apps written on the spot, no product code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test as base } from '@playwright/test';

const standIn = process.env['ELECTRON_OVERRIDE_DIST_PATH'];

interface Sample {
  /** Starts an app made of these pieces; `main` runs after `electron` is imported as `e`. */
  start(pieces: { main: string; preload?: string; html?: string }): Promise<ElectronApplication>;
}

/** A window exists before it has a page. */
async function firstPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: 10_000 });
  await page.waitForURL((url) => url.href !== 'about:blank');
  return page;
}

const test = base.extend<{ sample: Sample }>({
  sample: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-sample-'));
    const running: ElectronApplication[] = [];
    await use({
      async start({ main, preload = '', html = '<title>Sample</title>' }) {
        const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
        write(
          'package.json',
          JSON.stringify({ name: 'sample', productName: 'Sample', version: '1.0.0', main: 'main.mjs' }),
        );
        write('preload.cjs', preload);
        write(
          'main.mjs',
          `import * as e from 'electron';\nconst preload = ${JSON.stringify(path.join(folder, 'preload.cjs'))};
e.protocol.registerSchemesAsPrivileged([{ scheme: 'app' }]);
const open = () => {
  e.protocol.handle('app', (request) => new Response(${JSON.stringify(html)}, { headers: { 'content-type': 'text/html' } }));
  const window = new e.BrowserWindow({ webPreferences: { preload } });
  void window.loadURL('app://sample/index.html');
  return window;
};\n${main}`,
        );
        const app = await _electron.launch({ args: [folder], cwd: folder });
        running.push(app);
        return app;
      },
    });
    for (const app of running) await app.close();
    rmSync(folder, { recursive: true });
  },
});

test.skip(standIn === undefined, 'a real Electron is installed: there is no stand-in to test');

test('preload and page are apart; data, functions and promises cross, and what crossed is frozen', async ({
  sample,
}) => {
  const app = await sample.start({
    main: 'void e.app.whenReady().then(open);',
    preload: `const { contextBridge } = require('electron');
      globalThis.inner = 1;
      contextBridge.exposeInMainWorld('api', { twice: async (n) => n * 2, call: (back) => back('hello'), list: [1] });`,
  });
  const page = await firstPage(app);
  const seen = await page.evaluate(async () => {
    const { api } = globalThis as unknown as {
      api: { twice(n: number): Promise<number>; call(back: (text: string) => void): void; list: number[] };
    };
    const said: string[] = [];
    api.call((text) => said.push(text));
    return {
      twice: await api.twice(21),
      said,
      frozen: Object.isFrozen(api) && Object.isFrozen(api.list),
      leaks: ['inner', 'require', 'process', '__standInSend', '__standInReceive'].filter((name) => name in globalThis),
    };
  });
  expect(seen).toEqual({ twice: 42, said: ['hello'], frozen: true, leaks: [] });
});

test('ports carry what structured clone keeps, both ways', async ({ sample }) => {
  const app = await sample.start({
    main: `e.ipcMain.on('hello', ({ ports: [port] }) => {
        port.on('message', ({ data }) => port.postMessage({ ...data, seen: data.when instanceof Date && data.big === 7n }));
        port.start();
      });
      void e.app.whenReady().then(open);`,
    preload: `const { contextBridge, ipcRenderer } = require('electron');
      contextBridge.exposeInMainWorld('api', { ask: () => new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve([data.seen, data.none === undefined && 'none' in data, data.map.get('k')]);
        ipcRenderer.postMessage('hello', null, [port2]);
        port1.postMessage({ when: new Date(5), big: 7n, none: undefined, map: new Map([['k', 'v']]) });
      }) });`,
  });
  const page = await firstPage(app);
  expect(await page.evaluate(() => (globalThis as unknown as { api: { ask(): unknown } }).api.ask())).toEqual([
    true,
    true,
    'v',
  ]);
});

test('a sandboxed preload can require nothing of Node', async ({ sample }) => {
  const app = await sample.start({
    main: 'void e.app.whenReady().then(open);',
    preload: `let why = 'none'; try { require('node:fs'); } catch (error) { why = error.message; }
      require('electron').contextBridge.exposeInMainWorld('why', why);`,
  });
  const page = await firstPage(app);
  expect(await page.evaluate(() => (globalThis as unknown as { why: string }).why)).toBe('module not found: node:fs');
});

const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['a window before ready', 'new e.BrowserWindow({});', 'Cannot create BrowserWindow before app is ready'],
  [
    'a scheme registered too late',
    'await e.app.whenReady(); e.protocol.registerSchemesAsPrivileged([]);',
    'before app is ready',
  ],
  ['an API it does not have', 'e.app.dock;', 'Electron stand-in: app.dock is missing'],
  [
    'a window without a sandbox',
    'await e.app.whenReady(); await new e.BrowserWindow({ webPreferences: { sandbox: false } }).webContents.attached;',
    'windows are sandboxed',
  ],
];
for (const [mistake, code, message] of MISTAKES) {
  test(`${mistake} is refused`, async ({ sample }) => {
    const app = await sample.start({
      main: `globalThis.caught = 'nothing';
        void (async () => { ${code} })().catch((error) => { globalThis.caught = error.message; });`,
    });
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { caught: string }).caught))
      .toContain(message);
  });
}

test('main is asked before a page navigates, opens a window or sends a request', async ({ sample }) => {
  const app = await sample.start({
    main: `globalThis.asked = [];
      e.session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        const cancel = !details.url.startsWith('app:');
        if (cancel) globalThis.asked.push('request ' + details.url);
        answer({ cancel });
      });
      e.app.on('web-contents-created', (_event, contents) => {
        contents.on('will-navigate', (event) => { globalThis.asked.push('navigate ' + event.url); event.preventDefault(); });
        contents.setWindowOpenHandler(({ url }) => { globalThis.asked.push('open ' + url); return { action: 'deny' }; });
      });
      void e.app.whenReady().then(open);`,
  });
  const page = await firstPage(app);
  const asked = (): Promise<string[]> => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  await page.evaluate(() => void window.open('https://example.com/window', '_blank', 'noopener'));
  await page.evaluate(() => fetch('https://example.com/data').catch(() => undefined));
  await page.evaluate(() => location.assign('https://example.com/away'));
  await expect
    .poll(asked)
    .toEqual([
      'open https://example.com/window',
      'request https://example.com/data',
      'navigate https://example.com/away',
    ]);
  await expect.poll(() => app.windows().length).toBe(1);
});
