// What one compaction will do, as a value: what is folded, what stays, how, and why. Decides nothing about wording.

import { findActiveWindow, windowMessages } from '../context/active-window.ts';
import { type AppError, appError } from '../errors.ts';
import type { EntryId } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import type { Ledger } from '../safeguard/ledger.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import { type CompactionEntry, type Entry, isMessage, isUser, type MessageEntry } from '../transcript/entry.ts';
import { findLegalCuts, findSettledStart, findToolGroups } from '../transcript/tool-pairing.ts';
import { findOpenStart } from '../transcript/turn.ts';
import { findCutIndex, findSplitTurnStart } from './cut-point.ts';
import type { EffectiveCompactionSettings } from './settings.ts';
import type { CompactionReason } from './trigger.ts';

export type KeepChoice = 'settings' | 'recent' | 'nothing';

export interface CompactionPlan {
  /** Whole turns to fold, oldest first. Disjoint from `turnPrefix`. */
  readonly toSummarize: readonly MessageEntry[];
  /** The front of a split turn, folded on its own. */
  readonly turnPrefix: readonly MessageEntry[];
  /** Everything the next view keeps word for word, in order, carried unanswered messages included. */
  readonly kept: readonly Entry[];
  /** Unanswered user messages that lie before the cut and are carried word for word. */
  readonly carriedEntryIds: readonly EntryId[];
  /** The first kept entry; null = the compaction entry's own id (hard checkpoint, nothing kept). */
  readonly firstKeptEntryId: EntryId | null;
  readonly coveredFromId: EntryId;
  readonly coveredToId: EntryId;
  readonly previousSummary: StateSummary | null;
  readonly ledger: Ledger;
  readonly expectedLastSeq: number;
  readonly strategy: 'in_place' | 'cold' | 'staged';
  /** One sentence of fact for the inspector, e.g. "covered range holds 2 secrets". */
  readonly why: string;
}

/** The part of a plan that follows from the entries alone; how the summary is made is `planStrategy`'s to say. */
export type PlannedBoundary = Omit<CompactionPlan, 'ledger' | 'strategy' | 'why'>;

export interface PlanInput {
  /** The path from the root to the leaf, or any end of it that holds everything live: carried messages and the previous kept part. */
  readonly branch: readonly Entry[];
  /** The compaction in force on this branch. */
  readonly compaction: CompactionEntry | null;
  readonly reason: CompactionReason;
  /** What a manual compaction keeps; automatic ones keep the recent tail whatever stands here. */
  readonly keep: KeepChoice;
  readonly effective: EffectiveCompactionSettings;
  readonly tokensOf: (id: EntryId) => number;
  readonly lastSeq: number;
  /** A smaller tail than the settings say, for another pass when the first did not get under the limit. */
  readonly tailTokens?: number;
}

/**
 * Where the next compaction cuts: the live window (carried messages, then everything from the previous `firstKeptEntryId` on) falls
 * into what is folded and what is kept, without a gap; only unanswered user messages may be in both. Linear in the window.
 *
 * @returns `nothing_to_compact` when no message would leave the view; `already_compacted` for a manual one right after another
 */
export function planCompaction(input: PlanInput): Result<PlannedBoundary, AppError> {
  const { branch, compaction, effective, tokensOf } = input;
  const window = findActiveWindow(branch, compaction);
  const messages = windowMessages(window);
  const isRepeated = input.reason === 'manual' && isRightAfter(branch, compaction);
  // Asking for a hard checkpoint in so many words folds the tail that the compaction before it kept.
  if (isRepeated && input.keep !== 'nothing') return err(appError('already_compacted'));

  const keepTokens = decideKeepTokens(input, messages);
  // Carried messages lie before what the compaction before folded: a cut among them would unfold that again.
  const leastIndex = Math.max(1, window.carried.length);
  const cut = findCut(messages, { keepTokens, recentTokens: effective.keepRecentInForceTokens, tokensOf, leastIndex });
  const boundary = cut === null ? null : buildBoundary(messages, cut);
  if (boundary === null) {
    if (isRepeated) return err(appError('already_compacted'));
    const activeTokens = sumTokens(messages, tokensOf);
    return err(appError('nothing_to_compact', { activeTokens, keepTokens: keepTokens ?? 0 }));
  }
  return ok({
    ...boundary,
    // Where only carried messages are folded, the covered range ends where it did.
    ...(compaction !== null && cut === window.carried.length
      ? { coveredToId: compaction.payload.coveredRange.toId }
      : {}),
    previousSummary: compaction?.payload.summary ?? null,
    expectedLastSeq: input.lastSeq,
  });
}

