// What the processors have done since the machine started.
import { cpus } from 'node:os';

export interface ProcessorTimes {
  readonly busyMs: number;
  /** The part of `busyMs` that programs of low priority took; 0 where the system does not tell them apart. */
  readonly niceMs: number;
  readonly totalMs: number;
}

/** Summed over all processors; two readings tell how busy the time between them was. */
export function readProcessorTimes(): ProcessorTimes {
  let busyMs = 0;
  let niceMs = 0;
  let totalMs = 0;
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq;
    busyMs += busy;
    niceMs += times.nice;
    totalMs += busy + times.idle;
  }
  return { busyMs, niceMs, totalMs };
}
