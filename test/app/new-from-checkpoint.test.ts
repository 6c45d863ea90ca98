// A new conversation from a checkpoint: the same view as right after the compaction, a chain of its own, and the source untouched.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readContext } from '../../electron/app/context-reader.ts';
import type { CommandAnswer, CommandName, CommandParams } from '../../electron/contract/commands.ts';
import { appError, type AppError } from '../../electron/core/errors.ts';
import { asConversationId, asEntryId, type ConversationId, type EntryId } from '../../electron/core/ids.ts';
import { err, type Result } from '../../electron/core/result.ts';
import { isCompaction, isUser } from '../../electron/core/transcript/entry.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const SCENARIO = scenarioSchema.parse({
  name: 'from a checkpoint',
  contextWindow: 4000,
  system: 'Answer in short sentences.',
  settings: { compaction: { keepRecentTokens: 150 } },
  transcript: [
    { id: 'u1', role: 'user', text: 'Never call the venue before nine. Plan the fair with me.', tokens: 300 },
    { id: 'a2', role: 'assistant', text: 'The plan has three parts: food, music, tents.', tokens: 300 },
    { id: 'u3', role: 'user', text: 'Look up the price of the tents.', tokens: 50 },
    {
      id: 'a4',
      role: 'assistant',
      text: '',
      tokens: 20,
      toolCalls: [{ id: 'k1', name: 'look_up', arguments: {} }],
      usage: { totalTokens: 3900 },
    },
    { id: 't5', role: 'tool_result', callId: 'k1', text: 'Tents cost 80 a day.', tokens: 20 },
    { id: 'a6', role: 'assistant', text: 'They cost 80 a day.', tokens: 20, usage: { totalTokens: 3900 } },
  ],
});

let session: Session;
beforeEach(async () => {
  session = await openSession(SCENARIO);
  loadTranscript(session, SCENARIO);
});
afterEach(() => session.close());

async function get<Name extends CommandName>(name: Name, params: CommandParams<Name>): Promise<CommandAnswer<Name>> {
  const answer = (await session.app().invoke(name, params)) as Result<CommandAnswer<Name>, AppError>;
  if (!answer.ok) throw new Error(`${name} answered ${answer.error.code}`);
  return answer.value;
}

const ports = () => ({ ...session.ports(), host: session.host, store: session.store() });
const viewOf = (id: ConversationId) =>
  readContext(ports(), id).view.segments.map(({ segment, role, text, toolCalls }) => ({
    segment,
    role,
    text,
    toolCalls,
  }));

async function compact(keep: 'recent' | 'nothing' = 'recent', id: ConversationId = CONVERSATION): Promise<EntryId> {
  const { entry, outcome } = await session.app().operations.compact(id, { keep });
  if (!entry) throw new Error(`no compaction: ${outcome}`);
  return entry.id;
}

const start = async (compactionId: EntryId, from: ConversationId = CONVERSATION): Promise<ConversationId> =>
  (await get('conversation.createFromCheckpoint', { conversationId: from, compactionId })).id;

test('its view is the one right after the compaction, whatever came later and whether it was undone', async () => {
  const compactionId = await compact();
  const after = viewOf(CONVERSATION);
  await session.app().operations.send(CONVERSATION, { text: 'And who brings the music?' }).done;
  await get('compaction.undo', { conversationId: CONVERSATION });
  const before = session.store().readAll(CONVERSATION);
  const record = session.store().readConversation(CONVERSATION);
  const fresh = await start(compactionId);
  expect(viewOf(fresh)).toEqual(after);
  expect(session.store().verify(fresh)).toMatchObject({ ok: true, entries: 6 });
  // The source is untouched, byte for byte.
  expect(session.store().readAll(CONVERSATION)).toEqual(before);
  expect(session.store().readConversation(CONVERSATION)).toEqual(record);
});

test('figures measured in the other conversation are not taken over', async () => {
  const fresh = await start(await compact());
  expect(JSON.stringify(session.store().readAll(fresh))).not.toContain('totalTokens');
  const sent = await session.app().operations.send(fresh, { text: 'Who brings the tents?' }).done;
  expect(sent).toMatchObject({ outcome: 'ok', compactions: [] });
});

