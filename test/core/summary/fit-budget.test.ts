import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideIdentifierLimit,
  decideSummaryBudget,
  type FitOptions,
  fitState,
  listMeasuredTexts,
} from '../../../electron/core/summary/fit-budget.ts';
import {
  EMPTY_STATE_SUMMARY,
  STATE_CATEGORIES,
  type StateItem,
  type StateSummary,
} from '../../../electron/core/summary/state-summary.ts';
import { renderSummaryText, SUMMARY_FRAME } from '../../../electron/core/summary/summary-text.ts';

const words = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length;
const item = (text: string, layer: StateItem['layer'] = 'written'): StateItem => ({ text, sources: [], layer });
const state = (part: Partial<StateSummary>): StateSummary => ({ ...EMPTY_STATE_SUMMARY, ...part });
const options = (budgetTokens: number, more: Partial<FitOptions> = {}): FitOptions => ({
  budgetTokens,
  ledgerLimitTokens: 250,
  extraTokens: 0,
  lineTokens: words,
  fixedTokens: words(SUMMARY_FRAME.opening) + words(SUMMARY_FRAME.closing),
  ...more,
});
/** Texts that stay, and the number of identifiers left out. */
function fit(before: StateSummary, given: FitOptions): readonly unknown[] {
  const fitted = fitState(before, given);
  if (!fitted.ok) return [fitted.error];
  return [
    ...STATE_CATEGORIES.flatMap((category) => fitted.value.state[category].map(({ text }) => text)),
    fitted.value.omittedIdentifiers,
  ];
}

const FIXED = words(SUMMARY_FRAME.opening) + words(SUMMARY_FRAME.closing);
const full = state({
  goal: [item('goal one')],
  constraints: [item('never touch it', 'ledger')],
  completed: [item('old step'), item('new step'), item('quoted step', 'quote')],
  decisions: [item('first choice'), item('quoted choice', 'quote')],
  identifiers: [item('/a/b', 'ledger'), item('/c/d', 'ledger'), item('/e/f', 'ledger'), item('/g/h', 'ledger')],
});

describe('a state over its budget', () => {
  it('fits whole where it fits', () => {
    expect(fit(full, options(200))).toEqual([
      'goal one',
      'never touch it',
      'old step',
      'new step',
      'quoted step',
      'first choice',
      'quoted choice',
      '/a/b',
      '/c/d',
      '/e/f',
      '/g/h',
      0,
    ]);
  });

  it.each<[string, number, readonly unknown[]]>([
    [
      'quotes give way first',
      33,
      ['goal one', 'never touch it', 'old step', 'new step', 'first choice', '/a/b', '/c/d', '/e/f', '/g/h', 0],
    ],
    [
      'then what happened, the oldest first',
      29,
      ['goal one', 'never touch it', 'new step', 'first choice', '/a/b', '/c/d', '/e/f', '/g/h', 0],
    ],
    ['one answer to each question stays longest', 24, ['goal one', 'never touch it', 'new step', '/a/b', 3]],
    [
      'identifiers by rank, the number left out stated',
      25,
      ['goal one', 'never touch it', 'new step', '/a/b', '/c/d', 2],
    ],
    ['constraints stay past the budget, the number left out is stated', 5, ['never touch it', 4]],
  ])('%s', (_, above, expected) => {
    expect(fit(full, options(FIXED + above))).toEqual(expected);
  });

  it('without a word of the model, quotes are the body', () => {
    const quoted = state({
      completed: [item('one', 'quote'), item('two', 'quote')],
      identifiers: ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h'].map((text) => item(text, 'ledger')),
    });
    expect(fit(quoted, options(FIXED + 16))).toEqual(['one', 'two', '/a', '/b', '/c', 5]);
  });

  it('what was named and what answers a question may go past half of a short conversation, and nothing else may', () => {
    const limits = { identifierLimitTokens: FIXED + 18 };
    expect(fit(full, options(FIXED + 5, limits))).toEqual([
      'goal one',
      'never touch it',
      '/a/b',
      '/c/d',
      '/e/f',
      '/g/h',
      0,
    ]);
    expect(decideIdentifierLimit({ summaryTokens: 400, replacedTokens: 100, previousTokens: 0 })).toBe(80);
    expect(decideIdentifierLimit({ summaryTokens: 60, replacedTokens: 100, previousTokens: 0 })).toBe(60);
    expect(decideSummaryBudget({ summaryTokens: 400, replacedTokens: 100, previousTokens: 0 })).toBe(50);
    expect(decideSummaryBudget({ summaryTokens: 400, replacedTokens: 100, previousTokens: 70 })).toBe(85);
  });

  it('constraints and requests alone past every allowance are an error with the figures', () => {
    const heavy = state({ constraints: [item('word '.repeat(300).trim(), 'ledger')] });
    expect(fit(heavy, options(100))).toEqual([
      { code: 'ledger_too_large', detail: { neededTokens: FIXED + 303, allowedTokens: 250 } },
    ]);
    expect(fit(heavy, options(100, { extraTokens: 80 }))).toEqual([heavy.constraints[0]?.text, 0]);
  });

  it('an identifier that a constraint spells out is not counted as left out', () => {
    const spoken = state({
      constraints: [item('leave /a/b alone', 'ledger')],
      identifiers: [item('/a/b', 'ledger'), item('/c/d', 'ledger')],
    });
    expect(fit(spoken, options(1))).toEqual(['leave /a/b alone', 1]);
  });
});

describe('for any state and budget', () => {
  const layers = fc.constantFrom<StateItem['layer']>('ledger', 'quote', 'written');
  const anyItem = fc
    .record({ text: fc.lorem({ maxCount: 6 }), layer: layers })
    .map(({ text, layer }) => item(text, layer));
  const anyState = fc.record(
    Object.fromEntries(STATE_CATEGORIES.map((category) => [category, fc.array(anyItem, { maxLength: 5 })])),
  ) as unknown as fc.Arbitrary<StateSummary>;

  it('nothing but constraints and requests goes past it, none of those is lost, every other item is whole or gone', () => {
    fc.assert(
      fc.property(anyState, fc.integer({ min: 1, max: 150 }), (before, budgetTokens) => {
        const asked = new Set(listMeasuredTexts(before));
        const lineTokens = (text: string): number => {
          expect(asked.has(text)).toBe(true);
          return words(text);
        };
        const fitted = fitState(before, options(budgetTokens, { lineTokens }));
        if (!fitted.ok) throw new Error(fitted.error.code);
        const { state: after, omittedIdentifiers, tokens, allowedTokens } = fitted.value;
        const certain = (constraints: readonly StateItem[]) => constraints.filter(({ layer }) => layer !== 'quote');
        expect(certain(after.constraints)).toEqual(certain(before.constraints));
        expect(after.pendingRequests).toEqual(before.pendingRequests);
        for (const category of STATE_CATEGORIES) {
          const kept = new Set(after[category]);
          expect(before[category].filter((one) => kept.has(one))).toEqual(after[category]);
        }
        expect(tokens).toBeLessThanOrEqual(allowedTokens);
        expect(words(renderSummaryText(after, { omittedIdentifiers }))).toBeLessThanOrEqual(tokens);
        const rest = STATE_CATEGORIES.filter(
          (category) => category !== 'constraints' && category !== 'pendingRequests',
        );
        const isMore =
          rest.some((category) => after[category].length > 0) ||
          after.constraints.length > certain(after.constraints).length;
        if (isMore) expect(tokens).toBeLessThanOrEqual(budgetTokens);
      }),
    );
  });
});
