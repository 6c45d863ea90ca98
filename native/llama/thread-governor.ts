// How many threads the engine may use right now. Its threads wait for each other by spinning: with fewer free cores than threads a
// reply becomes many times slower (measured on 2 busy cores: 0.9 tokens/s with two threads, 15 with one). So the number follows the
// cores that other programs leave free. It measures processor time, never names processes.

import { cpus } from 'node:os';
import { readProcessorTimes } from './processor-times.ts';

export interface CpuSample {
  /** Processor time since the machine's start, all cores, in milliseconds; without what programs of low priority took. */
  readonly busyMs: number;
  readonly totalMs: number;
  /** Processor time of this process, all threads. */
  readonly ownMs: number;
}

export type EngineWork = 'read' | 'write';

/**
 * Share of a core that others may take before one thread less is faster. Measured on 2 cores with SmolLM2 beside a program that runs a
 * part of the time: reading, two threads are as fast as one when it takes 0.5 of a core (108 and 104 tokens/s; 182 and 106 at rest);
 * writing, where threads meet after every token's small steps, at 0.2 (50 and 51; 54 and 49 at rest; 33 and 49 at 0.5).
 */
const SPARE_SHARE: Readonly<Record<EngineWork, number>> = { read: 0.5, write: 0.25 };

/** Threads for the coming moments: the cores others leave free, at least one, at most `maxThreads`. */
export function chooseThreads(
  before: CpuSample,
  after: CpuSample,
  options: { readonly cores: number; readonly maxThreads: number; readonly work: EngineWork },
): number {
  const elapsedMs = (after.totalMs - before.totalMs) / options.cores;
  if (elapsedMs <= 0) return options.maxThreads;
  const othersBusy = Math.max(0, after.busyMs - before.busyMs - (after.ownMs - before.ownMs)) / elapsedMs;
  const free = Math.floor(options.cores - othersBusy + SPARE_SHARE[options.work]);
  return Math.min(options.maxThreads, Math.max(1, free));
}

/** Long enough for the system's clock ticks (10 ms), short enough to follow what a person starts. */
const INTERVAL_MS = 300;
/** While the engine rests it looks up this often: a turn must begin with what is so now, not with the average of the pause before it. */
const RESTING_MS = 1000;

export interface ThreadGovernor {
  /** Call before each step of the engine; applies a new number when the load or the kind of work changed. */
  follow(work: EngineWork): void;
  close(): void;
}

/** @param options `fixed`: always so many, whatever others do (HOLDFAST_THREADS, for measurements) */
export function createThreadGovernor(options: {
  readonly maxThreads: number;
  readonly fixed?: number | null;
  readonly apply: (threads: number) => void;
}): ThreadGovernor {
  if (options.fixed) {
    options.apply(options.fixed);
    return { follow: () => undefined, close: () => undefined };
  }
  const cores = cpus().length;
  let before = sample();
  let after = before;
  let measuredAt = performance.now();
  let current = options.maxThreads;
  const look = (): void => {
    before = after;
    after = sample();
    measuredAt = performance.now();
  };
  const resting = setInterval(() => {
    if (performance.now() - measuredAt >= INTERVAL_MS) look();
  }, RESTING_MS);
  resting.unref();
  return {
    follow(work) {
      if (performance.now() - measuredAt >= INTERVAL_MS) look();
      const threads = chooseThreads(before, after, { cores, maxThreads: options.maxThreads, work });
      if (threads === current) return;
      current = threads;
      options.apply(threads);
    },
    close: () => clearInterval(resting),
  };
}

/** The number of threads that measurements ask for; null: as many as are free. */
export function fixedThreads(env: Readonly<Record<string, string | undefined>>): number | null {
  const wanted = Number(env['HOLDFAST_THREADS']);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : null;
}

/** Programs of low priority give way to the engine: their time counts as free. */
function sample(): CpuSample {
  const own = process.cpuUsage();
  const { busyMs, niceMs, totalMs } = readProcessorTimes();
  return { busyMs: busyMs - niceMs, totalMs, ownMs: (own.user + own.system) / 1000 };
}