test('sources stay resolvable: copies here, everything else by its origin', async () => {
  const fresh = await start(await compact());
  const [first] = session.store().readAll(fresh);
  if (!first || !isCompaction(first)) throw new Error('the state comes first');
  expect(first.payload.origin).toMatchObject({ conversationId: CONVERSATION });
  const [constraint] = first.payload.summary.constraints;
  expect(constraint).toMatchObject({ text: 'Never call the venue before nine', sources: ['u1'] });
  expect(await get('entries.locate', { entryId: 'u1' })).toMatchObject({
    conversationId: CONVERSATION,
    trashed: false,
  });
  const refused = await session.app().invoke('entries.locate', { entryId: 'none' });
  expect(refused).toMatchObject({ error: { code: 'not_found' } });
});

test('the state it began with cannot be undone; what is compacted later can', async () => {
  const fresh = await start(await compact());
  const begun = viewOf(fresh);
  expect(await session.app().invoke('compaction.undo', { conversationId: fresh })).toMatchObject({
    error: { code: 'nothing_to_undo' },
  });
  for (const entry of session.store().readAll(fresh)) session.host.setTokens({ entryId: entry.id }, 400);
  await compact('nothing', fresh);
  const [first, ...rest] = viewOf(fresh);
  expect([first?.segment, rest[0]?.segment, rest.length]).toEqual(['system', 'summary', 1]);
  expect(rest[0]?.text).toContain('Never call the venue before nine');
  await get('compaction.undo', { conversationId: fresh });
  expect(viewOf(fresh)).toEqual(begun);
  expect(session.store().verify(fresh).ok).toBe(true);
});

test('another wording of a copied message still has the state', async () => {
  const fresh = await start(await compact());
  const copied = session.store().readAll(fresh).find(isUser);
  await session.app().operations.edit(fresh, asEntryId(copied?.id ?? ''), { text: 'Look up the price of chairs.' })
    .done;
  const view = viewOf(fresh);
  expect(view.map(({ segment }) => segment)).toEqual(['system', 'summary', 'entry', 'entry', 'entry']);
  expect(view[3]?.text).toBe('Look up the price of chairs.');
});

test('a hard checkpoint takes over the state alone, and can be gone on from again', async () => {
  const compactionId = await compact('nothing');
  const fresh = await start(compactionId);
  expect(viewOf(fresh)).toEqual(viewOf(CONVERSATION));
  expect(session.store().readAll(fresh)).toHaveLength(1);
  const twice = await start(session.store().readAll(fresh)[0]?.id ?? compactionId, fresh);
  expect(viewOf(twice)).toEqual(viewOf(fresh));
});

test('a copy of a copy has the same tail, and lives on when the source is purged', async () => {
  const fresh = await start(await compact());
  const first = session.store().readAll(fresh)[0];
  const twice = await start(asEntryId(first?.id ?? ''), fresh);
  expect(viewOf(twice)).toEqual(viewOf(fresh));
  await get('conversation.trash', { conversationId: CONVERSATION });
  await get('conversation.purge', { conversationId: CONVERSATION });
  await get('conversation.open', { conversationId: twice });
  const { content } = await get('export.conversation', { conversationId: twice, format: 'jsonl' });
  expect(content).toContain('Never call the venue before nine');
  expect(content).toContain('"origin"');
  expect(session.store().verify(twice).ok).toBe(true);
});

test('what is no checkpoint, or lies elsewhere, starts nothing; a full disk leaves nothing behind', async () => {
  const compactionId = await compact();
  const create = (params: object) => session.app().invoke('conversation.createFromCheckpoint', params);
  const { id: other } = await get('conversation.create', {});
  for (const params of [
    { conversationId: CONVERSATION, compactionId: 'u1' },
    { conversationId: CONVERSATION, compactionId: 'none' },
    { conversationId: other, compactionId },
    { conversationId: asConversationId('none'), compactionId },
  ])
    expect(await create(params)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  const count = session.store().listConversations({ trashed: false }).length;
  session.ports().store.createConversation = () => err(appError('disk_full'));
  expect(await create({ conversationId: CONVERSATION, compactionId })).toMatchObject({ error: { code: 'disk_full' } });
  expect(session.store().listConversations({ trashed: false })).toHaveLength(count);
});
