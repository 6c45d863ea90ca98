// Conversations and entries as the conformance suites write them.
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import type { CompactionPayload, EntryPayload, NewEntry } from '../../electron/core/transcript/entry.ts';

export const HOME = asConversationId('home');

export const conversation = (change: Partial<Conversation> = {}): Conversation => ({
  id: HOME,
  title: 'A talk',
  createdAt: 1000,
  updatedAt: 1000,
  pinned: false,
  trashedAt: null,
  activeLeafId: null,
  systemPrompt: '',
  draft: '',
  modelId: null,
  pins: [],
  ...change,
});

export const user = (text: string): EntryPayload => ({ type: 'message', role: 'user', text });
export const assistant = (text: string): EntryPayload => ({
  type: 'message',
  role: 'assistant',
  text,
  status: 'complete',
});

export const entry = (id: string, parentId: string | null, payload: EntryPayload = user(id)): NewEntry => ({
  id: asEntryId(id),
  conversationId: HOME,
  parentId: parentId === null ? null : asEntryId(parentId),
  createdAt: 5000,
  payload,
});

export const compaction = (text: string, change: Partial<CompactionPayload> = {}): CompactionPayload => ({
  type: 'compaction',
  summary: EMPTY_STATE_SUMMARY,
  text,
  firstKeptEntryId: asEntryId('b'),
  carriedEntryIds: [],
  coveredRange: { fromId: asEntryId('a'), toId: asEntryId('a'), hash: 'x' },
  tokensBefore: 100,
  tokensAfter: 10,
  reason: 'manual',
  provider: 'builtin',
  writer: 'quotes',
  strategy: 'quotes',
  promptVersion: 1,
  audit: { ok: true, findings: [] },
  redactions: [],
  quotedItems: 0,
  writtenItems: 0,
  messagesFolded: 1,
  notesWritten: 0,
  durationsMs: {},
  ...change,
});
