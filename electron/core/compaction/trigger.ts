// When to compact: decides from the size of the next request and the settings in force. Never reads a stored usage figure
// that is older than the latest compaction, never guesses a window.

import type { EffectiveCompactionSettings } from './settings.ts';

export type CompactionReason = 'threshold' | 'overflow' | 'transcript_bytes' | 'manual';

/** A decision with the numbers that led to it, so that it can be printed, tested and shown. */
export interface CompactionDecision {
  readonly kind: 'compact' | 'none';
  readonly reason?: CompactionReason;
  readonly usedTokens: number;
  /** windowTokens − reserveTokens; null while the window is unknown. */
  readonly thresholdTokens: number | null;
  readonly windowTokens: number | null;
  readonly reserveTokens: number | null;
  /** Why nothing happens although the figure is over the threshold, e.g. `no_progress`, `disabled`, `fixed_part_too_large`. */
  readonly why?: string;
}

export interface DecisionInput {
  /** The next request whole: system, tools, summary, kept messages, the new message. Counted for this view, never a stored figure. */
  readonly usedTokens: number;
  /** Its part that no compaction can shrink: system prompt, tool definitions, template. */
  readonly fixedTokens: number;
  readonly effective: EffectiveCompactionSettings;
  /** Bytes of the active messages, see context/active-bytes.ts. */
  readonly activeBytes: number;
  /** Size and settings at which the last automatic try made no progress; null when the last one did. */
  readonly pausedAt: { readonly usedTokens: number; readonly settingsKey: string } | null;
  /** Changes whenever a setting or the window does. */
  readonly settingsKey: string;
  /** Size at which an automatic compaction of this same turn failed or was cancelled; null or absent = none did. */
  readonly failedAtTokens?: number | null;
}

/**
 * Whether the next model call has to wait for a compaction: `usedTokens > window − reserve`, strictly, or the active messages have
 * reached `maxActiveTranscriptBytes`. Overflow and manual compactions are not decided here, they are told.
 *
 * @returns `none` with a `why` when a limit is passed and nothing is done about it: `disabled`, `fixed_part_too_large` (compacting
 * cannot help), `no_progress` (the last try freed too little, and neither has the size grown since nor a setting changed), `failed_in_turn` (the last
 * try of this same turn failed or was cancelled, the request has not grown by more than the reserve since, and it still fits if it did then)
 */
export function decideCompaction(input: DecisionInput): CompactionDecision {
  const { usedTokens, fixedTokens, effective } = input;
  const { windowTokens, reserveInForceTokens: reserveTokens } = effective;
  const thresholdTokens = thresholdTokensOf(effective);
  const numbers = { usedTokens, thresholdTokens, windowTokens, reserveTokens };
  const maxBytes = effective.maxActiveTranscriptInForceBytes;
  const isOverThreshold = thresholdTokens !== null && usedTokens > thresholdTokens;
  const isOverBytes = maxBytes !== null && input.activeBytes >= maxBytes;

  if (!isOverThreshold && !isOverBytes) return { kind: 'none', ...numbers };
  if (!effective.enabled) return { kind: 'none', ...numbers, why: 'disabled' };
  const isFixedTooLarge = isOverThreshold && fixedTokens > thresholdTokens;
  if (isFixedTooLarge && !isOverBytes) return { kind: 'none', ...numbers, why: 'fixed_part_too_large' };
  if (isPaused(input)) return { kind: 'none', ...numbers, why: 'no_progress' };
  if (hasFailedInTurn(input)) return { kind: 'none', ...numbers, why: 'failed_in_turn' };
  return {
    kind: 'compact',
    reason: isOverThreshold && !isFixedTooLarge ? 'threshold' : 'transcript_bytes',
    ...numbers,
  };
}

/** A request of more tokens asks for a compaction (spec §3); null while the window is unknown. */
export const thresholdTokensOf = ({ windowTokens, reserveInForceTokens }: WindowInForce): number | null =>
  windowTokens === null || reserveInForceTokens === null ? null : windowTokens - reserveInForceTokens;

type WindowInForce = Pick<EffectiveCompactionSettings, 'windowTokens' | 'reserveInForceTokens'>;

/** From this share of the threshold on a compaction is near: the window says so, and what can be prepared is worth preparing. */
const NEAR_SHARE = 0.8;

/** @param thresholdTokens null while the window is unknown: nothing is near then */
export const isNearThreshold = (usedTokens: number, thresholdTokens: number | null): boolean =>
  thresholdTokens !== null && thresholdTokens > 0 && usedTokens > thresholdTokens * NEAR_SHARE;

const isPaused = ({ pausedAt, settingsKey, usedTokens }: DecisionInput): boolean =>
  pausedAt !== null && pausedAt.settingsKey === settingsKey && usedTokens <= pausedAt.usedTokens;

/** A tool loop calls the model many times: what failed a moment ago would fail again, and each try costs the person minutes. */
function hasFailedInTurn({ failedAtTokens = null, usedTokens, effective }: DecisionInput): boolean {
  if (failedAtTokens === null) return false;
  const windowTokens = effective.windowTokens ?? Number.POSITIVE_INFINITY;
  // Then it could be sent all the same; now it cannot.
  if (failedAtTokens < windowTokens && usedTokens >= windowTokens) return false;
  return usedTokens <= failedAtTokens + (effective.reserveInForceTokens ?? Number.POSITIVE_INFINITY);
}
