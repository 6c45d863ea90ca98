// Makes the draft of a compaction: state from ledger, quotes and (where the model is fit) written lines; fitted, rendered, audited, sized.

import type { CompactionPlan } from '../core/compaction/plan.ts';
import { freesEnough } from '../core/compaction/prepared.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { estimateTokens } from '../core/context/estimate-tokens.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId, ModelId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { AuditReport, Finding } from '../core/safeguard/audit.ts';
import { auditSummary } from '../core/safeguard/audit-summary.ts';
import { groundWritten } from '../core/safeguard/grounding.ts';
import { ledgerToState } from '../core/safeguard/ledger.ts';
import type { Redaction } from '../core/safeguard/redact.ts';
import {
  type BudgetInput,
  type FittedState,
  decideIdentifierLimit,
  decideSummaryBudget,
  fitState,
  listMeasuredTexts,
} from '../core/summary/fit-budget.ts';
import { mergeState } from '../core/summary/merge-state.ts';
import { pickQuotes } from '../core/summary/quotes.ts';
import { EMPTY_STATE_SUMMARY, type StateSummary } from '../core/summary/state-summary.ts';
import { renderSummaryText } from '../core/summary/summary-text.ts';
import type { CoveredRange, ExtensionFailure } from '../core/transcript/entry.ts';
import { askAuthor, type BroughtSummary } from './ask-extensions.ts';
import type { Planned } from './compaction-planner.ts';
import { countView } from './context-reader.ts';
import type { Extensions } from './extensions.ts';
import type { OnPhase } from './on-phase.ts';
import type { Ports } from './ports.ts';
import { viewAfterCommit } from './view-after-commit.ts';
import type { Summarizer, SummaryEnd, WrittenSummary } from './summarizer.ts';

export interface DraftInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly planned: Planned;
  readonly instructions?: string;
  readonly quoted?: boolean;
  readonly notesWritten: number;
  readonly ledgerExtraTokens?: number;
  /** What the hooks before the compaction brought along, and what went wrong with them. */
  readonly brought?: BroughtSummary;
  readonly extensionFailures?: readonly ExtensionFailure[];
  readonly signal: AbortSignal;
  readonly onPhase: OnPhase;
}

export interface CompactionDraft {
  readonly plan: CompactionPlan;
  readonly summary: StateSummary;
  readonly text: string;
  readonly audit: AuditReport;
  readonly redactions: readonly Redaction[];
  /** `model`, `quotes`, or the name of a provider. */
  readonly writer: string;
  /** Built-in when absent. */
  readonly provider?: string;
  /** The model that wrote it; absent: the chat's. */
  readonly modelId?: ModelId;
  readonly extensionFailures?: readonly ExtensionFailure[];
  readonly strategy: 'in_place' | 'cold' | 'staged' | 'quotes';
  readonly coveredRange: CoveredRange;
  readonly messagesFolded: number;
  readonly notesWritten: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly durationsMs: Readonly<Record<string, number>>;
}

export type DraftFailure =
  | { readonly kind: 'aborted' }
  /** It would free nothing: a notice, no entry. */
  | { readonly kind: 'nothing'; readonly error: AppError }
  | { readonly kind: 'failed'; readonly error: AppError; readonly audit?: AuditReport };

export interface Drafter {
  draft(input: DraftInput): Promise<Result<CompactionDraft, DraftFailure>>;
  /** A person's edited state for a draft: rendered, audited and sized like any other. */
  redraft(input: DraftInput, edited: EditedState): Promise<Result<CompactionDraft, DraftFailure>>;
}

export interface EditedState {
  readonly state: StateSummary;
  /** As the text states it. */
  readonly omittedIdentifiers: number;
}

interface DrafterDeps {
  readonly ports: Ports;
  readonly summarizer: Summarizer;
  readonly extensions: Extensions;
}

