// A transcript as one line of text, for tests that read as a transcript, a call and the exact value.
//
//   transcript('u1[300] Hello | a2[40]{k1,k2=read_file} | t3[900]{k1} | a4!interrupted Half an ans | c5[60]>a4+u1 | u6^a2 Another branch')
//
// The first letter of an id says what the entry is: u user · a assistant · t tool result · c compaction · x compaction undone ·
// r compaction redone · f memory flush · m model change · l label. `[n]` tokens (absent: one per word or CJK character) ·
// `{…}` calls made (`id` or `id=name`), the call answered, or the compaction undone or redone · `^id` parent (absent: the entry
// before) · `!interrupted`, `!aborted`, `!error`, `!length` on an assistant · `>id` first kept entry (`>self` = hard checkpoint),
// `~id` end of the covered range (absent: the entry before the first kept one, or the parent), `+id` a carried message. `\|` is a bar.

import { createHash } from 'node:crypto';
import { asConversationId, asEntryId, asModelId, type EntryId } from '../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import { canonicalEntry } from '../../electron/core/transcript/canonical-json.ts';
import type {
  AssistantMessage,
  CompactionEntry,
  CompactionPayload,
  Entry,
  EntryPayload,
  MessageEntry,
  NewEntry,
  StopReason,
} from '../../electron/core/transcript/entry.ts';
import { isCompaction, isMessage } from '../../electron/core/transcript/entry.ts';

export interface Transcript {
  /** In the order written; `seq` counts from 1, one second apart from 2026-03-01T02:00:00Z. */
  readonly entries: readonly Entry[];
  readonly messages: readonly MessageEntry[];
  readonly ids: readonly EntryId[];
  readonly tokensOf: (id: EntryId) => number;
  /** @throws when there is no such entry. */
  readonly entry: (id: string) => Entry;
  /** @throws when the entry is not a compaction. */
  readonly compaction: (id: string) => CompactionEntry;
  /** The path from the root to an entry (absent: to the last one written). */
  readonly branch: (leafId?: string) => readonly Entry[];
}

export const TRANSCRIPT_START_AT = Date.UTC(2026, 2, 1, 2);

export function transcript(line: string, options: { readonly conversationId?: string } = {}): Transcript {
  const conversationId = asConversationId(options.conversationId ?? 'conversation');
  const entries: Entry[] = [];
  const byId = new Map<string, Entry>();
  const tokens = new Map<string, number>();
  for (const item of splitItems(line)) {
    const head = parseHead(item);
    const parent = head.parentId === undefined ? entries.at(-1) : mustFind(byId, head.parentId);
    if (byId.has(head.id)) throw new Error(`transcript DSL: ${head.id} stands there twice`);
    const fresh: NewEntry = {
      id: asEntryId(head.id),
      conversationId,
      parentId: parent?.id ?? null,
      createdAt: TRANSCRIPT_START_AT + entries.length * 1000,
      payload: buildPayload(head, () => pathTo(byId, parent?.id)),
    };
    const entry: Entry = { ...fresh, seq: entries.length + 1, hash: hashAfter(parent?.hash ?? '', fresh) };
    entries.push(entry);
    byId.set(entry.id, entry);
    tokens.set(entry.id, head.tokens ?? countWords(head.text));
  }
  return {
    entries,
    messages: entries.filter(isMessage),
    ids: entries.map((entry) => entry.id),
    tokensOf: (id) => tokens.get(id) ?? 0,
    entry: (id) => mustFind(byId, id),
    compaction: (id) => {
      const entry = mustFind(byId, id);
      if (!isCompaction(entry)) throw new Error(`transcript DSL: ${id} is no compaction`);
      return entry;
    },
    branch: (leafId) => pathTo(byId, leafId ?? entries.at(-1)?.id),
  };
}

interface Head {
  readonly id: string;
  readonly tokens?: number;
  readonly braces: readonly string[];
  readonly parentId?: string;
  readonly flag?: string;
  readonly firstKeptId?: string;
  readonly coveredToId?: string;
  readonly carriedIds: readonly string[];
  readonly text: string;
}

const splitItems = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .map((item) => item.replaceAll('\\|', '|').trim())
    .filter((item) => item !== '');

const ID = /^[uatcxrfml][\p{L}\p{N}_-]*/u;
const MARK = /^(?:\[(\d+)\]|\{([^}]*)\}|([\^!>~+])([\p{L}\p{N}_-]+))/u;

