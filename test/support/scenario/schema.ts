// The format of a scenario, as zod: what is not in it is refused by name. docs/scenario.schema.json is made from this.
import { z } from 'zod';

const tokens = z.int().min(0);
const toolCalls = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]),
  }),
);
const attachments = z.array(z.strictObject({ name: z.string(), mediaType: z.string(), text: z.string() }));
const usage = z.strictObject({
  promptTokens: tokens.optional(),
  replyTokens: tokens.optional(),
  totalTokens: tokens.optional(),
});
const stopReason = z.enum(['stop', 'length', 'tool_use', 'aborted', 'error', 'overflow']);
const stateItem = z.strictObject({
  text: z.string(),
  sources: z.array(z.string()).default([]),
  layer: z.enum(['ledger', 'quote', 'written']).default('written'),
  status: z.enum(['superseded', 'rejected', 'lifted']).optional(),
});
const items = z.array(stateItem).default([]);
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

const base = { id: z.string().min(1), parentId: z.string().nullable().optional() };
const message = {
  ...base,
  type: z.literal('message').optional(),
  text: z.string().default(''),
  tokens: tokens.optional(),
};
export const entrySchema = z.union([
  z.strictObject({ ...message, role: z.literal('user'), attachments: attachments.optional() }),
  z.strictObject({
    ...message,
    role: z.literal('assistant'),
    toolCalls: toolCalls.optional(),
    thinking: z.string().optional(),
    usage: usage.optional(),
    stopReason: stopReason.optional(),
    status: z.enum(['complete', 'interrupted']).optional(),
  }),
  z.strictObject({ ...message, role: z.literal('tool_result'), callId: z.string(), isError: z.boolean().optional() }),
  z.strictObject({
    ...base,
    type: z.literal('compaction'),
    firstKeptEntryId: z.string(),
    summary: stateSummary,
    tokens: tokens.optional(),
    instructions: z.string().optional(),
    reason: z.enum(['threshold', 'overflow', 'transcript_bytes', 'manual']).optional(),
  }),
  z.strictObject({ ...base, type: z.literal('compaction_undone'), compactionId: z.string() }),
  z.strictObject({ ...base, type: z.literal('compaction_redone'), compactionId: z.string() }),
  z.strictObject({ ...base, type: z.literal('model_change'), modelId: z.string() }),
  z.strictObject({ ...base, type: z.literal('label'), text: z.string() }),
]);
export type ScenarioEntry = z.infer<typeof entrySchema>;

const lines = z.array(z.string());
const reply = z.strictObject({
  for: z.enum(['summary', 'chat', 'flush', 'tool', 'any']),
  match: z.string().optional(),
  repeat: z.boolean().optional(),
  text: z.string().optional(),
  json: z
    .union([
      z.strictObject({ notes: z.array(z.strictObject({ text: z.string() })) }),
      z.strictObject({
        goal: lines.optional(),
        constraints: lines.optional(),
        pendingRequests: lines.optional(),
        completed: lines.optional(),
        inProgress: lines.optional(),
        decisions: lines.optional(),
        failedApproaches: lines.optional(),
        toolFindings: lines.optional(),
        environment: lines.optional(),
        identifiers: lines.optional(),
        nextActions: lines.optional(),
      }),
    ])
    .optional(),
  thinking: z.string().optional(),
  toolCalls: toolCalls.optional(),
  callId: z.string().optional(),
  isError: z.boolean().optional(),
  tokens: tokens.optional(),
  usage: usage.optional(),
  delayMs: z.number().min(0).max(60_000).optional(),
  stopReason: stopReason.optional(),
  error: z
    .strictObject({ code: z.enum(['context_overflow', 'host_crashed', 'host_stalled', 'host_error']) })
    .optional(),
  crash: z.boolean().optional(),
});
export type ScriptedReply = z.infer<typeof reply>;

const PHASES = ['flushing', 'summarizing', 'auditing', 'committing', 'generating', 'afterCommit'] as const;
export type ScenarioPhase = (typeof PHASES)[number];
const phase = z.enum(PHASES);
const timing = { during: phase.optional(), wait: z.boolean().optional() };
const FAULT_POINTS = [
  'store.append',
  'store.appendIf',
  'notes.append',
  'host.chat',
  'host.summary',
  'host.flush',
  'host.count',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];
const text = z.string().min(1);
const settings = z.record(z.string(), z.unknown());

export const actionSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('send'),
    text,
    tokens: tokens.optional(),
    id: z.string().optional(),
    attachments: attachments.optional(),
    ...timing,
  }),
  z.strictObject({
    do: z.literal('compact'),
    instructions: z.string().optional(),
    keep: z.enum(['settings', 'recent', 'nothing']).optional(),
    ...timing,
  }),
  z.strictObject({ do: z.literal('undoCompaction'), ...timing }),
  z.strictObject({ do: z.literal('redoCompaction'), ...timing }),
  z.strictObject({ do: z.literal('cancel'), at: phase, nth: z.int().min(1).optional(), ...timing }),
  z.strictObject({
    do: z.literal('fail'),
    at: z.enum(FAULT_POINTS),
    error: z.enum(['disk_full', 'busy', 'crash']),
    times: z.int().min(1).optional(),
    ...timing,
  }),
  z.strictObject({ do: z.literal('reopen'), ...timing }),
  z.strictObject({ do: z.literal('set'), settings, ...timing }),
  z.strictObject({ do: z.literal('setWindow'), contextWindow: z.int().min(0).nullable(), ...timing }),
  z.strictObject({ do: z.literal('appendEntry'), entry: entrySchema, ...timing }),
  z.strictObject({
    do: z.literal('edit'),
    entryId: z.string(),
    text,
    tokens: tokens.optional(),
    id: z.string().optional(),
    ...timing,
  }),
  z.strictObject({ do: z.literal('regenerate'), entryId: z.string(), ...timing }),
  z.strictObject({ do: z.literal('switchBranch'), entryId: z.string(), ...timing }),
  z.strictObject({ do: z.literal('search'), text: z.string(), ...timing }),
  z.strictObject({ do: z.literal('export'), format: z.enum(['jsonl', 'markdown']), ...timing }),
]);
export type ScenarioAction = z.infer<typeof actionSchema>;

const CLOCK_START = '2026-03-01T10:00:00+00:00';

export const scenarioSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string(),
  contextWindow: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Context size the scripted host reports as really loaded, per sequence; null or 0 = unknown'),
  fit: z.boolean().default(true),
  system: z.string().default(''),
  fixedTokens: z
    .strictObject({ system: tokens.default(0), tools: tokens.default(0), instruction: tokens.default(0) })
    .default({ system: 0, tools: 0, instruction: 0 }),
  settings: settings.default({}),
  clock: z
    .strictObject({
      start: z.iso.datetime({ offset: true }).default(CLOCK_START),
      stepMs: z.int().min(0).default(1000),
    })
    .default({ start: CLOCK_START, stepMs: 1000 }),
  transcript: z.array(entrySchema).default([]),
  host: z.array(reply).default([]),
  actions: z
    .array(actionSchema)
    .default([])
    .refine((actions) => actions[0]?.during === undefined, {
      message: 'the first action has no action above it that its "during" could refer to',
    }),
  expect: z.record(z.string(), z.unknown()).optional(),
});
export type Scenario = z.infer<typeof scenarioSchema>;
