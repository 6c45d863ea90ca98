// Whether a send whose automatic compaction did not bring the request under the limit may try once more, with a smaller tail, or has to
// stop trying until size or settings change. Decides from how the pass ended; never from how often it went well before.

import type { ErrorCode } from '../errors.ts';

export interface PassEnd {
  readonly outcome: 'ok' | 'failed' | 'aborted' | 'nothing_to_compact' | 'already_compacted';
  readonly errorCode: ErrorCode | null;
  /** Passes made for this request so far, this one included. */
  readonly passes: number;
  /** Did a compaction hold on the branch before this pass? */
  readonly wasCompacted: boolean;
  /** Is the tail too big for this window: the request cannot be sent as it stands, or the tail is set to all that a request may take? */
  readonly isTailTooBig: boolean;
}

/** One pass and one with a smaller tail for the same state; more would only burn time. */
const MAX_PASSES = 2;

/** @returns `again`: with a smaller tail. `pause`: nothing more to gain as things stand. `stop`: this time only. */
export function decideNextPass({
  outcome,
  errorCode,
  passes,
  wasCompacted,
  isTailTooBig,
}: PassEnd): 'again' | 'pause' | 'stop' {
  const isNothing = outcome === 'nothing_to_compact' || outcome === 'already_compacted';
  const isStuck = errorCode === 'compaction_no_progress';
  // Everything lies in the tail: with a summary before it the tail has grown too big, without one there is nothing old yet
  // (but a tail set for a bigger window would leave no room in this one for ever).
  const helpsSmallerTail = outcome === 'ok' || isStuck || (isNothing && (wasCompacted || isTailTooBig));
  if (helpsSmallerTail && passes < MAX_PASSES) return 'again';
  return outcome === 'ok' || isNothing || isStuck ? 'pause' : 'stop';
}

/**
 * Tail of the second pass, in tokens: half of the first one's, and never more than a third of what the fixed part leaves under the limit.
 * @param thresholdTokens null while the window is unknown
 */
export function smallerTail(input: {
  readonly keepRecentTokens: number;
  readonly thresholdTokens: number | null;
  readonly fixedTokens: number;
}): number {
  const half = Math.floor(input.keepRecentTokens / 2);
  if (input.thresholdTokens === null) return half;
  return Math.max(0, Math.min(half, Math.floor((input.thresholdTokens - input.fixedTokens) / 3)));
}
