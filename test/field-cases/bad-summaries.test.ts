// Field cases about what a summariser may write that no scenario file shows: words about thinking, broken JSON, and a cancel between parts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMPTY_STATE_SUMMARY, type StateSummary } from '../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../electron/core/summary/summary-text.ts';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

interface Output {
  readonly actions: readonly {
    readonly outcome: string;
    readonly viewHash: string;
    readonly error?: { readonly code: string };
    readonly compactions?: readonly {
      readonly audit?: { readonly findings: readonly { readonly code: string }[] };
      readonly entry?: { readonly text: string; readonly summary: StateSummary };
    }[];
  }[];
  readonly entries: readonly { readonly type: string; readonly text?: string }[];
  readonly requests: readonly { readonly for: string; readonly text: string }[];
}

const said = [
  { id: 'u1', role: 'user', text: 'Plan the garden party for May in the town hall.', tokens: 300 },
  { id: 'a2', role: 'assistant', text: 'A plan with three parts: food, music, tents.', tokens: 300 },
  { id: 'u3', role: 'user', text: 'We decided to hire the tents from Weber.', tokens: 200 },
  { id: 'a4', role: 'assistant', text: 'Noted: the tents come from Weber.', tokens: 200 },
];

const run = async (given: object): Promise<Output> => {
  const settings = { compaction: { reserveTokens: 400, keepRecentTokens: 100 } };
  const scenario = scenarioSchema.parse({
    name: 'bad summaries',
    contextWindow: 4000,
    settings,
    transcript: said,
    ...given,
  });
  return (await runScenario(scenario)) as unknown as Output;
};
const compact = { do: 'compact', keep: 'nothing' };
const summaries = (output: Output) => output.requests.filter((request) => request.for === 'summary');
const isCompacted = (output: Output): boolean => output.entries.some(({ type }) => type === 'compaction');

describe('structured output goes wrong (B106)', () => {
  const headings = [
    'Goal',
    'Constraints',
    'Pending requests',
    'Completed',
    'In progress',
    'Decisions',
    'Failed approaches',
  ];
  test.each([
    ['a brace and 500 line breaks', `{${'\n'.repeat(500)}`],
    ['no first brace', '"goal": ["plan the party"], "constraints": [] }'],
    ['wrong types', '{"goal": 7, "constraints": "none", "completed": {"a": true}}'],
    ['the right types, though a JSON', '{"goal": ["Plan the garden party for May"], "constraints": []}'],
    ['half the headings', headings.map((heading) => `## ${heading}\n- none`).join('\n')],
  ])('%s is refused with a reason and never thrown', async (_name, text) => {
    const output = await run({
      host: [{ for: 'summary', text, repeat: true }],
      actions: [{ do: 'search', text: '' }, compact],
    });
    expect(output.actions[1]).toMatchObject({ outcome: 'failed', error: { code: 'summary_rejected' } });
    expect(output.actions[1]?.compactions?.[0]?.audit?.findings.length).toBeGreaterThan(0);
    expect(output.actions[1]?.viewHash).toBe(output.actions[0]?.viewHash);
    expect(isCompacted(output)).toBe(false);
  });

  test('emoji and Chinese survive', async () => {
    const goal = ['Plan the garden party 📥 for May: 花园聚会'];
    const transcript = [{ ...said[0], text: 'Plan the garden party 📥 for May: 花园聚会.' }, ...said.slice(1)];
    const output = await run({ transcript, host: [{ for: 'summary', json: { goal } }], actions: [compact] });
    expect(output.entries.find(({ type }) => type === 'compaction')?.text).toContain(goal[0]);
  });
});

test('words of a person about <think> and </think> are not removed (B49)', async () => {
  const text = 'Explain why the marks <think> and </think> must stay in the template of the garden newsletter.';
  const transcript = [{ ...said[0], text }, ...said.slice(1)];
  const output = await run({ transcript, actions: [compact] });
  expect(output.actions[0]?.outcome).toBe('ok');
  expect(summaries(output)[0]?.text).toContain(text);
});

test('the stored text is the audited one, byte for byte: it reads back whole as its state (B30)', async () => {
  const output = await run({ actions: [compact] });
  const { text, summary } = output.actions[0]?.compactions?.[0]?.entry ?? { text: '', summary: EMPTY_STATE_SUMMARY };
  expect(output.entries.find(({ type }) => type === 'compaction')?.text).toBe(text);
  expect(renderSummaryText(summary)).toBe(text);
});

test('an empty new chat gives no summary (B41)', async () => {
  const output = await run({ transcript: [], actions: [compact] });
  expect(output.actions[0]?.outcome).toBe('nothing_to_compact');
  expect(output.requests).toEqual([]);
});

test('cancelling between two parts of a staged summary leaves nothing and asks for no further part (B98)', async () => {
  const file = path.join(import.meta.dirname, '../scenarios/b60-summary-in-parts-that-fit.json');
  const staged = scenarioSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const actions = [{ do: 'cancel' as const, at: 'summarizing' as const, nth: 3 }, { do: 'compact' as const }];
  const output = (await runScenario({ ...staged, actions })) as unknown as Output;
  expect(output.actions[1]?.outcome).toBe('aborted');
  expect(summaries(output).length).toBeGreaterThanOrEqual(2);
  expect(summaries(output).length).toBeLessThanOrEqual(3);
  expect(isCompacted(output)).toBe(false);
});
