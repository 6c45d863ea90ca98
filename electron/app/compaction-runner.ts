// One compaction, for all four reasons: plan, flush, draft, audit, commit. Everything up to the commit is a value that can be thrown away.

import type { Failure, OperationState } from '../contract/snapshot.ts';
import { makeCompactionPayload } from '../core/compaction/commit.ts';
import { planLedgerRoom } from '../core/compaction/ledger-room.ts';
import type { CompactionPlan, KeepChoice } from '../core/compaction/plan.ts';
import type { CompactionDecision, CompactionReason } from '../core/compaction/trigger.ts';
import { type AppError, appError, type ErrorCode } from '../core/errors.ts';
import { asEntryId, type ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type CompactionEntry, isCompaction, type NewEntry } from '../core/transcript/entry.ts';
import { type Asked, askBefore, tellAfter } from './ask-extensions.ts';
import type { CompactionDraft, DraftFailure, Drafter } from './compaction-drafter.ts';
import type { Planned, Planner } from './compaction-planner.ts';
import { countView, effectiveSettings, readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { Extensions } from './extensions.ts';
import type { FlushRunner, ProposedNote } from './flush-runner.ts';
import { inBackground } from './in-background.ts';
import type { CompactionOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';

export interface CompactionInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly keep: KeepChoice;
  readonly instructions?: string;
  /** Take ledger and quotes without asking the model. */
  readonly quoted?: boolean;
  /** A smaller tail than the settings give, for a second pass. */
  readonly tailTokens?: number;
  /** What constraints and pending requests may take beyond their share: the tail has given it up. */
  readonly ledgerExtraTokens?: number;
  readonly decision?: CompactionDecision;
  readonly signal: AbortSignal;
}

export interface CompactionRunner {
  run(input: CompactionInput): Promise<CompactionOutcome>;
  /** Everything but the writing, for the preview: no note and no entry is written. */
  prepare(input: CompactionInput): Promise<Result<Prepared, CompactionOutcome>>;
  /** Writes the notes and commits a draft that a person looked at (and may have changed), if the branch is still the same. */
  commit(input: CompactionInput, prepared: Prepared): Promise<CompactionOutcome>;
}

export interface Prepared {
  readonly planned: Planned;
  readonly draft: CompactionDraft;
  /** Notes the flush would write. */
  readonly notes: readonly ProposedNote[];
  /** The stored compaction this draft is another text of: it is undone in the same transaction. */
  readonly replaces?: CompactionEntry;
}

export interface CompactionDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly planner: Planner;
  readonly flush: FlushRunner;
  readonly drafter: Drafter;
  readonly extensions: Extensions;
}

/** The branch may move once under a compaction; then it is planned anew, and once only (spec §8). */
const MAX_PLANS = 2;

export function createCompactionRunner(deps: CompactionDeps): CompactionRunner {
  return {
    run: (given) =>
      cancellable(deps, given, async (input) => {
        announce(deps, input);
        const decided = { ...input, decision: input.decision ?? (await decisionFor(deps, input)) };
        return report(deps, decided, await runWithRoom(deps, decided));
      }),
    prepare: (given) =>
      cancellable(deps, given, async (input) => {
        announce(deps, input);
        const prepared = await preparePreview(deps, input);
        if (!prepared.ok) await report(deps, input, prepared.error);
        else deps.events.operation(input.conversationId, null);
        return prepared;
      }),
    commit: (given, prepared) =>
      cancellable(deps, given, async (input) => {
        const outcome = hasMoved(deps, prepared)
          ? null
          : commitDraft(deps, input, { ...prepared, expectedLastSeq: writeNotes(deps, input, prepared) });
        return report(deps, input, outcome ?? failed(appError('branch_moved'), prepared.planned.plan));
      }),
  };
}