/** What one try to write a summary was given and gave. */
interface Attempt {
  readonly written: WrittenSummary | null;
  readonly startedAt: number;
}

export function createDrafter(deps: DrafterDeps): Drafter {
  return {
    async draft(input) {
      const startedAt = deps.ports.clock.now();
      const refused = await findTooLarge(deps.ports, input);
      if (refused) return err({ kind: 'failed', error: refused });
      const outside = await askAuthor(deps.extensions, input);
      if (input.signal.aborted) return err({ kind: 'aborted' });
      const failures = [...(input.extensionFailures ?? []), ...outside.failures];
      if (outside.written) {
        const { written } = outside;
        const draft = await finish(deps, input, { written, startedAt });
        if (draft.ok || draft.error.kind !== 'failed') return withFailures(draft, failures);
        failures.push({ name: written.author ?? '', at: input.brought ? 'before' : 'provider', why: 'rejected' });
      }
      return withFailures(await draftBuiltIn(deps, input, startedAt), failures);
    },
    async redraft(input, edited) {
      const startedAt = deps.ports.clock.now();
      const budget = budgetInput(input.planned);
      const allowedTokens = decideIdentifierLimit(budget) + besideTokens(input.planned, decideSummaryBudget(budget));
      return finishState(deps, input, { ...edited, attempt: { written: null, startedAt }, allowedTokens });
    },
  };
}

type Drafted = Result<CompactionDraft, DraftFailure>;

const withFailures = (draft: Drafted, failures: readonly ExtensionFailure[]): Drafted =>
  draft.ok && failures.length > 0 ? ok({ ...draft.value, extensionFailures: failures }) : draft;

/** The model of the step, where it is fit to write, else quotes. */
async function draftBuiltIn(deps: DrafterDeps, input: DraftInput, startedAt: number): Promise<Drafted> {
  const quoted = (): Promise<Drafted> => {
    input.onPhase({ phase: 'summarizing' });
    return finish(deps, input, { written: null, startedAt });
  };
  if (input.quoted || input.planned.effective.writer === 'quotes') return quoted();
  const written = await draftWritten(deps, input, startedAt);
  if (written === 'unfit') return quoted();
  if (written.ok || written.error.kind !== 'failed' || input.reason !== 'overflow') return written;
  // The chat could not go on at all: the quoted summary is taken, labelled and audited like any other (spec §6).
  return finish(deps, input, { written: null, startedAt });
}

async function draftWritten(deps: DrafterDeps, input: DraftInput, startedAt: number): Promise<Drafted | 'unfit'> {
  const { effective } = input.planned;
  const retries = effective.mode === 'safeguard' ? effective.qualityGuard.maxRetries : 0;
  let findings: readonly Finding[] = [];
  for (let attempt = 0; attempt <= retries; attempt += 1) {
    const end: SummaryEnd = await deps.summarizer.write({ ...input, attempt, findings });
    if (end.kind === 'aborted') return err({ kind: 'aborted' });
    if (end.kind === 'failed') return err({ kind: 'failed', error: end.error });
    if (end.kind === 'unfit') return 'unfit';
    if (end.kind === 'rejected') {
      findings = end.findings;
      continue;
    }
    const draft = await finish(deps, input, { written: end.summary, startedAt });
    if (draft.ok || draft.error.kind !== 'failed' || draft.error.error.code !== 'summary_rejected') return draft;
    findings = draft.error.audit?.findings ?? [];
  }
  return err({
    kind: 'failed',
    error: appError('summary_rejected', { findings: findings.length }),
    audit: { ok: false, findings },
  });
}

