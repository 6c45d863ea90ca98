// Gathers what the core needs to plan a compaction (branch, counts, last seq) and adds the strategy: in place, cold or staged.

import {
  type CompactionPlan,
  type KeepChoice,
  planCompaction,
  type PlannedBoundary,
  planStrategy,
} from '../core/compaction/plan.ts';
import { branchAtCompaction, pinsInForce, planRewrite } from '../core/compaction/plan-rewrite.ts';
import type { EffectiveCompactionSettings } from '../core/compaction/settings.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { serializeConversation } from '../core/compaction/serialize-conversation.ts';
import { hasEncodedData } from '../core/compaction/summary-request.ts';
import { buildWindowLedger } from '../core/compaction/window-ledger.ts';
import { attachedNames } from '../core/context/attachment-text.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { redactEntries, redactState } from '../core/safeguard/redact-entries.ts';
import { redactFileName } from '../core/safeguard/redact-file-name.ts';
import { type Redaction, redactSecrets } from '../core/safeguard/redact.ts';
import type { Entry, MessageEntry } from '../core/transcript/entry.ts';
import { detectLanguage, type Language } from '../core/summary/language.ts';
import type { Pin } from '../core/transcript/conversation.ts';
import {
  type ConversationContext,
  type CountedView,
  countView,
  effectiveSettings,
  readContext,
} from './context-reader.ts';
import type { LoadedModel, Ports } from './ports.ts';

/** A plan with everything it was made from. */
export interface Planned {
  readonly plan: CompactionPlan;
  readonly context: ConversationContext;
  readonly counted: CountedView;
  readonly effective: EffectiveCompactionSettings;
  /** The covered messages without their secrets, turn prefix last. */
  readonly covered: readonly MessageEntry[];
  readonly redactions: readonly Redaction[];
  /** Language of the person, as it was asked for in a rule carried on or as it is spoken in the covered part. */
  readonly language: Language;
  /** Tokens of the covered messages as they stand in the view. */
  readonly rangeTokens: number;
  /** Tokens of the former summary; 0 for a first compaction. */
  readonly previousTokens: number;
  /** Tokens the summary replaces: the covered messages, but for those that are carried along, and the former summary. */
  readonly replacedTokens: number;
}

export interface PlanInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly keep: KeepChoice;
  readonly tailTokens?: number;
  /** The compaction in force that this one takes the place of: planned as if it had been undone. */
  readonly replaces?: EntryId;
}

export interface Planner {
  plan(input: PlanInput): Promise<Result<Planned, AppError>>;
  /** The plan of the compaction in force over again, for another text of it; `compaction_not_in_force` for any other. */
  planRewrite(id: ConversationId, compactionId: EntryId): Promise<Result<Planned, AppError>>;
}

/** Tokens a summariser must be given to write anything usable. */
export const MIN_OUTPUT_TOKENS = 128;

export function createPlanner(ports: Ports): Planner {
  return {
    async plan(input) {
      const { replaces } = input;
      if (replaces !== undefined && !mayReplace(ports, input.conversationId, replaces))
        return err(appError('compaction_not_in_force'));
      const context = readContext(ports, input.conversationId, replaces === undefined ? {} : { without: replaces });
      const counted = await countView(ports, context.view);
      // Nothing may be awaited from here to the end: the plan must belong to `lastSeq`.
      const effective = effectiveSettings(ports);
      const planned = planCompaction({
        branch: context.branch,
        compaction: context.compaction,
        reason: input.reason,
        keep: input.keep,
        effective,
        tokensOf: counted.tokensOf,
        lastSeq: context.lastSeq,
        ...(input.tailTokens === undefined ? {} : { tailTokens: input.tailTokens }),
      });
      if (!planned.ok) return planned;
      const { branch, conversation } = context;
      return ok(complete(ports, { context, counted, effective, base: planned.value, branch, pins: conversation.pins }));
    },
    async planRewrite(id, compactionId) {
      const { compaction } = readContext(ports, id);
      if (compaction?.id !== compactionId) return err(appError('compaction_not_in_force'));
      const context = readContext(ports, id, { without: compactionId });
      const counted = await countView(ports, context.view);
      const { branch, lastSeq } = context;
      const base = planRewrite({ branch, compaction, previous: context.compaction, lastSeq });
      if (!base.ok) return base;
      const pins = pinsInForce(context.conversation.pins, compaction.payload.summary);
      const effective = effectiveSettings(ports);
      const then = branchAtCompaction(branch, compaction);
      return ok(complete(ports, { context, counted, effective, base: base.value, branch: then, pins }));
    },
  };
}

