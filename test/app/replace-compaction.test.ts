// A compaction made anew: the one in force stays until the new one is stored, and gives way to it in one transaction.
import { afterEach, expect, test } from 'vitest';
import type { CompactionOutlook } from '../../electron/contract/snapshot.ts';
import { type CompactionEntry, isCompaction } from '../../electron/core/transcript/entry.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
let session: Session;
afterEach(() => session.close());

async function openCompacted(host: readonly object[]): Promise<CompactionEntry> {
  const scenario = scenarioSchema.parse({
    name: 'again',
    contextWindow: 2000,
    settings: {},
    transcript: [
      { id: 'u1', role: 'user', text: 'Never push to main. Write the report for the team.', tokens: 300 },
      { id: 'a2', role: 'assistant', text: 'I wrote the report.', tokens: 300 },
    ],
    host: [{ for: 'summary', json: { goal: ['Write the report for the team'] } }, ...host],
  });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
  await session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  return compactions()[0] as CompactionEntry;
}

const all = () => session.store().readAll(CONVERSATION);
const compactions = (): readonly CompactionEntry[] => all().filter(isCompaction);
const types = (): readonly string[] =>
  session
    .store()
    .readMarkers(CONVERSATION)
    .map(({ payload }) => payload.type);
const inForce = () =>
  session
    .app()
    .checkpoints.list(CONVERSATION)
    .find((item) => item.inForce)?.id;

const again = { for: 'summary', json: { completed: ['I wrote the report'] } };

test('looking at what it would do changes nothing, and counts as if the one in force were gone', async () => {
  const first = await openCompacted([]);
  const before = all();
  const answer = await session.app().invoke('compaction.outlook', { conversationId, replaces: first.id });
  if (!answer.ok) throw new Error(answer.error.code);
  const everything = (answer.value as CompactionOutlook).choices.find(({ keep }) => keep === 'nothing');
  expect(everything).toMatchObject({ possible: true, foldedMessages: 2, tokensBefore: first.payload.tokensBefore });
  expect(all()).toEqual(before);
});

test('it takes the place of the one in force with one undo, over the same messages', async () => {
  const first = await openCompacted([again]);
  const outcome = await session
    .app()
    .operations.compact(CONVERSATION, { keep: 'nothing', instructions: 'what is done', replaces: first.id });
  expect(outcome.outcome).toBe('ok');
  expect(types().slice(-3)).toEqual(['compaction', 'compaction_undone', 'compaction']);
  const second = compactions().at(-1) as CompactionEntry;
  expect(second.payload).toMatchObject({
    instructions: 'what is done',
    coveredRange: first.payload.coveredRange,
    tokensBefore: first.payload.tokensBefore,
    summary: { completed: [{ text: 'I wrote the report' }] },
  });
  expect(inForce()).toBe(second.id);
  expect(session.store().verify(CONVERSATION).ok).toBe(true);
});

test('one that fails leaves the one in force, and the failure says what was asked for', async () => {
  const broken = { for: 'summary', json: {} };
  const first = await openCompacted([broken, broken]);
  const before = all();
  session.faults.arm('store.appendIf', 'disk_full', 1);
  const asked = { keep: 'nothing', instructions: 'what is done', replaces: first.id } as const;
  const outcome = await session.app().operations.compact(CONVERSATION, asked);
  expect(outcome.outcome).toBe('failed');
  expect(all()).toEqual(before);
  expect(inForce()).toBe(first.id);
  const opened = await session.app().invoke('conversation.open', { conversationId });
  expect(opened).toMatchObject({ ok: true, value: { failure: { kind: 'compaction', asked } } });
});

test('a preview of it is stored the same way', async () => {
  const first = await openCompacted([again]);
  const drafted = await session
    .app()
    .invoke('compaction.preview', { conversationId, keep: 'nothing', replaces: first.id });
  if (!drafted.ok) throw new Error(drafted.error.code);
  expect(inForce()).toBe(first.id);
  const { draftId, text } = drafted.value as { readonly draftId: string; readonly text: string };
  expect(await session.app().invoke('compaction.savePreview', { conversationId, draftId, text })).toMatchObject({
    ok: true,
  });
  expect(types().slice(-3)).toEqual(['compaction', 'compaction_undone', 'compaction']);
  expect(inForce()).toBe(compactions().at(-1)?.id);
});

test('only the one in force can be replaced, and not the state a conversation was started with', async () => {
  const first = await openCompacted([]);
  const created = await session
    .app()
    .invoke('conversation.createFromCheckpoint', { conversationId, compactionId: first.id });
  if (!created.ok) throw new Error(created.error.code);
  const { id } = created.value as { readonly id: typeof CONVERSATION };
  const start = session.store().readAll(id).find(isCompaction);
  const replacing = (of: typeof CONVERSATION, replaces: CompactionEntry['id']) =>
    session.app().operations.compact(of, { keep: 'nothing', replaces });
  const refused = { outcome: 'failed', error: { code: 'compaction_not_in_force' } };
  expect(await replacing(id, start?.id as CompactionEntry['id'])).toMatchObject(refused);
  await session.app().invoke('compaction.undo', { conversationId });
  expect(await replacing(CONVERSATION, first.id)).toMatchObject(refused);
});
