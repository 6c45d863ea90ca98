// Puts a scenario's transcript into the store, entry by entry, as if it had happened.

import { asToolCalls } from '../scripted-host.ts';
import { appError } from '../../../electron/core/errors.ts';
import { asEntryId, asModelId, type EntryId } from '../../../electron/core/ids.ts';
import {
  EMPTY_STATE_SUMMARY,
  STATE_CATEGORIES,
  type StateSummary,
} from '../../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../../electron/core/summary/summary-text.ts';
import {
  type CompactionPayload,
  type Entry,
  type EntryPayload,
  isMessage,
} from '../../../electron/core/transcript/entry.ts';
import { findUnanswered } from '../../../electron/core/transcript/turn.ts';
import { wellFormed } from '../../../electron/core/transcript/well-formed.ts';
import { shownText } from './shown-text.ts';
import { CONVERSATION, type Session } from './session.ts';
import type { Scenario, ScenarioEntry } from './schema.ts';

export class ScenarioError extends Error {}

export function loadTranscript(session: Session, scenario: Scenario): void {
  const now = session.clock.now();
  const created = session.store().createConversation({
    id: CONVERSATION,
    title: scenario.name,
    createdAt: now,
    updatedAt: now,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: scenario.system !== '' ? scenario.system : scenario.fixedTokens.system > 0 ? '[system prompt]' : '',
    draft: '',
    modelId: null,
    pins: [],
  });
  if (!created.ok) throw new ScenarioError(`the conversation was not created: ${created.error.code}`);
  for (const entry of scenario.transcript) appendScenarioEntry(session, entry);
}

/** Appends where the branch stands (or below the parent the entry names); sizes given with it hold from then on. */
export function appendScenarioEntry(session: Session, given: ScenarioEntry): Entry {
  const store = session.store();
  const leafId = store.readConversation(CONVERSATION)?.activeLeafId ?? null;
  const parentId = given.parentId === undefined ? leafId : given.parentId === null ? null : asEntryId(given.parentId);
  const id = asEntryId(given.id);
  session.clock.tick();
  if (store.readEntry(id)) throw new ScenarioError(`entry "${given.id}" is there already`);
  // As an import does.
  const payload = wellFormed(payloadOf(session, given, parentId));
  const appended = store.append({
    id,
    conversationId: CONVERSATION,
    parentId,
    createdAt: session.clock.now(),
    payload,
  });
  if (!appended.ok) throw new ScenarioError(`entry "${given.id}" was not stored: ${appended.error.code}`);
  noteSize(session, given, payload);
  return appended.value;
}

function noteSize(session: Session, given: ScenarioEntry, payload: EntryPayload): void {
  const entryId = asEntryId(given.id);
  if (payload.type === 'message') session.host.noteText(entryId, shownText(payload));
  if ('tokens' in given && given.tokens !== undefined) session.host.setTokens({ entryId }, given.tokens);
}

function payloadOf(session: Session, given: ScenarioEntry, parentId: EntryId | null): EntryPayload {
  if ('role' in given) return messageOf(given);
  switch (given.type) {
    case 'compaction':
      return compactionOf(session, given, parentId);
    case 'compaction_undone':
    case 'compaction_redone':
      return { type: given.type, compactionId: asEntryId(given.compactionId) };
    case 'model_change':
      return { type: 'model_change', modelId: asModelId(given.modelId) };
    case 'label':
      return { type: 'label', text: given.text };
    default:
      return given satisfies never;
  }
}

function messageOf(given: Extract<ScenarioEntry, { role: string }>): EntryPayload {
  switch (given.role) {
    case 'user':
      return {
        type: 'message',
        role: 'user',
        text: given.text,
        ...(given.attachments ? { attachments: given.attachments } : {}),
      };
    case 'assistant':
      return {
        type: 'message',
        role: 'assistant',
        text: given.text,
        ...(given.thinking === undefined ? {} : { thinking: given.thinking }),
        ...(given.toolCalls && given.toolCalls.length > 0 ? { toolCalls: asToolCalls(given.toolCalls) } : {}),
        ...(given.usage ? { usage: defined(given.usage) } : {}),
        ...(given.stopReason ? { stopReason: given.stopReason } : {}),
        status: given.status ?? 'complete',
      };
    case 'tool_result':
      return {
        type: 'message',
        role: 'tool_result',
        callId: given.callId,
        text: given.text,
        ...(given.isError === undefined ? {} : { isError: given.isError }),
      };
    default:
      return given satisfies never;
  }
}

type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };
const defined = <Value extends object>(value: Value): Defined<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<Value>;

function compactionOf(
  session: Session,
  given: Extract<ScenarioEntry, { type: 'compaction' }>,
  parentId: EntryId | null,
): CompactionPayload {
  const branch = parentId === null ? [] : session.store().readBranch(parentId);
  const keptAt = branch.findIndex((entry) => entry.id === given.firstKeptEntryId);
  if (keptAt < 0 && given.firstKeptEntryId !== given.id)
    throw new ScenarioError(`compaction "${given.id}" keeps "${given.firstKeptEntryId}", which is not before it`);
  const covered = (keptAt < 0 ? branch : branch.slice(0, keptAt)).filter(isMessage);
  const first = covered[0];
  const last = covered.at(-1);
  if (!first || !last)
    throw new ScenarioError(`compaction "${given.id}" covers nothing: ${appError('nothing_to_compact').code}`);
  const coveredIds = new Set(covered.map((entry) => entry.id));
  const summary = summaryOf(given.summary);
  return {
    type: 'compaction',
    summary,
    text: renderSummaryText(summary),
    firstKeptEntryId: asEntryId(given.firstKeptEntryId),
    carriedEntryIds: findUnanswered(branch)
      .map((entry) => entry.id)
      .filter((id) => coveredIds.has(id)),
    coveredRange: { fromId: first.id, toId: last.id, hash: last.hash },
    tokensBefore: 0,
    tokensAfter: 0,
    reason: given.reason ?? 'threshold',
    ...(given.instructions === undefined ? {} : { instructions: given.instructions }),
    provider: 'built-in',
    writer: 'model',
    strategy: 'cold',
    promptVersion: 0,
    audit: { ok: true, findings: [] },
    redactions: [],
    quotedItems: 0,
    writtenItems: 0,
    messagesFolded: covered.length,
    notesWritten: 0,
    durationsMs: {},
  };
}

function summaryOf(given: Extract<ScenarioEntry, { type: 'compaction' }>['summary']): StateSummary {
  const summary: Record<string, StateSummary[keyof StateSummary]> = {};
  for (const category of STATE_CATEGORIES)
    summary[category] = given[category].map(({ status, sources, ...item }) => ({
      ...item,
      sources: sources.map(asEntryId),
      ...(status === undefined ? {} : { status }),
    }));
  return { ...EMPTY_STATE_SUMMARY, ...summary };
}
