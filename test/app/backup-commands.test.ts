// Backups as a window gives them, and the one that comes before a purge.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandAnswer, CommandName } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { Result } from '../../electron/core/result.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { openSession, type Session } from '../support/scenario/session.ts';

let session: Session;
beforeEach(async () => {
  session = await openSession(scenarioSchema.parse({ name: 'backups', contextWindow: 4000 }));
});
afterEach(() => session.close());

const give = <Name extends CommandName>(name: Name, params: unknown) =>
  session.app().invoke(name, params) as Promise<Result<CommandAnswer<Name>, AppError>>;

test('nothing to back up, then a backup, then the same one while nothing changes', async () => {
  expect(await give('backup.list', {})).toEqual({ ok: true, value: [] });
  expect(await give('backup.create', {})).toMatchObject({ error: { code: 'nothing_to_back_up' } });
  await give('conversation.create', { title: 'One' });
  const first = await give('backup.create', { taskId: 'mine' });
  expect(first).toMatchObject({ ok: true, value: { reason: 'manual', verified: true } });
  expect(await give('backup.create', {})).toEqual(first);
  expect(await give('backup.list', {})).toEqual({ ok: true, value: [first.ok ? first.value : null] });
  const told = session.events.flatMap((event) => (event.type === 'task_changed' ? [event.task] : []));
  expect(told.filter(({ taskId }) => taskId === 'mine').at(-1)).toMatchObject({ kind: 'backup', state: 'done' });
  const restored = await give('backup.restore', { file: first.ok ? first.value.file : '' });
  expect(restored).toMatchObject({ ok: true, value: { verified: true } });
  if (restored.ok) rmSync(restored.value.folder, { recursive: true });
  expect(await give('backup.restore', { file: '/no/such' })).toMatchObject({ error: { code: 'not_found' } });
});

test('a purge comes after a backup of what goes, and not at all where that fails', async () => {
  const made = await give('conversation.create', { title: 'Goes' });
  const conversationId = made.ok ? made.value.id : '';
  await give('message.send', { conversationId, text: 'Words.' });
  await session.app().idle();
  await give('conversation.trash', { conversationId });
  await give('settings.update', { change: { backups: { folder: '/dev/null/nowhere' } } });
  expect(await give('conversation.purge', { conversationId })).toMatchObject({ error: { code: 'backup_failed' } });
  expect(session.store().listConversations({ trashed: true })).toHaveLength(1);
  await give('settings.update', { change: { backups: { folder: 'elsewhere' } } });
  expect(await give('conversation.purge', { conversationId })).toMatchObject({ ok: true });
  expect(await give('backup.list', {})).toMatchObject({ value: [{ reason: 'purge', verified: true }] });
  expect(session.store().listConversations({ trashed: true })).toHaveLength(0);
});

test('each day gets one, as soon as it begins or the app starts', async () => {
  await give('conversation.create', { title: 'One' });
  session.app().backups.watchDays();
  for (let tries = 0; tries < 200; tries++) {
    const listed = await give('backup.list', {});
    if (listed.ok && listed.value.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await give('backup.list', {})).toMatchObject({ value: [{ reason: 'daily' }] });
});
