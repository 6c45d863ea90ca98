// Downloads one file over https on a person's word: resumes what an interruption left, verifies length and sha256 before the file
// gets its name, and reports each request it makes, redirects included.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';

export interface DownloadOptions {
  readonly url: string;
  readonly target: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly signal: AbortSignal;
  readonly onProgress: (receivedBytes: number, totalBytes: number) => void;
  readonly onRequest: (host: string) => void;
  /** Default: the platform's own fetch. */
  readonly fetch?: typeof fetch;
}

/**
 * Answers with the file's path. Codes: download_failed (`reason`: network, status, aborted, incomplete), download_hash_mismatch,
 * disk_full. What was received stays in `<target>.part` for the next try, unless it was wrong.
 */
export async function downloadFile(options: DownloadOptions): Promise<Result<string, AppError>> {
  if (await isIntact(options.target, options)) return ok(options.target);
  const partial = `${options.target}.part`;
  try {
    await mkdir(dirname(options.target), { recursive: true });
    return await receive(options, partial);
  } catch (error) {
    return err(downloadError(error, options.signal));
  }
}

async function receive(options: DownloadOptions, partial: string): Promise<Result<string, AppError>> {
  const hash = createHash('sha256');
  const have = await hashExisting(partial, hash);
  const response = await request(options, have);
  if (!response.ok) {
    if (response.status === 416) await rm(partial, { force: true });
    return err(appError('download_failed', { reason: 'status', status: response.status }));
  }
  const resumed = response.status === 206;
  const running = resumed ? hash : createHash('sha256');
  const received = await writeBody(response, { options, partial, hash: running, from: resumed ? have : 0 });
  if (received < options.sizeBytes)
    return err(
      appError('download_failed', { reason: 'incomplete', receivedBytes: received, sizeBytes: options.sizeBytes }),
    );
  if (received !== options.sizeBytes || running.digest('hex') !== options.sha256) {
    await rm(partial, { force: true });
    return err(appError('download_hash_mismatch'));
  }
  await rename(partial, options.target);
  return ok(options.target);
}

async function isIntact(
  path: string,
  expected: { readonly sizeBytes: number; readonly sha256: string },
): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.size !== expected.sizeBytes) return false;
  const hash = createHash('sha256');
  await hashExisting(path, hash);
  return hash.digest('hex') === expected.sha256;
}

async function hashExisting(path: string, hash: Hash): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 0;
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return found.size;
}

const MAX_REDIRECTS = 5;

async function request(options: DownloadOptions, have: number): Promise<Response> {
  const doFetch = options.fetch ?? fetch;
  let url = new URL(options.url);
  for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
    options.onRequest(url.host);
    const response = await doFetch(url, {
      redirect: 'manual',
      signal: options.signal,
      headers: have > 0 ? { range: `bytes=${have}-` } : {},
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.protocol !== 'https:') throw new TypeError('A download may not leave https.');
    url = next;
  }
  throw new TypeError('Too many redirects.');
}

interface BodyTarget {
  readonly options: DownloadOptions;
  readonly partial: string;
  readonly hash: Hash;
  readonly from: number;
}

async function writeBody(response: Response, { options, partial, hash, from }: BodyTarget): Promise<number> {
  const file: FileHandle = await open(partial, from > 0 ? 'r+' : 'w');
  let received = from;
  try {
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array;
      await file.write(bytes, 0, bytes.length, received);
      hash.update(bytes);
      received += bytes.length;
      options.onProgress(received, options.sizeBytes);
      // A server that sends more than the file is not sending the file.
      if (received > options.sizeBytes) break;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return received;
}

function downloadError(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted) return appError('download_failed', { reason: 'aborted' });
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return appError('disk_full');
  if (error instanceof Error) return appError('download_failed', { reason: 'network' });
  throw error;
}
