// The StoreUpkeep on SQLite: every piece of work runs in a thread of its own, so that no window ever waits for it.
import type { StoreUpkeep } from '../../electron/app/ports.ts';
import { runJob } from './run-job.ts';

export interface UpkeepOptions {
  /** The data folder. */
  readonly folder: string;
  /** Path of store-worker: the built file, or the source where Node runs the sources. */
  readonly workerEntry: string;
}

export function createStoreUpkeep({ folder, workerEntry }: UpkeepOptions): StoreUpkeep {
  return {
    verify: (conversationId, run) => runJob(workerEntry, { job: 'verify', params: { folder, conversationId } }, run),
  };
}
