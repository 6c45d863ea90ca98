// Fills a data folder with the stage's conversations and notes, through the real store.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { renderSummaryText } from '../../electron/core/summary/summary-text.ts';
import type { CompactionPayload, Entry, EntryPayload } from '../../electron/core/transcript/entry.ts';
import { isMessage } from '../../electron/core/transcript/entry.ts';
import { STAGE_NOW } from './stage-time.ts';
import type { CompactionOf, Talk, TalkPart } from './talk.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function seedTalk(store: TranscriptStore, talk: Talk): void {
  const conversationId = asConversationId(talk.id);
  const endedAt = STAGE_NOW - talk.hoursAgo * HOUR_MS;
  const startedAt = endedAt - talk.parts.length * MINUTE_MS;
  demand(
    store.createConversation({
      id: conversationId,
      title: talk.title,
      createdAt: startedAt,
      updatedAt: endedAt,
      pinned: talk.pinned ?? false,
      trashedAt: null,
      activeLeafId: null,
      systemPrompt: talk.systemPrompt ?? '',
      draft: talk.draft ?? '',
      modelId: null,
      pins: [],
    }),
  );
  const entries: Entry[] = [];
  for (const [place, part] of talk.parts.entries()) {
    const entry = {
      id: asEntryId(`${talk.id}-${place}`),
      conversationId,
      parentId: entries.at(-1)?.id ?? null,
      createdAt: startedAt + place * MINUTE_MS,
      payload: payloadOf(part, entries),
    };
    entries.push(demand(store.append(entry)));
  }
  demand(
    store.updateConversation(conversationId, {
      updatedAt: endedAt,
      trashedAt: talk.trashed === true ? STAGE_NOW - HOUR_MS : null,
    }),
  );
}

function payloadOf(part: TalkPart, before: readonly Entry[]): EntryPayload {
  if ('compaction' in part) return compactionOf(part.compaction, before);
  if ('result' in part) return { type: 'message', role: 'tool_result', callId: part.callId, text: part.result };
  if ('you' in part) {
    const { you, ...rest } = part;
    return { type: 'message', role: 'user', text: you, ...rest };
  }
  const { assistant, ...rest } = part;
  return { type: 'message', role: 'assistant', text: assistant, status: 'complete', stopReason: 'stop', ...rest };
}

function compactionOf({ keptFrom, summary, ...change }: CompactionOf, before: readonly Entry[]): CompactionPayload {
  const kept = before[keptFrom];
  const covered = before.slice(0, keptFrom).filter(isMessage);
  const [first, last] = [covered[0], covered.at(-1)];
  if (kept === undefined || first === undefined || last === undefined) throw new Error('a compaction covers nothing');
  return {
    type: 'compaction',
    summary,
    text: renderSummaryText(summary),
    firstKeptEntryId: kept.id,
    carriedEntryIds: [],
    coveredRange: { fromId: first.id, toId: last.id, hash: last.hash },
    tokensBefore: 0,
    tokensAfter: 0,
    reason: 'threshold',
    provider: 'built-in',
    writer: 'model',
    strategy: 'in_place',
    promptVersion: 1,
    audit: { ok: true, findings: [] },
    redactions: [],
    quotedItems: 0,
    writtenItems: 0,
    messagesFolded: covered.length,
    notesWritten: 0,
    durationsMs: {},
    ...change,
  };
}

export function seedNotes(folder: string): void {
  mkdirSync(path.join(folder, 'notes'), { recursive: true });
  for (const [day, lines] of Object.entries(NOTES))
    writeFileSync(path.join(folder, 'notes', `${day}.md`), `---\ndate: ${day}\n---\n\n${lines.join('\n')}\n`);
}

const NOTES: Readonly<Record<string, readonly string[]>> = {
  '2026-03-02': [
    '- Prefers one page at a time. ([source](holdfast://entry/docs-13))',
    '- Headings are never renamed; other pages link to them. ([source](holdfast://entry/docs-6))',
    '- 文档项目：今天只改文档，先别动数据库。 ([source](holdfast://entry/zh-docs-0))',
  ],
  '2026-02-27': ['- Reviews are always answered with a checklist. ([source](holdfast://entry/rules-0))'],
  '2026-02-20': ['- Cooks for six. No onions. ([source](holdfast://entry/soup-0))'],
};

function demand<Value>(answer: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value {
  if (!answer.ok) throw new Error('the stage could not be set');
  return answer.value;
}
