// Compactions made before anybody waits for one: drafted like any other, kept with what they were made from, applied at the next turn
// if all of that still holds. Nothing is written before that moment; one that does not hold any more is dropped.

import { freesEnough, isStillValid, type PreparedFacts } from '../core/compaction/prepared.ts';
import { isNearThreshold, thresholdTokensOf } from '../core/compaction/trigger.ts';
import type { ContextView } from '../core/context/context-view.ts';
import type { AppError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Drafter } from './compaction-drafter.ts';
import type { Planner } from './compaction-planner.ts';
import type { CompactionInput, CompactionRunner, Prepared } from './compaction-runner.ts';
import { countNextRequest, countView, effectiveSettings, readContext } from './context-reader.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { FlushRunner } from './flush-runner.ts';
import type { CompactionOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import { viewAfterCommit } from './view-after-commit.ts';

export interface PreparedCompactions {
  /** Drafts the next automatic compaction; writes nothing. Null when it gave way. */
  make(id: ConversationId, signal: AbortSignal): Promise<Result<PreparedView, AppError> | null>;
  has(id: ConversationId): boolean;
  /** Applies what lies ready and still holds; null when there is nothing. */
  apply(id: ConversationId, signal: AbortSignal): Promise<CompactionOutcome | null>;
  /** Drops what does not hold any more. */
  check(): void;
}

export interface PreparedView {
  /** The view as it will be. */
  readonly view: ContextView;
}

interface Deps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly planner: Planner;
  readonly flush: FlushRunner;
  readonly drafter: Drafter;
  /** Commits and reports. */
  readonly compactions: Pick<CompactionRunner, 'commit'>;
}

interface Kept {
  readonly prepared: Prepared;
  readonly facts: PreparedFacts;
  /** The branch it was made on, and whatever goes on from there. */
  readonly leafId: EntryId | null;
}

const silent = (): void => undefined;

export function createPreparedCompactions(deps: Deps): PreparedCompactions {
  const { ports, states } = deps;
  const ready = new Map<ConversationId, Kept>();
  const drop = (id: ConversationId, why: 'applied' | 'stale'): void => {
    if (!ready.delete(id)) return;
    states.of(id).prepared = false;
    ports.publish({ type: 'compaction_prepared_dropped', conversationId: id, why });
  };
  return {
    has: (id) => ready.has(id),
    async make(id, signal) {
      const input: CompactionInput = { conversationId: id, reason: 'threshold', keep: 'recent', signal };
      const prepared = await draft(deps, input);
      if (prepared === null || !prepared.ok) return prepared;
      const kept = keep(ports, prepared.value);
      // Something may have been said while it was written: then it belongs to the past already.
      if (signal.aborted || !holds(ports, id, kept)) return null;
      ready.set(id, kept);
      states.of(id).prepared = true;
      const { tokensBefore, tokensAfter } = prepared.value.draft;
      ports.publish({ type: 'compaction_prepared', conversationId: id, tokensBefore, tokensAfter });
      return ok({ view: viewAfterCommit(ports, { ...input, planned: prepared.value.planned }, prepared.value.draft) });
    },
    async apply(id, signal) {
      const kept = ready.get(id);
      if (kept === undefined) return null;
      if (!holds(ports, id, kept)) {
        drop(id, 'stale');
        return null;
      }
      const input: CompactionInput = { conversationId: id, reason: 'threshold', keep: 'recent', signal };
      const rebased = await rebase(ports, kept.prepared, input);
      drop(id, rebased === null ? 'stale' : 'applied');
      if (rebased === null) return null;
      ports.publish({ type: 'compaction_started', conversationId: id, reason: 'threshold' });
      return deps.compactions.commit(input, rebased);
    },
    check() {
      for (const [id, kept] of ready) if (!holds(ports, id, kept)) drop(id, 'stale');
    },
  };
}

/** Like the preview of a manual compaction, but silent. Null when it was told to give way. */
async function draft(deps: Deps, input: CompactionInput): Promise<Result<Prepared, AppError> | null> {
  const planned = await deps.planner.plan(input);
  if (!planned.ok) return planned;
  const flushed = await deps.flush.propose({ ...input, planned: planned.value, onPhase: silent });
  if (flushed.kind === 'aborted' || input.signal.aborted) return null;
  const notes = flushed.kind === 'proposed' ? flushed.notes : [];
  const given = { ...input, planned: planned.value, notesWritten: notes.length, onPhase: silent };
  const drafted = await deps.drafter.draft(given);
  if (drafted.ok) return ok({ planned: planned.value, notes, draft: drafted.value });
  return drafted.error.kind === 'aborted' ? null : err(drafted.error.error);
}

function keep(ports: Ports, prepared: Prepared): Kept {
  const { context } = prepared.planned;
  const { coveredRange } = prepared.draft;
  return {
    prepared,
    leafId: context.conversation.activeLeafId,
    facts: {
      compactionId: context.compaction?.id ?? null,
      coveredToId: coveredRange.toId,
      coveredHash: coveredRange.hash,
      pinsKey: JSON.stringify(context.conversation.pins),
      settingsKey: JSON.stringify(prepared.planned.effective),
      systemPrompt: context.conversation.systemPrompt,
      modelId: ports.host.loaded()?.modelId ?? null,
    },
  };
}

function holds(ports: Ports, id: ConversationId, { facts, leafId }: Kept): boolean {
  const conversation = ports.store.readConversation(id);
  const now = conversation?.activeLeafId ?? null;
  if (!conversation || now === null || leafId === null) return false;
  const isOn = (entryId: EntryId): boolean => ports.store.isOnBranch(entryId, now);
  const context = readContext(ports, id);
  return isStillValid(facts, {
    compactionId: context.compaction?.id ?? null,
    hashOnBranch: isOn(facts.coveredToId) ? (ports.store.readEntry(facts.coveredToId)?.hash ?? null) : null,
    isOnSameBranch: isOn(leafId),
    pinsKey: JSON.stringify(conversation.pins),
    settingsKey: JSON.stringify(effectiveSettings(ports)),
    systemPrompt: conversation.systemPrompt,
    modelId: ports.host.loaded()?.modelId ?? null,
  });
}

/**
 * The same draft on the branch as it is now: sizes counted anew, what was said since kept behind it. Null if it would free too little by
 * now, or if the request, with old tool results trimmed, is not near the trigger any more.
 */
async function rebase(ports: Ports, prepared: Prepared, input: CompactionInput): Promise<Prepared | null> {
  const context = readContext(ports, input.conversationId);
  const next = await countNextRequest(ports, context.view);
  if (!isNearThreshold(next.usage.usedTokens, thresholdTokensOf(effectiveSettings(ports)))) return null;
  const counted = next.whole;
  const plan = { ...prepared.draft.plan, expectedLastSeq: context.lastSeq };
  const planned = { ...prepared.planned, plan, context, counted };
  const sized = { ...prepared.draft, plan, tokensBefore: counted.usage.usedTokens };
  const after = viewAfterCommit(ports, { ...input, planned }, sized);
  const tokensAfter = (await countView(ports, after)).usage.usedTokens;
  if (!freesEnough(sized.tokensBefore, tokensAfter)) return null;
  return { ...prepared, planned, draft: { ...sized, tokensAfter } };
}