/** Only the one in force, and not the state a conversation was started with: before that there is nothing. */
function mayReplace(ports: Ports, id: ConversationId, compactionId: EntryId): boolean {
  const { compaction } = readContext(ports, id);
  return compaction?.id === compactionId && compaction.payload.origin === undefined;
}

const isModel = (loaded: LoadedModel | null, model: string): boolean =>
  loaded !== null && [loaded.modelId, loaded.name, loaded.path].includes(model);

interface Given {
  readonly context: ConversationContext;
  readonly counted: CountedView;
  readonly effective: EffectiveCompactionSettings;
  readonly base: PlannedBoundary;
  /** The branch the ledger answers for. */
  readonly branch: readonly Entry[];
  readonly pins: readonly Pin[];
}

function complete(ports: Ports, given: Given): Planned {
  const { context, counted, effective, branch } = given;
  const { previousSummary } = given.base;
  const base = { ...given.base, previousSummary: previousSummary && redactState(previousSummary) };
  const original = [...base.toSummarize, ...base.turnPrefix];
  const { messages: covered, redactions } = redactEntries(original);
  const rangeTokens = original.reduce((sum, entry) => sum + counted.tokensOf(entry.id), 0);
  const summaryTokens = context.compaction ? counted.tokensOf(context.compaction.id) : 0;
  const known = new Set(branch.map(({ id }) => id));
  const ledger = buildWindowLedger({
    branch,
    covered,
    kept: base.kept.filter(({ id }) => known.has(id)),
    carriedEntryIds: base.carriedEntryIds,
    previous: base.previousSummary,
    pins: given.pins,
  });
  const loaded = ports.host.loaded();
  const coveredIds = new Set(covered.map((entry) => entry.id));
  const carriedTokens = base.carriedEntryIds
    .filter((id) => coveredIds.has(id))
    .reduce((sum, id) => sum + counted.tokensOf(id), 0);
  const strategy = planStrategy({
    sameModel: effective.model === undefined || isModel(loaded, effective.model),
    secretsInRange: redactions.reduce((sum, { count }) => sum + count, 0) + secretsInView(counted, coveredIds),
    encodedDataInRange: covered.some((entry) => hasEncodedData(entry)),
    roomTokens: effective.windowTokens === null ? null : effective.windowTokens - counted.usage.usedTokens,
    neededTokens: MIN_OUTPUT_TOKENS,
    rangeTokens: serializedTokens(covered, counted) + summaryTokens,
    summarizerWindowTokens: loaded?.windowTokens ?? null,
    retry: false,
  });
  return {
    plan: { ...base, ledger, ...strategy },
    context,
    counted,
    effective,
    covered,
    redactions,
    language: detectLanguage(
      covered.flatMap(({ payload }) => (payload.role === 'user' ? [payload.text] : [])),
      (base.previousSummary?.constraints ?? []).map(({ text }) => text),
    ),
    rangeTokens,
    previousTokens: summaryTokens,
    replacedTokens: rangeTokens - carriedTokens + summaryTokens,
  };
}

/** Secrets the live sequence holds outside the covered range (the kept tail, the system prompt): in place would show them to the summariser. */
const secretsInView = (counted: CountedView, coveredIds: ReadonlySet<EntryId>): number =>
  counted.view.segments
    .filter(({ entryId }) => entryId === undefined || !coveredIds.has(entryId))
    .flatMap(({ text, toolCalls }) => [text, ...(toolCalls ?? []).map((call) => call.arguments)])
    .filter((text) => holdsSecret(text)).length;

/** A secret in a text as the model reads it, the names of attached files included. */
const holdsSecret = (text: string): boolean =>
  redactSecrets(text).redactions.length > 0 ||
  attachedNames(text).some((name) => redactFileName(name).redactions.length > 0);

/** What the messages take in a request of their own: long results and encoded data are not sent whole. */
function serializedTokens(messages: readonly MessageEntry[], counted: CountedView): number {
  const { contains } = serializeConversation(messages, { previous: null });
  return contains.reduce((sum, { entryId, share }) => sum + Math.ceil(counted.tokensOf(entryId) * share), 0);
}