/** Has nothing been said on this branch since its latest compaction? */
function isRightAfter(branch: readonly Entry[], compaction: CompactionEntry | null): boolean {
  if (compaction === null) return false;
  for (let index = branch.length - 1; index >= 0; index--) {
    const entry = branch[index];
    if (entry?.id === compaction.id) return true;
    if (entry !== undefined && isMessage(entry)) return false;
  }
  return false;
}

/** Tokens of the tail to keep; null = a hard checkpoint, which keeps only what is still open. */
function decideKeepTokens(input: PlanInput, messages: readonly MessageEntry[]): number | null {
  const { effective, keep, reason, tailTokens, tokensOf } = input;
  if (tailTokens !== undefined) return Math.max(1, tailTokens);
  const recentTokens = effective.keepRecentInForceTokens;
  if (reason === 'manual') {
    if (keep === 'nothing' || (keep === 'settings' && !effective.keepRecentIsSet)) return null;
    return recentTokens === 0 ? null : recentTokens;
  }
  if (reason === 'overflow') {
    // All an overflow says is that this much did not fit: a guessed tail, or one that reaches back to the first message, would help nobody.
    const activeTokens = sumTokens(messages, tokensOf);
    const isGuess = effective.windowTokens === null && !effective.keepRecentIsSet;
    if (isGuess || recentTokens > sumTokens(messages.slice(1), tokensOf))
      return Math.max(1, Math.min(recentTokens, Math.floor(activeTokens / 4)));
  }
  // Never less than the newest message: in a tool loop the model has not read its result yet.
  return Math.max(1, recentTokens);
}

const sumTokens = (messages: readonly MessageEntry[], tokensOf: (id: EntryId) => number): number =>
  messages.reduce((sum, message) => sum + tokensOf(message.id), 0);

interface CutSearch {
  readonly keepTokens: number | null;
  readonly recentTokens: number;
  readonly tokensOf: (id: EntryId) => number;
  readonly leastIndex: number;
}

/** Index of the first kept message; `messages.length` keeps none. null = nothing can be folded. */
function findCut(messages: readonly MessageEntry[], search: CutSearch): number | null {
  const { keepTokens, recentTokens, tokensOf, leastIndex } = search;
  if (keepTokens !== null) return findCutIndex(messages, { keepTokens, tokensOf, leastIndex });
  const open = findFirstOpen(messages);
  if (open >= leastIndex) return open;
  // One turn that is still open is all there is: its front can be folded, its request is carried.
  return findCutIndex(messages, { keepTokens: Math.max(1, recentTokens), tokensOf, leastIndex });
}

/** Where what is still open begins: an unanswered user message or a call without a result, calls and results on one side. */
function findFirstOpen(messages: readonly MessageEntry[]): number {
  const openStart = findOpenStart(messages);
  const start = findSettledStart(messages, openStart);
  const end = messages.slice(start);
  const groups = findToolGroups(end);
  const isOpen = (index: number): boolean => start + index >= openStart;
  const user = end.findIndex((message, index) => isOpen(index) && isUser(message));
  const call = groups.find((group) => isOpen(group.assistantIndex) && group.missingCallIds.length > 0);
  const first = Math.min(user < 0 ? end.length : user, call?.assistantIndex ?? end.length);
  return first === end.length ? messages.length : start + findLegalCuts(end, groups).lastIndexOf(true, first);
}