async function finish(
  deps: DrafterDeps,
  input: DraftInput,
  attempt: Attempt,
): Promise<Result<CompactionDraft, DraftFailure>> {
  const { planned } = input;
  const grounded = attempt.written
    ? groundWritten({
        written: attempt.written.lines,
        messages: planned.covered,
        previous: planned.plan.previousSummary,
      })
    : null;
  const merged = mergeState({
    previous: planned.plan.previousSummary,
    ledger: planned.plan.ledger,
    quotes: pickQuotes({ messages: planned.covered, previous: planned.plan.previousSummary }),
    written: grounded?.items ?? null,
  });
  const fitted = await fitToBudget(deps.ports, input, merged);
  if (!fitted.ok) return err({ kind: 'failed', error: fitted.error });
  return finishState(deps, input, { ...fitted.value, attempt });
}

/** What must be in any summary does not fit: no model need be asked. */
async function findTooLarge(ports: Ports, input: DraftInput): Promise<AppError | null> {
  const least = await fitLeast(ports, input);
  return least.ok ? null : least.error;
}

/** Where the least any summary must hold is as big as what it would replace there is nothing to free, and no model need be asked. */
export async function freesNothing(ports: Ports, input: LeastInput): Promise<boolean> {
  const least = await fitLeast(ports, input);
  if (!least.ok) return false;
  const [tokens] = await countTexts(ports, [renderSummaryText(least.value.state, least.value)]);
  return (tokens ?? 0) >= input.planned.replacedTokens;
}

type LeastInput = Pick<DraftInput, 'planned' | 'ledgerExtraTokens'>;

function fitLeast(ports: Ports, input: LeastInput): Promise<Result<FittedState, AppError>> {
  const { constraints, pendingRequests } = ledgerToState(input.planned.plan.ledger);
  return fitToBudget(ports, input, { ...EMPTY_STATE_SUMMARY, constraints, pendingRequests });
}

/** Fits the state to the budget, counted exactly: estimates by line first, then the rendered text as it will be stored. */
async function fitToBudget(
  ports: Ports,
  { planned, ledgerExtraTokens }: LeastInput,
  merged: StateSummary,
): Promise<Result<FittedState, AppError>> {
  const texts = listMeasuredTexts(merged);
  const counts = await countTexts(ports, [...texts, renderSummaryText(EMPTY_STATE_SUMMARY, { omittedIdentifiers: 0 })]);
  const byText = new Map(texts.map((text, index) => [text, counts[index] ?? 0]));
  const fixedTokens = counts[texts.length] ?? 0;
  const budget = decideSummaryBudget(budgetInput(planned));
  const limit = decideIdentifierLimit(budgetInput(planned));
  let budgetTokens = budget;
  let identifierLimitTokens = limit;
  for (let round = 0; ; round += 1) {
    const fitted = fitState(merged, {
      budgetTokens,
      identifierLimitTokens,
      ledgerLimitTokens: planned.effective.ledgerLimitTokens,
      extraTokens: ledgerExtraTokens ?? 0,
      besideTokens: besideTokens(planned, budget),
      lineTokens: (text) => byText.get(text) ?? 0,
      fixedTokens,
    });
    if (!fitted.ok || round === 3) return fitted;
    const [tokens] = await countTexts(ports, [renderSummaryText(fitted.value.state, fitted.value)]);
    const allowed = fitted.value.allowedTokens;
    if ((tokens ?? 0) <= allowed) return fitted;
    const share = (allowed * 0.97) / (tokens ?? allowed);
    budgetTokens = Math.max(1, Math.floor(budgetTokens * share));
    identifierLimitTokens = Math.max(1, Math.floor(identifierLimitTokens * share));
  }
}

/**
 * With the relative default in force, rules and requests stand beside the budget of the rest, as far as their share of the window goes;
 * a budget the person set, or one bound by what is replaced, is one for all.
 */
const besideTokens = ({ effective }: Planned, budgetTokens: number): number =>
  effective.summaryTokens === undefined && budgetTokens === effective.summaryInForceTokens
    ? Math.max(0, effective.ledgerLimitTokens - budgetTokens)
    : 0;

