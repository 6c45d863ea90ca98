// Step by step, what a compaction that is cancelled or fails there may have done by then: the flush is asked first, its note is written at
// the commit and not before; no model call, no note and no entry comes after the step at which it ended.
import { describe, expect, test } from 'vitest';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly { readonly outcome: string }[];
  readonly entries: readonly { readonly type: string }[];
  readonly requests: readonly { readonly for: string }[];
  readonly notes: Readonly<Record<string, string>>;
}

const scenario = {
  name: 'steps',
  contextWindow: 2000,
  settings: { compaction: { reserveTokens: 400, keepRecentTokens: 100 } },
  transcript: [
    { id: 'u1', role: 'user', text: 'Please never push to the main branch. Write the report.', tokens: 300 },
    { id: 'a2', role: 'assistant', text: 'I wrote the first part of the report.', tokens: 300 },
    { id: 'u3', role: 'user', text: 'I always want metric units. Add the second part.', tokens: 200 },
    { id: 'a4', role: 'assistant', text: 'The second part is added.', tokens: 200 },
  ],
  host: [{ for: 'flush', json: { notes: [{ text: 'I always want metric units.' }] } }],
};

const cancel = (at: string) => ({ do: 'cancel', at });
const fail = (at: string, error: string) => ({ do: 'fail', at, error });
/** The note reaches the disk before the store is asked. */
const NOTED = { notes: 1, entries: [] };
const BLANK = { notes: 0, entries: [] };

describe('what was asked, noted and stored when a compaction ended', () => {
  test.for([
    [cancel('flushing'), { outcome: 'aborted', asked: [], ...BLANK }],
    [cancel('summarizing'), { outcome: 'aborted', asked: ['flush'], ...BLANK }],
    [cancel('auditing'), { outcome: 'aborted', asked: ['flush', 'summary'], ...BLANK }],
    [cancel('committing'), { outcome: 'aborted', asked: ['flush', 'summary'], ...BLANK }],
    [fail('host.flush', 'crash'), { outcome: 'failed', asked: [], ...BLANK }],
    [fail('host.summary', 'busy'), { outcome: 'failed', asked: ['flush'], ...BLANK }],
    [fail('host.summary', 'crash'), { outcome: 'failed', asked: ['flush'], ...BLANK }],
    [fail('store.appendIf', 'busy'), { outcome: 'failed', asked: ['flush', 'summary'], ...NOTED }],
    [fail('store.appendIf', 'disk_full'), { outcome: 'failed', asked: ['flush', 'summary'], ...NOTED }],
    [fail('store.appendIf', 'crash'), { outcome: 'failed', asked: ['flush', 'summary'], ...NOTED }],
    // A flush that fails is shown and stops nothing.
    [fail('host.flush', 'busy'), { outcome: 'ok', asked: ['summary'], notes: 0, entries: ['compaction'] }],
    [
      fail('notes.append', 'disk_full'),
      { outcome: 'ok', asked: ['flush', 'summary'], notes: 0, entries: ['compaction'] },
    ],
  ] as const)('%o', async ([order, expected]) => {
    const given = scenarioSchema.parse({ ...scenario, actions: [order, { do: 'compact' }] });
    const output = (await runScenario(given)) as unknown as Output;
    expect({
      outcome: output.actions[1]?.outcome,
      asked: output.requests.map((request) => request.for),
      notes: Object.values(output.notes).join('').split('\n- ').length - 1,
      entries: output.entries.slice(scenario.transcript.length).map(({ type }) => type),
    }).toEqual(expected);
  });
});
