// Reads the part of a branch the model needs and counts it: one place, so that meter, trigger, planner and prompt agree.

import { type EffectiveCompactionSettings, resolveCompactionSettings } from '../core/compaction/settings.ts';
import { thresholdTokensOf } from '../core/compaction/trigger.ts';
import { buildContextView, type ContextSegment, type ContextView, withDraft } from '../core/context/context-view.ts';
import { estimateTokens } from '../core/context/estimate-tokens.ts';
import { pruneView } from '../core/context/pruning.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { findCompactionInForce } from '../core/transcript/branch.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { CompactionEntry, Entry } from '../core/transcript/entry.ts';
import type { Ports } from './ports.ts';

export interface ConversationContext {
  readonly conversation: Conversation;
  /** From the first entry the view needs to the leaf; empty for an empty conversation. */
  readonly branch: readonly Entry[];
  readonly compaction: CompactionEntry | null;
  /** Compactions that a redo could bring back, newest first. */
  readonly undone: readonly CompactionEntry[];
  readonly view: ContextView;
  readonly lastSeq: number;
}

/**
 * @param options `without`: read as if this compaction had been undone
 * @throws when the conversation does not exist: callers check ids at the border.
 */
export function readContext(
  ports: Pick<Ports, 'store' | 'tools'>,
  id: ConversationId,
  options: { readonly without?: EntryId } = {},
): ConversationContext {
  const { store } = ports;
  const conversation = store.readConversation(id);
  if (!conversation) throw new Error(`no conversation ${id}`);
  const leafId = conversation.activeLeafId;
  const markers = store.readMarkers(id).filter((marker) => marker.id !== options.without);
  const { inForce, undone } =
    leafId === null
      ? { inForce: null, undone: [] }
      : findCompactionInForce(markers, (entryId) => store.isOnBranch(entryId, leafId), {
          seqOf: (entryId) => store.readEntry(entryId)?.seq ?? null,
        });
  const branch = leafId === null ? [] : readWindow(ports, leafId, inForce);
  const view = buildContextView({
    system: conversation.systemPrompt,
    tools: ports.tools.definitions,
    branch,
    compaction: inForce,
  });
  return { conversation, branch, compaction: inForce, undone, view, lastSeq: store.lastSeq(id) };
}

function readWindow(
  ports: Pick<Ports, 'store'>,
  leafId: EntryId,
  compaction: CompactionEntry | null,
): readonly Entry[] {
  if (!compaction) return ports.store.readBranch(leafId);
  const { firstKeptEntryId, carriedEntryIds, coveredRange } = compaction.payload;
  const isCheckpoint = firstKeptEntryId === compaction.id;
  // A branch that left before the compaction may need a question from the covered part: where it lies is not known here.
  if (!isCheckpoint && !ports.store.isOnBranch(compaction.id, leafId)) return ports.store.readBranch(leafId);
  const candidates = [carriedEntryIds[0], firstKeptEntryId].filter((id) => id !== undefined);
  const sinceId = candidates.find((id) => ports.store.isOnBranch(id, leafId)) ?? coveredRange.toId;
  return ports.store.readBranch(leafId, { sinceId });
}

export interface CountedView {
  readonly view: ContextView;
  readonly usage: ContextUsage;
  readonly segmentTokens: readonly number[];
  /** System prompt and tool definitions. */
  readonly fixedTokens: number;
  readonly tokensOf: (id: EntryId) => number;
}

/** Counts a view exactly where a model is loaded; otherwise estimates and says so (`measured: false`). */
export async function countView(ports: Pick<Ports, 'host'>, view: ContextView): Promise<CountedView> {
  const counted = ports.host.loaded() ? await ports.host.count(view.segments) : null;
  const measured = counted?.ok === true;
  const segmentTokens = measured
    ? counted.value.segmentTokens
    : view.segments.map((segment) => estimateTokens(segmentText(segment)));
  const total = measured ? counted.value.totalTokens : segmentTokens.reduce((sum, tokens) => sum + tokens, 0);
  const byEntry = new Map<EntryId, number>();
  let fixedTokens = 0;
  view.segments.forEach((segment, index) => {
    const tokens = segmentTokens[index] ?? 0;
    if (segment.entryId !== undefined) byEntry.set(segment.entryId, (byEntry.get(segment.entryId) ?? 0) + tokens);
    if (segment.segment === 'system' || segment.segment === 'tools') fixedTokens += tokens;
  });
  return {
    view,
    usage: { usedTokens: total, windowTokens: ports.host.loaded()?.windowTokens ?? null, measured },
    segmentTokens,
    fixedTokens,
    tokensOf: (id) => byEntry.get(id) ?? 0,
  };
}

const segmentText = (segment: ContextSegment): string =>
  segment.toolCalls ? `${segment.text}${JSON.stringify(segment.toolCalls)}` : segment.text;

export interface NextRequest extends CountedView {
  /** The same view before old tool results were trimmed: what a compaction folds. */
  readonly whole: CountedView;
}

/**
 * The request that would be sent for this view, and its size: old tool results are trimmed where it would go past the trigger untrimmed.
 * What is sent, shown in the meter and the inspector, and weighed by triggers and idle preparation is all counted here.
 */
export async function countNextRequest(
  ports: Pick<Ports, 'host' | 'settings'>,
  view: ContextView,
): Promise<NextRequest> {
  const whole = await countView(ports, view);
  const { pruning } = ports.settings.read().settings;
  const threshold = thresholdTokensOf(effectiveSettings(ports));
  if (!pruning.enabled || threshold === null || whole.usage.usedTokens <= threshold) return { ...whole, whole };
  const pruned = pruneView(view, pruning, (index) => whole.segmentTokens[index] ?? 0);
  return pruned.prunedIds.length === 0 ? { ...whole, whole } : { ...(await countView(ports, pruned.view)), whole };
}

/** Settings in force for the window really loaded. */
export const effectiveSettings = (ports: Pick<Ports, 'settings' | 'host'>): EffectiveCompactionSettings =>
  resolveCompactionSettings(ports.settings.read().settings.compaction, ports.host.loaded()?.windowTokens ?? null);

/** Changes whenever something changes that could make a compaction free more than the last one did. */
export const settingsKey = (effective: EffectiveCompactionSettings, fixedTokens: number): string =>
  JSON.stringify([effective, fixedTokens]);

export const viewWithDraft = (view: ContextView, draft: string): ContextView =>
  draft.trim() === '' ? view : withDraft(view, draft);
