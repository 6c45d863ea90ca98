// The few requests the browser shell answers over HTTP: the window's files, the exchange of a launch code, the page for strangers.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRendererFile, SECURITY_HEADERS } from '../compose/renderer-files.ts';
import { HOW_TO_OPEN_CSS, renderHowToOpen } from './how-to-open.ts';
import { receiveUpload, type UploadKeeper } from './receive-upload.ts';
import type { Sessions } from './sessions.ts';

const MAX_SESSION_BODY_BYTES = 1000;

export interface HttpOptions {
  readonly rendererFolder: string;
  readonly sessions: Sessions;
  readonly uploads: UploadKeeper | null;
  /** `127.0.0.1:port`, exactly as a request must name it. */
  host(): string;
  /** A launch code was used. */
  onExchange(): void;
}

export function createRequestHandler(options: HttpOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    // A page of another site whose name resolves to this machine sends its own name here.
    if (request.headers.host !== options.host()) return end(response, 421);
    const urlPath = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'POST' && urlPath === '/session') return openSession(request, response, options);
    if (request.method === 'POST' && urlPath === '/upload') return takeUpload(request, response, options);
    if (request.method !== 'GET') return end(response, 405);
    await sendPage(urlPath, request, response, options);
  };
}

async function takeUpload(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { status, result } = await receiveUpload(request, options);
  // What is still coming of a refused file is not read.
  if (!result.ok) response.setHeader('connection', 'close');
  end(response, status, 'application/json; charset=utf-8', JSON.stringify(result));
  if (!request.complete) request.destroy();
}

async function sendPage(
  urlPath: string,
  request: IncomingMessage,
  response: ServerResponse,
  { rendererFolder }: HttpOptions,
): Promise<void> {
  if (urlPath === '/how-to-open') {
    return end(response, 200, 'text/html; charset=utf-8', renderHowToOpen(request.headers['accept-language']));
  }
  if (urlPath === '/how-to-open.css') return end(response, 200, 'text/css; charset=utf-8', HOW_TO_OPEN_CSS);
  const file = await readRendererFile(rendererFolder, urlPath);
  // Browsers ask for this one unasked; a missing icon is nothing to report.
  if (file === null) return end(response, urlPath === '/favicon.ico' ? 204 : 404);
  const isWindow = urlPath === '/' || urlPath === '/index.html';
  end(response, 200, file.contentType, isWindow ? startWithBridge(file.body.toString()) : file.body);
}

/** The bridge first asks for a session and only then loads the window's own script, whose address it finds here. */
function startWithBridge(html: string): string {
  return html.replace(
    /<script\b[^>]*\bsrc="([^"]+)"[^>]*><\/script>/,
    (_script, entry: string) => `<script type="module" src="/bridge.js" data-entry="${entry}"></script>`,
  );
}

async function openSession(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  if (request.headers.origin !== `http://${options.host()}`) return end(response, 403);
  const asked = parseSessionRequest(await readBody(request));
  if (asked === null) return end(response, 400);
  if ('token' in asked) {
    return options.sessions.isToken(asked.token) ? sendToken(response, asked.token) : end(response, 401);
  }
  const token = options.sessions.exchange(asked.code);
  if (token === null) return end(response, 401);
  sendToken(response, token);
  options.onExchange();
}

const sendToken = (response: ServerResponse, token: string): void =>
  end(response, 200, 'application/json; charset=utf-8', JSON.stringify({ token }));

type SessionRequest = { readonly code: string } | { readonly token: string };

function parseSessionRequest(body: string | null): SessionRequest | null {
  if (body === null) return null;
  try {
    const asked: unknown = JSON.parse(body);
    if (typeof asked !== 'object' || asked === null) return null;
    if ('code' in asked && typeof asked.code === 'string') return { code: asked.code };
    if ('token' in asked && typeof asked.token === 'string') return { token: asked.token };
    return null;
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_SESSION_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function end(response: ServerResponse, status: number, contentType?: string, body?: string | Buffer): void {
  if (contentType !== undefined) response.setHeader('content-type', contentType);
  response.writeHead(status).end(body);
}
