// The shape of Holdfast's own archive: a zip with `manifest.json`, one file of JSON lines a conversation (the conversation's own record,
// then its entries by seq) and the notes as they lie. Checked member by member, because an archive is a file like any other.
import { z } from 'zod';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';

export const ARCHIVE_FORMAT = 'holdfast-archive';
/** Of the layout and of the entries in it. A higher one is not read. */
export const ARCHIVE_VERSION = 1;

const time = z.number().min(-8.64e15).max(8.64e15);
const count = z.number().min(0);
const id = z.string().min(1).max(400);

export const manifestSchema = z.looseObject({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().min(1),
  appVersion: z.string(),
  createdAt: time,
  conversations: z.int().min(0),
  entries: z.int().min(0),
  notes: z.int().min(0),
  files: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

const extras = z
  .looseObject({ raw: z.array(z.string()).optional(), hidden: z.array(z.string()).optional() })
  .optional();
const attachment = z.looseObject({ name: z.string(), mediaType: z.string(), text: z.string() });
const call = z.looseObject({ id: z.string(), name: z.string(), arguments: z.string() });
const usage = z.looseObject({
  promptTokens: count.optional(),
  replyTokens: count.optional(),
  totalTokens: count.optional(),
});
const stateItem = z.looseObject({
  text: z.string(),
  sources: z.array(id),
  layer: z.enum(['ledger', 'quote', 'written']),
  status: z.enum(['superseded', 'rejected', 'lifted']).optional(),
});
const finding = z.looseObject({ code: z.string(), subject: z.string(), excerpt: z.string() });

const message = z.discriminatedUnion('role', [
  z.looseObject({
    type: z.literal('message'),
    role: z.literal('user'),
    text: z.string(),
    attachments: z.array(attachment).optional(),
    imported: extras,
  }),
  z.looseObject({
    type: z.literal('message'),
    role: z.literal('assistant'),
    text: z.string(),
    thinking: z.string().optional(),
    toolCalls: z.array(call).optional(),
    usage: usage.optional(),
    stopReason: z.enum(['stop', 'length', 'tool_use', 'aborted', 'error', 'overflow']).optional(),
    status: z.enum(['complete', 'interrupted']),
    modelId: z.string().optional(),
    imported: extras,
  }),
  z.looseObject({
    type: z.literal('message'),
    role: z.literal('tool_result'),
    callId: z.string(),
    text: z.string(),
    isError: z.boolean().optional(),
    imported: extras,
  }),
]);

const compaction = z.looseObject({
  type: z.literal('compaction'),
  summary: z.looseObject(Object.fromEntries(STATE_CATEGORIES.map((category) => [category, z.array(stateItem)]))),
  text: z.string(),
  firstKeptEntryId: id,
  carriedEntryIds: z.array(id),
  coveredRange: z.looseObject({ fromId: id, toId: id, hash: z.string() }),
  tokensBefore: count,
  tokensAfter: count,
  reason: z.enum(['threshold', 'overflow', 'transcript_bytes', 'manual']),
  instructions: z.string().optional(),
  modelId: z.string().optional(),
  provider: z.string(),
  writer: z.string(),
  strategy: z.enum(['in_place', 'cold', 'staged', 'quotes']),
  promptVersion: z.number(),
  audit: z.looseObject({ ok: z.boolean(), findings: z.array(finding) }),
  redactions: z.array(z.looseObject({ kind: z.string(), count })),
  quotedItems: count,
  writtenItems: count,
  messagesFolded: count,
  notesWritten: count,
  durationsMs: z.record(z.string(), z.number()),
});

const otherPayloads = [
  z.looseObject({ type: z.literal('compaction_undone'), compactionId: id }),
  z.looseObject({ type: z.literal('compaction_redone'), compactionId: id }),
  z.looseObject({
    type: z.literal('memory_flush'),
    file: z.string().nullable(),
    notes: z.array(z.looseObject({ text: z.string(), sourceId: id.nullable() })),
    coveredToId: id,
  }),
  z.looseObject({ type: z.literal('model_change'), modelId: z.string() }),
  z.looseObject({ type: z.literal('label'), text: z.string() }),
] as const;

const entrySchema = z.strictObject({
  id,
  conversationId: id,
  parentId: id.nullable(),
  seq: z.int().min(1),
  createdAt: time,
  hash: z.string().regex(/^[\da-f]{64}$/),
  payload: z.union([message, compaction, ...otherPayloads]),
});

const conversationSchema = z.looseObject({
  id,
  title: z.string(),
  createdAt: time,
  updatedAt: time,
  pinned: z.boolean(),
  trashedAt: time.nullable(),
  activeLeafId: id.nullable(),
  systemPrompt: z.string(),
  draft: z.string(),
  modelId: z.string().nullable(),
  pins: z.array(
    z.looseObject({
      kind: z.enum(['pin', 'unpin']),
      category: z.enum(['constraints', 'pendingRequests', 'identifiers']),
      text: z.string(),
      sourceId: id.nullable(),
    }),
  ),
});

/** The value itself, untouched, where it has the right shape: its hash is taken over what is stored. */
export const asArchivedEntry = (value: unknown): Entry | null =>
  entrySchema.safeParse(value).success ? (value as Entry) : null;

export const asArchivedConversation = (value: unknown): Conversation | null =>
  conversationSchema.safeParse(value).success ? (value as Conversation) : null;
