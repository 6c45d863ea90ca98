// A stored checkpoint opened for editing: nothing changes until it is saved, and saving replaces it whole or not at all.
import { afterEach, expect, test } from 'vitest';
import type { CompactionDraft } from '../../electron/contract/snapshot.ts';
import { type CompactionEntry, isCompaction } from '../../electron/core/transcript/entry.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
const RULE = 'Please never push to the main branch';

let session: Session;
afterEach(() => session.close());

async function openCompacted(settings: object = {}): Promise<CompactionEntry> {
  const scenario = scenarioSchema.parse({
    name: 'edit',
    contextWindow: 2000,
    settings: { compaction: settings },
    transcript: [
      { id: 'u1', role: 'user', text: `${RULE}. Write the report for the team.`, tokens: 300 },
      { id: 'a2', role: 'assistant', text: 'I wrote the report.', tokens: 300 },
    ],
    host: [{ for: 'summary', json: { goal: ['Write the report for the team'] } }],
  });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
  await session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
  return newest();
}

const compactions = (): readonly CompactionEntry[] => session.store().readAll(CONVERSATION).filter(isCompaction);
const newest = (): CompactionEntry => compactions().at(-1) as CompactionEntry;
const types = (): readonly string[] =>
  session
    .store()
    .readMarkers(CONVERSATION)
    .map(({ payload }) => payload.type);

async function openDraft(compactionId: string): Promise<CompactionDraft> {
  const answer = await session.app().invoke('compaction.edit', { conversationId, compactionId });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as CompactionDraft;
}

const save = (draftId: string, text: string) =>
  session.app().invoke('compaction.savePreview', { conversationId, draftId, text });

const inForce = () =>
  session
    .app()
    .checkpoints.list(CONVERSATION)
    .find((item) => item.inForce)?.id;

test('it opens with the stored text and changes nothing, also when it is given up', async () => {
  const { id, payload } = await openCompacted();
  const before = session.store().readAll(CONVERSATION);
  const draft = await openDraft(id);
  expect(draft).toMatchObject({ editsId: id, text: payload.text, notes: [], tokensAfter: payload.tokensAfter });
  await session.app().invoke('compaction.discardPreview', { conversationId, draftId: draft.draftId });
  expect(session.store().readAll(CONVERSATION)).toEqual(before);
  expect(await save(draft.draftId, draft.text)).toMatchObject({ error: { code: 'not_found' } });
});

test('an edited text takes the place of the stored one, over the same messages', async () => {
  const first = await openCompacted();
  const { draftId, text } = await openDraft(first.id);
  const edited = text.replace('Write the report for the team', 'Write the long report for the team');
  expect(edited).not.toBe(text);
  expect(await save(draftId, edited)).toEqual({ ok: true, value: null });
  expect(types().slice(-3)).toEqual(['compaction', 'compaction_undone', 'compaction']);
  const second = newest();
  expect(second.payload).toMatchObject({
    summary: { goal: [{ text: 'Write the long report for the team', layer: 'ledger' }] },
    coveredRange: first.payload.coveredRange,
    messagesFolded: first.payload.messagesFolded,
    writer: first.payload.writer,
    audit: { ok: true },
  });
  expect(inForce()).toBe(second.id);
  expect(session.store().verify(CONVERSATION).ok).toBe(true);
});

test('what was said since a checkpoint stays word for word when its text is changed', async () => {
  const first = await openCompacted();
  await session.app().operations.send(CONVERSATION, { text: 'And the appendix?' }).done;
  const { draftId, text, keptMessages } = await openDraft(first.id);
  expect(keptMessages).toBe(2);
  await save(draftId, text.replace('Write the report for the team', 'Write the long report for the team'));
  const inspected = await session.app().invoke('context.inspect', { conversationId, draft: '' });
  if (!inspected.ok) throw new Error(inspected.error.code);
  const { prompt } = inspected.value as { readonly prompt: string };
  expect(prompt).toContain('And the appendix?');
  expect(prompt).toContain('long report');
});

test('a text without the rule is refused and the stored one stays in force', async () => {
  const { id, payload } = await openCompacted();
  const before = session.store().readAll(CONVERSATION);
  const { draftId } = await openDraft(id);
  const refused = await save(draftId, payload.text.replaceAll(RULE, 'Do as you like.'));
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'summary_rejected',
      findings: [{ code: 'constraint_missing', excerpt: expect.stringContaining(RULE) as string }],
    },
  });
  expect(await save(draftId, 'no summary at all')).toMatchObject({
    error: { code: 'summary_rejected', findings: [{ code: 'malformed' }] },
  });
  expect(session.store().readAll(CONVERSATION)).toEqual(before);
  expect(inForce()).toBe(id);
  // The draft is still open: a better text is taken.
  expect(await save(draftId, payload.text.replace('for the team', 'for the whole team'))).toMatchObject({ ok: true });
});

test('a text left as it is stores nothing', async () => {
  const { id } = await openCompacted();
  const { draftId, text } = await openDraft(id);
  expect(await save(draftId, text)).toEqual({ ok: true, value: null });
  expect(compactions()).toHaveLength(1);
});

test('only the checkpoint in force can be opened', async () => {
  const { id } = await openCompacted();
  await session.app().invoke('compaction.undo', { conversationId });
  const answer = await session.app().invoke('compaction.edit', { conversationId, compactionId: id });
  expect(answer).toMatchObject({ ok: false, error: { code: 'compaction_not_in_force' } });
});

test('undone while it was being edited, it is not brought back by saving', async () => {
  const { id } = await openCompacted();
  const { draftId, text } = await openDraft(id);
  await session.app().invoke('compaction.undo', { conversationId });
  const answer = await save(draftId, text.replace('for the team', 'for the whole team'));
  expect(answer).toMatchObject({ ok: false, error: { code: 'branch_moved' } });
  expect(inForce()).toBeUndefined();
});

test('a rule pinned after the checkpoint was made does not stand in the way of an edit', async () => {
  const { id } = await openCompacted();
  const pins = [{ kind: 'pin', category: 'constraints', text: 'Never name the client.', sourceId: null }];
  await session.app().invoke('conversation.pins', { conversationId, pins });
  const { draftId, text } = await openDraft(id);
  expect(await save(draftId, text.replace('for the team', 'for the whole team'))).toMatchObject({ ok: true });
});

test.for(['disk_full', 'crash'] as const)(
  '%s while it is stored leaves the old one in force, after a restart too',
  async (how) => {
    const { id } = await openCompacted();
    const { draftId, text } = await openDraft(id);
    session.faults.arm('store.appendIf', how, 1);
    const ended = session.faults.ended().catch(() => 'ended');
    const saving = save(draftId, text.replace('for the team', 'for the whole team'));
    if (how === 'disk_full') expect(await saving).toMatchObject({ ok: false, error: { code: 'disk_full' } });
    else expect(await ended).toBe('ended');
    await session.reopen();
    expect(types()).not.toContain('compaction_undone');
    expect(inForce()).toBe(id);
  },
);