/** Gives the compaction a cancel of its own beside the one of the turn it may be part of. */
async function cancellable<Value>(
  deps: CompactionDeps,
  input: CompactionInput,
  run: (input: CompactionInput) => Promise<Value>,
): Promise<Value> {
  const state = deps.states.of(input.conversationId);
  const abort = new AbortController();
  state.compactionAbort = abort;
  try {
    return await run({ ...input, signal: AbortSignal.any([input.signal, abort.signal]) });
  } catch (error) {
    // A bug goes on up; the person must see all the same that the compaction has ended.
    deps.events.operation(input.conversationId, null);
    deps.events.failed(input.conversationId, compactionFailure(failed(appError('internal'))));
    throw error;
  } finally {
    state.compactionAbort = null;
  }
}

/** Has the conversation changed since it was planned: grown, turned to another branch, or been given other pins for its ledger? */
function hasMoved({ ports }: CompactionDeps, { planned: { plan, context } }: Prepared): boolean {
  const now = ports.store.readConversation(context.conversation.id);
  return (
    ports.store.lastSeq(context.conversation.id) !== plan.expectedLastSeq ||
    now?.activeLeafId !== context.conversation.activeLeafId ||
    JSON.stringify(now.pins) !== JSON.stringify(context.conversation.pins)
  );
}

function announce({ ports, states, events }: CompactionDeps, input: CompactionInput): void {
  const { conversationId, reason } = input;
  if (states.of(conversationId).failure?.kind === 'compaction') events.clearFailure(conversationId);
  ports.publish({ type: 'compaction_started', conversationId, reason });
}

/** Manual and overflow compactions are told, not decided: the numbers are given all the same. */
async function decisionFor(
  { ports }: CompactionDeps,
  { conversationId, reason }: CompactionInput,
): Promise<CompactionDecision> {
  const { usage } = await countView(ports, readContext(ports, conversationId).view);
  const { windowTokens, reserveInForceTokens: reserveTokens } = effectiveSettings(ports);
  const thresholdTokens = windowTokens === null || reserveTokens === null ? null : windowTokens - reserveTokens;
  return { kind: 'compact', reason, usedTokens: usage.usedTokens, thresholdTokens, windowTokens, reserveTokens };
}

/** Constraints and pending requests too big for their share take what the kept tail gives up, once. */
async function runWithRoom(deps: CompactionDeps, input: CompactionInput): Promise<CompactionOutcome> {
  const outcome = await runOnce(deps, input);
  const detail = outcome.error?.code === 'ledger_too_large' ? outcome.error.detail : undefined;
  if (detail === undefined) return outcome;
  const effective = effectiveSettings(deps.ports);
  const room = planLedgerRoom({
    neededTokens: Number(detail['neededTokens']),
    allowedTokens: Number(detail['allowedTokens']),
    tailTokens: input.tailTokens ?? effective.keepRecentInForceTokens,
  });
  if (room === null) return outcome;
  const isCheckpoint =
    input.reason === 'manual' &&
    (input.keep === 'nothing' || (input.keep === 'settings' && !effective.keepRecentIsSet));
  return runOnce(deps, {
    ...input,
    ledgerExtraTokens: room.extraTokens,
    ...(isCheckpoint ? {} : { tailTokens: room.tailTokens }),
  });
}

async function runOnce(deps: CompactionDeps, input: CompactionInput): Promise<CompactionOutcome> {
  for (let attempt = 0; attempt < MAX_PLANS; attempt += 1) {
    const prepared = await prepare(deps, input);
    if (!prepared.ok) return prepared.error;
    if (hasMoved(deps, prepared.value)) continue;
    const { expectedLastSeq } = prepared.value.planned.plan;
    const committed = commitDraft(deps, input, { ...prepared.value, expectedLastSeq });
    if (committed) return committed;
  }
  return failed(appError('branch_moved'));
}

async function prepare(deps: CompactionDeps, input: CompactionInput): Promise<Result<Prepared, CompactionOutcome>> {
  const first = await deps.planner.plan(input);
  if (!first.ok) return err(skipped(first.error));
  const asked = await askBefore(deps.extensions, { ...input, planned: first.value });
  if (input.signal.aborted) return err(aborted(first.value.plan));
  if (!asked.ok) return err(failed(asked.error, first.value.plan));
  const flushed = await deps.flush.propose({ ...input, planned: first.value, onPhase: phase(deps, input) });
  if (flushed.kind === 'aborted' || input.signal.aborted) return err(aborted(first.value.plan));
  const written = deps.flush.write(input.conversationId, first.value.plan.coveredToId, flushed);
  // Written notes leave an entry of their own: the plan is made on the branch as it is now.
  const planned = written > 0 ? await deps.planner.plan(input) : first;
  if (!planned.ok) return err(skipped(planned.error));
  return draftFor(deps, input, { ...asked.value, planned: planned.value, notes: [], notesWritten: written });
}

