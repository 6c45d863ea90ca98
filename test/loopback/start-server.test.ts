import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUploads } from '../../native/interchange/uploads.ts';
import { type LoopbackServer, type ServerOptions, startServer } from '../../electron/loopback/start-server.ts';
import { createTestApp, type TestApp } from '../wire/served-app.ts';
import { askForSession, codeOf, earnToken, openSocket, openWindow, rawRequest } from './loopback-client.ts';

let folder: string;
let app: TestApp;
let server: LoopbackServer;
let time: number;
let counts: number[];

const start = (options: Partial<ServerOptions> = {}): Promise<LoopbackServer> => {
  const seen = counts;
  return startServer({
    rendererFolder: path.join(folder, 'renderer'),
    app,
    now: () => time,
    onWindowCount: (open) => seen.push(open),
    ...options,
  });
};

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-loopback-'));
  mkdirSync(path.join(folder, 'renderer', 'assets'), { recursive: true });
  writeFileSync(
    path.join(folder, 'renderer', 'index.html'),
    '<html><script type="module" crossorigin src="./assets/index-1.js"></script></html>',
  );
  writeFileSync(path.join(folder, 'renderer', 'assets', 'index-1.js'), 'export {};');
  writeFileSync(path.join(folder, 'secret.json'), '"not for windows"');
  app = createTestApp({ echo: (params) => params });
  time = 1_000_000;
  counts = [];
  server = await start();
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('the server of the browser shell over HTTP', () => {
  it('serves the window with the bridge in front of its script', async () => {
    const answer = await rawRequest(server, '/');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe(
      '<html><script type="module" src="/bridge.js" data-entry="./assets/index-1.js"></script></html>',
    );
    expect((await rawRequest(server, '/assets/index-1.js')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
  });

  it.each(['/', '/nothing-here', '/how-to-open', '/assets/index-1.js'])(
    'sends the security headers with every answer: %s',
    async (urlPath) => {
      const { headers } = await rawRequest(server, urlPath);
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy.join()).not.toMatch(/unsafe|https?:|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    },
  );

  it.each(['evil.test', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]'])('refuses the host name %j', async (host) => {
    expect((await rawRequest(server, '/', { headers: { host } })).status).toBe(421);
  });

  it.each(['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'POST'])('answers no %s on the window’s files', async (method) => {
    expect((await rawRequest(server, '/', { method })).status).toBe(405);
  });

  it.each([
    '/../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '//secret.json/../../secret.json',
    '/%00',
    '/%',
    '/assets',
    '/renderer',
  ])('finds nothing outside the window’s folder: %s', async (urlPath) => {
    const answer = await rawRequest(server, urlPath);
    expect(answer.status).toBe(404);
    expect(answer.body).toBe('');
  });

  it('shows how to open Holdfast, in the reader’s language', async () => {
    expect((await rawRequest(server, '/how-to-open')).body).toContain('<html lang="en">');
    const chinese = await rawRequest(server, '/how-to-open', { headers: { 'accept-language': 'zh-CN,en;q=0.5' } });
    expect(chinese.body).toContain('<html lang="zh-CN">');
  });

  it('says which port it could not have', async () => {
    const port = Number(new URL(server.origin).port);
    await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('launch codes', () => {
  it('are exchanged for a session once', async () => {
    const code = codeOf(server.createLaunchUrl());
    const first = await askForSession(server, { code });
    expect(first.status).toBe(200);
    expect((await askForSession(server, { code })).status).toBe(401);
  });

  it('lapse after half a minute, unless they were printed for a person', async () => {
    const brief = codeOf(server.createLaunchUrl());
    const lasting = codeOf(server.createLaunchUrl({ lasting: true }));
    time += 30_001;
    expect((await askForSession(server, { code: brief })).status).toBe(401);
    expect((await askForSession(server, { code: lasting })).status).toBe(200);
    expect((await askForSession(server, { code: lasting })).status).toBe(401);
  });

  it('need our origin: a page of another site cannot use one', async () => {
    const code = codeOf(server.createLaunchUrl());
    expect((await askForSession(server, { code }, { origin: 'http://evil.test' })).status).toBe(403);
    expect((await rawRequest(server, '/session', { method: 'POST', body: JSON.stringify({ code }) })).status).toBe(403);
    expect((await askForSession(server, { code })).status).toBe(200);
  });

  it('stand in the fragment, which no request carries', () => {
    expect(new URL(server.createLaunchUrl()).pathname).toBe('/');
    expect(new URL(server.createLaunchUrl()).search).toBe('');
    expect(server.createLaunchUrl()).not.toBe(server.createLaunchUrl());
  });

  it.each(['', 'no json', '[]', '{}', '{"code":1}', `{"code":"${'x'.repeat(2000)}"}`])(
    'refuses the request %j',
    async (body) => {
      const { status } = await rawRequest(server, '/session', {
        method: 'POST',
        headers: { origin: server.origin },
        body,
      });
      expect(status).toBe(400);
    },
  );

  it('a session outlives a reload: its token opens it again; an invented one does not', async () => {
    const token = await earnToken(server);
    expect(JSON.parse((await askForSession(server, { token })).body)).toEqual({ token });
    expect((await askForSession(server, { token: `${token}x` })).status).toBe(401);
  });
});

describe('the server of the browser shell over WebSockets', () => {
  const protocolsOf = (token: string): string[] => ['holdfast.v1', `token.${token}`];

  it('refuses a socket without our host, our origin or a token', async () => {
    const protocols = protocolsOf(await earnToken(server));
    const refused = (options: Parameters<typeof openSocket>[1]): Promise<unknown> =>
      openSocket(server, { protocols, ...options });
    expect(await refused({ headers: { host: 'evil.test' } })).toBe(403);
    expect(await refused({ origin: 'http://evil.test' })).toBe(403);
    expect(await refused({ origin: null })).toBe(403);
    expect(await refused({ origin: 'null' })).toBe(403);
    expect(await refused({ path: '/other' })).toBe(403);
    expect(await refused({ protocols: [] })).toBe(403);
    expect(await refused({ protocols: ['holdfast.v1'] })).toBe(403);
    expect(await refused({ protocols: protocolsOf('invented') })).toBe(403);
    expect(await refused({ protocols: protocols.toReversed() })).toBe(403);
    expect(app.listeners()).toBe(0);
    expect(typeof (await refused({}))).toBe('object');
  });

  it('a launch code is no token', async () => {
    const protocols = protocolsOf(codeOf(server.createLaunchUrl()));
    expect(await openSocket(server, { protocols })).toBe(403);
  });

  it('answers commands, and gives every window the same events', async () => {
    const [first, second] = [await openWindow(server), await openWindow(server)];
    first.send({ id: 1, name: 'echo', params: { text: '数据库' } });
    expect(await first.next()).toEqual({ id: 1, result: { ok: true, value: { text: '数据库' } } });
    app.publish({ type: 'notes_changed' });
    expect(await first.next()).toEqual({ event: { type: 'notes_changed' } });
    expect(await second.next()).toEqual({ event: { type: 'notes_changed' } });
    expect(counts).toEqual([1, 2]);
  });

  it('carries a message of eight million characters, escaped or not', async () => {
    const window = await openWindow(server);
    for (const text of ['字'.repeat(8_000_000), '\u0001'.repeat(8_000_000)]) {
      window.send({ id: 2, name: 'echo', params: { text } });
      const answer = (await window.next()) as { result: { value: { text: string } } };
      expect(answer.result.value.text === text).toBe(true);
    }
  });

  it.each(['no json', '[]', '{"id":"1","name":"echo","params":{}}'])('ends the connection at %j', async (data) => {
    const window = await openWindow(server);
    window.sendRaw(data);
    expect(await window.closed).toBe(1008);
  });

  it('ends the connection at binary data', async () => {
    const window = await openWindow(server);
    window.sendRaw(Buffer.from([1, 2, 3]));
    expect(await window.closed).toBe(1008);
  });

  it('lets go of a closed window', async () => {
    const window = await openWindow(server);
    expect(app.listeners()).toBe(1);
    window.close();
    await window.closed;
    await expect.poll(() => [app.listeners(), server.windowCount()]).toEqual([0, 0]);
    expect(counts).toEqual([1, 0]);
  });

  it('closes with windows open', async () => {
    const window = await openWindow(server);
    await server.close();
    expect(await window.closed).toBe(1006);
    expect(app.listeners()).toBe(0);
    server = await start();
  });
});

describe('a file handed to the app', () => {
  const send = async (headers: Record<string, string>): Promise<{ status: number; body: string }> => {
    const uploading = await start({ uploads: createUploads(path.join(folder, 'uploads')) });
    try {
      const token = await earnToken(uploading);
      const filled = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('TOKEN', token).replace('ORIGIN', uploading.origin),
      ]);
      const sent = { method: 'POST', headers: Object.fromEntries(filled) as Record<string, string>, body: '[1,2,3]' };
      return await rawRequest(uploading, '/upload', sent);
    } finally {
      await uploading.close();
    }
  };

  it('is kept under a name of its own and answered with a token', async () => {
    const { status, body } = await send({ origin: 'ORIGIN', authorization: 'Bearer TOKEN' });
    const answer = JSON.parse(body) as { ok: boolean; value: { path: string; sizeBytes: number } };
    expect(status).toBe(200);
    expect(answer.value.sizeBytes).toBe(7);
    expect(answer.value.path).toMatch(/^upload:[\w-]{43}$/);
    const place = path.join(folder, 'uploads', answer.value.path.slice('upload:'.length));
    expect(readFileSync(place, 'utf8')).toBe('[1,2,3]');
  });

  it.each([
    ['another origin', { origin: 'http://evil.example', authorization: 'Bearer TOKEN' }, 403],
    ['no token', { origin: 'ORIGIN' }, 401],
    ['a guessed token', { origin: 'ORIGIN', authorization: 'Bearer abc' }, 401],
  ])('is refused from %s and leaves nothing', async (_who, headers, status) => {
    expect((await send(headers as Record<string, string>)).status).toBe(status);
    expect(existsSync(path.join(folder, 'uploads'))).toBe(false);
  });
});
