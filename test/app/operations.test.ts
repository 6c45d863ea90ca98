// Order, ends and moving ground: what waits goes first, nothing begins while the app closes or in the trash, a plan holds only for
// the branch and the pins it was made from, and whatever ends, ends visibly.
import { afterEach, expect, test } from 'vitest';
import { asEntryId, asModelId } from '../../electron/core/ids.ts';
import type { CompactionDraft } from '../../electron/contract/snapshot.ts';
import { isUser } from '../../electron/core/transcript/entry.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const TRANSCRIPT = [
  { id: 'u1', role: 'user', text: 'Write the report for the team.', tokens: 300 },
  { id: 'a2', role: 'assistant', text: 'I wrote the report.', tokens: 300 },
];
const conversationId = CONVERSATION;

let session: Session;
afterEach(() => session.close());

async function openWith(host: readonly object[] = []): Promise<Session> {
  const scenario = scenarioSchema.parse({ name: 'operations', contextWindow: 2000, transcript: TRANSCRIPT, host });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
  return session;
}

const userTexts = (): readonly string[] =>
  session
    .store()
    .readAll(CONVERSATION)
    .flatMap((entry) => (isUser(entry) ? [entry.payload.text] : []));

const chats = (): number => session.host.requests.filter((request) => request.for === 'chat').length;

const waitFor = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

const queue = (id: string, text: string): void => {
  session.store().queueMessage({ id: asEntryId(id), conversationId, text, queuedAt: 1 });
};

test('words that waited from before are sent before newer ones', async () => {
  const { app } = await openWith();
  queue('q1', 'first');
  const sent = await app().operations.send(CONVERSATION, { text: 'second' }).done;
  expect(sent.outcome).toBe('ok');
  expect(userTexts()).toEqual(['Write the report for the team.', 'first', 'second']);
});

test('words that waited go on once a model is there', async () => {
  const { app, host, ports } = await openWith();
  const loaded = host.loaded();
  ports().host.loaded = () => null;
  queue('q1', 'first');
  await app().invoke('conversation.open', { conversationId });
  await app().idle();
  expect(userTexts()).not.toContain('first');
  ports().host.loaded = () => loaded;
  const window = { windowTokens: 2000, trainedWindowTokens: 2000 };
  const names = { modelId: asModelId('scripted'), name: 'scripted', path: '/scripted.gguf' };
  app().models.report({ kind: 'ready', ...names, ...window, fitness: null });
  await app().idle();
  expect(userTexts()).toContain('first');
});

test('nothing that waits asks the model while the app closes, and no word is lost', async () => {
  const { app, store } = await openWith([{ for: 'chat', text: 'slow', delayMs: 60_000 }]);
  const running = app().operations.send(CONVERSATION, { text: 'go' }).done;
  await waitFor(() => chats() === 1);
  const again = app().operations.answerAgain(CONVERSATION, asEntryId('a2'));
  const edited = app().operations.edit(CONVERSATION, asEntryId('u1'), { text: 'edited' }).done;
  app().operations.close();
  expect((await running).outcome).toBe('aborted');
  expect((await again).outcome).toBe('aborted');
  expect((await edited).outcome).toBe('aborted');
  expect(chats()).toBe(1);
  expect(userTexts()).toContain('edited');
  expect(store().verify(CONVERSATION).ok).toBe(true);
});

test('what waits in a conversation that goes to the trash stays waiting there', async () => {
  const { app, store } = await openWith([{ for: 'chat', text: 'slow', delayMs: 60_000 }]);
  const running = app().operations.send(CONVERSATION, { text: 'go' }).done;
  await waitFor(() => chats() === 1);
  const waiting = app().operations.send(CONVERSATION, { text: 'later' }).done;
  await app().invoke('conversation.trash', { conversationId });
  expect((await running).outcome).toBe('aborted');
  expect((await waiting).outcome).toBe('queued');
  expect(chats()).toBe(1);
  expect(store().listQueued(CONVERSATION)).toMatchObject([{ text: 'later' }]);
  await app().invoke('conversation.restore', { conversationId });
  await app().invoke('conversation.open', { conversationId });
  await app().idle();
  expect(userTexts()).toContain('later');
});

async function preview(): Promise<CompactionDraft> {
  const answer = await session.app().invoke('compaction.preview', { conversationId, keep: 'nothing' });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as CompactionDraft;
}

test('a preview is not saved on another branch than it was made for', async () => {
  const { app, store } = await openWith();
  await app().operations.edit(CONVERSATION, asEntryId('u1'), { text: 'Write a poem.', entryId: asEntryId('e1') }).done;
  await app().invoke('branch.switch', { conversationId, entryId: 'u1' });
  const { draftId, text } = await preview();
  await app().invoke('branch.switch', { conversationId, entryId: 'e1' });
  const saved = await app().invoke('compaction.savePreview', { conversationId, draftId, text });
  expect(saved).toMatchObject({ ok: false, error: { code: 'branch_moved' } });
  expect(store().readMarkers(CONVERSATION)).toEqual([]);
});

test('a preview in another conversation leaves this one its draft', async () => {
  const { app } = await openWith();
  const { draftId, text } = await preview();
  const other = await app().invoke('conversation.create', { title: 'Other' });
  if (!other.ok) throw new Error(other.error.code);
  const { id } = other.value as { readonly id: typeof CONVERSATION };
  await app().operations.send(id, { text: 'Name every town on the coast, from north to south, one by one.' }).done;
  await app().invoke('compaction.preview', { conversationId: id, keep: 'nothing' });
  expect(await app().invoke('compaction.savePreview', { conversationId, draftId, text })).toMatchObject({ ok: true });
});

test('a pin set while the summary is written is in it', async () => {
  const { app } = await openWith();
  const pins = [{ kind: 'pin', category: 'constraints', text: 'Never name the client.', sourceId: null }] as const;
  let pinned = false;
  session.onEvent = (event) => {
    if (pinned || event.type !== 'compaction_phase' || event.operation.phase !== 'summarizing') return;
    pinned = true;
    void app().invoke('conversation.pins', { conversationId, pins: [...pins] });
  };
  const outcome = await app().operations.compact(CONVERSATION, { keep: 'nothing' });
  expect(outcome.entry?.payload.text).toContain('Never name the client.');
});

test('a bug ends a turn and a compaction where the person sees it', async () => {
  const { app, ports, events } = await openWith();
  ports().store.readMarkers = () => {
    throw new TypeError('a bug');
  };
  const sending = app().operations.send(CONVERSATION, { text: 'go' });
  await Promise.all([sending.stored, sending.done].map((end) => expect(end).rejects.toThrow('a bug')));
  await expect(app().operations.compact(CONVERSATION, { keep: 'nothing' })).rejects.toThrow('a bug');
  const failures = events.flatMap((event) =>
    event.type === 'turn_failed' || event.type === 'compaction_failed' ? [event.failure.error.code] : [],
  );
  expect(failures).toEqual(['internal', 'internal']);
  expect(events.findLast((event) => event.type === 'operation_changed')).toMatchObject({ operation: null });
});
