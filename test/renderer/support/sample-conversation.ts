// Conversations for the window's tests and pictures: entries as the store would give them, in English and Chinese.

import type { BoundaryState, ConversationSnapshot, ShownEntry } from '../../../electron/contract/snapshot.ts';
import { asConversationId, asEntryId, asModelId, type EntryId } from '../../../electron/core/ids.ts';
import {
  EMPTY_STATE_SUMMARY,
  type StateItem,
  type StateSummary,
} from '../../../electron/core/summary/state-summary.ts';
import type { Conversation } from '../../../electron/core/transcript/conversation.ts';
import type { CompactionPayload, EntryPayload, MessagePayload } from '../../../electron/core/transcript/entry.ts';

export const T0 = Date.UTC(2026, 10, 30, 9, 0, 0);
export const CONVERSATION_ID = asConversationId('c-main');

export function sampleConversation(change: Partial<Conversation> = {}): Conversation {
  return {
    id: CONVERSATION_ID,
    title: 'Moving the docs to the new site',
    createdAt: T0,
    updatedAt: T0 + 3_600_000,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: 'You help with a documentation project.',
    draft: '',
    modelId: asModelId('model'),
    pins: [],
    ...change,
  };
}

export const user = (text: string): MessagePayload => ({ type: 'message', role: 'user', text });
export const assistant = (text: string, change: object = {}): MessagePayload => ({
  type: 'message',
  role: 'assistant',
  text,
  status: 'complete',
  stopReason: 'stop',
  ...change,
});
export const toolResult = (text: string): MessagePayload => ({
  type: 'message',
  role: 'tool_result',
  callId: 'k1',
  text,
});

/** Entries e1, e2, … with seq 1, 2, …, a minute apart. */
export function sampleEntries(payloads: readonly EntryPayload[], firstSeq = 1): readonly ShownEntry[] {
  return payloads.map((payload, index) => shownEntry(payload, firstSeq + index));
}

export function shownEntry(payload: EntryPayload, seq: number, siblingIds?: readonly EntryId[]): ShownEntry {
  const id = asEntryId(`e${seq}`);
  return {
    entry: {
      id,
      conversationId: CONVERSATION_ID,
      parentId: seq === 1 ? null : asEntryId(`e${seq - 1}`),
      seq,
      createdAt: T0 + seq * 60_000,
      hash: 'ab'.repeat(32),
      payload,
    },
    siblingIds: siblingIds ?? [id],
  };
}

const item = (text: string, source: number, layer: StateItem['layer'], status?: StateItem['status']): StateItem =>
  status === undefined
    ? { text, layer, sources: [asEntryId(`e${source}`)] }
    : { text, layer, status, sources: [asEntryId(`e${source}`)] };

export const SAMPLE_STATE: StateSummary = {
  ...EMPTY_STATE_SUMMARY,
  goal: [item('Move all pages under /docs to the new site before the release.', 1, 'quote')],
  constraints: [
    item("Don't touch the database, docs only today.", 1, 'ledger'),
    item('今天只改文档，先别动数据库。', 5, 'ledger'),
  ],
  pendingRequests: [item('Then check every link on the install page.', 7, 'ledger')],
  completed: [item('Moved 14 pages of the guide to docs/guide/.', 4, 'written')],
  decisions: [item('Keep the old addresses as redirects in redirects.json.', 6, 'written')],
  failedApproaches: [item('Rewriting links with a regular expression broke anchors.', 6, 'quote', 'rejected')],
  identifiers: [item('docs/guide/install.md', 4, 'ledger'), item('v4.2.0', 5, 'ledger')],
  nextActions: [item('Run npm run links and fix what it reports.', 7, 'written')],
};

export function samplePayload(change: Partial<CompactionPayload> = {}): CompactionPayload {
  return {
    type: 'compaction',
    summary: SAMPLE_STATE,
    text: '[earlier conversation, as data]\n## Goal\n- Move all pages …',
    firstKeptEntryId: asEntryId('e9'),
    carriedEntryIds: [],
    coveredRange: { fromId: asEntryId('e1'), toId: asEntryId('e8'), hash: 'cd'.repeat(32) },
    tokensBefore: 6120,
    tokensAfter: 1480,
    reason: 'threshold',
    provider: 'built-in',
    writer: 'model',
    strategy: 'in_place',
    promptVersion: 1,
    audit: { ok: true, findings: [] },
    redactions: [{ kind: 'api_key', count: 1 }],
    quotedItems: 6,
    writtenItems: 3,
    messagesFolded: 8,
    notesWritten: 2,
    durationsMs: { summarize: 12_400 },
    ...change,
  };
}

const TALK: readonly EntryPayload[] = [
  user("We move the docs to the new site. Don't touch the database, docs only today. Start with the guide."),
  assistant('I will list the pages first.', {
    toolCalls: [{ id: 'k1', name: 'list_files', arguments: '{"path":"docs"}' }],
    stopReason: 'tool_use',
  }),
  toolResult('docs/guide/install.md\ndocs/guide/first-steps.md\ndocs/reference/cli.md'),
  assistant(
    'Moved 14 pages to `docs/guide/`. Two things to know:\n\n1. `install.md` links to the **old site** in three places.\n2. The sidebar is built from `sidebar.json`.',
  ),
  user('今天只改文档，先别动数据库。版本写成 v4.2.0，**安装**页也要改。'),
  assistant(
    '好的，只改文档。**安装页**已更新为 `v4.2.0`，链接见[安装说明](https://example.org/install)。\n\nRewriting links with a regular expression broke anchors, so I keep `redirects.json`.',
  ),
  user('Then check every link on the install page.'),
  assistant('Noted. I will run `npm run links` after the move.'),
  user('How far are we?'),
  assistant(
    'Here is the state:\n\n| Part | Pages | Done |\n| --- | ---: | --- |\n| Guide | 14 | yes |\n| Reference | 9 | half |\n\n```ts\nexport const redirects = {\n  "/install": "/docs/guide/install",\n};\n```\n\nNext I run the link check.',
  ),
];

export const NO_BOUNDARY: BoundaryState = { compactionId: null, keptFromSeq: null, carriedIds: [], undoneIds: [] };

export function sampleSnapshot(change: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  return {
    conversation: sampleConversation(),
    entries: sampleEntries(TALK),
    hasOlder: false,
    boundary: NO_BOUNDARY,
    usage: { usedTokens: 3412, windowTokens: 8192, measured: true },
    decision: { kind: 'none', usedTokens: 3412, thresholdTokens: 6144, windowTokens: 8192, reserveTokens: 2048 },
    foldable: { messages: 6, tokens: 1900 },
    queued: [],
    operation: null,
    waiting: [],
    streaming: null,
    prepared: false,
    failure: null,
    ...change,
  };
}

/** The same conversation after its compaction e11; e9 and e10 are kept. */
export function compactedSnapshot(change: Partial<ConversationSnapshot> = {}): ConversationSnapshot {
  return sampleSnapshot({
    entries: sampleEntries([
      ...TALK,
      samplePayload(),
      user('Good. Go on with the reference, one page at a time.'),
      assistant('`docs/reference/cli.md` is moved. The link check finds **no** broken links on it.'),
    ]),
    boundary: { compactionId: asEntryId('e11'), keptFromSeq: 9, carriedIds: [], undoneIds: [] },
    usage: { usedTokens: 1830, windowTokens: 8192, measured: true },
    decision: { kind: 'none', usedTokens: 1830, thresholdTokens: 6144, windowTokens: 8192, reserveTokens: 2048 },
    foldable: { messages: 2, tokens: 260 },
    ...change,
  });
}
