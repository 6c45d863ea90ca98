// The search command: what the store finds, with its title and the region it stands in on the branch that is shown.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchFilterParams, SearchResult } from '../../electron/contract/search.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { Result } from '../../electron/core/result.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const SCENARIO = scenarioSchema.parse({
  name: 'search with regions',
  contextWindow: 4000,
  transcript: [
    { id: 'u1', role: 'user', text: 'The heron stands in the reeds.' },
    { id: 'a2', role: 'assistant', text: 'A heron, noted.' },
    { id: 'u3', role: 'user', text: 'Another heron at the pond.' },
    { id: 'a4', role: 'assistant', text: 'Two by now.' },
    {
      id: 'c5',
      type: 'compaction',
      firstKeptEntryId: 'u3',
      summary: { goal: [{ text: 'count every heron' }] },
      tokens: 20,
    },
  ],
});

let session: Session;
beforeEach(async () => {
  session = await openSession(SCENARIO);
  loadTranscript(session, SCENARIO);
});
afterEach(() => session.close());

async function search(text: string, filters: SearchFilterParams = {}): Promise<readonly SearchResult[]> {
  const answer = (await session.app().invoke('search', { text, limit: 10, filters })) as Result<
    readonly SearchResult[],
    AppError
  >;
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}
const places = (results: readonly SearchResult[]) => results.map(({ entryId, region }) => `${entryId} ${region}`);

test('each hit says whether the model still reads it word for word', async () => {
  expect(places(await search('heron'))).toEqual(['c5 kept', 'u3 kept', 'a2 summarized', 'u1 summarized']);
});

test('a region narrows before the limit counts', async () => {
  expect(places(await search('heron', { region: 'summarized' }))).toEqual(['a2 summarized', 'u1 summarized']);
  expect(places(await search('heron', { region: 'kept', role: 'user' }))).toEqual(['u3 kept']);
});

test('after an undo nothing is summarised', async () => {
  await session.app().invoke('compaction.undo', { conversationId: CONVERSATION });
  expect(places(await search('heron', { region: 'summarized' }))).toEqual([]);
});

test('an unknown filter is refused, not ignored', async () => {
  const answer = await session.app().invoke('search', { text: 'heron', limit: 10, filters: { colour: 'grey' } });
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
});
