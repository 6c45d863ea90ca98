// Ratios on a noisy machine: both sides run in turns in the same process run, each round gives one ratio, and the middle one counts.

export interface Ratio {
  readonly value: number;
  readonly samples: readonly number[];
  readonly detail: { readonly oursMs: number; readonly theirsMs: number };
}

/**
 * Ours ÷ theirs. Each function does one round and answers with its own figure (milliseconds, or any unit both share); the order
 * changes from round to round, so that a machine that slows down favours neither.
 */
export async function medianRatio(
  ours: () => Promise<number> | number,
  theirs: () => Promise<number> | number,
  rounds = 3,
): Promise<Ratio> {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    const first = oursFirst ? await ours() : await theirs();
    const second = oursFirst ? await theirs() : await ours();
    pairs.push(oursFirst ? { ours: first, theirs: second } : { ours: second, theirs: first });
  }
  const samples = pairs.map((pair) => pair.ours / pair.theirs);
  return {
    value: median(samples),
    samples,
    detail: { oursMs: median(pairs.map((pair) => pair.ours)), theirsMs: median(pairs.map((pair) => pair.theirs)) },
  };
}

/** The middle value; between the two middle ones of an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that 95 of 100 do not exceed (nearest rank). NaN for none. */
export function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export async function elapsedMs(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
