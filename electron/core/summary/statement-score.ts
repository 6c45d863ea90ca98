// How likely a statement is what a careful reader notes down, and as what: a rule, a request, a choice, a failure, a fact. Decides from the
// signs in its words alone (statement-signs.ts), so that an old quote is weighed like a new one. A figure to rank by, never a verdict.

import { STATEMENT_SIGNS, type SignName } from './statement-signs.ts';
import { STATEMENT_KINDS, STATEMENT_WEIGHTS, type StatementKind } from './statement-weights.ts';
import type { StateCategory } from './state-summary.ts';

/** Shares that add up to 1. */
export type StatementScore = Readonly<Record<StatementKind, number>>;

const SIGNS = Object.entries(STATEMENT_SIGNS) as readonly (readonly [SignName, RegExp])[];

export function scoreStatement(text: string): StatementScore {
  const plain = text.replace(/’/gu, "'");
  const size = sizeInWords(plain);
  const rows = [STATEMENT_WEIGHTS.bias];
  for (const [name, pattern] of SIGNS) if (pattern.test(plain)) rows.push(STATEMENT_WEIGHTS[name]);
  if (size < 3) rows.push(STATEMENT_WEIGHTS.tiny);
  if (size < 6) rows.push(STATEMENT_WEIGHTS.short);
  if (size >= 12) rows.push(STATEMENT_WEIGHTS.long);
  const odds = STATEMENT_KINDS.map((_, column) => Math.exp(rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)));
  const total = odds.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(
    STATEMENT_KINDS.map((kind, column) => [kind, (odds[column] ?? 0) / total]),
  ) as unknown as StatementScore;
}

/** Whether it sounds like a rule, or like one taken back (0–1). */
export const ruleShare = (score: StatementScore): number => score.constraint + score.lift;

/** Where a statement stands when no cue word says so; null for one that is worth no line. */
export function likelyCategory(score: StatementScore): StateCategory | null {
  const best = (Object.keys(CATEGORY_OF) as (keyof typeof CATEGORY_OF)[]).reduce((one, other) =>
    score[other] > score[one] ? other : one,
  );
  return score.none > NOTHING ? null : CATEGORY_OF[best];
}

const NOTHING = 0.95;
const CATEGORY_OF = {
  constraint: 'decisions',
  lift: 'decisions',
  pending: 'nextActions',
  decision: 'decisions',
  failed: 'failedApproaches',
  finding: 'toolFindings',
  completed: 'completed',
  environment: 'environment',
  identifier: 'environment',
  goal: 'goal',
} as const satisfies Partial<Record<StatementKind, StateCategory>>;

/** What a quote is worth in its category (0–1). */
export function worthOf(category: StateCategory, text: string): number {
  const score = scoreStatement(text);
  if (category === 'constraints') return ruleShare(score) * RULE;
  return (1 - score.none) * (category === 'toolFindings' ? FINDING : 1) * (DATA.test(text) ? OUTPUT : 1);
}

/** A rule forgotten is worse than a fact forgotten. */
const RULE = 2;
/** Findings are many and mostly a machine's; rows of output say little without the rest of it. */
const FINDING = 0.6;
const OUTPUT = 0.4;
const DATA = /^[\s[\](){},]*["'][\w-]+["']\s*:|^[{[]|\t|\S {2,}\S|;\s*$|"\s*[:,]\s*["{[\d]|^\[?\d{4}-\d\d-\d\d[ T]/u;

/** What an item of this worth brings for its size: the better the earlier it is taken. */
export const worthPerToken = (worth: number, tokens: number): number => worth / (tokens + 2) ** 0.7;

/** Words; an ideograph counts as a little over half of one. */
function sizeInWords(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0;
  return han / 1.8 + words;
}
