// A turn with many tool steps tries a compaction that fails once, not at every step.
import { expect, test } from 'vitest';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession } from '../support/scenario/session.ts';

const call = (id: string) => ({ for: 'chat', text: '', toolCalls: [{ id, name: 'look', arguments: '{}' }], tokens: 5 });
const result = (callId: string, tokens: number) => ({ for: 'tool', callId, text: 'word '.repeat(tokens).trim() });

async function run(resultTokens: number): Promise<{ outcome: string; tries: number; error: string | undefined }> {
  const scenario = scenarioSchema.parse({
    name: 'failed in turn',
    contextWindow: 2000,
    settings: {
      compaction: { reserveTokens: 400, keepRecentTokens: 100, memoryFlush: { enabled: false }, writer: 'model' },
      pruning: { enabled: false },
    },
    transcript: [
      { id: 'u1', role: 'user', text: 'Write the report for the team.', tokens: 800 },
      { id: 'a2', role: 'assistant', text: 'I wrote the report.', tokens: 790 },
    ],
    host: [
      ...['c1', 'c2', 'c3'].flatMap((id) => [call(id), result(id, resultTokens)]),
      { for: 'chat', text: 'Done.', tokens: 5 },
      { for: 'summary', error: { code: 'host_error' }, repeat: true },
    ],
  });
  const session = await openSession(scenario);
  try {
    loadTranscript(session, scenario);
    const turn = await session.app().operations.send(CONVERSATION, { text: 'Look again.' }).done;
    const tries = session.events.filter((event) => event.type === 'compaction_started').length;
    return { outcome: turn.outcome, tries, error: turn.compactionError?.code };
  } finally {
    await session.close();
  }
}

test('a turn that grows little tries once and goes on', async () => {
  expect(await run(20)).toEqual({ outcome: 'ok', tries: 1, error: 'host_error' });
});

test('once the request no longer fits it is tried a second time, and not a third', async () => {
  expect(await run(190)).toEqual({ outcome: 'failed', tries: 2, error: 'host_error' });
});
