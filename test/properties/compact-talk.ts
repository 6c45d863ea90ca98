// The whole pure path of one compaction, as the app takes it, over a random conversation: plan, redact, ledger, quotes, grounded lines,
// merge, fit, render, audit, and the request a summariser would be given. Sizes are estimates; nothing is stored outside the chat.
import { planCompaction } from '../../electron/core/compaction/plan.ts';
import { makeCompactionPayload } from '../../electron/core/compaction/commit.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../electron/core/compaction/settings.ts';
import { buildColdRequest } from '../../electron/core/compaction/summary-request.ts';
import { buildWindowLedger } from '../../electron/core/compaction/window-ledger.ts';
import { estimateTokens } from '../../electron/core/context/estimate-tokens.ts';
import { asEntryId, type EntryId } from '../../electron/core/ids.ts';
import { buildColdFlush } from '../../electron/core/notes/memory-flush.ts';
import type { AuditReport } from '../../electron/core/safeguard/audit.ts';
import { auditSummary } from '../../electron/core/safeguard/audit-summary.ts';
import { groundWritten } from '../../electron/core/safeguard/grounding.ts';
import { redactEntries } from '../../electron/core/safeguard/redact-entries.ts';
import {
  decideIdentifierLimit,
  decideSummaryBudget,
  fitState,
  type FittedState,
  listMeasuredTexts,
} from '../../electron/core/summary/fit-budget.ts';
import { mergeState } from '../../electron/core/summary/merge-state.ts';
import { pickQuotes } from '../../electron/core/summary/quotes.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../electron/core/summary/summary-text.ts';
import type { MessageEntry } from '../../electron/core/transcript/entry.ts';
import type { Chat } from './random-chat.ts';

export const TALK_WINDOW = 4096;

export interface TalkCompaction {
  readonly text: string;
  readonly fitted: FittedState;
  readonly audit: AuditReport;
  readonly covered: readonly MessageEntry[];
  /** Everything a model would be shown for it. */
  readonly requests: readonly string[];
}

export interface CompactOptions {
  /** Tail to keep; null = a hard checkpoint. */
  readonly keep: number | null;
  /** What a model wrote, all of it once under `completed` and once under `environment`; null = code alone. */
  readonly lines: readonly string[] | null;
}

/** null where there is nothing to do. Appends the entry when the audit passes. */
export function compactTalk(chat: Chat, { keep, lines }: CompactOptions): TalkCompaction | null {
  const compaction = chat.inForce();
  const settings = { ...DEFAULT_COMPACTION_SETTINGS, ...(keep === null ? {} : { keepRecentTokens: keep }) };
  const effective = resolveCompactionSettings(settings, TALK_WINDOW);
  const tokensOf = (id: EntryId): number => chat.sizes.get(id) ?? 0;
  const { branch } = chat;
  const how = { reason: 'manual', keep: 'settings' } as const;
  const planned = planCompaction({ branch, compaction, ...how, effective, tokensOf, lastSeq: chat.entries.length });
  if (!planned.ok) return null;
  const plan = planned.value;
  const { messages: covered, redactions } = redactEntries([...plan.toSummarize, ...plan.turnPrefix]);
  const previous = plan.previousSummary;
  const { kept, carriedEntryIds } = plan;
  const ledger = buildWindowLedger({ branch, covered, kept, carriedEntryIds, previous, pins: [] });
  const written =
    lines === null
      ? null
      : groundWritten({
          written: { ...EMPTY_LINES, completed: lines, environment: lines },
          messages: covered,
          previous,
        }).items;
  const merged = mergeState({ previous, ledger, quotes: pickQuotes({ messages: covered, previous }), written });
  const rangeTokens = covered.reduce((sum, { id }) => sum + tokensOf(id), 0);
  const previousTokens = compaction === null ? 0 : estimateTokens(compaction.payload.text);
  const replacedTokens = rangeTokens + previousTokens;
  const budget = { summaryTokens: effective.summaryInForceTokens, replacedTokens, previousTokens };
  const fitted = fitState(merged, {
    budgetTokens: decideSummaryBudget(budget),
    identifierLimitTokens: decideIdentifierLimit(budget),
    ledgerLimitTokens: effective.ledgerLimitTokens,
    extraTokens: 0,
    lineTokens: sizesOf(listMeasuredTexts(merged)),
    fixedTokens: estimateTokens(renderSummaryText(EMPTY_STATE_SUMMARY)),
  });
  if (!fitted.ok) return null;
  const text = renderSummaryText(fitted.value.state, fitted.value);
  const audit = auditSummary({
    text,
    state: fitted.value.state,
    body: null,
    ledger,
    // The chats are small: whether it pays is another question than whether it is right.
    replacedTokens: Number.POSITIVE_INFINITY,
    textTokens: Math.min(estimateTokens(text), fitted.value.allowedTokens),
    budgetTokens: fitted.value.allowedTokens,
    language: 'en',
    stopReason: 'stop',
    identifierPolicy: 'strict',
    coveredMessages: covered,
    previous,
    mode: 'default',
  });
  const requests = requestsFor(plan.toSummarize, plan.turnPrefix, previous);
  const result = { text, fitted: fitted.value, audit, covered, requests };
  if (!audit.ok) return result;
  const id = asEntryId(`e${chat.entries.length + 1}`);
  chat.append(
    makeCompactionPayload({
      plan,
      summary: fitted.value.state,
      text,
      audit,
      firstKeptEntryId: plan.firstKeptEntryId ?? id,
      coveredRange: { fromId: plan.coveredFromId, toId: plan.coveredToId, hash: '' },
      tokensBefore: 0,
      tokensAfter: 0,
      reason: 'manual',
      instructions: 'keep the names',
      modelId: null,
      writer: 'quotes',
      strategy: 'quotes',
      redactions,
      messagesFolded: covered.length,
      notesWritten: 0,
      durationsMs: {},
    }),
  );
  return result;
}

const EMPTY_LINES = {
  goal: [],
  constraints: [],
  pendingRequests: [],
  completed: [],
  inProgress: [],
  decisions: [],
  failedApproaches: [],
  toolFindings: [],
  environment: [],
  identifiers: [],
  nextActions: [],
} as const;

function sizesOf(texts: readonly string[]): (text: string) => number {
  const sizes = new Map(texts.map((text) => [text, estimateTokens(text)]));
  return (text) => sizes.get(text) ?? estimateTokens(text);
}

/** The requests are made from the messages as stored: what redacts must not rely on somebody having done it before. */
function requestsFor(
  toSummarize: readonly MessageEntry[],
  turnPrefix: readonly MessageEntry[],
  previous: Parameters<typeof buildColdRequest>[0]['previous'],
): readonly string[] {
  const messages = [...toSummarize, ...turnPrefix];
  const cold = buildColdRequest({ messages, turnPrefix: false, previous, instructions: 'names', language: 'en' });
  const flush = buildColdFlush({ messages, language: 'en' });
  return [cold, flush].map(({ segments }) => segments.map(({ text }) => text).join('\n\n'));
}
