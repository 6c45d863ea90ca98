// When to compact: decides from the size of the next request and the settings in force. Never reads a stored usage figure
// that is older than the latest compaction, never guesses a window.

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
