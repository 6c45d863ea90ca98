// Long work beside the conversations: each piece is told to every window from its start to its one end, and can be cancelled by name.

import type { TaskKind, TaskState, TaskUnit } from '../contract/tasks.ts';
import { type AppError, appError } from '../core/errors.ts';
import { err, type Result } from '../core/result.ts';
import type { Ports } from './ports.ts';
import type { TaskRun } from './interchange-ports.ts';

export interface BackgroundTasks {
  /**
   * Runs `work` as a task and answers with its answer. Failures: `cancelled` when it was; `busy` when a task of that id runs already.
   * @param taskId the caller's own name for it, so that the caller can cancel what has not answered yet
   */
  runTask<Value>(
    kind: TaskKind,
    unit: TaskUnit,
    taskId: string | undefined,
    work: (task: TaskRun) => Promise<Result<Value, AppError>>,
  ): Promise<Result<Value, AppError>>;
  /** A task that has ended, or never was, is left alone: pressing twice does no harm. */
  cancelTask(taskId: string): void;
  /** Cancels everything and waits for it to end. */
  close(): Promise<void>;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Windows are told of progress at most this often. */
const TELL_EVERY_MS = 100;

export function createBackgroundTasks(ports: Pick<Ports, 'publish' | 'newId' | 'clock'>): BackgroundTasks {
  const running = new Map<string, Running>();
  let closing = false;
  return {
    async runTask(kind, unit, taskId = ports.newId(), work) {
      if (closing) return err(appError('cancelled'));
      if (running.has(taskId)) return err(appError('busy', { taskId }));
      const abort = new AbortController();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      running.set(taskId, { abort, ended });
      try {
        return await runTold(ports, { taskId, kind, unit }, abort.signal, work);
      } finally {
        running.delete(taskId);
        end();
      }
    },
    cancelTask: (taskId) => running.get(taskId)?.abort.abort(),
    async close() {
      closing = true;
      const open = [...running.values()];
      for (const { abort } of open) abort.abort();
      await Promise.all(open.map(({ ended }) => ended));
    },
  };
}

async function runTold<Value>(
  { publish, clock }: Pick<Ports, 'publish' | 'clock'>,
  task: Pick<TaskState, 'taskId' | 'kind' | 'unit'>,
  signal: AbortSignal,
  work: (task: TaskRun) => Promise<Result<Value, AppError>>,
): Promise<Result<Value, AppError>> {
  let reached: { readonly done: number; readonly total: number | null } = { done: 0, total: null };
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (state: TaskState['state'], error?: AppError): void =>
    publish({ type: 'task_changed', task: { ...task, state, ...reached, ...(error === undefined ? {} : { error }) } });
  tell('running');
  const progress = (done: number, total: number | null): void => {
    reached = { done, total };
    // A clock set back must not silence the rest.
    if (Math.abs(clock.now() - toldAt) < TELL_EVERY_MS) return;
    toldAt = clock.now();
    tell('running');
  };
  try {
    const result = await work({ signal, progress });
    if (result.ok) {
      tell('done');
      return result;
    }
    const cancelled = signal.aborted || result.error.code === 'cancelled';
    tell(cancelled ? 'cancelled' : 'failed', cancelled ? undefined : result.error);
    return cancelled ? err(appError('cancelled')) : result;
  } catch (error) {
    tell('failed', appError('internal'));
    throw error;
  }
}
