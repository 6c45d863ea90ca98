// The output of a scenario, as zod: every scenario test checks its output against it. docs/scenario-output.schema.json is made from this.
import { z } from 'zod';

const count = z.int().min(0);
const id = z.string();
const error = z
  .strictObject({ code: z.string(), detail: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
  .describe('code: one of electron/core/errors.ts, or phase_not_reached for an action whose "during" never came');
const usage = z.strictObject({
  usedTokens: count,
  windowTokens: count.nullable(),
  measured: z.boolean().describe('false: an estimate, no model is loaded'),
});
const reason = z.enum(['threshold', 'overflow', 'transcript_bytes', 'manual']);
const decision = z.strictObject({
  kind: z.enum(['compact', 'none']),
  reason: reason.optional(),
  usedTokens: count,
  thresholdTokens: count.nullable(),
  windowTokens: count.nullable(),
  reserveTokens: count.nullable(),
  why: z.string().optional().describe('why nothing happens although a limit is passed'),
});
const item = z.strictObject({
  text: z.string(),
  sources: z.array(id),
  layer: z.enum(['ledger', 'quote', 'written']),
  status: z.enum(['superseded', 'rejected', 'lifted']).optional(),
});
const items = z.array(item);
const stateSummary = z.strictObject({
  goal: items,
  constraints: items,
  pendingRequests: items,
  completed: items,
  inProgress: items,
  decisions: items,
  failedApproaches: items,
  toolFindings: items,
  environment: items,
  identifiers: items,
  nextActions: items,
});
const audit = z.strictObject({
  ok: z.boolean(),
  findings: z.array(z.strictObject({ code: z.string(), subject: z.string(), excerpt: z.string() })),
});
const redactions = z.array(z.strictObject({ kind: z.string(), count }));
const compaction = z.strictObject({
  outcome: z.enum(['ok', 'failed', 'aborted', 'nothing_to_compact', 'already_compacted']),
  error: error.optional(),
  decision: decision.optional(),
  plan: z
    .strictObject({
      summarized: z.array(id),
      turnPrefix: z.array(id),
      kept: z.array(id).describe('the message being sent included'),
      firstKeptEntryId: id.nullable(),
      strategy: z.enum(['in_place', 'cold', 'staged']),
      why: z.string(),
    })
    .optional(),
  entry: z
    .strictObject({
      id,
      reason,
      tokensBefore: count,
      tokensAfter: count,
      text: z.string(),
      summary: stateSummary,
      writer: z.string().describe('model, quotes, or the name of a provider'),
      quotedItems: count,
      redactions,
      instructions: z.string().optional(),
    })
    .optional(),
  audit: audit.optional(),
});
const action = z.strictObject({
  do: z.string(),
  outcome: z.enum(['ok', 'nothing_to_compact', 'already_compacted', 'aborted', 'failed', 'queued']),
  error: error.optional(),
  compactionError: error.optional(),
  decision: decision.optional().describe('of the first model call'),
  compactions: z.array(compaction).optional(),
  results: z
    .array(
      z.strictObject({ entryId: id.nullable(), kind: z.enum(['message', 'compaction', 'note']), snippet: z.string() }),
    )
    .optional(),
  content: z.string().optional(),
  usage,
  viewHash: z.string(),
});
const entry = z
  .looseObject({
    id,
    parentId: id.nullable(),
    seq: z.int().min(1),
    type: z.enum([
      'message',
      'compaction',
      'compaction_undone',
      'compaction_redone',
      'memory_flush',
      'model_change',
      'label',
    ]),
    role: z.enum(['user', 'assistant', 'tool_result']).optional(),
    text: z.string().optional(),
    tokens: count.optional(),
    toolCalls: z.array(z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
    callId: z.string().optional(),
    active: z.boolean().describe('on the current branch'),
    hash: z.string(),
    status: z.enum(['complete', 'interrupted']).optional(),
  })
  .describe('the payload as stored, beside what is named here');

export const scenarioOutputSchema = z.strictObject({
  name: z.string(),
  actions: z.array(action).describe('one for each input action, in input order'),
  view: z.array(
    z.strictObject({
      segment: z.enum(['system', 'tools', 'summary', 'entry', 'current']),
      entryId: id.optional(),
      role: z.enum(['system', 'user', 'assistant', 'tool_result']),
      text: z.string(),
      tokens: count,
    }),
  ),
  usage,
  entries: z.array(entry),
  requests: z.array(z.strictObject({ for: z.enum(['summary', 'chat', 'flush']), text: z.string(), tokens: count })),
  notes: z.record(z.string(), z.string()),
  events: z.array(z.looseObject({ type: z.string() })),
  chainOk: z.boolean(),
});
