// The gate itself: reads the exact text to be stored (and the body a model generated for it) and reports everything that is wrong with it.
// Decides from text, state, ledger and the covered messages; repairs nothing. Fails closed: what cannot be read is a finding.

import { estimateTokens } from '../context/estimate-tokens.ts';
import type { EffectiveCompactionSettings } from '../compaction/settings.ts';
import { findWrongLanguage } from '../summary/body-language.ts';
import type { Language } from '../summary/language.ts';
import { plainForm } from '../summary/content-words.ts';
import { pickQuotes } from '../summary/quotes.ts';
import { fulfils, readStatement } from '../summary/same-statement.ts';
import { STATE_CATEGORIES, type StateCategory, type StateItem, type StateSummary } from '../summary/state-summary.ts';
import { parseSummaryText, renderSummaryText, type SummaryText } from '../summary/summary-text.ts';
import { CODE_KEPT, parseWrittenLines, type WrittenLines } from '../summary/written-lines.ts';
import type { MessageEntry, StopReason } from '../transcript/entry.ts';
import type { AuditReport, Finding } from './audit.ts';
import { makeFinding } from './finding.ts';
import { isGrounded } from './grounding.ts';
import { containsIdentifier } from './identifiers.ts';
import type { Ledger } from './ledger.ts';
import { redactSecrets } from './redact.ts';
import { indexSources } from './source-index.ts';

export interface AuditInput {
  /** Exactly what would be stored and shown to the model. */
  readonly text: string;
  /** The state `text` was rendered from. */
  readonly state: StateSummary;
  /** What the model generated, one text a part, thinking included; null when code wrote alone. */
  readonly body: string | readonly string[] | null;
  readonly ledger: Ledger;
  /** Tokens of what the summary takes the place of. */
  readonly replacedTokens: number;
  readonly textTokens: number;
  /** Budget of the text (summary/fit-budget.ts, decideSummaryBudget); constraints and pending requests alone may go past it. */
  readonly budgetTokens: number;
  readonly language: Language;
  readonly stopReason: StopReason;
  readonly identifierPolicy: EffectiveCompactionSettings['identifierPolicy'];
  /** Redacted, in order. */
  readonly coveredMessages: readonly MessageEntry[];
  readonly previous: StateSummary | null;
  /** `default` leaves out what asks about the model's writing: language and the five questions. */
  readonly mode: EffectiveCompactionSettings['mode'];
}

export function auditSummary(input: AuditInput): AuditReport {
  const parsed = parseSummaryText(input.text);
  const findings: readonly Finding[] = [
    ...auditStop(input),
    ...auditBody(input),
    ...auditText(input),
    ...(parsed.ok ? auditLedger(input, parsed.value.state) : []),
    ...(parsed.ok ? auditIdentifiers(input, parsed.value) : []),
    ...auditSecrets(input),
    ...auditGrounding(input),
    ...auditSize(input),
    ...(input.mode === 'safeguard' ? auditQuestions(input) : []),
  ];
  return { ok: findings.length === 0, findings };
}

// ---- what the model generated -------------------------------------------------------------------------------------------------

function auditStop({ body, stopReason }: AuditInput): readonly Finding[] {
  if (body === null || stopReason === 'stop') return [];
  if (stopReason === 'tool_use') return [makeFinding('tool_call', 'reply', '')];
  return [makeFinding(stopReason === 'error' ? 'error_text' : 'truncated', `stop reason ${stopReason}`, '')];
}

function auditBody(input: AuditInput): readonly Finding[] {
  if (input.body === null) return [];
  const bodies = typeof input.body === 'string' ? [input.body] : input.body;
  const parsed = bodies.map((body) => parseWrittenLines(body));
  const refused = parsed.flatMap((result) => (result.ok ? [] : result.error));
  if (refused.length > 0) return refused;
  const parts = parsed.flatMap((result) => (result.ok ? [result.value] : []));
  const lines = parts.flatMap((part) => STATE_CATEGORIES.flatMap((category) => part[category]));
  if (lines.length === 0) return [makeFinding('empty', 'every heading', '')];
  const size = bodies.reduce((sum, body) => sum + estimateWords(body), 0);
  const findings: Finding[] = [];
  if (size > Math.max(input.budgetTokens, MIN_BODY_BUDGET) * BODY_TIMES_BUDGET * bodies.length)
    findings.push(makeFinding('over_budget', 'reply', ''));
  if (input.mode === 'safeguard') findings.push(...findWrongLanguage(lines, input.language));
  findings.push(...auditRequestOrder(parts, input.ledger), ...auditNothingUsable(parts, input));
  return findings;
}

