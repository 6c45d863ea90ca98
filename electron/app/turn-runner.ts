// One turn: makes room where needed, asks the model, runs its tools, until an answer stands on the branch. Holds no rule of its own.

import type { Failure } from '../contract/snapshot.ts';
import { measureActiveBytes } from '../core/context/active-bytes.ts';
import { decideNextPass, smallerTail } from '../core/compaction/next-pass.ts';
import { type CompactionDecision, decideCompaction, thresholdTokensOf } from '../core/compaction/trigger.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import type { CompactionRunner } from './compaction-runner.ts';
import { type CountedView, countNextRequest, effectiveSettings, readContext, settingsKey } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { CompactionOutcome, TurnOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import type { PreparedCompactions } from './prepared-compactions.ts';
import type { ReplyEnd, ReplyRunner } from './reply-runner.ts';

/** A tool loop longer than this is taken for one that does not end. */
const MAX_STEPS = 50;

export interface TurnRunner {
  /** Answers the newest message of the active branch. */
  answer(id: ConversationId, signal: AbortSignal): Promise<TurnOutcome>;
}

export interface TurnDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly compactions: CompactionRunner;
  readonly replies: ReplyRunner;
  /** Compactions made while nobody waited. */
  readonly prepared: Pick<PreparedCompactions, 'apply'>;
}

/** What one turn has gathered on its way. */
interface TurnLog {
  readonly compactions: CompactionOutcome[];
  decision: CompactionDecision | null;
  compactionError: AppError | null;
  /** Size of the request whose compaction failed or was cancelled last. */
  failedAtTokens: number | null;
  overflowTried: boolean;
}

type Room =
  | { readonly kind: 'ready'; readonly counted: CountedView }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** Nothing was done about a request that does not fit: the engine need not be asked to know. */
  | { readonly kind: 'overflow' }
  | { readonly kind: 'aborted' };

export function createTurnRunner(deps: TurnDeps): TurnRunner {
  return {
    async answer(id, signal) {
      const log: TurnLog = {
        compactions: [],
        decision: null,
        compactionError: null,
        failedAtTokens: null,
        overflowTried: false,
      };
      for (let step = 0; step < MAX_STEPS; step += 1) {
        if (signal.aborted) return finish(deps, id, log, { outcome: 'aborted' });
        const room = await makeRoom(deps, id, { signal, log });
        if (room.kind === 'aborted') return finish(deps, id, log, { outcome: 'aborted' });
        if (room.kind === 'failed') return finish(deps, id, log, { outcome: 'failed', error: room.error });
        const end: ReplyEnd = room.kind === 'overflow' ? room : await deps.replies.run(id, room.counted, signal);
        const next = await afterReply(deps, id, end, { signal, log });
        if (next !== 'again') return finish(deps, id, log, next);
      }
      return finish(deps, id, log, { outcome: 'failed', error: appError('host_error', { steps: MAX_STEPS }) });
    },
  };
}

interface StepOptions {
  readonly signal: AbortSignal;
  readonly log: TurnLog;
}

type TurnEnd = { readonly outcome: 'ok' | 'aborted' } | { readonly outcome: 'failed'; readonly error: AppError };

async function afterReply(
  deps: TurnDeps,
  id: ConversationId,
  end: ReplyEnd,
  { signal, log }: StepOptions,
): Promise<TurnEnd | 'again'> {
  switch (end.kind) {
    case 'answered':
      return { outcome: 'ok' };
    case 'tool_results':
      return signal.aborted ? { outcome: 'aborted' } : 'again';
    case 'aborted':
      return { outcome: 'aborted' };
    case 'failed':
      return { outcome: 'failed', error: end.error };
    case 'overflow':
      return recoverFromOverflow(deps, id, { signal, log });
    default:
      return end satisfies never;
  }
}

async function recoverFromOverflow(
  deps: TurnDeps,
  id: ConversationId,
  { signal, log }: StepOptions,
): Promise<TurnEnd | 'again'> {
  const overflow = appError('context_overflow');
  if (log.overflowTried) return { outcome: 'failed', error: overflow };
  log.overflowTried = true;
  const outcome = await deps.compactions.run({ conversationId: id, reason: 'overflow', keep: 'recent', signal });
  log.compactions.push(outcome);
  if (outcome.outcome === 'ok') return 'again';
  if (signal.aborted) return { outcome: 'aborted' };
  if (outcome.error) log.compactionError = outcome.error;
  return { outcome: 'failed', error: overflow };
}

