// A page around any entry of the branch, as a window asks for it after a search hit.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

let session: Session;
const scenario = scenarioSchema.parse({
  name: 'around',
  contextWindow: 4000,
  transcript: Array.from({ length: 60 }, (_, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: `message ${index}`,
  })),
});
beforeEach(async () => {
  session = await openSession(scenario);
  loadTranscript(session, scenario);
});
afterEach(() => session.close());

const around = async (entryId: string, limit = 10) => {
  const answer = await session.app().invoke('entries.around', { conversationId: CONVERSATION, entryId, limit });
  return answer as {
    ok: boolean;
    value: { entries: { entry: { id: string } }[]; hasOlder: boolean; hasNewer: boolean };
  };
};
const idsOf = async (entryId: string) => (await around(entryId)).value.entries.map(({ entry }) => entry.id);

test('in the middle, at the beginning and at the end', async () => {
  expect(await idsOf('m30')).toEqual(Array.from({ length: 10 }, (_, index) => `m${26 + index}`));
  expect(await around('m30')).toMatchObject({ value: { hasOlder: true, hasNewer: true } });
  expect((await idsOf('m0'))[0]).toBe('m0');
  expect(await around('m0')).toMatchObject({ value: { hasOlder: false, hasNewer: true } });
  expect((await idsOf('m59')).at(-1)).toBe('m59');
  expect(await around('m59')).toMatchObject({ value: { hasNewer: false } });
});

test('an entry that is not there, or not on the branch shown, is not found', async () => {
  expect(await around('none')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
