// One call to the model on behalf of a compaction or a flush: cancellable, ended when it makes no progress, never a chat reply.
// Its clock starts when the engine begins with it; while it waits behind other requests, the host itself watches for silence.

import { type AppError, appError } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { GenerateReply, GenerateRequest, Ports } from './ports.ts';

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onTokens?: (tokens: number) => void;
}

export type CallEnd = { readonly kind: 'aborted' } | { readonly kind: 'failed'; readonly error: AppError };

/** A call that is served and then without progress for `timeoutMs` ends as `compaction_timeout`; an abort is an outcome of its own. */
export async function callModel(
  ports: Pick<Ports, 'host'>,
  request: GenerateRequest,
  options: CallOptions,
): Promise<Result<GenerateReply, CallEnd>> {
  if (options.signal.aborted) return err({ kind: 'aborted' });
  const stall = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const progress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), options.timeoutMs);
  };
  let tokens = 0;
  try {
    const reply = await ports.host.generate(request, {
      signal: AbortSignal.any([options.signal, stall.signal]),
      onServed: progress,
      onText: (delta) => {
        progress();
        tokens += delta.tokens;
        options.onTokens?.(tokens);
      },
      onProgress: progress,
    });
    if (options.signal.aborted) return err({ kind: 'aborted' });
    if (stall.signal.aborted)
      return err({ kind: 'failed', error: appError('compaction_timeout', { seconds: options.timeoutMs / 1000 }) });
    if (!reply.ok) return err({ kind: 'failed', error: reply.error });
    return reply.value.stopReason === 'aborted' ? err({ kind: 'aborted' }) : ok(reply.value);
  } finally {
    clearTimeout(timer);
  }
}
