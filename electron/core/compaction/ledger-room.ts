// What constraints and pending requests may take when they do not fit the share of the window that is theirs: the tail that is kept
// gives up as much as they need, and no more than it has. Decides from sizes alone; what still does not fit is refused.

export interface LedgerRoomInput {
  /** Of the refusal: what they need, and what they were allowed. */
  readonly neededTokens: number;
  readonly allowedTokens: number;
  /** The tail that was to be kept; where none is (a hard checkpoint), the one that an automatic compaction would keep. */
  readonly tailTokens: number;
}

export interface LedgerRoom {
  /** What is left of the tail. */
  readonly tailTokens: number;
  readonly extraTokens: number;
}

/** null when the whole tail is not enough. */
export function planLedgerRoom({ neededTokens, allowedTokens, tailTokens }: LedgerRoomInput): LedgerRoom | null {
  const extraTokens = neededTokens - allowedTokens;
  if (extraTokens <= 0 || extraTokens > tailTokens) return null;
  return { tailTokens: tailTokens - extraTokens, extraTokens };
}
