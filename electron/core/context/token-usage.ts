// How full the window is, and whether that figure is measured or estimated. The core is given counts, never a tokenizer.

export interface ContextUsage {
  readonly usedTokens: number;
  /** The context size really loaded, per sequence; null when no model is loaded or it did not say. */
  readonly windowTokens: number | null;
  /** True when counted by the loaded model's tokenizer on the rendered template. */
  readonly measured: boolean;
}
