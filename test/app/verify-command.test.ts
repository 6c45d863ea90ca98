// "Verify history" as a window gives it: in a worker, told as a task, for one conversation or all.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TaskState } from '../../electron/contract/tasks.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

let session: Session;
beforeEach(async () => {
  session = await openSession(scenarioSchema.parse({ name: 'verify', contextWindow: 4000 }));
});
afterEach(() => session.close());

const give = (name: string, params: unknown) => session.app().invoke(name, params);
const tasks = (): readonly TaskState[] =>
  session.events.flatMap((event) => (event.type === 'task_changed' ? [event.task] : []));

test('answers for one conversation and for all, and tells what it does', async () => {
  const made = await give('conversation.create', { title: 'One' });
  const conversationId = (made as { value: { id: string } }).value.id;
  await give('message.send', { conversationId, text: 'Keep this.' });
  await session.app().idle();
  const whole = { ok: true, entries: 2, firstBadEntryId: null, firstBadConversationId: null };
  expect(await give('history.verify', { conversationId, taskId: 'mine' })).toEqual({
    ok: true,
    value: { ...whole, conversations: 1 },
  });
  expect(await give('history.verify', {})).toMatchObject({ ok: true, value: { entries: 2, ok: true } });
  expect(await give('history.verify', { conversationId: 'none' })).toMatchObject({ error: { code: 'not_found' } });
  const mine = tasks().filter(({ taskId }) => taskId === 'mine');
  expect(mine[0]).toMatchObject({ kind: 'verify', state: 'running', unit: 'entries' });
  expect(mine.at(-1)).toMatchObject({ state: 'done', done: 2, total: 2 });
});

test('is cancelled by its name and says so', async () => {
  await give('conversation.create', { title: String(CONVERSATION) });
  const running = give('history.verify', { taskId: 'stopped' });
  await give('task.cancel', { taskId: 'stopped' });
  expect(await running).toEqual({ ok: false, error: { code: 'cancelled' } });
  expect(tasks().at(-1)).toMatchObject({ taskId: 'stopped', state: 'cancelled' });
  expect(await give('task.cancel', { taskId: 'stopped' })).toEqual({ ok: true, value: null });
});