/** A reply this many times its budget is not a summary that ran a little long. */
const BODY_TIMES_BUDGET = 3;
const MIN_BODY_BUDGET = 128;

/** Words and ideographs: near enough for a factor of three, and independent of any tokenizer. */
const estimateWords = (text: string): number =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu)?.length ?? 0;

/** A replaced request on top of the newest one: the model took the wrong task for the current one, and not in this line alone. */
function auditRequestOrder(parts: readonly WrittenLines[], ledger: Ledger): readonly Finding[] {
  const newest = ledger.pendingRequests.find((request) => request.status === undefined);
  const replaced = ledger.pendingRequests.filter((request) => request.status === 'superseded');
  const first = parts.at(-1)?.pendingRequests[0];
  if (newest === undefined || first === undefined) return [];
  const isOld = replaced.some((request) => plainForm(request.text) === plainForm(first));
  return isOld ? [makeFinding('pending_order', 'Pending requests', first)] : [];
}

/** Several lines, and not one of them true where it stands. */
function auditNothingUsable(
  parts: readonly WrittenLines[],
  { coveredMessages, previous }: AuditInput,
): readonly Finding[] {
  const own = STATE_CATEGORIES.filter((category) => !CODE_KEPT.has(category));
  const lines = parts.flatMap((part) => own.flatMap((category) => part[category].map((line) => ({ category, line }))));
  if (lines.length < MIN_JUDGED_LINES) return [];
  const index = indexSources(coveredMessages, previous);
  const usable = lines.some(({ category, line }) => isGrounded(index, category, line));
  return usable ? [] : [makeFinding('item_not_grounded', 'every line', lines[0]?.line ?? '')];
}

/** One or two lines may all be replaced by quotes without the reply being worthless. */
const MIN_JUDGED_LINES = 3;

// ---- the exact text -----------------------------------------------------------------------------------------------------------

function auditText({ text, state }: AuditInput): readonly Finding[] {
  const parsed = parseSummaryText(text);
  if (!parsed.ok) return parsed.error;
  const { omittedIdentifiers } = parsed.value;
  return renderSummaryText(state, { omittedIdentifiers }) === text
    ? []
    : [makeFinding('malformed', 'text and state differ', '')];
}

function auditLedger({ ledger }: AuditInput, stored: StateSummary): readonly Finding[] {
  const findings: Finding[] = [];
  const constraints = new Set(stored.constraints.map((item) => `${item.status ?? ''} ${item.text}`));
  for (const { text, liftedBy } of ledger.constraints) {
    const words = redactSecrets(text).text;
    if (!constraints.has(`${liftedBy === undefined ? '' : 'lifted'} ${words}`))
      findings.push(makeFinding('constraint_missing', 'Constraints', words));
  }
  // The same words asked twice stand for each other: only where they are first met says something about the order.
  const first = new Map<string, number>();
  for (const { text, status } of ledger.pendingRequests) {
    const words = redactSecrets(text).text;
    const place = stored.pendingRequests.findIndex((item) => item.text === words && item.status === status);
    if (place < 0) findings.push(makeFinding('pending_missing', 'Pending requests', words));
    else if (!first.has(`${status} ${words}`)) first.set(`${status} ${words}`, place);
  }
  const places = [...first.values()];
  const late = places.find((place, index) => index > 0 && place < (places[index - 1] ?? -1));
  if (late !== undefined)
    findings.push(makeFinding('pending_order', 'Pending requests', stored.pendingRequests[late]?.text ?? ''));
  return findings;
}