function parseHead(item: string): Head {
  const id = ID.exec(item)?.[0];
  if (id === undefined) throw new Error(`transcript DSL: no id in "${item}"`);
  let rest = item.slice(id.length);
  const head: { -readonly [Key in keyof Head]: Head[Key] } = { id, braces: [], carriedIds: [], text: '' };
  for (let mark = MARK.exec(rest); mark !== null; mark = MARK.exec(rest)) {
    const [whole, tokens, braces, sign, name] = mark;
    if (tokens !== undefined) head.tokens = Number(tokens);
    else if (braces !== undefined) head.braces = braces.split(',').map((part) => part.trim());
    else if (sign === '^') head.parentId = name ?? '';
    else if (sign === '!') head.flag = name ?? '';
    else if (sign === '>') head.firstKeptId = name ?? '';
    else if (sign === '~') head.coveredToId = name ?? '';
    else head.carriedIds = [...head.carriedIds, name ?? ''];
    rest = rest.slice(whole.length);
  }
  if (rest !== '' && !/^\s/.test(rest)) throw new Error(`transcript DSL: cannot read "${item}"`);
  head.text = rest.trim();
  return head;
}

function buildPayload(head: Head, path: () => readonly Entry[]): EntryPayload {
  const first = head.braces[0] ?? '';
  switch (head.id[0]) {
    case 'u':
      return { type: 'message', role: 'user', text: head.text };
    case 'a':
      return buildAssistant(head);
    case 't':
      return { type: 'message', role: 'tool_result', callId: first, text: head.text };
    case 'c':
      return buildCompaction(head, path());
    case 'x':
      return { type: 'compaction_undone', compactionId: asEntryId(first) };
    case 'r':
      return { type: 'compaction_redone', compactionId: asEntryId(first) };
    case 'f':
      return { type: 'memory_flush', file: null, notes: [], coveredToId: asEntryId(first) };
    case 'm':
      return { type: 'model_change', modelId: asModelId(head.text) };
    default:
      return { type: 'label', text: head.text };
  }
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  interrupted: 'aborted',
  aborted: 'aborted',
  error: 'error',
  length: 'length',
};

function buildAssistant(head: Head): AssistantMessage {
  const toolCalls = head.braces.map((brace) => {
    const [id = '', name = 'tool'] = brace.split('=');
    return { id, name, arguments: '{}' };
  });
  const stopReason = head.flag === undefined ? undefined : STOP_REASONS[head.flag];
  if (head.flag !== undefined && stopReason === undefined) throw new Error(`transcript DSL: unknown !${head.flag}`);
  return {
    type: 'message',
    role: 'assistant',
    text: head.text,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    stopReason: stopReason ?? (toolCalls.length > 0 ? 'tool_use' : 'stop'),
    status: head.flag === 'interrupted' || head.flag === 'aborted' ? 'interrupted' : 'complete',
  };
}

function buildCompaction(head: Head, path: readonly Entry[]): CompactionPayload {
  const hard = head.firstKeptId === undefined || head.firstKeptId === 'self';
  const keptIndex = hard ? path.length : path.findIndex((entry) => entry.id === head.firstKeptId);
  const coveredTo = head.coveredToId ?? path[keptIndex - 1]?.id;
  const coveredFrom = path.find(isMessage)?.id;
  if (coveredTo === undefined || coveredFrom === undefined) {
    throw new Error(`transcript DSL: ${head.id} covers nothing`);
  }
  return {
    type: 'compaction',
    summary: EMPTY_STATE_SUMMARY,
    text: head.text,
    firstKeptEntryId: asEntryId(hard ? head.id : (head.firstKeptId ?? head.id)),
    carriedEntryIds: head.carriedIds.map(asEntryId),
    coveredRange: {
      fromId: coveredFrom,
      toId: asEntryId(coveredTo),
      hash: path.find((entry) => entry.id === coveredTo)?.hash ?? '',
    },
    tokensBefore: 0,
    tokensAfter: 0,
    reason: 'threshold',
    provider: 'built-in',
    writer: 'model',
    strategy: 'cold',
    promptVersion: 1,
    audit: { ok: true, findings: [] },
    redactions: [],
    quotedItems: 0,
    writtenItems: 0,
    messagesFolded: 0,
    notesWritten: 0,
    durationsMs: {},
  };
}

const hashAfter = (parentHash: string, entry: NewEntry): string =>
  createHash('sha256').update(parentHash).update(canonicalEntry(entry)).digest('hex');

function pathTo(byId: ReadonlyMap<string, Entry>, leafId: string | undefined): readonly Entry[] {
  const path: Entry[] = [];
  for (let at = leafId === undefined ? undefined : byId.get(leafId); at !== undefined; ) {
    path.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return path.reverse();
}

function mustFind(byId: ReadonlyMap<string, Entry>, id: string): Entry {
  const entry = byId.get(id);
  if (entry === undefined) throw new Error(`transcript DSL: no entry ${id}`);
  return entry;
}

/** One token per word or CJK character, as the scripted tokenizer of the scenarios counts. */
const countWords = (text: string): number =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu,
  )?.length ?? 0;
