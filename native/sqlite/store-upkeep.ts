// The StoreUpkeep on SQLite: every piece of work runs in a thread of its own, so that no window ever waits for it.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BackupInfo, BackupWish, StoreResult, StoreUpkeep } from '../../electron/app/ports.ts';
import type { TaskRun } from '../../electron/app/interchange-ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import { unfinishedBackup } from './backup-database.ts';
import { databaseFile } from './database-file.ts';
import { runJob } from './run-job.ts';

export interface UpkeepOptions {
  /** The data folder. */
  readonly folder: string;
  /** Path of store-worker: the built file, or the source where Node runs the sources. */
  readonly workerEntry: string;
}

export function createStoreUpkeep({ folder, workerEntry }: UpkeepOptions): StoreUpkeep {
  let last: Promise<unknown> = Promise.resolve();
  return {
    verify: (conversationId, run) => runJob(workerEntry, { job: 'verify', params: { folder, conversationId } }, run),
    listBackups: (chosen) =>
      runJob(workerEntry, { job: 'listBackups', params: { backups: backupsFolder(folder, chosen) } }, UNWATCHED),
    backUp: (wish, run) => {
      // One at a time: the second may find that nothing is left to do.
      const backup = last.then(() => backUpWatched(folder, workerEntry, wish, run));
      last = backup.catch(() => undefined);
      return backup;
    },
    restore: (file, now, run) => {
      if (!existsSync(file)) return Promise.resolve(err(appError('not_found', { file })));
      return runJob(workerEntry, { job: 'restore', params: { file, target: restoredFolder(folder, now) } }, run);
    },
    salvage: ({ folder: chosen, now }, run) => {
      const target = chosen === undefined ? restoredFolder(folder, now, 'salvaged') : path.resolve(chosen);
      return runJob(workerEntry, { job: 'salvage', params: { folder, target } }, run);
    },
  };
}

const UNWATCHED: TaskRun = { signal: new AbortController().signal, progress: () => undefined };

export const backupsFolder = (folder: string, chosen: string | undefined): string =>
  chosen === undefined ? path.join(folder, 'backups') : path.resolve(folder, chosen);

/** Beside the folder in use, with a name that is free. */
export function restoredFolder(folder: string, now: number, word = 'restored'): string {
  const base = `${path.resolve(folder)}-${word}-${new Date(now).toISOString().slice(0, 10)}`;
  for (let again = 1; ; again++) {
    const place = again === 1 ? base : `${base}-${again}`;
    if (!existsSync(place)) return place;
  }
}

const LOOK_EVERY_MS = 200;

/** While SQLite copies, the thread cannot speak: the growing file tells how far it is. */
async function backUpWatched(
  folder: string,
  workerEntry: string,
  { folder: chosen, ...wish }: BackupWish,
  run: TaskRun,
): Promise<StoreResult<BackupInfo | null>> {
  const backups = backupsFolder(folder, chosen);
  const bytes = statSync(databaseFile(folder), { throwIfNoEntry: false })?.size ?? 0;
  let walking = false;
  const watch = setInterval(() => {
    const size = statSync(unfinishedBackup(backups), { throwIfNoEntry: false })?.size ?? 0;
    if (!walking) run.progress(Math.min(size, bytes), 2 * bytes);
  }, LOOK_EVERY_MS);
  const progress = (done: number, total: number | null): void => {
    walking = true;
    run.progress(done, total);
  };
  try {
    const job = { job: 'backUp', params: { ...wish, folder, backups } } as const;
    return await runJob(workerEntry, job, { signal: run.signal, progress });
  } finally {
    clearInterval(watch);
  }
}
