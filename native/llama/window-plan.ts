// Which window sizes to try, largest first. The default is definite: a model's whole training length would take all memory.
// It decides from the wish and the training length alone; what fits is tried by the engine.

export interface WindowPlan {
  /** In tokens, falling; the first is what was wanted (or the most the model can do). */
  readonly sizes: readonly number[];
  /** More was asked for than the model was trained on. */
  readonly limitedByTraining: boolean;
}

/** Without a setting: long enough to talk, small enough for the key-value cache of a common machine. */
const DEFAULT_WINDOW_TOKENS = 8192;
const SMALLER_WINDOWS = [4096, 2048];

export function planWindows(requestedTokens: number | null, trainedTokens: number): WindowPlan {
  const wanted = requestedTokens ?? Math.min(trainedTokens, DEFAULT_WINDOW_TOKENS);
  const first = Math.min(wanted, trainedTokens);
  const halves = Array.from({ length: 8 }, (_, step) => Math.floor(first / 2 ** (step + 1)));
  const smaller = [...halves.filter((size) => size >= DEFAULT_WINDOW_TOKENS), ...SMALLER_WINDOWS];
  return { sizes: [first, ...smaller.filter((size) => size < first)], limitedByTraining: first < wanted };
}
