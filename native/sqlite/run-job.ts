// Starts a job of the store worker and answers with its answer.
import { Worker } from 'node:worker_threads';
import type { StoreResult } from '../../electron/app/ports.ts';
import type { TaskRun } from '../../electron/app/interchange-ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import type { JobData, JobMessage, JobName, Jobs } from './worker-job.ts';

/** `Value` is what the job answers with, by its own file. Rejects when the job throws (a bug). */
export function runJob<Value, Name extends JobName = JobName>(
  entry: string,
  { job, params }: { readonly job: Name; readonly params: Jobs[Name]['params'] },
  run: TaskRun,
): Promise<StoreResult<Value>> {
  if (run.signal.aborted) return Promise.resolve(err(appError('cancelled')));
  const cancel = new SharedArrayBuffer(4);
  const data: JobData<Name> = { job, params, cancel };
  const worker = new Worker(entry, { workerData: data, execArgv: [] });
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (finish: () => void): void => {
      if (settled) return;
      settled = true;
      run.signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => {
      Atomics.store(new Int32Array(cancel), 0, 1);
      // A single long statement cannot be stopped; who waits is answered now, and the worker cleans up when it gets there.
      settle(() => resolve(err(appError('cancelled'))));
    };
    run.signal.addEventListener('abort', onAbort);
    worker.on('message', (message: JobMessage) => {
      if (message.type === 'progress') {
        if (!settled) run.progress(message.done, message.total);
      } else settle(() => resolve(message.answer as StoreResult<Value>));
    });
    worker.once('error', (error) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))));
    worker.once('exit', () => settle(() => resolve(err(appError('crashed')))));
  });
}
