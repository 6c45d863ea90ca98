// One measured figure, and whether it reaches its goal. Goals are written as text, the way they are printed: "<= 1.10", ">= 0.8", "report".

export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ratio' | 'ms' | 'MiB' | 'KiB';
  readonly goal: string;
  readonly ok: boolean;
  readonly samples: readonly number[];
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface BenchOptions {
  /** The model named with --model; null = the suite takes the test model. */
  readonly modelPath: string | null;
  /** Progress, one line, to standard error. */
  readonly say: (line: string) => void;
  /** A figure that could not be taken, and why; the others go on. */
  readonly fail: (name: string, why: string) => void;
}

export type RunSuite = (options: BenchOptions) => Promise<readonly BenchResult[]>;

/** @throws when the goal is not one */
export function reachesGoal(value: number, goal: string): boolean {
  if (goal === 'report') return true;
  const match = /^(<=|>=)\s*(\d+(?:\.\d+)?)$/.exec(goal);
  if (match === null) throw new Error(`not a goal: ${goal}`);
  const limit = Number(match[2]);
  return match[1] === '<=' ? value <= limit : value >= limit;
}

/** Puts `ok` to a measured figure; rounds to four digits after the point. */
export function benchResult(result: Omit<BenchResult, 'ok'>): BenchResult {
  const value = round(result.value);
  return { ...result, value, samples: result.samples.map(round), ok: reachesGoal(value, result.goal) };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
