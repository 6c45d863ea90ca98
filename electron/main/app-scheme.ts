// Serves the built window under app://holdfast, with the same headers as the browser shell.
import type { Protocol } from 'electron';
import { readRendererFile, SECURITY_HEADERS } from '../compose/renderer-files.ts';
import { APP_SCHEME, isOwnAddress } from './trust.ts';

/** Must run before Electron is ready. */
export function registerAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export function serveAppScheme(protocol: Protocol, rendererFolder: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(rendererFolder, request));
}

export async function answer(rendererFolder: string, request: Request): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: SECURITY_HEADERS });
  const file = isOwnAddress(request.url) ? await readRendererFile(rendererFolder, new URL(request.url).pathname) : null;
  if (file === null) return new Response(null, { status: 404, headers: SECURITY_HEADERS });
  const body = new Uint8Array(file.body);
  return new Response(body, { headers: { ...SECURITY_HEADERS, 'content-type': file.contentType } });
}