async function preparePreview(
  deps: CompactionDeps,
  input: CompactionInput,
): Promise<Result<Prepared, CompactionOutcome>> {
  const planned = await deps.planner.plan(input);
  if (!planned.ok) return err(skipped(planned.error));
  const asked = await askBefore(deps.extensions, { ...input, planned: planned.value });
  if (input.signal.aborted) return err(aborted(planned.value.plan));
  if (!asked.ok) return err(failed(asked.error, planned.value.plan));
  const flushed = await deps.flush.propose({ ...input, planned: planned.value, onPhase: phase(deps, input) });
  if (flushed.kind === 'aborted' || input.signal.aborted) return err(aborted(planned.value.plan));
  const notes = flushed.kind === 'proposed' ? flushed.notes : [];
  return draftFor(deps, input, { ...asked.value, planned: planned.value, notes, notesWritten: notes.length });
}

async function draftFor(
  deps: CompactionDeps,
  input: CompactionInput,
  given: Asked & { planned: Planned; notes: readonly ProposedNote[]; notesWritten: number },
): Promise<Result<Prepared, CompactionOutcome>> {
  const { planned, notes, ...asked } = given;
  const draft = await deps.drafter.draft({ ...input, ...asked, planned, onPhase: phase(deps, input) });
  return draft.ok ? ok({ planned, notes, draft: draft.value }) : err(fromDraftFailure(draft.error, planned.plan));
}

/** Writes the notes a preview proposed; answers with the last seq after it. */
function writeNotes(deps: CompactionDeps, input: CompactionInput, { planned, notes, replaces }: Prepared): number {
  // Another text of a stored summary has had its flush.
  const proposal = replaces ? ({ kind: 'none' } as const) : ({ kind: 'proposed', notes } as const);
  deps.flush.write(input.conversationId, planned.plan.coveredToId, proposal);
  return deps.ports.store.lastSeq(input.conversationId);
}

/** Null when the branch has moved. Nothing is awaited between the abort check, the last seq and the append. */
function commitDraft(
  deps: CompactionDeps,
  input: CompactionInput,
  { draft, replaces, expectedLastSeq }: Prepared & { readonly expectedLastSeq: number },
): CompactionOutcome | null {
  const { ports, states } = deps;
  const plan = draft.plan;
  phase(deps, input)({ phase: 'committing' });
  if (input.signal.aborted) return aborted(plan);
  const added = entriesOf(ports, input, { draft, replaces });
  const appended = ports.store.appendAllIf(added, expectedLastSeq);
  if (!appended.ok) return appended.error.code === 'branch_moved' ? null : failed(appended.error, plan);
  const state = states.of(input.conversationId);
  state.flushedToId = null;
  state.pause = null;
  for (const entry of appended.value) deps.events.entryAppended(entry);
  const entry = appended.value.find(isCompaction);
  if (!entry) throw new Error('the store answered with other entries than those appended');
  return { outcome: 'ok', plan, audit: draft.audit, entry };
}

/** The compaction entry; before it, in the same transaction, the one it is another text of is undone. */
function entriesOf(
  ports: Ports,
  input: CompactionInput,
  { draft, replaces }: { readonly draft: CompactionDraft; readonly replaces: CompactionEntry | undefined },
): readonly NewEntry[] {
  const { conversationId } = input;
  const leafId = ports.store.readConversation(conversationId)?.activeLeafId ?? null;
  const id = asEntryId(ports.newId());
  const common = { conversationId, createdAt: ports.clock.now() };
  const payload = makeCompactionPayload({
    ...draft,
    firstKeptEntryId: draft.plan.firstKeptEntryId ?? id,
    reason: input.reason,
    ...(input.instructions === undefined ? {} : { instructions: input.instructions }),
    modelId: replaces ? (replaces.payload.modelId ?? null) : (draft.modelId ?? ports.host.loaded()?.modelId ?? null),
  });
  if (!replaces) return [{ ...common, id, parentId: leafId, payload }];
  const undoneId = asEntryId(ports.newId());
  const undone = { type: 'compaction_undone', compactionId: replaces.id } as const;
  return [
    { ...common, id: undoneId, parentId: leafId, payload: undone },
    { ...common, id, parentId: undoneId, payload },
  ];
}

