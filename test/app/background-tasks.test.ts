// Tasks as windows see them: one start, some progress, one end, whatever happens.
import { expect, test } from 'vitest';
import { type BackgroundTasks, createBackgroundTasks } from '../../electron/app/background-tasks.ts';
import type { TaskRun } from '../../electron/app/interchange-ports.ts';
import type { AppEvent } from '../../electron/contract/events.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';

function openTasks(): { tasks: BackgroundTasks; told: string[] } {
  const told: string[] = [];
  let now = 0;
  const publish = (event: AppEvent): void => {
    if (event.type !== 'task_changed') return;
    const { taskId, state, done, total, error } = event.task;
    told.push(`${taskId} ${state} ${done}/${total ?? '?'}${error === undefined ? '' : ` ${error.code}`}`);
  };
  const clock = { now: () => (now += 1000), localDay: () => '2026-01-01' };
  return { tasks: createBackgroundTasks({ publish, newId: () => 'made', clock }), told };
}

const untilCancelled = ({ signal }: TaskRun) =>
  new Promise<ReturnType<typeof err<ReturnType<typeof appError>>>>((resolve) =>
    signal.addEventListener('abort', () => resolve(err(appError('store_error')))),
  );

test('a task tells its start, its progress and its end, and answers with its value', async () => {
  const { tasks, told } = openTasks();
  const answer = await tasks.runTask('verify', 'entries', undefined, async ({ progress }) => {
    progress(5, 10);
    progress(10, 10);
    return ok('all of it');
  });
  expect(answer).toEqual(ok('all of it'));
  expect(told).toEqual(['made running 0/?', 'made running 5/10', 'made running 10/10', 'made done 10/10']);
});

test('a failure is told with its reason; a bug ends the task, too', async () => {
  const { tasks, told } = openTasks();
  expect(await tasks.runTask('backup', 'bytes', 'a', async () => err(appError('disk_full')))).toEqual(
    err(appError('disk_full')),
  );
  await expect(
    tasks.runTask('backup', 'bytes', 'b', async () => {
      throw new Error('bug');
    }),
  ).rejects.toThrow('bug');
  expect(told.filter((line) => !line.includes('running'))).toEqual(['a failed 0/? disk_full', 'b failed 0/? internal']);
});

test('cancelling is an outcome of its own, twice does no harm, and another task goes on', async () => {
  const { tasks, told } = openTasks();
  const first = tasks.runTask('import', 'bytes', 'a', untilCancelled);
  const second = tasks.runTask('import', 'bytes', 'b', untilCancelled);
  expect(await tasks.runTask('import', 'bytes', 'a', untilCancelled)).toMatchObject({ error: { code: 'busy' } });
  tasks.cancelTask('a');
  tasks.cancelTask('a');
  tasks.cancelTask('nobody');
  expect(await first).toEqual(err(appError('cancelled')));
  expect(told.at(-1)).toBe('a cancelled 0/?');
  await tasks.close();
  expect(await second).toEqual(err(appError('cancelled')));
  expect(await tasks.runTask('verify', 'entries', 'c', untilCancelled)).toEqual(err(appError('cancelled')));
});
