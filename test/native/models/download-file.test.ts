import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { downloadFile, type DownloadOptions } from '../../../native/models/download-file.ts';

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let folder = '';
let server: Server;
let serve: (request: IncomingMessage, response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-download-'));
  serve = serveWhole;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function serveWhole(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200).end(CONTENT.subarray(from));
}

/** Everything asked of the hub goes to the server of this test. */
const toServer: typeof fetch = (url, init) => {
  const { pathname } = new URL(url instanceof Request ? url.url : url);
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, init);
};

const target = (): string => join(folder, 'models', 'm.gguf');
const requests: string[] = [];
const download = (change: Partial<DownloadOptions> = {}) => {
  requests.length = 0;
  return downloadFile({
    url: 'https://hub.example/m.gguf',
    target: target(),
    sizeBytes: CONTENT.length,
    sha256: SHA256,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onRequest: (host) => requests.push(host),
    fetch: toServer,
    ...change,
  });
};

describe('a download', () => {
  it('gives the whole file its name, and counts each request', async () => {
    const progress: number[] = [];
    expect(await download({ onProgress: (received) => progress.push(received) })).toEqual({
      ok: true,
      value: target(),
    });
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
    expect(existsSync(`${target()}.part`)).toBe(false);
    expect(progress.at(-1)).toBe(CONTENT.length);
    expect(requests).toEqual(['hub.example']);
  });
  it('of a file that is there asks nothing', async () => {
    await download();
    expect(await download()).toMatchObject({ ok: true });
    expect(requests).toEqual([]);
  });
  it('follows redirects over https and counts them', async () => {
    serve = (request, response) => {
      if (request.url === '/m.gguf') response.writeHead(302, { location: 'https://cdn.example/real' }).end();
      else serveWhole(request, response);
    };
    expect(await download()).toMatchObject({ ok: true });
    expect(requests).toEqual(['hub.example', 'cdn.example']);
  });
  it('never leaves https', async () => {
    serve = (_request, response) => response.writeHead(302, { location: 'http://cdn.example/real' }).end();
    expect(await download()).toMatchObject({ error: { code: 'download_failed', detail: { reason: 'network' } } });
    expect(requests).toEqual(['hub.example']);
  });
});

describe('an interrupted download', () => {
  it('goes on where it stopped', async () => {
    // The connection breaks once the first part has arrived: before that there is nothing to go on from.
    const open: { breaks: () => void } = { breaks: () => undefined };
    serve = (_request, response) => {
      open.breaks = () => response.destroy();
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 100_000));
    };
    expect(await download({ onProgress: (received) => received > 0 && open.breaks() })).toMatchObject({
      error: { code: 'download_failed' },
    });
    const have = readFileSync(`${target()}.part`).length;
    expect(have).toBeGreaterThan(0);
    let asked = '';
    serve = (request, response) => {
      asked = request.headers.range ?? '';
      serveWhole(request, response);
    };
    expect(await download()).toMatchObject({ ok: true });
    expect(asked).toBe(`bytes=${have}-`);
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
  });
  it('starts anew where the server cannot go on', async () => {
    await download();
    rmSync(target());
    writeFileSync(`${target()}.part`, CONTENT.subarray(0, 1000));
    serve = (_request, response) => response.writeHead(200).end(CONTENT);
    expect(await download()).toMatchObject({ ok: true });
    expect(readFileSync(target()).equals(CONTENT)).toBe(true);
  });
  it('by the person keeps what it has', async () => {
    const abort = new AbortController();
    const result = await download({ signal: abort.signal, onProgress: () => abort.abort() });
    expect(result).toMatchObject({ error: { code: 'download_failed', detail: { reason: 'aborted' } } });
    expect(existsSync(target())).toBe(false);
    expect(await download()).toMatchObject({ ok: true });
  });
});

describe('a wrong file', () => {
  it('never gets the name', async () => {
    serve = (_request, response) => response.end(Buffer.alloc(CONTENT.length));
    expect(await download()).toEqual({ ok: false, error: { code: 'download_hash_mismatch' } });
    expect(existsSync(target())).toBe(false);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });
  it('that is too long is given up', async () => {
    serve = (_request, response) => response.end(Buffer.concat([CONTENT, CONTENT]));
    expect(await download()).toMatchObject({ error: { code: 'download_hash_mismatch' } });
  });
  it('is told apart from an error page', async () => {
    serve = (_request, response) => response.writeHead(404).end('not here');
    expect(await download()).toMatchObject({
      error: { code: 'download_failed', detail: { reason: 'status', status: 404 } },
    });
  });
});
