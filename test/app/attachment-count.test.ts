// What files beside a message take: counted as they will stand in it, and in the figure of the meter.
import { afterEach, expect, test } from 'vitest';
import type { ContextUsage } from '../../electron/core/context/token-usage.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const conversationId = CONVERSATION;
const attachments = [
  { name: 'a.md', mediaType: 'text/markdown', text: 'one two three four five six seven eight nine ten' },
  { name: 'b.md', mediaType: 'text/markdown', text: 'one' },
];
let session: Session;
afterEach(() => session.close());

async function invoke<Value>(name: string, params: object): Promise<Value> {
  const answer = await session.app().invoke(name, params);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as Value;
}

test('each file has its own figure, and the meter counts them with the words', async () => {
  const scenario = scenarioSchema.parse({
    name: 'files',
    contextWindow: 2000,
    settings: {},
    transcript: [{ id: 'u1', role: 'user', text: 'Hello.', tokens: 5 }],
    host: [],
  });
  session = await openSession(scenario);
  loadTranscript(session, scenario);
  const counted = await invoke<{ tokens: readonly number[]; measured: boolean }>('context.countAttachments', {
    attachments,
  });
  const [large = 0, small = 0] = counted.tokens;
  expect(counted.measured).toBe(true);
  expect(small).toBeGreaterThan(0);
  expect(large).toBeGreaterThan(small);
  const words = await invoke<ContextUsage>('context.count', { conversationId, draft: 'Look.' });
  const both = await invoke<ContextUsage>('context.count', { conversationId, draft: 'Look.', attachments });
  expect(both.usedTokens - words.usedTokens).toBeGreaterThanOrEqual(large + small - 2);
});
