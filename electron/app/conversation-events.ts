// Puts what changed in a conversation into events: one place that knows what a window needs after each kind of change.

import type { BoundaryState, Failure, OperationState, ShownEntry } from '../contract/snapshot.ts';
import { measureActiveBytes } from '../core/context/active-bytes.ts';
import { findActiveWindow } from '../core/context/active-window.ts';
import { decideCompaction, type CompactionDecision } from '../core/compaction/trigger.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ConversationId } from '../core/ids.ts';
import { type Entry, isMessage } from '../core/transcript/entry.ts';
import {
  type ConversationContext,
  type CountedView,
  countNextRequest,
  effectiveSettings,
  readContext,
  settingsKey,
} from './context-reader.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { Ports } from './ports.ts';

export interface ViewFigures {
  readonly boundary: BoundaryState;
  readonly usage: ContextUsage;
  readonly decision: CompactionDecision | null;
  readonly foldable: { readonly messages: number; readonly tokens: number };
}

export interface ConversationEvents {
  entryAppended(entry: Entry): void;
  operation(id: ConversationId, operation: OperationState | null): void;
  failed(id: ConversationId, failure: Failure): void;
  clearFailure(id: ConversationId): void;
  /** Reads and counts the view and publishes its figures. */
  viewChanged(id: ConversationId): Promise<ViewFigures>;
  figures(id: ConversationId): Promise<ViewFigures>;
  conversationChanged(id: ConversationId): void;
}

export function createConversationEvents(ports: Ports, states: ConversationStates): ConversationEvents {
  const figures = (id: ConversationId): Promise<ViewFigures> => readFigures(ports, states, id);
  return {
    entryAppended(entry) {
      const shown = showEntry(ports, entry);
      ports.publish({ type: 'entry_appended', conversationId: entry.conversationId, shown });
    },
    operation(id, operation) {
      states.of(id).operation = operation;
      ports.publish({ type: 'operation_changed', conversationId: id, operation });
    },
    failed(id, failure) {
      states.of(id).failure = failure;
      const type = failure.kind === 'compaction' ? 'compaction_failed' : 'turn_failed';
      ports.publish({ type, conversationId: id, failure });
    },
    clearFailure(id) {
      if (states.of(id).failure === null) return;
      states.of(id).failure = null;
      ports.publish({ type: 'failure_cleared', conversationId: id });
    },
    async viewChanged(id) {
      const now = await figures(id);
      ports.publish({ type: 'view_changed', conversationId: id, ...now });
      return now;
    },
    figures,
    conversationChanged(id) {
      const conversation = ports.store.readConversation(id);
      if (conversation) ports.publish({ type: 'conversation_changed', conversation });
    },
  };
}

async function readFigures(ports: Ports, states: ConversationStates, id: ConversationId): Promise<ViewFigures> {
  const context = readContext(ports, id);
  const counted = await countNextRequest(ports, context.view);
  const effective = effectiveSettings(ports);
  const decision = decideCompaction({
    usedTokens: counted.usage.usedTokens,
    fixedTokens: counted.fixedTokens,
    effective,
    activeBytes: measureActiveBytes(context.branch, context.compaction),
    pausedAt: states.of(id).pause,
    settingsKey: settingsKey(effective, counted.fixedTokens),
  });
  return {
    boundary: boundaryOf(context),
    usage: counted.usage,
    decision,
    foldable: foldableOf(counted.whole, effective.keepRecentInForceTokens),
  };
}

/** What lies before the tail that an automatic compaction keeps. */
function foldableOf(counted: CountedView, keepTokens: number): ViewFigures['foldable'] {
  const entries = counted.view.segments.filter((segment) => segment.segment === 'entry');
  const sizes = entries.map(({ entryId }) => (entryId === undefined ? 0 : counted.tokensOf(entryId)));
  let tail = 0;
  let kept = 0;
  while (kept < sizes.length && tail < keepTokens) {
    tail += sizes[sizes.length - 1 - kept] ?? 0;
    kept += 1;
  }
  const folded = sizes.slice(0, sizes.length - kept);
  return { messages: folded.length, tokens: folded.reduce((sum, tokens) => sum + tokens, 0) };
}

export function showEntry(ports: Pick<Ports, 'store'>, entry: Entry): ShownEntry {
  const siblingIds = isMessage(entry) ? ports.store.readBranchInfo(entry.id).siblingIds : [entry.id];
  return { entry, siblingIds };
}

export function boundaryOf(context: ConversationContext): BoundaryState {
  const { compaction, branch, undone } = context;
  const undoneIds = undone.map((entry) => entry.id);
  if (!compaction) return { compactionId: null, keptFromSeq: null, carriedIds: [], undoneIds };
  const firstKept = branch.find((entry) => entry.id === compaction.payload.firstKeptEntryId);
  const covered = branch.find((entry) => entry.id === compaction.payload.coveredRange.toId);
  return {
    compactionId: compaction.id,
    keptFromSeq: firstKept?.seq ?? (covered ? covered.seq + 1 : compaction.seq),
    carriedIds: findActiveWindow(branch, compaction).carried.map((entry) => entry.id),
    undoneIds,
  };
}
