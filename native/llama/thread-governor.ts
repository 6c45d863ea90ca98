// How many threads the engine may use right now. Its threads wait for each other by spinning: with fewer free cores than threads a
// reply becomes many times slower (measured on 2 busy cores: 0.9 tokens/s with two threads, 15 with one). So the number follows the
// cores that other programs leave free. It measures processor time, never names processes.

import { cpus } from 'node:os';
import { readProcessorTimes } from './processor-times.ts';

export interface CpuSample {
  /** Processor time since the machine's start, all cores, in milliseconds. */
  readonly busyMs: number;
  readonly totalMs: number;
  /** Processor time of this process, all threads. */
  readonly ownMs: number;
}

/** Threads for the coming moments: the cores others leave free, at least one, at most `maxThreads`. */
export function chooseThreads(
  before: CpuSample,
  after: CpuSample,
  options: { readonly cores: number; readonly maxThreads: number },
): number {
  const elapsedMs = (after.totalMs - before.totalMs) / options.cores;
  if (elapsedMs <= 0) return options.maxThreads;
  const othersBusy = Math.max(0, after.busyMs - before.busyMs - (after.ownMs - before.ownMs)) / elapsedMs;
  return Math.min(options.maxThreads, Math.max(1, Math.round(options.cores - othersBusy)));
}

/** Long enough for the system's clock ticks (10 ms), short enough to follow what a person starts. */
const INTERVAL_MS = 300;

/** Call the result before each step of the engine; it applies a new number when the load changed. */
export function createThreadGovernor(options: {
  readonly maxThreads: number;
  readonly apply: (threads: number) => void;
}): () => void {
  const cores = cpus().length;
  let before = sample();
  let measuredAt = performance.now();
  let current = options.maxThreads;
  return () => {
    if (performance.now() - measuredAt < INTERVAL_MS) return;
    const after = sample();
    const threads = chooseThreads(before, after, { cores, maxThreads: options.maxThreads });
    before = after;
    measuredAt = performance.now();
    if (threads === current) return;
    current = threads;
    options.apply(threads);
  };
}

function sample(): CpuSample {
  const own = process.cpuUsage();
  return { ...readProcessorTimes(), ownMs: (own.user + own.system) / 1000 };
}