/** Each identifier stands in the text word for word, or is among those whose number the text states. */
function auditIdentifiers(
  { ledger, identifierPolicy }: AuditInput,
  { state, omittedIdentifiers: stated }: SummaryText,
): readonly Finding[] {
  if (identifierPolicy !== 'strict') return [];
  const said = itemsOf(state)
    .map((item) => item.text)
    .join('\n');
  const missing = ledger.identifiers.filter(
    (identifier) =>
      redactSecrets(identifier.text).redactions.length === 0 && !containsIdentifier(said, identifier.text),
  );
  return missing.length <= stated
    ? []
    : missing.slice(0, 5).map((identifier) => makeFinding('identifier_missing', identifier.text, ''));
}

function auditSecrets({ text }: AuditInput): readonly Finding[] {
  return redactSecrets(text).redactions.map(({ kind, count }) => makeFinding('secret_present', kind, `${count}`));
}

function auditGrounding({ state, coveredMessages, previous }: AuditInput): readonly Finding[] {
  const index = indexSources(coveredMessages, previous);
  const former = new Set(itemsOf(previous).map((item) => item.text));
  return STATE_CATEGORIES.flatMap((category) =>
    state[category]
      .filter((item) => item.layer === 'written' && !former.has(item.text))
      .filter((item) => item.sources.length === 0 || !isGrounded(index, category, item.text))
      .map((item) => makeFinding('item_not_grounded', category, item.text)),
  );
}

function auditSize(input: AuditInput): readonly Finding[] {
  const { state, textTokens, replacedTokens, budgetTokens } = input;
  const findings: Finding[] = [];
  if (textTokens >= replacedTokens)
    findings.push(makeFinding('not_smaller', `${textTokens} of ${replacedTokens} tokens`, ''));
  const rest = STATE_CATEGORIES.filter((category) => category !== 'constraints' && category !== 'pendingRequests');
  if (textTokens > budgetTokens && rest.some((category) => state[category].length > 0))
    findings.push(makeFinding('over_budget', `${textTokens} of ${budgetTokens} tokens`, ''));
  return findings;
}

// ---- the five questions --------------------------------------------------------------------------------------------------------

/** Where the answer may stand. "What is forbidden?" is answered by the ledger, checked above word for word. */
const QUESTIONS: readonly { readonly question: string; readonly categories: readonly StateCategory[] }[] = [
  { question: 'goal', categories: ['goal', 'pendingRequests'] },
  { question: 'done', categories: ['completed'] },
  { question: 'failed ways', categories: ['failedApproaches'] },
  { question: 'next step', categories: ['nextActions', 'inProgress', 'pendingRequests'] },
];

/** A heading, the sign of a line, and what rounding each line up adds to the fit: a question left out for want of room is no fault. */
const HEADED_TOKENS = 40;

/** A question counts where code finds its answer in the covered part or the former state. */
function auditQuestions(input: AuditInput): readonly Finding[] {
  const room = input.budgetTokens - input.textTokens - HEADED_TOKENS;
  const quotes = pickQuotes({ messages: input.coveredMessages, previous: input.previous });
  const said = new Set(itemsOf(input.state).map((item) => plainForm(item.text)));
  const done = input.state.completed.map((item) => readStatement(item.text));
  const isFulfilled = (item: StateItem): boolean => done.some((says) => fulfils(says, readStatement(item.text)));
  return QUESTIONS.flatMap(({ question, categories }) => {
    const own = categories[0];
    if (own === undefined || categories.some((category) => input.state[category].length > 0)) return [];
    const former = (input.previous?.[own] ?? []).filter((item) => item.status === undefined && own !== 'nextActions');
    const answers = [...former, ...quotes.filter((quote) => quote.category === own).map((quote) => quote.item)];
    const answer = answers.find((item) => item.text.length <= ANSWER_CHARS && estimateTokens(item.text) <= room);
    const isAnswered =
      answer === undefined || answers.some((item) => said.has(plainForm(item.text)) || isFulfilled(item));
    return isAnswered ? [] : [makeFinding('question_unanswered', question, answer.text)];
  });
}

/** A longer answer may not have fitted. */
const ANSWER_CHARS = 120;

const itemsOf = (state: StateSummary | null): readonly StateItem[] =>
  state === null ? [] : STATE_CATEGORIES.flatMap((category) => state[category]);
