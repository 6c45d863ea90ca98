// What is sent, what the inspector shows and what the meter says are one request: old tool results trimmed in all of them or in none.
import { afterEach, expect, test } from 'vitest';
import type { InspectorView } from '../../electron/contract/snapshot.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
const ROWS = 'row '.repeat(600).trim();
let session: Session;
afterEach(() => session.close());

/** Window 1,000, trigger 700: the old result alone makes the untrimmed view 850. */
async function openWith(pruning: object): Promise<void> {
  const scenario = scenarioSchema.parse({
    name: 'trimmed',
    contextWindow: 1000,
    settings: { compaction: { reserveTokens: 300, whenIdle: false }, pruning },
    transcript: [
      { id: 'u1', role: 'user', text: 'Read the file please.', tokens: 20 },
      {
        id: 'a1',
        role: 'assistant',
        text: 'Reading.',
        tokens: 10,
        toolCalls: [{ id: 'k1', name: 'read_file', arguments: {} }],
      },
      { id: 't1', role: 'tool_result', callId: 'k1', text: ROWS, tokens: 600 },
      { id: 'a2', role: 'assistant', text: 'It holds rows.', tokens: 200 },
    ],
    host: [],
  });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
}

const inspect = async (draft: string): Promise<InspectorView> => {
  const answer = await session.app().invoke('context.inspect', { conversationId, draft });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as InspectorView;
};

test('the inspector shows the trimmed request byte for byte as it is sent next, and the meter its size', async () => {
  await openWith({ toolResultTokens: 100, keepLast: 0 });
  const shown = await inspect('What now?');
  const counted = await session.app().invoke('context.count', { conversationId, draft: 'What now?' });
  const turn = await session.app().operations.send(CONVERSATION, { text: 'What now?' }).done;
  const sent = session.host.requests.find((request) => request.for === 'chat');
  expect(turn).toMatchObject({ outcome: 'ok', compactions: [] });
  expect(sent?.text).not.toContain(ROWS);
  expect(shown.prompt).toBe(sent?.text);
  expect(shown.usage.usedTokens).toBe(sent?.tokens);
  expect(counted).toMatchObject({ ok: true, value: { usedTokens: sent?.tokens } });
  const view = session.events.findLast((event) => event.type === 'view_changed');
  const after = await inspect('');
  expect(view?.usage.usedTokens).toBe(after.usage.usedTokens);
  expect(view?.decision?.kind).toBe('none');
  expect(after.segments.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)).toBe(after.usage.usedTokens);
});

test('switched off, nothing is trimmed anywhere', async () => {
  await openWith({ enabled: false });
  const shown = await inspect('');
  expect(shown.prompt).toContain(ROWS);
  expect(shown.usage.usedTokens).toBeGreaterThan(700);
});
