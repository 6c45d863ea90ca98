// A file from the browser, which knows no paths: taken in as a stream after the same checks as everything else, answered with a token
// that stands for its path.
import type { IncomingMessage } from 'node:http';
import type { AppError } from '../core/errors.ts';
import { appError } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Sessions } from './sessions.ts';

/** What keeps the files; see native/interchange/uploads.ts. */
export interface UploadKeeper {
  receive(
    bytes: AsyncIterable<Buffer>,
  ): Promise<Result<{ readonly token: string; readonly sizeBytes: number }, AppError>>;
}

export interface UploadOptions {
  readonly sessions: Sessions;
  readonly uploads: UploadKeeper | null;
  host(): string;
}

/** The HTTP status, and what the body says. */
export interface UploadAnswer {
  readonly status: 200 | 401 | 403 | 404;
  readonly result: Result<{ readonly path: string; readonly sizeBytes: number }, AppError>;
}

const refuse = (status: 401 | 403 | 404): UploadAnswer => ({ status, result: err(appError('invalid_request')) });

export async function receiveUpload(request: IncomingMessage, options: UploadOptions): Promise<UploadAnswer> {
  if (request.headers.origin !== `http://${options.host()}`) return refuse(403);
  const token = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || !options.sessions.isToken(token)) return refuse(401);
  if (options.uploads === null) return refuse(404);
  const received = await options.uploads.receive(request as AsyncIterable<Buffer>);
  if (!received.ok) return { status: 200, result: received };
  return { status: 200, result: ok({ path: received.value.token, sizeBytes: received.value.sizeBytes }) };
}