function phase(deps: CompactionDeps, input: CompactionInput) {
  return (now: Pick<OperationState, 'phase' | 'part' | 'parts' | 'tokens'>): void => {
    const { conversationId, reason } = input;
    const startedAt = deps.states.of(conversationId).operation?.startedAt ?? deps.ports.clock.now();
    const operation: OperationState = { kind: 'compaction', startedAt, reason, ...now };
    // With a token count it is progress within a step; without, a step begins (a part, or another try).
    const changed = now.tokens === undefined;
    deps.states.of(conversationId).operation = operation;
    if (changed) deps.ports.publish({ type: 'compaction_phase', conversationId, operation });
    else deps.ports.publish({ type: 'operation_changed', conversationId, operation });
  };
}

async function report(
  deps: CompactionDeps,
  input: CompactionInput,
  outcome: CompactionOutcome,
): Promise<CompactionOutcome> {
  const { ports, events } = deps;
  const { conversationId } = input;
  const whole = withDecision(outcome, input);
  switch (outcome.outcome) {
    case 'ok':
      if (outcome.entry) {
        inBackground(ports, tellAfter(deps.extensions, outcome.entry));
        ports.publish({
          type: 'compaction_committed',
          conversationId,
          compactionId: outcome.entry.id,
          tokensBefore: outcome.entry.payload.tokensBefore,
          tokensAfter: outcome.entry.payload.tokensAfter,
        });
      }
      break;
    case 'aborted':
      ports.publish({ type: 'compaction_aborted', conversationId });
      break;
    case 'failed':
      events.failed(conversationId, compactionFailure(outcome));
      break;
    case 'nothing_to_compact':
    case 'already_compacted':
      ports.publish({ type: 'compaction_skipped', conversationId, error: outcome.error ?? appError(outcome.outcome) });
      break;
    default:
      outcome.outcome satisfies never;
  }
  events.operation(conversationId, null);
  await events.viewChanged(conversationId);
  return whole;
}

/** The quoted summary would end the same way. */
const NOT_FOR_QUOTES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ledger_too_large',
  'compaction_no_progress',
  'disk_full',
  'extension_cancelled',
]);

export function compactionFailure(outcome: CompactionOutcome): Failure {
  const error = outcome.error ?? appError('internal');
  const quoted = NOT_FOR_QUOTES.has(error.code) ? [] : (['use_quoted_summary'] as const);
  return {
    kind: 'compaction',
    error,
    ...(outcome.audit ? { audit: outcome.audit } : {}),
    actions: ['retry', ...quoted, 'dismiss'],
  };
}

const withDecision = (outcome: CompactionOutcome, input: CompactionInput): CompactionOutcome =>
  input.decision ? { ...outcome, decision: input.decision } : outcome;

const aborted = (plan: CompactionPlan): CompactionOutcome => ({ outcome: 'aborted', error: appError('aborted'), plan });

const failed = (error: AppError, plan?: CompactionPlan): CompactionOutcome =>
  plan ? { outcome: 'failed', error, plan } : { outcome: 'failed', error };

function skipped(error: AppError): CompactionOutcome {
  if (error.code === 'nothing_to_compact' || error.code === 'already_compacted') return { outcome: error.code, error };
  return failed(error);
}

function fromDraftFailure(failure: DraftFailure, plan: CompactionPlan): CompactionOutcome {
  switch (failure.kind) {
    case 'aborted':
      return aborted(plan);
    case 'nothing':
      return { outcome: 'nothing_to_compact', error: failure.error, plan };
    case 'failed':
      return { ...failed(failure.error, plan), ...(failure.audit ? { audit: failure.audit } : {}) };
    default:
      return failure satisfies never;
  }
}
