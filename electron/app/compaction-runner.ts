// One compaction, for all four reasons: plan, flush, draft, audit, commit. Everything up to the commit is a value that can be thrown away.

import type { Failure, OperationState } from '../contract/snapshot.ts';
import { makeCompactionPayload } from '../core/compaction/commit.ts';
import { planLedgerRoom } from '../core/compaction/ledger-room.ts';
import type { CompactionPlan, KeepChoice } from '../core/compaction/plan.ts';
import { type CompactionDecision, type CompactionReason, thresholdTokensOf } from '../core/compaction/trigger.ts';
import { type AppError, appError, type ErrorCode } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import type { FoundNote } from '../core/notes/note.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type CompactionEntry, type EntryPayload, isCompaction, type NewEntry } from '../core/transcript/entry.ts';
import { askBefore, tellAfter } from './ask-extensions.ts';
import { type CompactionDraft, type DraftFailure, type Drafter, freesNothing } from './compaction-drafter.ts';
import type { Planned, Planner } from './compaction-planner.ts';
import { countView, effectiveSettings, readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates, WrittenNotes } from './conversation-state.ts';
import type { Extensions } from './extensions.ts';
import type { FlushProposal, FlushRunner } from './flush-runner.ts';
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
  /** The compaction in force that this one takes the place of, undone in the same transaction. */
  readonly replaces?: EntryId;
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
  /** Notes to be written at the commit. */
  readonly notes: readonly FoundNote[];
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
        return report(deps, decided, await runWithRoom(deps, { ...decided, propose: proposeOnce(deps, decided) }));
      }),
    prepare: (given) =>
      cancellable(deps, given, async (input) => {
        announce(deps, input);
        const prepared = await prepare(deps, { ...input, propose: proposeOnce(deps, input) });
        if (!prepared.ok) await report(deps, input, prepared.error);
        else deps.events.operation(input.conversationId, null);
        return prepared;
      }),
    commit: (given, prepared) =>
      cancellable(deps, given, async (input) => {
        const outcome = commitDraft(deps, input, prepared);
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
  { conversationId, reason, replaces }: CompactionInput,
): Promise<CompactionDecision> {
  const seen = readContext(ports, conversationId, replaces === undefined ? {} : { without: replaces });
  const { usage } = await countView(ports, seen.view);
  const effective = effectiveSettings(ports);
  const { windowTokens, reserveInForceTokens: reserveTokens } = effective;
  const thresholdTokens = thresholdTokensOf(effective);
  return { kind: 'compact', reason, usedTokens: usage.usedTokens, thresholdTokens, windowTokens, reserveTokens };
}

/** A compaction may be planned more than once; its flush runs once. */
type WithFlush = CompactionInput & { readonly propose: (planned: Planned) => Promise<FlushProposal> };

function proposeOnce(deps: CompactionDeps, input: CompactionInput): WithFlush['propose'] {
  let made: FlushProposal | null = null;
  return async (planned) => {
    made ??= await deps.flush.propose({ ...input, planned, onPhase: phase(deps, input) });
    return made;
  };
}

/** Constraints and pending requests too big for their share take what the kept tail gives up, once. */
async function runWithRoom(deps: CompactionDeps, input: WithFlush): Promise<CompactionOutcome> {
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

async function runOnce(deps: CompactionDeps, input: WithFlush): Promise<CompactionOutcome> {
  for (let attempt = 0; attempt < MAX_PLANS; attempt += 1) {
    const prepared = await prepare(deps, input);
    if (!prepared.ok) return prepared.error;
    const committed = commitDraft(deps, input, prepared.value);
    if (committed) return committed;
  }
  return failed(appError('branch_moved'));
}

/** All that can still be thrown away: what the flush found is carried along and written at the commit. */
async function prepare(deps: CompactionDeps, input: WithFlush): Promise<Result<Prepared, CompactionOutcome>> {
  const planned = await deps.planner.plan(input);
  if (!planned.ok) return err(skipped(planned.error));
  const { plan } = planned.value;
  if (await freesNothing(deps.ports, { ...input, planned: planned.value })) return err(nothingToFree(planned.value));
  const asked = await askBefore(deps.extensions, { ...input, planned: planned.value });
  if (input.signal.aborted) return err(aborted(plan));
  if (!asked.ok) return err(failed(asked.error, plan));
  const flushed = await input.propose(planned.value);
  if (flushed.kind === 'aborted' || input.signal.aborted) return err(aborted(plan));
  const notes = flushed.kind === 'proposed' ? flushed.notes : [];
  const drafted = await deps.drafter.draft({
    ...input,
    ...asked.value,
    planned: planned.value,
    notesWritten: notes.length,
    onPhase: phase(deps, input),
  });
  if (!drafted.ok) return err(fromDraftFailure(drafted.error, plan));
  return ok({ planned: planned.value, draft: drafted.value, notes });
}

/**
 * Null when the branch has moved. Nothing is awaited between the abort check, the last seq and the append. The notes reach the disk
 * first, and what says so is stored in one go with the compaction: up to here a cancel or a failure has left nothing.
 */
function commitDraft(deps: CompactionDeps, input: CompactionInput, prepared: Prepared): CompactionOutcome | null {
  const { ports, states } = deps;
  const { planned, draft } = prepared;
  const plan = draft.plan;
  phase(deps, input)({ phase: 'committing' });
  if (input.signal.aborted) return aborted(plan);
  if (hasMoved(deps, prepared)) return null;
  const added = entriesOf(ports, input, prepared, deps.flush.write(input.conversationId, prepared.notes));
  const appended = ports.store.appendAllIf(added, planned.plan.expectedLastSeq);
  if (!appended.ok) return appended.error.code === 'branch_moved' ? null : failed(appended.error, plan);
  const state = states.of(input.conversationId);
  state.proposedFlush = null;
  state.unrecordedNotes = null;
  state.pause = null;
  for (const entry of appended.value) deps.events.entryAppended(entry);
  const entry = appended.value.find(isCompaction);
  if (!entry) throw new Error('the store answered with other entries than those appended');
  return { outcome: 'ok', plan, audit: draft.audit, entry };
}

/** The compaction entry; before it, in the same transaction, what the flush wrote and the undo of the one whose place it takes. */
function entriesOf(
  ports: Ports,
  input: CompactionInput,
  { draft, replaces }: Prepared,
  written: WrittenNotes | null,
): readonly NewEntry[] {
  const { conversationId } = input;
  const undoneId = replaces?.id ?? input.replaces;
  const id = asEntryId(ports.newId());
  const payload = makeCompactionPayload({
    ...draft,
    notesWritten: replaces ? draft.notesWritten : (written?.notes.length ?? 0),
    firstKeptEntryId: draft.plan.firstKeptEntryId ?? id,
    reason: input.reason,
    ...(input.instructions === undefined ? {} : { instructions: input.instructions }),
    modelId: replaces ? (replaces.payload.modelId ?? null) : (draft.modelId ?? ports.host.loaded()?.modelId ?? null),
  });
  const before: readonly EntryPayload[] = [
    ...(written ? [{ type: 'memory_flush', ...written, coveredToId: draft.plan.coveredToId } as const] : []),
    ...(undoneId === undefined ? [] : [{ type: 'compaction_undone', compactionId: undoneId } as const]),
  ];
  const createdAt = ports.clock.now();
  let parentId = ports.store.readConversation(conversationId)?.activeLeafId ?? null;
  return [...before.map((each) => ({ id: asEntryId(ports.newId()), payload: each })), { id, payload }].map((entry) => {
    const added = { ...entry, conversationId, createdAt, parentId };
    parentId = entry.id;
    return added;
  });
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
      events.failed(conversationId, compactionFailure(outcome, input));
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

export function compactionFailure(outcome: CompactionOutcome, asked?: CompactionInput): Failure {
  const error = outcome.error ?? appError('internal');
  const quoted = NOT_FOR_QUOTES.has(error.code) ? [] : (['use_quoted_summary'] as const);
  return {
    kind: 'compaction',
    error,
    ...(outcome.audit ? { audit: outcome.audit } : {}),
    ...(asked?.reason === 'manual' ? { asked: requestOf(asked) } : {}),
    actions: [error.code === 'no_model' ? 'open_models' : 'retry', ...quoted, 'dismiss'],
  };
}

const requestOf = ({ keep, instructions, replaces }: CompactionInput): NonNullable<Failure['asked']> => ({
  keep,
  ...(instructions === undefined ? {} : { instructions }),
  ...(replaces === undefined ? {} : { replaces }),
});

const withDecision = (outcome: CompactionOutcome, input: CompactionInput): CompactionOutcome =>
  input.decision ? { ...outcome, decision: input.decision } : outcome;

const aborted = (plan: CompactionPlan): CompactionOutcome => ({ outcome: 'aborted', error: appError('aborted'), plan });

const failed = (error: AppError, plan?: CompactionPlan): CompactionOutcome =>
  plan ? { outcome: 'failed', error, plan } : { outcome: 'failed', error };

function skipped(error: AppError): CompactionOutcome {
  if (error.code === 'nothing_to_compact' || error.code === 'already_compacted') return { outcome: error.code, error };
  return failed(error);
}

const nothingToFree = ({ plan, counted, replacedTokens }: Planned): CompactionOutcome => ({
  outcome: 'nothing_to_compact',
  error: appError('nothing_to_compact', { activeTokens: counted.usage.usedTokens, replacedTokens }),
  plan,
});

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