/** Decides before the model is called whether the request needs room, and makes it. */
async function makeRoom(deps: TurnDeps, id: ConversationId, { signal, log }: StepOptions): Promise<Room> {
  const ready = await deps.prepared.apply(id, signal);
  if (ready !== null) log.compactions.push(ready);
  for (let passes = 1; ; passes += 1) {
    const { counted, decision, key, tailTokens, keepsAll, wasCompacted } = await decideNow(deps, id, log);
    log.decision ??= decision;
    deps.states.of(id).lastDecision = decision;
    if (decision.kind === 'none') {
      noticeFixedPart(deps, id, decision);
      return fit(counted, decision, log.compactionError);
    }
    const outcome = await deps.compactions.run({
      conversationId: id,
      reason: decision.reason ?? 'threshold',
      keep: 'recent',
      decision,
      signal,
      ...(passes > 1 ? { tailTokens } : {}),
    });
    log.compactions.push(outcome);
    if (signal.aborted) return { kind: 'aborted' };
    const errorCode = outcome.error?.code ?? null;
    const isTailTooBig = keepsAll || !fitsWindow(counted);
    const next = decideNextPass({ outcome: outcome.outcome, errorCode, passes, wasCompacted, isTailTooBig });
    if (next === 'again') continue;
    const after = outcome.outcome === 'ok' ? await decideNow(deps, id, log) : { counted, decision };
    if (next === 'pause' && after.decision.kind === 'compact') pauseCompaction(deps, id, after.counted, key, outcome);
    if (outcome.outcome === 'failed' || outcome.outcome === 'aborted') {
      log.compactionError = outcome.error ?? appError('internal');
      log.failedAtTokens = counted.usage.usedTokens;
    }
    return fit(after.counted, after.decision, log.compactionError);
  }
}

async function decideNow(deps: TurnDeps, id: ConversationId, { failedAtTokens }: Pick<TurnLog, 'failedAtTokens'>) {
  const { ports, states } = deps;
  const context = readContext(ports, id);
  const effective = effectiveSettings(ports);
  const counted = await countNextRequest(ports, context.view);
  const key = settingsKey(effective, counted.fixedTokens);
  const decision = decideCompaction({
    usedTokens: counted.usage.usedTokens,
    fixedTokens: counted.fixedTokens,
    effective,
    activeBytes: measureActiveBytes(context.branch, context.compaction),
    pausedAt: states.of(id).pause,
    settingsKey: key,
    failedAtTokens,
  });
  const keepRecentTokens = effective.keepRecentInForceTokens;
  const thresholdTokens = thresholdTokensOf(effective);
  const tailTokens = smallerTail({ keepRecentTokens, thresholdTokens, fixedTokens: counted.fixedTokens });
  const keepsAll = thresholdTokens !== null && keepRecentTokens >= thresholdTokens;
  return { counted, decision, key, tailTokens, keepsAll, wasCompacted: context.compaction !== null };
}

function pauseCompaction(
  deps: TurnDeps,
  id: ConversationId,
  counted: CountedView,
  key: string,
  outcome: CompactionOutcome,
): void {
  deps.states.of(id).pause = { usedTokens: counted.usage.usedTokens, settingsKey: key };
  const error = outcome.error ?? appError('compaction_no_progress', { usedTokens: counted.usage.usedTokens });
  deps.ports.publish({ type: 'compaction_paused', conversationId: id, error });
}

function noticeFixedPart(deps: TurnDeps, id: ConversationId, decision: CompactionDecision): void {
  if (decision.why !== 'fixed_part_too_large') return;
  const error = appError('fixed_part_too_large', {
    usedTokens: decision.usedTokens,
    windowTokens: decision.windowTokens ?? 0,
  });
  deps.ports.publish({ type: 'compaction_paused', conversationId: id, error });
}

/**
 * A request is sent when at least one token of reply fits behind it.
 * @param error why the compaction of this turn failed; null where none did
 */
function fit(counted: CountedView, decision: CompactionDecision, error: AppError | null): Room {
  const { usedTokens, windowTokens } = counted.usage;
  if (windowTokens === null || fitsWindow(counted)) return { kind: 'ready', counted };
  if (decision.why === 'fixed_part_too_large')
    return { kind: 'failed', error: appError('fixed_part_too_large', { usedTokens, windowTokens }) };
  if (decision.why === 'disabled') return { kind: 'overflow' };
  if (error && error.code !== 'aborted') return { kind: 'failed', error };
  return { kind: 'failed', error: appError('context_overflow', { usedTokens, windowTokens }) };
}

/** By what was counted; an estimate is no reason not to ask the engine. */
const fitsWindow = ({ usage: { usedTokens, windowTokens, measured } }: CountedView): boolean =>
  windowTokens === null || usedTokens < windowTokens || !measured;

async function finish(deps: TurnDeps, id: ConversationId, log: TurnLog, end: TurnEnd): Promise<TurnOutcome> {
  if (end.outcome === 'failed') deps.events.failed(id, turnFailure(end.error));
  await deps.events.viewChanged(id);
  return {
    ...end,
    compactions: log.compactions,
    ...(log.decision ? { decision: log.decision } : {}),
    ...(log.compactionError ? { compactionError: log.compactionError } : {}),
  };
}

/** The card a failed turn shows, with the next steps that make sense. */
export function turnFailure(error: AppError): Failure {
  switch (error.code) {
    case 'no_model':
    case 'model_missing':
    case 'model_load_failed':
    case 'model_out_of_memory':
      return { kind: 'turn', error, actions: ['open_models', 'retry', 'dismiss'] };
    case 'context_overflow':
      return { kind: 'turn', error, actions: ['compact', 'retry', 'dismiss'] };
    case 'fixed_part_too_large':
      return { kind: 'turn', error, actions: ['open_models', 'dismiss'] };
    default:
      return { kind: 'turn', error, actions: ['retry', 'dismiss'] };
  }
}
