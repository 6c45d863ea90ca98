// The compaction settings: as a person writes them (unset = relative default) and as they are in force for one window.
// Names follow OpenClaw where it has one. Ranges and defaults: the table in docs/settings.md.

export interface CompactionSettings {
  readonly enabled: boolean;
  readonly mode: 'default' | 'safeguard';
  readonly reserveTokens?: number;
  readonly keepRecentTokens?: number;
  readonly summaryTokens?: number;
  readonly model?: string;
  readonly writer: 'auto' | 'model' | 'quotes';
  readonly provider?: string;
  readonly identifierPolicy: 'strict' | 'off' | 'custom';
  readonly identifierInstructions?: string;
  readonly qualityGuard: { readonly maxRetries: number };
  /** Bytes as a number, or text such as "20mb". */
  readonly maxActiveTranscriptBytes?: number | string;
  readonly timeoutSeconds: number;
  readonly whenIdle: boolean;
  readonly memoryFlush: { readonly enabled: boolean; readonly model?: string };
}

export const DEFAULT_COMPACTION_SETTINGS: CompactionSettings = {
  enabled: true,
  mode: 'safeguard',
  writer: 'auto',
  identifierPolicy: 'strict',
  qualityGuard: { maxRetries: 1 },
  timeoutSeconds: 180,
  whenIdle: true,
  memoryFlush: { enabled: true },
};

/** Settings resolved against the window really loaded. All token figures are whole numbers ≥ 0. */
export interface EffectiveCompactionSettings extends CompactionSettings {
  readonly windowTokens: number | null;
  /** Never more than half the window. null while the window is unknown. */
  readonly reserveInForceTokens: number | null;
  /** The tail an automatic compaction keeps. */
  readonly keepRecentInForceTokens: number;
  /** Whether the person set `keepRecentTokens`: a manual compaction keeps a tail only then. */
  readonly keepRecentIsSet: boolean;
  readonly summaryInForceTokens: number;
  /** How far constraints and pending requests may take the summary: 25 % of the window. */
  readonly ledgerLimitTokens: number;
  readonly maxActiveTranscriptInForceBytes: number | null;
}
