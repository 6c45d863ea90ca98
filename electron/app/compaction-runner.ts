// One compaction, for all four reasons: plan, flush, draft, audit, commit. Everything up to the commit is a value that can be thrown away.

import type { Failure, OperationState } from '../contract/snapshot.ts';
import { makeCompactionPayload } from '../core/compaction/commit.ts';
import type { CompactionPlan, KeepChoice } from '../core/compaction/plan.ts';
import type { CompactionDecision, CompactionReason } from '../core/compaction/trigger.ts';
import { type AppError, appError } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type CompactionEntry, isCompaction } from '../core/transcript/entry.ts';
import type { CompactionDraft, DraftFailure, Drafter } from './compaction-drafter.ts';
import type { Planned, Planner } from './compaction-planner.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { FlushRunner } from './flush-runner.ts';
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
  readonly decision?: CompactionDecision;
  readonly signal: AbortSignal;
}

export interface CompactionRunner {
  run(input: CompactionInput): Promise<CompactionOutcome>;
  /** Everything but the commit: for the preview. */
  prepare(input: CompactionInput): Promise<Result<{ planned: Planned; draft: CompactionDraft }, CompactionOutcome>>;
  /** Commits a draft that a person looked at (and may have changed), if the branch is still the same. */
  commit(input: CompactionInput, planned: Planned, draft: CompactionDraft): Promise<CompactionOutcome>;
}

export interface CompactionDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly planner: Planner;
  readonly flush: FlushRunner;
  readonly drafter: Drafter;
}

/** The branch may move once under a compaction; then it is planned anew, and once only (spec §8). */
const MAX_PLANS = 2;

export function createCompactionRunner(deps: CompactionDeps): CompactionRunner {
  return {
    async run(input) {
      announce(deps, input);
      const outcome = await runOnce(deps, input);
      return report(deps, input, outcome);
    },
    async prepare(input) {
      announce(deps, input);
      const prepared = await prepare(deps, input);
      deps.events.operation(input.conversationId, null);
      return prepared;
    },
    async commit(input, planned, draft) {
      const outcome = commitDraft(deps, input, planned, draft) ?? failed(appError('branch_moved'), planned.plan);
      return report(deps, input, outcome);
    },
  };
}

function announce({ ports, states, events }: CompactionDeps, input: CompactionInput): void {
  const { conversationId, reason } = input;
  if (states.of(conversationId).failure?.kind === 'compaction') events.clearFailure(conversationId);
  ports.publish({ type: 'compaction_started', conversationId, reason });
}

async function runOnce(deps: CompactionDeps, input: CompactionInput): Promise<CompactionOutcome> {
  for (let attempt = 0; attempt < MAX_PLANS; attempt += 1) {
    const prepared = await prepare(deps, input);
    if (!prepared.ok) return prepared.error;
    const committed = commitDraft(deps, input, prepared.value.planned, prepared.value.draft);
    if (committed) return committed;
  }
  return failed(appError('branch_moved'));
}

async function prepare(
  deps: CompactionDeps,
  input: CompactionInput,
): Promise<Result<{ planned: Planned; draft: CompactionDraft }, CompactionOutcome>> {
  const first = await deps.planner.plan(input);
  if (!first.ok) return err(withDecision(skipped(first.error), input));
  if (input.signal.aborted) return err(aborted(first.value.plan));
  const flushed = await deps.flush.run({ ...input, planned: first.value, onPhase: phase(deps, input) });
  if (flushed.kind === 'aborted') return err(aborted(first.value.plan));
  // A flush may have added an entry: the plan is made on the branch as it is now.
  const planned = flushed.kind === 'written' ? await deps.planner.plan(input) : first;
  if (!planned.ok) return err(withDecision(skipped(planned.error), input));
  const draft = await deps.drafter.draft({
    ...input,
    planned: planned.value,
    notesWritten: flushed.notes,
    onPhase: phase(deps, input),
  });
  if (!draft.ok) return err(fromDraftFailure(draft.error, planned.value.plan));
  return ok({ planned: planned.value, draft: draft.value });
}

/** Null when the branch has moved. Nothing is awaited between the abort check, the last seq and the append. */
function commitDraft(
  deps: CompactionDeps,
  input: CompactionInput,
  planned: Planned,
  draft: CompactionDraft,
): CompactionOutcome | null {
  const { ports, states } = deps;
  const plan = draft.plan;
  phase(deps, input)({ phase: 'committing' });
  if (input.signal.aborted) return aborted(plan);
  const id = asEntryId(ports.newId());
  const entry = ports.store.appendIf(
    {
      id,
      conversationId: input.conversationId,
      parentId: planned.context.conversation.activeLeafId,
      createdAt: ports.clock.now(),
      payload: makeCompactionPayload({
        ...draft,
        firstKeptEntryId: plan.firstKeptEntryId ?? id,
        reason: input.reason,
        ...(input.instructions === undefined ? {} : { instructions: input.instructions }),
        modelId: ports.host.loaded()?.modelId ?? null,
      }),
    },
    plan.expectedLastSeq,
  );
  if (!entry.ok) return entry.error.code === 'branch_moved' ? null : failed(entry.error, plan);
  const state = states.of(input.conversationId);
  state.flushedToId = null;
  state.pause = null;
  deps.events.entryAppended(entry.value);
  return { outcome: 'ok', plan, audit: draft.audit, entry: asCompaction(entry.value) };
}

function asCompaction(entry: Parameters<typeof isCompaction>[0]): CompactionEntry {
  if (!isCompaction(entry)) throw new Error('the store answered with another entry than the one appended');
  return entry;
}

function phase(deps: CompactionDeps, input: CompactionInput) {
  return (now: Pick<OperationState, 'phase' | 'part' | 'parts' | 'tokens'>): void => {
    const { conversationId, reason } = input;
    const startedAt = deps.states.of(conversationId).operation?.startedAt ?? deps.ports.clock.now();
    const operation: OperationState = { kind: 'compaction', startedAt, reason, ...now };
    const changed =
      deps.states.of(conversationId).operation?.phase !== now.phase ||
      deps.states.of(conversationId).operation?.part !== now.part;
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
      if (outcome.entry)
        ports.publish({
          type: 'compaction_committed',
          conversationId,
          compactionId: outcome.entry.id,
          tokensBefore: outcome.entry.payload.tokensBefore,
          tokensAfter: outcome.entry.payload.tokensAfter,
        });
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

export function compactionFailure(outcome: CompactionOutcome): Failure {
  const error = outcome.error ?? appError('internal');
  const quoted =
    error.code === 'ledger_too_large' || error.code === 'compaction_no_progress' || error.code === 'disk_full'
      ? []
      : (['use_quoted_summary'] as const);
  return {
    kind: 'compaction',
    error,
    ...(outcome.audit ? { audit: outcome.audit } : {}),
    actions: ['retry', ...quoted, 'dismiss'],
  };
}

const withDecision = (outcome: CompactionOutcome, input: CompactionInput): CompactionOutcome =>
  input.decision ? { ...outcome, decision: input.decision } : outcome;

const aborted = (plan: CompactionPlan): CompactionOutcome => ({ outcome: 'aborted', plan });

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

export type { EntryId };
