// What the app and its store worker say to each other. A job is one thread: it gets its parameters at its start, tells how far it is, and
// ends with one answer. Cancelling is a shared number, because a thread that is busy in SQLite reads no messages.
import type { BackupJob } from './backup-database.ts';
import type { RestoreJob } from './restore-backup.ts';
import type { SalvageJob } from './salvage.ts';
import type { StoreResult } from '../../electron/app/ports.ts';

/** Heavy work on a data folder that the worker knows. */
export interface Jobs {
  readonly verify: { readonly params: { readonly folder: string; readonly conversationId: string | null } };
  readonly listBackups: { readonly params: { readonly backups: string } };
  readonly backUp: { readonly params: BackupJob };
  readonly salvage: { readonly params: SalvageJob };
  readonly restore: { readonly params: RestoreJob };
}
export type JobName = keyof Jobs;

export interface JobData<Name extends JobName = JobName> {
  readonly job: Name;
  readonly params: Jobs[Name]['params'];
  /** One Int32; 1 = cancelled. */
  readonly cancel: SharedArrayBuffer;
}

export type JobMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number | null }
  | { readonly type: 'answer'; readonly answer: StoreResult<unknown> };
