// The browser shell as people and hostile pages meet it: the product's own process, a real Chromium.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { HoldfastApi } from '../../electron/contract/commands.ts';
import { expect, startBrowserShell, test, waitUntilReady } from './shells.ts';

declare global {
  interface Window {
    readonly holdfast?: HoldfastApi;
  }
}

test('an address opens a window, without its code left in the address bar', async ({
  page,
  browserShell,
  pageErrors,
}) => {
  await page.goto(browserShell.address());
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(page.url()).toBe(`${browserShell.origin}/`);
  expect(await page.evaluate(() => Object.keys(window.holdfast ?? {}).sort())).toEqual([
    'invoke',
    'shell',
    'stream',
    'upload',
  ]);
  expect(await page.evaluate(() => Object.isFrozen(window.holdfast))).toBe(true);
  expect(
    await page.evaluate(() => {
      try {
        Object.assign(window, { holdfast: null });
      } catch (error) {
        return error instanceof TypeError;
      }
      return false;
    }),
  ).toBe(true);
  expect(pageErrors).toEqual([]);
});

test('a reload keeps the session', async ({ page, browserShell }) => {
  await page.goto(browserShell.address());
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('a used address, and an address without a code, show how to open Holdfast', async ({
  page,
  context,
  browserShell,
}) => {
  const address = browserShell.address();
  await page.goto(address);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  for (const visited of [address, `${browserShell.origin}/`, `${browserShell.origin}/#code=invented`]) {
    const other = await context.newPage();
    await other.goto(visited);
    await expect(other.getByRole('heading', { name: 'Open Holdfast from its terminal' })).toBeVisible();
    expect(await other.evaluate(() => 'holdfast' in window)).toBe(false);
    await other.close();
  }
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('the next printed address opens another window, and both see the same', async ({
  page,
  context,
  browserShell,
}) => {
  const first = browserShell.address();
  await page.goto(first);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect.poll(browserShell.address).not.toBe(first);
  const other = await context.newPage();
  await other.goto(browserShell.address());
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.evaluate(() => window.holdfast?.invoke('conversation.create', { title: 'Seen in both' }));
  for (const window of [page, other]) {
    const conversations = window.getByRole('navigation', { name: 'Conversations' });
    await expect(conversations.getByRole('link', { name: 'Seen in both' })).toBeVisible();
  }
});

test('the page runs no inline script, evaluates no text and reaches no other server', async ({
  page,
  browserShell,
}) => {
  const hits: string[] = [];
  const other = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await page.goto(browserShell.address());
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const outcome = await page.evaluate(async (server) => {
    const inline = document.createElement('script');
    inline.textContent = 'window.ranInline = true';
    document.body.append(inline);
    const image = new Image();
    const imageFailed = new Promise((resolve) => (image.onerror = () => resolve('blocked')));
    image.src = `${server}/image`;
    const frame = document.createElement('iframe');
    frame.src = `${server}/frame`;
    document.body.append(frame);
    // In a task of its own: what a test evaluates directly is exempt from the policy.
    const evaluated = new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve((window as unknown as { eval(text: string): unknown }).eval('1 + 1'));
        } catch {
          resolve('blocked');
        }
      }),
    );
    return {
      inline: 'ranInline' in window,
      evaluated: await evaluated,
      fetched: await fetch(`${server}/fetch`).then(
        () => 'sent',
        () => 'blocked',
      ),
      image: await imageFailed,
    };
  }, foreign);
  expect(outcome).toEqual({ inline: false, evaluated: 'blocked', fetched: 'blocked', image: 'blocked' });
  expect(hits).toEqual([]);
  other.close();
});

test('a page of another origin gets neither a session nor a socket', async ({ page, browserShell }) => {
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>other</p>'),
  );
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  const code = new URL(browserShell.address()).hash.slice('#code='.length);
  const outcome = await page.evaluate(
    async ({ origin, code: stolen }) => {
      const answer = await fetch(`${origin}/session`, { method: 'POST', body: JSON.stringify({ code: stolen }) }).then(
        (response) => `${response.status}`,
        () => 'unreadable',
      );
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, ['holdfast.v1', `token.${stolen}`]);
      const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onclose = () => resolve(false);
      });
      return { answer, opened };
    },
    { origin: browserShell.origin, code },
  );
  expect(outcome).toEqual({ answer: 'unreadable', opened: false });
  // The code was not used up: the person it was meant for can still open the window.
  await page.goto(browserShell.address());
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  other.close();
});

test('what is no command of the contract is answered `invalid_request`', async ({ page, browserShell }) => {
  await page.goto(browserShell.address());
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const ask = (name: string, params: unknown): Promise<unknown> =>
    page.evaluate(
      ([asked, given]) =>
        (window.holdfast?.invoke as (name: string, params: unknown) => Promise<unknown>)(asked, given),
      [name, params] as const,
    );
  for (const [name, params] of [
    ['files.read', { path: '/etc/passwd' }],
    ['constructor', {}],
    ['notes.read', { file: 7 }],
    ['notes.read', { file: 'a', more: true }],
    ['conversation.create', null],
  ] as const) {
    expect(await ask(name, params)).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  }
});

test('a second start on the same folder says who uses it, and changes nothing', async ({
  browserShell,
  dataFolder,
}) => {
  const second = startBrowserShell(dataFolder, ['--no-open']);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Holdfast is running already (process ${browserShell.process.pid})`);
  expect(second.output()).toContain(dataFolder);
  expect(browserShell.process.exitCode).toBe(null);
});

test('a port in use is named, with what to do', async ({ browserShell, dataFolder }) => {
  const port = new URL(browserShell.origin).port;
  const second = startBrowserShell(path.join(dataFolder, 'other'), ['--no-open', '--port', port]);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${port} is in use by another program. Choose another with --port N`);
});

test('the port asked for is the port used', async ({ dataFolder, browserShell }) => {
  const port = new URL(browserShell.origin).port;
  await browserShell.stop();
  const again = await waitUntilReady(startBrowserShell(dataFolder, ['--no-open', '--port', port]));
  expect(again.origin).toBe(browserShell.origin);
  await again.stop();
});
