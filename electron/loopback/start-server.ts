// The browser shell's server: 127.0.0.1 only, one port, files over HTTP and everything else over WebSockets.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedApp } from '../wire/serve-connection.ts';
import { createRequestHandler } from './http-requests.ts';
import type { UploadKeeper } from './receive-upload.ts';
import { createSessions } from './sessions.ts';
import { createSockets } from './sockets.ts';

export interface ServerOptions {
  readonly rendererFolder: string;
  readonly app: ServedApp;
  /** Absent: files are not taken. */
  readonly uploads?: UploadKeeper;
  /** 0 = any free one. */
  readonly port?: number;
  readonly now?: () => number;
  readonly onBug?: (error: unknown) => void;
  readonly onExchange?: () => void;
  readonly onWindowCount?: (open: number) => void;
}

export interface LoopbackServer {
  readonly origin: string;
  /** An address that opens one window. `lasting`: until it is used, else for half a minute. */
  createLaunchUrl(options?: { readonly lasting?: boolean }): string;
  windowCount(): number;
  close(): Promise<void>;
}

/** Rejects with Node's error when the port cannot be had (`EADDRINUSE`, `EACCES`). */
export async function startServer(options: ServerOptions): Promise<LoopbackServer> {
  const sessions = createSessions(options.now ?? Date.now);
  const onBug = options.onBug ?? (() => undefined);
  let host = '';
  const handle = createRequestHandler({
    rendererFolder: options.rendererFolder,
    sessions,
    uploads: options.uploads ?? null,
    host: () => host,
    onExchange: options.onExchange ?? (() => undefined),
  });
  const sockets = createSockets({
    app: options.app,
    sessions,
    host: () => host,
    onBug,
    onCount: options.onWindowCount ?? (() => undefined),
  });
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      onBug(error);
      response.destroy();
    });
  });
  server.on('upgrade', sockets.upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    createLaunchUrl: (launch) => `http://${host}/#code=${sessions.createLaunchCode(launch)}`,
    windowCount: sockets.count,
    close: () =>
      new Promise((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
