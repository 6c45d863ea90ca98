// The built window's files and the headers they are served with: the same for app:// and for 127.0.0.1.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Nothing but our own files: no inline script, no eval, no remote origin; images may also be data or blobs. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  'cache-control': 'no-store',
};

export interface RendererFile {
  readonly body: Buffer;
  readonly contentType: string;
}

/** `urlPath` as it stands in a URL, still encoded. Null when there is no such file inside the folder. */
export async function readRendererFile(folder: string, urlPath: string): Promise<RendererFile | null> {
  const file = locate(folder, urlPath);
  const contentType = file === null ? undefined : CONTENT_TYPES[path.extname(file)];
  if (file === null || contentType === undefined) return null;
  try {
    return { body: await readFile(file), contentType };
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String(error.code)))
      return null;
    throw error;
  }
}

function locate(folder: string, urlPath: string): string | null {
  const decoded = decode(urlPath);
  if (decoded === null || decoded.includes('\0') || decoded.includes('\\')) return null;
  const file = path.normalize(path.join(folder, decoded === '/' ? 'index.html' : decoded));
  return file.startsWith(path.normalize(folder) + path.sep) ? file : null;
}

function decode(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath);
  } catch {
    return null;
  }
}