type Boundary = Omit<PlannedBoundary, 'previousSummary' | 'expectedLastSeq'>;

/** null when nothing would leave the view: all that is folded is carried, or was never shown. */
function buildBoundary(messages: readonly MessageEntry[], cut: number): Boundary | null {
  const openStart = Math.min(findOpenStart(messages), cut);
  const carried = messages.slice(openStart, cut).filter(isUser);
  const [first, last] = [messages[0], messages[cut - 1]];
  const leaves = messages.findIndex((message, index) => !(index >= openStart && isUser(message)) && !isSilent(message));
  if (first === undefined || last === undefined || leaves < 0 || leaves >= cut) return null;
  const turnStart = findSplitTurnStart(messages, cut) ?? cut;
  const kept = messages.slice(cut);
  return {
    toSummarize: messages.slice(0, turnStart),
    turnPrefix: messages.slice(turnStart, cut),
    kept: [...carried, ...kept],
    carriedEntryIds: carried.map((message) => message.id),
    firstKeptEntryId: kept[0]?.id ?? null,
    coveredFromId: first.id,
    coveredToId: last.id,
  };
}

const isSilent = ({ payload }: MessageEntry): boolean =>
  payload.role === 'assistant' && payload.text.trim() === '' && (payload.toolCalls ?? []).length === 0;

export interface StrategyInput {
  /** Is the summariser the model that holds the live sequence? */
  readonly sameModel: boolean;
  readonly secretsInRange: number;
  readonly encodedDataInRange: boolean;
  /** Tokens left in the live sequence after the present view; null while the window is unknown. */
  readonly roomTokens: number | null;
  /** Tokens for the instruction and the summary together. */
  readonly neededTokens: number;
  /** Tokens of the covered range serialised as data, the previous state included. */
  readonly rangeTokens: number;
  /** null = unknown: one request is tried. */
  readonly summarizerWindowTokens: number | null;
  /** Is this the try after a failed one? It is never in place: a persona in the system prompt may have spoilt the first. */
  readonly retry: boolean;
}

export interface PlannedStrategy {
  readonly strategy: 'in_place' | 'cold' | 'staged';
  /** One sentence of fact. */
  readonly why: string;
}

/**
 * How the summary of a plan is made: in the live sequence, so that nothing is read again; as a request of its own (cold); or in parts
 * (staged). The sentence it gives is shown to the person as it is.
 */
export function planStrategy(input: StrategyInput): PlannedStrategy {
  const obstacle = findObstacle(input);
  if (obstacle === null) {
    return {
      strategy: 'in_place',
      why: `the chat model summarises, nothing to redact, ${input.neededTokens} tokens needed and ${input.roomTokens} free`,
    };
  }
  const windowTokens = input.summarizerWindowTokens;
  const requestTokens = input.rangeTokens + input.neededTokens;
  if (windowTokens !== null && requestTokens > windowTokens) {
    return {
      strategy: 'staged',
      why: `${obstacle}; a single request of ${requestTokens} tokens does not fit the summariser's window of ${windowTokens}`,
    };
  }
  return { strategy: 'cold', why: obstacle };
}

/** What stands against summarising in the live sequence; null when nothing does. */
function findObstacle(input: StrategyInput): string | null {
  if (input.retry) return 'the try before failed';
  if (!input.sameModel) return 'another model summarises';
  if (input.secretsInRange > 0) {
    return `covered range holds ${input.secretsInRange} ${input.secretsInRange === 1 ? 'secret' : 'secrets'}`;
  }
  if (input.encodedDataInRange) return 'covered range holds encoded data';
  if (input.roomTokens === null) return 'the size of the window is unknown';
  if (input.neededTokens > input.roomTokens) {
    return `instruction and summary need ${input.neededTokens} tokens and only ${Math.max(0, input.roomTokens)} are free`;
  }
  return null;
}
