// Questions the components ask of the state. Pure and cheap, or memoised on the references they read.

import type { AppError } from '../../electron/core/errors.ts';
import type { ContextUsage } from '../../electron/core/context/token-usage.ts';
import { type CompactionDecision, isNearThreshold } from '../../electron/core/compaction/trigger.ts';
import type { EntryId } from '../../electron/core/ids.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import {
  type AssistantEntry,
  type Attachment,
  type CompactionEntry,
  isAssistant,
  isCompaction,
  isUser,
  type UserEntry,
} from '../../electron/core/transcript/entry.ts';
import type { OpenConversation, WindowState } from './window-state.ts';

export const selectOpen = (state: WindowState): OpenConversation | null =>
  state.openId === null ? null : (state.opened[state.openId] ?? null);

export const selectDraft = (state: WindowState): string => state.ui.drafts[state.openId ?? ''] ?? '';

const NONE_ATTACHED: readonly Attachment[] = [];
export const selectAttached = (state: WindowState): readonly Attachment[] =>
  state.ui.attached[state.openId ?? ''] ?? NONE_ATTACHED;

export const selectSendError = (state: WindowState): AppError | null => state.ui.sendErrors[state.openId ?? ''] ?? null;

export const selectIsWorking = (open: OpenConversation): boolean =>
  open.operation?.kind === 'turn' || open.streaming !== null;

export const findShown = (
  part: Pick<OpenConversation, 'entries'>,
  id: EntryId,
): OpenConversation['entries'][number] | null => part.entries.find(({ entry }) => entry.id === id) ?? null;

/** The newest user message of the branch, for editing with the up arrow. */
export function findLastUserEntry(open: OpenConversation): UserEntry | null {
  const shown = open.entries.findLast(({ entry }) => isUser(entry));
  return shown !== undefined && isUser(shown.entry) ? shown.entry : null;
}

/** A last user message nobody answers: nothing runs, nothing failed visibly, no reply follows. */
export function findUnansweredEntry(open: OpenConversation): UserEntry | null {
  if (open.operation !== null || open.streaming !== null || open.failure !== null) return null;
  const last = open.entries.findLast(({ entry }) => entry.payload.type === 'message');
  return last !== undefined && isUser(last.entry) ? last.entry : null;
}

export function findLastReply(open: OpenConversation): AssistantEntry | null {
  const shown = open.entries.findLast(({ entry }) => isAssistant(entry));
  return shown !== undefined && isAssistant(shown.entry) ? shown.entry : null;
}

export function findCompaction(open: OpenConversation, id: EntryId | null): CompactionEntry | null {
  const shown = id === null ? undefined : open.entries.find(({ entry }) => entry.id === id);
  return shown !== undefined && isCompaction(shown.entry) ? shown.entry : null;
}

/** The compaction that an undo would take back: the one in force, unless the conversation was started with it. */
export function findUndoable(open: OpenConversation): CompactionEntry | null {
  const inForce = findCompaction(open, open.boundary.compactionId);
  return inForce === null || inForce.payload.origin !== undefined ? null : inForce;
}

/** The compaction before this one among the loaded entries, skipping those that are undone. */
export function findPreviousCompaction(open: OpenConversation, id: EntryId): CompactionEntry | null {
  const at = open.entries.findIndex(({ entry }) => entry.id === id);
  const undone = new Set<string>(open.boundary.undoneIds);
  const shown = open.entries
    .slice(0, Math.max(at, 0))
    .findLast(({ entry }) => isCompaction(entry) && !undone.has(entry.id));
  return shown !== undefined && isCompaction(shown.entry) ? shown.entry : null;
}

export interface MeterFigures {
  readonly usedTokens: number;
  /** Part of `usedTokens` that the text in the composer adds. */
  readonly draftTokens: number;
  readonly windowTokens: number | null;
  readonly reserveTokens: number | null;
  readonly thresholdTokens: number | null;
  readonly foldableTokens: number;
  readonly measured: boolean;
  /** Near the size at which compaction starts. */
  readonly nearTrigger: boolean;
  readonly overTrigger: boolean;
}

/** `counted` is the usage with the draft included, as the app counted it last; null when there is no draft. */
export function buildMeterFigures(
  open: Pick<OpenConversation, 'usage' | 'decision' | 'foldable'>,
  counted: ContextUsage | null,
): MeterFigures {
  const usage = counted ?? open.usage;
  const decision: CompactionDecision | null = open.decision;
  const thresholdTokens = decision?.thresholdTokens ?? null;
  return {
    usedTokens: usage.usedTokens,
    draftTokens: counted === null ? 0 : Math.max(0, counted.usedTokens - open.usage.usedTokens),
    windowTokens: usage.windowTokens,
    reserveTokens: decision?.reserveTokens ?? null,
    thresholdTokens,
    foldableTokens: Math.min(open.foldable.tokens, usage.usedTokens),
    measured: usage.measured,
    nearTrigger: isNearThreshold(usage.usedTokens, thresholdTokens),
    overTrigger: thresholdTokens !== null && thresholdTokens > 0 && usage.usedTokens > thresholdTokens,
  };
}

export interface ConversationGroup {
  /** `pinned`, or the first millisecond of the day. */
  readonly key: 'pinned' | number;
  readonly conversations: readonly Conversation[];
}

/** Pinned first, then by local day of the last change, newest first; at most `limit` that are not pinned. */
export function groupConversations(
  conversations: readonly Conversation[],
  limit: number,
): readonly ConversationGroup[] {
  const newestFirst = [...conversations].sort((a, b) => b.updatedAt - a.updatedAt);
  const pinned = newestFirst.filter((conversation) => conversation.pinned);
  const byDay = Map.groupBy(
    newestFirst.filter((conversation) => !conversation.pinned).slice(0, limit),
    (conversation) => startOfDay(conversation.updatedAt),
  );
  const days = [...byDay].map(([key, list]) => ({ key, conversations: list }));
  return pinned.length > 0 ? [{ key: 'pinned' as const, conversations: pinned }, ...days] : days;
}

export const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