const budgetInput = ({ effective, replacedTokens, previousTokens }: Planned): BudgetInput => ({
  summaryTokens: effective.summaryInForceTokens,
  replacedTokens,
  previousTokens,
});

async function finishState(
  deps: DrafterDeps,
  input: DraftInput,
  given: { state: StateSummary; omittedIdentifiers: number; attempt: Attempt; allowedTokens?: number },
): Promise<Result<CompactionDraft, DraftFailure>> {
  const { ports } = deps;
  const { planned } = input;
  const { written } = given.attempt;
  const text = renderSummaryText(given.state, { omittedIdentifiers: given.omittedIdentifiers });
  const [textTokens] = await countTexts(ports, [text]);
  if (input.signal.aborted) return err({ kind: 'aborted' });
  input.onPhase({ phase: 'auditing' });
  const audit = auditSummary({
    text,
    state: given.state,
    body: written?.bodies ?? null,
    ledger: planned.plan.ledger,
    replacedTokens: planned.replacedTokens,
    textTokens: textTokens ?? 0,
    budgetTokens: Math.max(decideIdentifierLimit(budgetInput(planned)), given.allowedTokens ?? 0),
    language: planned.language,
    stopReason: written?.stopReason ?? 'stop',
    identifierPolicy: planned.effective.identifierPolicy,
    coveredMessages: planned.covered,
    previous: planned.plan.previousSummary,
    mode: planned.effective.mode,
  });
  if (!audit.ok)
    return err({ kind: 'failed', error: appError('summary_rejected', { findings: audit.findings.length }), audit });
  return sized(deps, input, { ...given, text, audit });
}

async function sized(
  { ports }: DrafterDeps,
  input: DraftInput,
  given: { state: StateSummary; text: string; audit: AuditReport; attempt: Attempt },
): Promise<Result<CompactionDraft, DraftFailure>> {
  const { planned } = input;
  const { written, startedAt } = given.attempt;
  const strategy = written?.strategy ?? 'quotes';
  const draft: CompactionDraft = {
    plan: written ? { ...planned.plan, strategy: written.strategy, why: written.why } : planned.plan,
    summary: given.state,
    text: given.text,
    audit: given.audit,
    redactions: planned.redactions,
    writer: written ? (written.author ?? 'model') : 'quotes',
    ...(written?.author === undefined ? {} : { provider: written.author }),
    ...(written?.modelId ? { modelId: written.modelId } : {}),
    strategy,
    coveredRange: coveredRangeOf(planned),
    messagesFolded: planned.covered.length,
    notesWritten: input.notesWritten,
    tokensBefore: planned.counted.usage.usedTokens,
    tokensAfter: 0,
    durationsMs: { draft: ports.clock.now() - startedAt },
  };
  const tokensAfter = (await countView(ports, viewAfterCommit(ports, input, draft))).usage.usedTokens;
  const { tokensBefore } = draft;
  const detail = { tokensBefore, tokensAfter };
  if (input.reason === 'manual' && tokensAfter >= tokensBefore)
    return err({ kind: 'nothing', error: appError('nothing_to_compact', detail) });
  if (input.reason !== 'manual' && !freesEnough(tokensBefore, tokensAfter))
    return err({ kind: 'failed', error: appError('compaction_no_progress', detail) });
  return ok({ ...draft, tokensAfter });
}

function coveredRangeOf({ plan, context }: Planned): CoveredRange {
  const last = context.branch.find((entry) => entry.id === plan.coveredToId);
  if (!last) throw new Error('the covered range does not lie on the branch it was planned for');
  return { fromId: plan.coveredFromId, toId: plan.coveredToId, hash: last.hash };
}

/** Exact counts with a model, estimates without. */
export async function countTexts(ports: Pick<Ports, 'host'>, texts: readonly string[]): Promise<readonly number[]> {
  const counted = ports.host.loaded() ? await ports.host.countText(texts) : null;
  if (counted?.ok) return counted.value;
  return texts.map(estimateTokens);
}
