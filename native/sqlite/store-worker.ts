// The thread for heavy work on the store: one job, its own connection, one answer. Built, it is out/main/store-worker.js.
import { parentPort, workerData } from 'node:worker_threads';
import { backUp } from './backup-database.ts';
import { listBackups } from './backup-list.ts';
import { restoreBackup } from './restore-backup.ts';
import { salvage } from './salvage.ts';
import { attempt, Refusal } from './sqlite-error.ts';
import { verifyHistory } from './verify-history.ts';
import type { JobRun } from './job-run.ts';
import type { JobData, JobMessage, JobName, Jobs } from './worker-job.ts';

const TELL_EVERY_MS = 100;

const JOBS: { readonly [Name in JobName]: (params: Jobs[Name]['params'], run: JobRun) => unknown } = {
  verify: verifyHistory,
  listBackups: ({ backups }) => listBackups(backups).map(({ record: _record, ...info }) => info),
  backUp,
  restore: restoreBackup,
  salvage,
};

const { job, params, cancel } = workerData as JobData;
const cancelled = new Int32Array(cancel);
let toldAt = 0;
const send = (message: JobMessage): void => parentPort?.postMessage(message);
const run: JobRun = {
  checkpoint() {
    if (Atomics.load(cancelled, 0) === 1) throw new Refusal('cancelled');
  },
  progress(done, total) {
    const now = performance.now();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    send({ type: 'progress', done, total });
  },
};
send({ type: 'answer', answer: attempt(() => (JOBS[job] as (given: unknown, work: JobRun) => unknown)(params, run)) });
