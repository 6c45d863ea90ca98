// The next compaction, made while nobody waits: nothing is written for it, it gives way to the person, it is applied at the next turn
// as long as what it was made from is the same, and dropped otherwise.
import { afterEach, expect, test } from 'vitest';
import type { AppEvent } from '../../electron/contract/events.ts';
import type { ConversationSnapshot } from '../../electron/contract/snapshot.ts';
import { isCompaction } from '../../electron/core/transcript/entry.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
const TRANSCRIPT = ['u1', 'a2', 'u3', 'a4'].map((id) => ({
  id,
  role: id.startsWith('u') ? 'user' : 'assistant',
  text: id.startsWith('u') ? `Please write part ${id} of the report.` : `Part ${id} of the report is written.`,
  tokens: 320,
}));

let session: Session;
afterEach(() => session.close());

/** Window 2,000, reserve 500: the trigger is 1,500, near it means over 1,200. */
async function openWith(change: { host?: readonly object[]; whenIdle?: boolean } = {}): Promise<Session> {
  const { host = [], whenIdle = true } = change;
  const settings = { compaction: { whenIdle, reserveTokens: 500, keepRecentTokens: 300 } };
  const scenario = scenarioSchema.parse({ name: 'idle', contextWindow: 2000, transcript: TRANSCRIPT, host, settings });
  session = await openSession(scenario, undefined, { quietMs: 10 });
  loadTranscript(session, scenario);
  return session;
}

const say = (text: string) => session.app().operations.send(CONVERSATION, { text }).done;
const count = (type: AppEvent['type']): number => session.events.filter((event) => event.type === type).length;
const summaries = (): number => session.host.requests.filter((request) => request.for === 'summary').length;
const compactions = (): number => session.store().readAll(CONVERSATION).filter(isCompaction).length;
const isPrepared = async (): Promise<boolean> => {
  const answer = await session.app().invoke('conversation.open', { conversationId });
  return answer.ok && (answer.value as ConversationSnapshot).prepared;
};
const waitFor = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};
const prepare = async (): Promise<void> => {
  await say('Go on.');
  await waitFor(() => count('compaction_prepared') === 1);
};

test('near the trigger it is made in silence, and applied at the next turn without asking the model again', async () => {
  await openWith();
  await prepare();
  expect([compactions(), count('compaction_started'), await isPrepared()]).toEqual([0, 0, true]);
  const written = summaries();
  const outcome = await say('And now?');
  expect(outcome).toMatchObject({ outcome: 'ok', compactions: [{ outcome: 'ok' }] });
  expect([compactions(), summaries(), await isPrepared()]).toEqual([1, written, false]);
  expect(session.events.find(({ type }) => type === 'compaction_prepared_dropped')).toMatchObject({ why: 'applied' });
  const entry = session.store().readAll(CONVERSATION).find(isCompaction);
  expect(entry?.payload.tokensAfter).toBeLessThan(entry?.payload.tokensBefore ?? 0);
  expect(session.store().verify(CONVERSATION).ok).toBe(true);
});

test('what was said since is kept behind it word for word', async () => {
  await openWith();
  await prepare();
  await say('The port is 8080, remember it.');
  const shown = await session.app().invoke('context.inspect', { conversationId, draft: '' });
  expect(JSON.stringify(shown)).toContain('The port is 8080, remember it.');
});

test('it gives way to words that come while it is written', async () => {
  await openWith({ host: [{ for: 'summary', text: 'slow', delayMs: 60_000 }] });
  await say('Go on.');
  await waitFor(() => summaries() === 1);
  expect(await say('Never mind.')).toMatchObject({ outcome: 'ok', compactions: [] });
  expect([compactions(), count('compaction_failed'), count('compaction_aborted')]).toEqual([0, 0, 0]);
});

test('another branch, another system prompt or other settings: it is dropped and not applied', async () => {
  for (const change of [
    () =>
      session.app().invoke('settings.update', { change: { compaction: { keepRecentTokens: 200, whenIdle: false } } }),
    () =>
      session
        .app()
        .invoke('branch.switch', { conversationId, entryId: 'u1' })
        .then(() => leaveBranch()),
    () => session.app().invoke('conversation.setSystemPrompt', { conversationId, text: 'Answer in one word.' }),
  ]) {
    await openWith();
    await prepare();
    const changed = await change();
    expect(changed).toMatchObject({ ok: true });
    const before = session.events.length;
    await say('And now?');
    expect(session.events.slice(before).filter(({ type }) => type === 'compaction_committed')).toEqual([]);
    expect(session.events.find(({ type }) => type === 'compaction_prepared_dropped')).toMatchObject({ why: 'stale' });
    await session.close();
  }
  await openWith();
});

/** A sibling of the first message, with nothing behind it. */
async function leaveBranch() {
  await session.app().operations.edit(CONVERSATION, 'u1' as never, { text: 'Start over.' }).done;
  return { ok: true };
}

test('switched off, nothing is prepared', async () => {
  await openWith({ whenIdle: false });
  await say('Go on.');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(count('compaction_prepared')).toBe(0);
});

test('what has come to free under a tenth, or is not near the trigger any more, is dropped and not applied', async () => {
  await openWith();
  await prepare();
  session.host.setTokens({ text: 'And now?' }, 1);
  for (const id of ['u1', 'a2', 'u3', 'a4']) session.host.setTokens({ entryId: id as never }, 40);
  const before = session.events.length;
  expect(await say('And now?')).toMatchObject({ outcome: 'ok', compactions: [] });
  const since = session.events.slice(before);
  expect(since.filter(({ type }) => type === 'compaction_started')).toEqual([]);
  expect(since.find(({ type }) => type === 'compaction_prepared_dropped')).toMatchObject({ why: 'stale' });
});
