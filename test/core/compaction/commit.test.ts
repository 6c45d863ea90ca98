import { expect, it } from 'vitest';
import { type CommitInput, makeCompactionPayload } from '../../../electron/core/compaction/commit.ts';
import { PROMPT_VERSION } from '../../../electron/core/compaction/summary-request.ts';
import { asEntryId, asModelId } from '../../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY, type StateSummary } from '../../../electron/core/summary/state-summary.ts';

const summary: StateSummary = {
  ...EMPTY_STATE_SUMMARY,
  goal: [{ text: 'a', sources: [], layer: 'written' }],
  completed: [
    { text: 'b', sources: [], layer: 'quote' },
    { text: 'c', sources: [], layer: 'quote' },
  ],
  constraints: [{ text: 'd', sources: [], layer: 'ledger' }],
};
const input: CommitInput = {
  plan: { carriedEntryIds: [asEntryId('u1')] },
  summary,
  text: 'text',
  audit: { ok: true, findings: [] },
  firstKeptEntryId: asEntryId('a2'),
  coveredRange: { fromId: asEntryId('u1'), toId: asEntryId('u1'), hash: 'h' },
  tokensBefore: 900,
  tokensAfter: 200,
  reason: 'manual',
  modelId: null,
  writer: 'model',
  strategy: 'cold',
  redactions: [{ kind: 'api_key', count: 1 }],
  messagesFolded: 7,
  notesWritten: 2,
  durationsMs: { draft: 5 },
};

it('holds what was planned, written and audited, and counts the layers', () => {
  expect(makeCompactionPayload(input)).toEqual({
    type: 'compaction',
    summary,
    text: 'text',
    firstKeptEntryId: 'a2',
    carriedEntryIds: ['u1'],
    coveredRange: { fromId: 'u1', toId: 'u1', hash: 'h' },
    tokensBefore: 900,
    tokensAfter: 200,
    reason: 'manual',
    provider: 'built-in',
    writer: 'model',
    strategy: 'cold',
    promptVersion: PROMPT_VERSION,
    audit: { ok: true, findings: [] },
    redactions: [{ kind: 'api_key', count: 1 }],
    quotedItems: 2,
    writtenItems: 1,
    messagesFolded: 7,
    notesWritten: 2,
    durationsMs: { draft: 5 },
  });
});

it('names instructions, model and provider where there are any', () => {
  const payload = makeCompactionPayload({ ...input, instructions: 'names', modelId: asModelId('m'), provider: 'mine' });
  expect([payload.instructions, payload.modelId, payload.provider]).toEqual(['names', 'm', 'mine']);
});

it('shows no secret from the instructions on the card', () => {
  const instructions = 'Focus on the key AKIAIOSFODNN7EXAMPLE.';
  expect(makeCompactionPayload({ ...input, instructions }).instructions).toBe('Focus on the key [redacted:api_key].');
});
