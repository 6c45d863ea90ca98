// Windows of the browser shell speak over WebSockets. A page of another site can open one to this machine as well, so each must
// name our host, come from our origin and hold a token; the token rides in the subprotocol list, never in an address.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ServedApp, serveConnection } from '../wire/serve-connection.ts';
import type { Sessions } from './sessions.ts';

export const PROTOCOL = 'holdfast.v1';
/** A message of eight million characters, every one of them escaped, and its envelope. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
/** A window that does not read (frozen by its browser) loses its connection rather than fill our memory. */
const MAX_UNSENT_BYTES = 128 * 1024 * 1024;

export interface SocketOptions {
  readonly app: ServedApp;
  readonly sessions: Sessions;
  host(): string;
  onBug(error: unknown): void;
  /** The number of open windows changed. */
  onCount(open: number): void;
}

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  count(): number;
  close(): void;
}

export function createSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: () => PROTOCOL,
  });
  return {
    upgrade(request, socket, head) {
      if (!mayConnect(request, options)) return refuse(socket);
      server.handleUpgrade(request, socket, head, (open) => {
        serveSocket(open, options, () => options.onCount(server.clients.size));
        options.onCount(server.clients.size);
      });
    },
    count: () => server.clients.size,
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function mayConnect(request: IncomingMessage, { sessions, host }: SocketOptions): boolean {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const token = offered.find((name) => name.startsWith('token.'))?.slice('token.'.length) ?? '';
  return (
    request.url === '/ws' &&
    request.headers.host === host() &&
    request.headers.origin === `http://${host()}` &&
    offered[0] === PROTOCOL &&
    sessions.isToken(token)
  );
}

/** Half-closed sockets would keep the server from ending: destroy it once the answer is out. */
function refuse(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

function serveSocket(socket: WebSocket, { app, onBug }: SocketOptions, onClosed: () => void): void {
  const connection = serveConnection(
    app,
    (frame) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
      socket.send(JSON.stringify(frame));
    },
    onBug,
  );
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : parseFrame(data as Buffer);
    if (!connection.receive(frame)) socket.close(1008, 'not a command');
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    connection.close();
    onClosed();
  });
}

function parseFrame(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
