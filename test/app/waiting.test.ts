// What is asked for while a reply is being written waits where it can be seen, and can be taken back until its turn comes.
import { afterEach, expect, test } from 'vitest';
import type { AppEvent } from '../../electron/contract/events.ts';
import type { ConversationSnapshot, QueuedOperation } from '../../electron/contract/snapshot.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
let session: Session;
afterEach(() => session.close());

let replying: Promise<unknown>;

/** Opens a conversation whose reply is being written and does not end by itself. */
async function openReplying(): Promise<void> {
  const scenario = scenarioSchema.parse({
    name: 'waiting',
    contextWindow: 2000,
    transcript: [
      { id: 'u1', role: 'user', text: 'Write the report for the team.', tokens: 300 },
      { id: 'a2', role: 'assistant', text: 'I wrote the report.', tokens: 300 },
    ],
    host: [{ for: 'chat', text: 'slow', delayMs: 60_000 }],
  });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
  replying = session.app().operations.send(CONVERSATION, { text: 'go' }).done;
  while (!session.host.requests.some((request) => request.for === 'chat'))
    await new Promise((resolve) => setTimeout(resolve, 2));
}

async function stopReply(): Promise<void> {
  await invoke('message.stop');
  await replying;
}

const invoke = (name: string, params: object = {}) => session.app().invoke(name, { conversationId, ...params });

async function waiting(): Promise<readonly QueuedOperation[]> {
  const opened = await invoke('conversation.open');
  if (!opened.ok) throw new Error(opened.error.code);
  return (opened.value as ConversationSnapshot).waiting;
}

const lastTold = (): readonly QueuedOperation[] | undefined =>
  session.events.findLast(
    (event): event is Extract<AppEvent, { readonly type: 'waiting_changed' }> => event.type === 'waiting_changed',
  )?.waiting;

const entryTypes = (): readonly string[] =>
  session
    .store()
    .readAll(CONVERSATION)
    .map(({ payload }) => payload.type);

test('a compaction behind a reply is shown as queued, and Cancel takes it back without touching the reply', async () => {
  await openReplying();
  const compacting = session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  expect(await waiting()).toMatchObject([{ kind: 'compaction', phase: 'queued', reason: 'manual' }]);
  expect(lastTold()).toEqual(await waiting());
  await invoke('compaction.cancel');
  expect(await compacting).toMatchObject({ outcome: 'aborted' });
  expect(lastTold()).toEqual([]);
  expect(await waiting()).toEqual([]);
  await stopReply();
  await session.app().idle();
  expect(entryTypes()).not.toContain('compaction');
});

test('a compaction that waited runs when its turn comes', async () => {
  await openReplying();
  const compacting = session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  await stopReply();
  expect(await compacting).toMatchObject({ outcome: 'ok' });
  expect(lastTold()).toEqual([]);
});

test('a preview that waits is cancelled like a compaction, and its asker is answered at once', async () => {
  await openReplying();
  const previewing = invoke('compaction.preview', { keep: 'nothing' });
  expect(await waiting()).toMatchObject([{ kind: 'preview', phase: 'queued' }]);
  await invoke('compaction.cancel');
  expect(await previewing).toMatchObject({ ok: false, error: { code: 'aborted' } });
  await stopReply();
});

test('undo, redo and another branch wait where they can be seen, and each is taken back by its id', async () => {
  await openReplying();
  const asked = [invoke('compaction.undo'), invoke('compaction.redo'), invoke('branch.switch', { entryId: 'a2' })];
  const told = await waiting();
  expect(told.map(({ kind }) => kind)).toEqual(['undo', 'redo', 'branch_switch']);
  const leaf = session.store().readConversation(CONVERSATION)?.activeLeafId;
  await invoke('compaction.cancel');
  expect(await waiting()).toEqual(told);
  for (const { id } of told)
    expect(await invoke('operation.cancelWaiting', { operationId: id })).toMatchObject({ ok: true });
  for (const answer of asked) expect(await answer).toMatchObject({ ok: false, error: { code: 'aborted' } });
  expect(await invoke('operation.cancelWaiting', { operationId: told[0]?.id })).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(session.store().readConversation(CONVERSATION)?.activeLeafId).toBe(leaf);
  await stopReply();
});

test('what waits is taken back when the conversation goes to the trash', async () => {
  await openReplying();
  const compacting = session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  await invoke('conversation.trash');
  expect(await compacting).toMatchObject({ outcome: 'aborted' });
  await replying;
  await invoke('conversation.restore');
  await session.app().idle();
  expect(entryTypes()).not.toContain('compaction');
});

test('nothing is shown as waiting when nothing else runs', async () => {
  await openReplying();
  await stopReply();
  await session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  await invoke('compaction.undo');
  expect(lastTold()).toBeUndefined();
});
