// Cancel never waits behind what it cancels: a summary that is being written ends at once and leaves no trace.
import { expect, test } from 'vitest';
import { CONVERSATION, openSession } from '../support/scenario/session.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

const scenario = scenarioSchema.parse({
  name: 'slow',
  contextWindow: 2000,
  transcript: [
    { id: 'u1', role: 'user', text: 'Write the report.', tokens: 300 },
    { id: 'a2', role: 'assistant', text: 'It is written.', tokens: 300 },
  ],
  host: [{ for: 'summary', json: { goal: ['Write the report'] }, delayMs: 60_000 }],
});

test('a summary that would never end is cancelled, pressed twice, and the next message works', async () => {
  const session = await openSession(scenario);
  try {
    loadTranscript(session, scenario);
    const compacting = session.app().operations.compact(CONVERSATION, { keep: 'nothing' });
    while (!session.host.requests.some((request) => request.for === 'summary'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    session.cancel('compaction');
    session.cancel('compaction');
    expect((await compacting).outcome).toBe('aborted');
    expect(session.store().readMarkers(CONVERSATION)).toEqual([]);
    expect((await session.app().operations.send(CONVERSATION, { text: 'Go on.' }).done).outcome).toBe('ok');
  } finally {
    await session.close();
  }
});
