// Fits a state into its token budget. Quotes give way first, then written items, then identifiers by rank with their number stated;
// constraints and pending requests never: they may go past the budget, and where even that is not enough the answer is an error.
// One answer to each of the questions a summary must answer is kept before anything else. Never shortens an item.

import { type AppError, appError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { containsIdentifier } from '../safeguard/identifiers.ts';
import { renderItem, renderItems, renderOmitted, STATE_HEADINGS } from './summary-text.ts';
import {
  EMPTY_STATE_SUMMARY,
  STATE_CATEGORIES,
  type StateCategory,
  type StateItem,
  type StateSummary,
} from './state-summary.ts';
import { worthOf, worthPerToken } from './statement-score.ts';

export interface FitOptions {
  /** What the rendered summary may take. */
  readonly budgetTokens: number;
  /** How far identifiers may take it past the budget; at least the budget. Absent = the budget. */
  readonly identifierLimitTokens?: number;
  /** How far constraints and pending requests alone may take it (25 % of the window). */
  readonly ledgerLimitTokens: number;
  /** Up to this much of what they take does not count against the budget of the rest; absent = all of it does. */
  readonly besideTokens?: number;
  /** What the shrinking kept tail gives up for them beyond that. */
  readonly extraTokens: number;
  /** Tokens of one of the texts that `listMeasuredTexts` names. */
  readonly lineTokens: (text: string) => number;
  /** Tokens of `SUMMARY_FRAME`, both parts with their line breaks. */
  readonly fixedTokens: number;
}

export interface FittedState {
  readonly state: StateSummary;
  readonly omittedIdentifiers: number;
  /** Sum of the measured parts. */
  readonly tokens: number;
  /** What this state may take: the budget, or what constraints and pending requests legitimately take. */
  readonly allowedTokens: number;
}

export interface BudgetInput {
  /** `compaction.summaryTokens` in force. */
  readonly summaryTokens: number;
  /** Tokens of the covered messages and the former summary together. */
  readonly replacedTokens: number;
  /** Of them, the former summary; 0 for a first compaction. */
  readonly previousTokens: number;
}

/**
 * Tokens the rendered summary may take: the setting, never over half of what it replaces (spec §9). A state that is carried on is not
 * halved again by each small compaction after it: it may stay as long as it was, and grow by half of what it takes in.
 */
export const decideSummaryBudget = ({ summaryTokens, replacedTokens, previousTokens }: BudgetInput): number =>
  Math.min(summaryTokens, previousTokens + Math.floor(Math.max(0, replacedTokens - previousTokens) / 2));

/**
 * How far exact identifiers may take a summary: what was named survives (spec, third promise), so in a short conversation they may go
 * past half of what is replaced, as long as the summary stays clearly smaller. Never past the setting.
 */
export const decideIdentifierLimit = (input: BudgetInput): number =>
  Math.min(
    input.summaryTokens,
    Math.max(decideSummaryBudget(input), Math.floor(input.replacedTokens * CLEARLY_SMALLER)),
  );

const CLEARLY_SMALLER = 0.8;

/** Fails with `ledger_too_large` (neededTokens, allowedTokens) when constraints and pending requests alone go past every allowance. */
export function fitState(state: StateSummary, options: FitOptions): Result<FittedState, AppError> {
  // Where every identifier fits, no room need be kept for saying how many do not.
  const whole = fitWith(state, options, 0);
  if (!whole.ok || whole.value.omittedIdentifiers === 0) return whole;
  return fitWith(state, options, options.lineTokens(omittedText(state)));
}

/** `statingTokens` are set aside for the number of identifiers left out. */
function fitWith(state: StateSummary, options: FitOptions, statingTokens: number): Result<FittedState, AppError> {
  const fit: Fit = {
    state,
    options,
    tokens: options.fixedTokens,
    budgetTokens: options.budgetTokens,
    taken: new Set(),
    headed: new Set(),
  };
  for (const category of ['constraints', 'pendingRequests'] as const)
    for (const item of state[category]) if (!isLikelyRule(category, item)) force(fit, category, item);
  const limitTokens = Math.max(options.budgetTokens, options.ledgerLimitTokens) + Math.max(0, options.extraTokens);
  if (fit.tokens > limitTokens)
    return err(appError('ledger_too_large', { neededTokens: fit.tokens, allowedTokens: limitTokens }));
  // What constraints and requests take stands beside the budget of the rest, as far as their share of the window goes; what only sounds
  // like a rule may fill that share.
  takeByWorth(fit, options.fixedTokens + (options.besideTokens ?? 0), ['constraints']);
  const beside = Math.min(fit.tokens - options.fixedTokens, options.besideTokens ?? 0);
  const identifiers = unspokenFirst(state);
  if (identifiers.length > 0) force(fit, 'identifiers', null);
  fit.tokens += statingTokens;
  fit.budgetTokens = options.budgetTokens + beside;
  const identifierLimit = Math.max(fit.budgetTokens, (options.identifierLimitTokens ?? 0) + beside);
  const allowedTokens = Math.max(identifierLimit, fit.tokens);
  // What the kept part answers must be known: its question lies before the cut.
  for (const item of state.inProgress) if (item.layer === 'ledger') take(fit, 'inProgress', item);
  for (const question of QUESTIONS) keepOneAnswer(fit, question, identifierLimit);
  // Where the model wrote nothing, quotes are the body; else they come last, and only when nothing above them had to go.
  const body = STATE_CATEGORIES.some((category) => state[category].some(({ layer }) => layer === 'written'))
    ? 'written'
    : 'quote';
  const room = fit.budgetTokens - fit.tokens;
  if (body === 'written') takeRanked(fit, identifiers, fit.tokens + room * IDENTIFIER_SHARE[body]);
  else takeNamesBesideQuotes(fit, identifiers.filter(isExact).slice(0, NAMED_FIRST), room);
  const tookBody = body === 'written' ? takeInTurns(fit, body) : takeByWorth(fit);
  const spoken = takenText(fit);
  const unsaid = identifiers.filter(({ text }) => !containsIdentifier(spoken, text));
  const tookIdentifiers = takeRanked(fit, unsaid, identifierLimit);
  takeInTurns(fit, 'ledger');
  if (tookBody && tookIdentifiers) takeByWorth(fit);
  return ok({ state: collect(fit), omittedIdentifiers: countOmitted(fit), tokens: fit.tokens, allowedTokens });
}

/** Only sounds like a rule: quoted among the rules as far as their share goes. */
const isLikelyRule = (category: StateCategory, { layer }: StateItem): boolean =>
  category === 'constraints' && layer === 'quote';

/** Quotes have their share first: a name that one of them spells out need not be listed again. */
function takeNamesBesideQuotes(fit: Fit, names: readonly StateItem[], room: number): void {
  const limit = fit.tokens + room;
  takeByWorth(fit, limit - room * (room < SMALL_ROOM ? 0.5 : IDENTIFIER_SHARE.quote));
  const spoken = takenText(fit);
  takeRanked(
    fit,
    names.filter(({ text }) => !containsIdentifier(spoken, text)),
    limit,
  );
}

/** Every text whose size `fitState` may ask for, each once: count these first, then fit. */
export function listMeasuredTexts(state: StateSummary): readonly string[] {
  const texts = new Set<string>();
  for (const category of STATE_CATEGORIES) {
    if (state[category].length > 0) texts.add(headingText(category));
    for (const item of state[category]) texts.add(itemText(category, item));
  }
  if (state.identifiers.length > 0) texts.add(omittedText(state));
  return [...texts];
}

/** Up to this share of the room goes to identifiers before the model's own lines have theirs. */
const IDENTIFIER_SHARE = { written: 0.5, quote: 0.15 } as const;
/** In a room of less than this (tokens) names are worth more than the few quotes that would fit. */
const SMALL_ROOM = 200;
/** A name rather than a figure with its unit: figures stand in the quotes that give them a meaning. */
const isExact = ({ text }: StateItem): boolean => !/^[€$£¥]?\s?[\d.,]+[\s-]?[^\d./_#-]{0,12}$/u.test(text);
/** The identifiers that may claim it: those of the highest rank. */
const NAMED_FIRST = 24;

/** Categories that answer one question each; constraints answer theirs by being there. */
const QUESTIONS: readonly (readonly StateCategory[])[] = [
  ['goal'],
  ['pendingRequests', 'nextActions', 'inProgress'],
  ['completed'],
  ['failedApproaches'],
];

/** Identifiers share lines: the sign of such a line is counted with the heading, and again with each identifier that interrupts one. */
const headingText = (category: StateCategory): string =>
  `${STATE_HEADINGS[category]}\n${category === 'identifiers' ? '- ' : ''}`;
/** The number in it is the largest it can become, so that the line never costs more than was counted. */
const omittedText = (state: StateSummary): string => `${renderOmitted(state.identifiers.length)}\n`;

function itemText(category: StateCategory, item: StateItem): string {
  if (category !== 'identifiers') return `${renderItem(category, item)}\n`;
  const [line = ''] = renderItems(category, [item]);
  return line.startsWith('- ') ? `${line.slice(2)}, ` : `${line}\n- `;
}

interface Fit {
  readonly state: StateSummary;
  readonly options: FitOptions;
  tokens: number;
  /** What everything but constraints and requests may fill it up to. */
  budgetTokens: number;
  readonly taken: Set<StateItem>;
  readonly headed: Set<StateCategory>;
}

function costOf(fit: Fit, category: StateCategory, item: StateItem | null): number {
  const { lineTokens } = fit.options;
  const heading = fit.headed.has(category) ? 0 : lineTokens(headingText(category));
  return heading + (item === null ? 0 : lineTokens(itemText(category, item)));
}

/** Takes the item (or the heading alone) whatever it costs. */
function force(fit: Fit, category: StateCategory, item: StateItem | null): void {
  fit.tokens += costOf(fit, category, item);
  fit.headed.add(category);
  if (item !== null) fit.taken.add(item);
}

/** Takes the item if it still fits. */
function take(fit: Fit, category: StateCategory, item: StateItem, limitTokens = fit.budgetTokens): boolean {
  if (fit.taken.has(item)) return true;
  if (fit.tokens + costOf(fit, category, item) > limitTokens) return false;
  force(fit, category, item);
  return true;
}

/** Quotes by what they bring for their size, whatever their category. Were all taken? */
function takeByWorth(
  fit: Fit,
  limitTokens = fit.budgetTokens,
  categories: readonly StateCategory[] = STATE_CATEGORIES,
): boolean {
  const quotes = categories
    .flatMap((category) =>
      fit.state[category]
        .filter((item) => item.layer === 'quote' && !fit.taken.has(item))
        .map((item) => {
          const tokens = fit.options.lineTokens(itemText(category, item));
          return { category, item, worth: worthPerToken(weighItem(category, item), tokens) };
        }),
    )
    .sort((one, other) => other.worth - one.worth);
  return quotes.filter(({ category, item }) => !take(fit, category, item, limitTokens)).length === 0;
}

/** What has been replaced is worth a reminder, not a place. */
const weighItem = (category: StateCategory, { text, status }: StateItem): number =>
  worthOf(category, text) * (status === 'superseded' ? 0.2 : 1);

/** Identifiers by rank, until the first that does not fit: a lower rank never takes a higher one's place. Were all taken? */
const takeRanked = (fit: Fit, ranked: readonly StateItem[], limitTokens: number): boolean =>
  ranked.every((item) => take(fit, 'identifiers', item, limitTokens));

/** Items of a layer as far as they fit, one of each category after the other. Were all taken? */
const takeInTurns = (fit: Fit, layer: StateItem['layer']): boolean =>
  inTurns(fit.state, layer).filter(({ category, item }) => !take(fit, category, item)).length === 0;

/** The audit asks for an answer wherever one would fit what the text may take in all: so far it may go, too. */
function keepOneAnswer(fit: Fit, categories: readonly StateCategory[], limitTokens: number): void {
  for (const layer of ['ledger', 'written', 'quote'] as const)
    for (const category of categories)
      for (const item of freshestFirst(category, fit.state[category]))
        if (item.layer === layer && item.status === undefined && take(fit, category, item, limitTokens)) return;
}

function collect(fit: Fit): StateSummary {
  const kept = STATE_CATEGORIES.map((category) => [
    category,
    fit.state[category].filter((item) => fit.taken.has(item)),
  ]);
  return { ...EMPTY_STATE_SUMMARY, ...(Object.fromEntries(kept) as Partial<StateSummary>) };
}

function countOmitted(fit: Fit): number {
  const spoken = takenText(fit);
  return fit.state.identifiers.filter((item) => !fit.taken.has(item) && !containsIdentifier(spoken, item.text)).length;
}

/** What the text will say beside the list of identifiers. */
const takenText = ({ state, taken }: Fit): string =>
  STATE_CATEGORIES.filter((category) => category !== 'identifiers')
    .flatMap((category) => state[category].filter((item) => taken.has(item)))
    .map(({ text }) => text)
    .join('\n');

const spokenText = (state: StateSummary): string =>
  [...state.constraints, ...state.pendingRequests].map((item) => item.text).join('\n');

/** Identifiers in rank order; those a constraint or request already spells out come last, they are in the text anyway. */
function unspokenFirst(state: StateSummary): readonly StateItem[] {
  const spoken = spokenText(state);
  const isSpoken = (item: StateItem): boolean => containsIdentifier(spoken, item.text);
  return [...state.identifiers.filter((item) => !isSpoken(item)), ...state.identifiers.filter(isSpoken)];
}

/** What happened goes stale from its oldest end; what holds (decisions, environment …) does not. */
const FLOWING: ReadonlySet<StateCategory> = new Set(['completed', 'inProgress', 'toolFindings', 'nextActions']);

const freshestFirst = (category: StateCategory, items: readonly StateItem[]): readonly StateItem[] =>
  FLOWING.has(category) ? items.toReversed() : items;

/** The items of a layer, one of each category after the other, so that no category starves. */
function inTurns(
  state: StateSummary,
  layer: StateItem['layer'],
): readonly { category: StateCategory; item: StateItem }[] {
  const queues = STATE_CATEGORIES.filter((category) => category !== 'identifiers' || layer !== 'ledger').map(
    (category) => {
      const items = state[category].filter((item) => item.layer === layer);
      return { category, items: FLOWING.has(category) ? items.reverse() : items };
    },
  );
  const longest = Math.max(0, ...queues.map(({ items }) => items.length));
  const turns: { category: StateCategory; item: StateItem }[] = [];
  for (let turn = 0; turn < longest; turn++)
    for (const { category, items } of queues) {
      const item = items[turn];
      if (item !== undefined) turns.push({ category, item });
    }
  return turns;
}
