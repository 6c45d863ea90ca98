// What a scenario prints: actions with their ends, the view, everything on disk, what the model was asked, notes and events.

import { createHash } from 'node:crypto';
import type { CompactionOutcome } from '../../../electron/app/outcomes.ts';
import { countNextRequest, readContext } from '../../../electron/app/context-reader.ts';
import type { AppEvent } from '../../../electron/contract/events.ts';
import { viewHashText } from '../../../electron/core/context/context-view.ts';
import type { ContextUsage } from '../../../electron/core/context/token-usage.ts';
import { branchOf } from '../../../electron/core/transcript/branch.ts';
import type { Entry } from '../../../electron/core/transcript/entry.ts';
import type { ActionResult } from './perform-action.ts';
import { CONVERSATION, type Session } from './session.ts';
import { shownText } from './shown-text.ts';
import type { ScenarioAction } from './schema.ts';

export type ActionOutput = Readonly<Record<string, unknown>> & { readonly do: string; readonly outcome: string };
export type ScenarioOutput = Readonly<Record<string, unknown>>;

export async function describeEnd(
  session: Session,
  action: ScenarioAction,
  result: ActionResult,
): Promise<ActionOutput> {
  const { usage, viewHash } = await viewNow(session);
  const { turn, compactions, results, content } = result;
  return {
    do: action.do,
    outcome: result.outcome,
    ...(result.error ? { error: codeOf(result.error) } : {}),
    ...(turn?.compactionError ? { compactionError: codeOf(turn.compactionError) } : {}),
    ...(turn?.decision ? { decision: turn.decision } : {}),
    ...(compactions ? { compactions: compactions.map((compaction) => describeCompaction(compaction)) } : {}),
    ...(results ? { results: results.map(({ entryId, kind, snippet }) => ({ entryId, kind, snippet })) } : {}),
    ...(content === undefined ? {} : { content }),
    usage,
    viewHash,
  };
}

const codeOf = ({ code, ...rest }: { readonly code: string; readonly detail?: unknown }) => ({ code, ...rest });

function describeCompaction({ outcome, error, decision, plan, entry, audit }: CompactionOutcome) {
  return {
    outcome,
    ...(error ? { error: codeOf(error) } : {}),
    ...(decision ? { decision } : {}),
    ...(plan
      ? {
          plan: {
            summarized: plan.toSummarize.map(({ id }) => id),
            turnPrefix: plan.turnPrefix.map(({ id }) => id),
            kept: plan.kept.filter(({ payload }) => payload.type === 'message').map(({ id }) => id),
            firstKeptEntryId: plan.firstKeptEntryId ?? entry?.id ?? null,
            strategy: plan.strategy,
            why: plan.why,
          },
        }
      : {}),
    ...(entry
      ? {
          entry: {
            id: entry.id,
            reason: entry.payload.reason,
            tokensBefore: entry.payload.tokensBefore,
            tokensAfter: entry.payload.tokensAfter,
            text: entry.payload.text,
            summary: entry.payload.summary,
            writer: entry.payload.writer,
            quotedItems: entry.payload.quotedItems,
            redactions: entry.payload.redactions,
            ...(entry.payload.instructions === undefined ? {} : { instructions: entry.payload.instructions }),
          },
        }
      : {}),
    ...(audit ? { audit } : {}),
  };
}

async function viewNow(session: Session): Promise<{ usage: ContextUsage; viewHash: string }> {
  const ports = { ...session.ports(), host: session.host, store: session.store() };
  const { view } = readContext(ports, CONVERSATION);
  const { usage } = await countNextRequest(ports, view);
  return { usage, viewHash: createHash('sha256').update(viewHashText(view)).digest('hex') };
}

export async function describeOutput(
  session: Session,
  name: string,
  actions: readonly ActionOutput[],
): Promise<ScenarioOutput> {
  const ports = { ...session.ports(), host: session.host, store: session.store() };
  const { view, conversation } = readContext(ports, CONVERSATION);
  const counted = await countNextRequest(ports, view);
  const entries = session.store().readAll(CONVERSATION);
  const active = new Set(
    conversation.activeLeafId === null ? [] : branchOf(entries, conversation.activeLeafId).map(({ id }) => id),
  );
  return {
    name,
    actions,
    view: counted.view.segments.map((segment, index) => ({
      segment: segment.segment,
      ...(segment.entryId === undefined ? {} : { entryId: segment.entryId }),
      role: segment.role,
      text: segment.text,
      tokens: counted.segmentTokens[index] ?? 0,
    })),
    usage: counted.usage,
    entries: entries.map((entry) => describeEntry(session, entry, active.has(entry.id))),
    requests: session.host.requests.filter((request) => request.for !== 'fitness'),
    notes: session.notes(),
    events: session.events.map(describeEvent),
    chainOk: session.store().verify(CONVERSATION).ok,
  };
}

function describeEntry(session: Session, entry: Entry, active: boolean): Readonly<Record<string, unknown>> {
  const { id, parentId, seq, hash, payload } = entry;
  const { type, ...rest } = payload;
  const tokens = tokensOf(session, entry);
  const status = payload.type === 'message' && payload.role !== 'assistant' ? { status: 'complete' } : {};
  return { id, parentId, seq, type, ...status, ...rest, ...tokens, active, hash };
}

function tokensOf({ host }: Session, { id, payload }: Entry): { readonly tokens?: number } {
  if (payload.type === 'message')
    return { tokens: host.tokensOf({ segment: 'entry', role: payload.role, text: shownText(payload), entryId: id }) };
  if (payload.type !== 'compaction') return {};
  return { tokens: host.tokensOf({ segment: 'summary', role: 'system', text: payload.text, entryId: id }) };
}

/** Types with their figures; texts stand in `entries` and `requests`. */
function describeEvent(event: AppEvent): Readonly<Record<string, unknown>> {
  switch (event.type) {
    case 'entry_appended':
      return { type: event.type, entryId: event.shown.entry.id, entryType: event.shown.entry.payload.type };
    case 'compaction_phase':
      return {
        type: event.type,
        phase: event.operation.phase,
        ...(event.operation.part ? { part: event.operation.part } : {}),
      };
    case 'operation_changed':
      return { type: event.type, phase: event.operation?.phase ?? null };
    case 'compaction_failed':
    case 'turn_failed':
      return {
        type: event.type,
        error: event.failure.error,
        ...(event.failure.audit ? { audit: event.failure.audit } : {}),
      };
    case 'view_changed':
      return { type: event.type, usage: event.usage };
    case 'conversation_changed':
    case 'settings_changed':
    case 'host_changed':
      return { type: event.type };
    default: {
      const { conversationId: _conversation, ...shown } = { conversationId: null, ...event };
      return shown;
    }
  }
}
