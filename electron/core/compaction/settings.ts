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

/** The name of the summariser that comes with the app: the same as naming none. */
export const BUILT_IN_PROVIDER = 'built-in';

/** What an unset budget becomes while the window is unknown: the share it has of the smallest window in common use, 4,096 tokens. */
const UNKNOWN_WINDOW = { keepRecentTokens: 1024, summaryTokens: 614, ledgerLimitTokens: 1024 } as const;

/**
 * The settings in force for one loaded window (the table of defaults in docs/settings.md).
 *
 * A reserve, set or not, never takes more than half the window: a bigger one would compact on every turn.
 *
 * @param windowTokens the context size really loaded, per sequence; null or 0 = unknown
 */
export function resolveCompactionSettings(
  settings: CompactionSettings,
  windowTokens: number | null,
): EffectiveCompactionSettings {
  const window = windowTokens !== null && windowTokens > 0 ? windowTokens : null;
  return {
    ...settings,
    // What somebody else writes is never taken on trust.
    mode: settings.provider === undefined || settings.provider === BUILT_IN_PROVIDER ? settings.mode : 'safeguard',
    windowTokens: window,
    reserveInForceTokens: window === null ? null : resolveReserve(settings.reserveTokens, window),
    keepRecentInForceTokens:
      settings.keepRecentTokens ??
      (window === null ? UNKNOWN_WINDOW.keepRecentTokens : Math.min(20_000, Math.floor(window * 0.25))),
    keepRecentIsSet: settings.keepRecentTokens !== undefined,
    summaryInForceTokens:
      settings.summaryTokens ??
      (window === null ? UNKNOWN_WINDOW.summaryTokens : clamp(Math.floor(window * 0.15), 384, 4096)),
    ledgerLimitTokens: window === null ? UNKNOWN_WINDOW.ledgerLimitTokens : Math.floor(window * 0.25),
    maxActiveTranscriptInForceBytes:
      settings.maxActiveTranscriptBytes === undefined ? null : parseBytes(settings.maxActiveTranscriptBytes),
  };
}

const BYTE_UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Bytes of a figure such as 4096, "512kb" or "1.5 MB" (1 kb = 1024 bytes); null for anything else and for nothing at all. */
export function parseBytes(value: number | string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? Math.floor(value) : null;
  const [, figure, unit] = /^\s*(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)\s*$/i.exec(value) ?? [];
  if (figure === undefined || unit === undefined) return null;
  const bytes = Math.floor(Number(figure) * (BYTE_UNITS[unit.toLowerCase()] ?? 1));
  return bytes > 0 ? bytes : null;
}

const resolveReserve = (setTokens: number | undefined, window: number): number =>
  Math.min(setTokens ?? clamp(Math.floor(window * 0.25), 512, 16_384), Math.floor(window / 2));

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
