// Work that goes on after its caller has been answered.

import type { Ports } from './ports.ts';

/** A bug in it reaches the log, never silence. */
export function inBackground({ log }: Pick<Ports, 'log'>, work: Promise<unknown>): void {
  work.catch((error: unknown) =>
    log('error', 'operation_threw', { name: error instanceof Error ? error.name : 'unknown' }),
  );
}
