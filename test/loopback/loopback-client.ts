// Raw requests as a hostile program would make them: any Host, any Origin, any path as it stands.
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { AppFrame } from '../../electron/wire/frames.ts';
import type { LoopbackServer } from '../../electron/loopback/start-server.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export function rawRequest(
  server: LoopbackServer,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers, agent: false },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (body += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}

export const codeOf = (launchUrl: string): string =>
  new URLSearchParams(new URL(launchUrl).hash.slice(1)).get('code') ?? '';

export const askForSession = (
  server: LoopbackServer,
  asked: object,
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  rawRequest(server, '/session', {
    method: 'POST',
    headers: { origin: server.origin, ...headers },
    body: JSON.stringify(asked),
  });

export async function earnToken(server: LoopbackServer): Promise<string> {
  const { body } = await askForSession(server, { code: codeOf(server.createLaunchUrl()) });
  return (JSON.parse(body) as { token: string }).token;
}

export interface OpenSocket {
  send(frame: unknown): void;
  sendRaw(data: string | Buffer): void;
  next(): Promise<AppFrame>;
  readonly closed: Promise<number>;
  close(): void;
}

/** Resolves with the open socket, or with the status that refused it. */
export function openSocket(
  server: LoopbackServer,
  options: { protocols?: string[]; headers?: Record<string, string>; path?: string; origin?: string | null },
): Promise<OpenSocket | number> {
  const origin = options.origin === undefined ? server.origin : options.origin;
  const socket = new WebSocket(
    `${server.origin.replace('http', 'ws')}${options.path ?? '/ws'}`,
    options.protocols ?? [],
    {
      headers: { ...(origin === null ? {} : { origin }), ...options.headers },
    },
  );
  const frames: AppFrame[] = [];
  const readers: ((frame: AppFrame) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as AppFrame;
    const reader = readers.shift();
    if (reader) reader(frame);
    else frames.push(frame);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, answer) => {
      socket.on('error', () => undefined);
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    socket.on('error', () => resolve(0));
    socket.on('open', () =>
      resolve({
        send: (frame) => socket.send(JSON.stringify(frame)),
        sendRaw: (data) => socket.send(data),
        next: () => {
          const ready = frames.shift();
          return ready === undefined ? new Promise((read) => readers.push(read)) : Promise.resolve(ready);
        },
        closed,
        close: () => socket.close(),
      }),
    );
  });
}

export async function openWindow(server: LoopbackServer): Promise<OpenSocket> {
  const opened = await openSocket(server, { protocols: ['holdfast.v1', `token.${await earnToken(server)}`] });
  if (typeof opened === 'number') throw new Error(`refused with ${opened}`);
  return opened;
}
