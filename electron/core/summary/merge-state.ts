// Updates the state: the former one, the ledger, code's quotes and the model's grounded lines become one flat state. Constraints, requests
// and identifiers are the ledger's alone; answered requests and finished steps move to completed; decisions taken back are marked;
// doubles collapse. Bounded, deterministic, never holds a secret, never a summary of a summary.

import { type Ledger, ledgerToState } from '../safeguard/ledger.ts';
import { namesRejection } from '../safeguard/outcome-cues.ts';
import { redactSecrets } from '../safeguard/redact.ts';
import { toWellFormed } from '../transcript/clip-text.ts';
import { namesAim } from './goal-quote.ts';
import type { Quote } from './quotes.ts';
import { finishes, fulfils, isCoveredBy, readStatement, saySame, type Statement, takesBack } from './same-statement.ts';
import { STATE_CATEGORIES, type StateCategory, type StateItem, type StateSummary } from './state-summary.ts';

export interface MergeInput {
  readonly previous: StateSummary | null;
  readonly ledger: Ledger;
  readonly quotes: readonly Quote[];
  /** The model's grounded items (with the quotes that stand for ungrounded ones); null when code wrote alone. */
  readonly written: StateSummary | null;
}

export function mergeState(input: MergeInput): StateSummary {
  const ledger = ledgerToState(input.ledger);
  const draft: Draft = {
    ...emptyDraft(),
    constraints: withLikelyRules(read(ledger.constraints), input),
    pendingRequests: read(ledger.pendingRequests),
    inProgress: read(underWayItems(input.ledger)),
  };
  for (const category of FREE_CATEGORIES) draft[category] = mergeCategory(category, input, draft);
  moveFinished(input, draft);
  for (const item of draft.decisions) if (isTakenBack(item, draft, input)) item.status ??= 'superseded';
  for (const item of draft.decisions) if (namesRejection(item.text)) item.status ??= 'rejected';
  for (const item of draft.goal) if (isReplacedRequest(item, input.ledger)) item.status ??= 'superseded';
  draft.identifiers = mergeIdentifiers(read(ledger.identifiers), input);
  const entries = STATE_CATEGORIES.map(
    (category) => [category, bound(category, draft[category]).flatMap(finishItem)] as const,
  );
  return Object.fromEntries(entries) as unknown as StateSummary;
}

/** Behind the ledger's rules what only sounds like one, in the order it was said; never what one of the ledger's says already. */
function withLikelyRules(ledger: readonly DraftItem[], { previous, quotes }: MergeInput): DraftItem[] {
  const rules = [...ledger];
  const former = (previous?.constraints ?? []).filter(({ layer }) => layer === 'quote');
  const fresh = quotes.filter(({ category }) => category === 'constraints').sort((a, b) => a.order - b.order);
  for (const item of read([...former, ...fresh.map((quote) => quote.item)]))
    if (!rules.some((rule) => rule.text.includes(item.text) || isCoveredBy(item.says, rule.says))) rules.push(item);
  return rules;
}

/** Everything but the ledger's categories, in order of precedence: what stands in an earlier one is not repeated in a later one. */
const FREE_CATEGORIES = [
  'failedApproaches',
  'decisions',
  'completed',
  'goal',
  'inProgress',
  'nextActions',
  'toolFindings',
  'environment',
] as const satisfies readonly StateCategory[];

/** Most items of a category; ledger categories have no bound here. What happened loses its oldest, what holds its middle. */
const MAX_ITEMS: Partial<Record<StateCategory, number>> = {
  goal: 3,
  completed: 32,
  inProgress: 6,
  decisions: 32,
  failedApproaches: 24,
  toolFindings: 32,
  environment: 48,
  nextActions: 6,
};
const FLOWING: ReadonlySet<StateCategory> = new Set<StateCategory>([
  'completed',
  'inProgress',
  'toolFindings',
  'nextActions',
]);

interface DraftItem {
  readonly text: string;
  sources: readonly StateItem['sources'][number][];
  readonly layer: StateItem['layer'];
  status: StateItem['status'];
  readonly says: Statement;
}
type Draft = Record<StateCategory, DraftItem[]>;

const read = (items: readonly StateItem[]): DraftItem[] =>
  items
    .map((item) => ({ ...item, text: toWellFormed(item.text) }))
    .filter((item) => item.text.trim() !== '')
    .map((item) => ({
      text: item.text,
      sources: item.sources,
      layer: item.layer,
      status: item.status,
      says: readStatement(item.text),
    }));

const emptyDraft = (): Draft =>
  Object.fromEntries(STATE_CATEGORIES.map((category) => [category, []])) as unknown as Draft;

/** Asked for in the covered part and answered in the kept one: no longer open, and not yet known how it ended. */
const underWayItems = ({ underWay = [] }: Ledger): readonly StateItem[] =>
  underWay.map(({ text, sourceId }) => ({ text, sources: [sourceId], layer: 'ledger' }));

const isFormerRequest = (category: StateCategory, item: DraftItem): boolean =>
  category === 'inProgress' && item.layer === 'ledger';

// ---- one category ---------------------------------------------------------------------------------------------------------

/** The former items first, then the model's lines, then quotes, each statement once. */
function mergeCategory(category: StateCategory, input: MergeInput, draft: Draft): DraftItem[] {
  const written = read(input.written?.[category] ?? []);
  const quotes = read(quotesByPlace(category, input.quotes));
  const former = read(input.previous?.[category] ?? []).filter((item) => !isFormerRequest(category, item));
  // Only what is under way stands here already.
  const kept: DraftItem[] = [...draft[category]];
  for (const item of [...written, ...former, ...quotes]) {
    if (isSaidElsewhere(item, category, draft)) continue;
    const double = kept.find((other) => isDouble(item, other));
    if (double === undefined) kept.push(item);
    else double.sources = [...new Set([...double.sources, ...item.sources])];
  }
  const isFormer = (item: DraftItem): boolean => former.includes(item);
  return [...kept.filter(isFormer), ...kept.filter((item) => !isFormer(item))];
}

/** Heaviest first where the end is lost first; last where the start is. */
function quotesByPlace(category: StateCategory, quotes: readonly Quote[]): readonly StateItem[] {
  const own = quotes.filter((quote) => quote.category === category).sort((a, b) => b.weight - a.weight);
  return (FLOWING.has(category) ? own.reverse() : own).map((quote) => quote.item);
}

/** A quote gives way to a written line from the same entry that says the gist of it: the model's line is shorter. */
function isDouble(item: DraftItem, kept: DraftItem): boolean {
  if (saySame(item.says, kept.says)) return true;
  if (item.layer !== 'quote') return false;
  if (isCoveredBy(item.says, kept.says)) return true;
  const sharesSource = item.sources.some((id) => kept.sources.includes(id));
  return kept.layer === 'written' && sharesSource && isCoveredBy(item.says, kept.says, GIST_SHARE);
}

/** Share of a quote's words that a written line from the same entry must have to stand for it. */
const GIST_SHARE = 0.4;

/** Word for word in a category before this one, or only repeating a constraint in force. */
function isSaidElsewhere(item: DraftItem, category: StateCategory, draft: Draft): boolean {
  if (draft.constraints.some((other) => other.status === undefined && isCoveredBy(item.says, other.says))) return true;
  // A goal in the model's words may well be what was asked for.
  if (category === 'goal' && item.layer === 'written') return false;
  const before = [
    'pendingRequests',
    ...(category === 'inProgress' ? [] : ['inProgress']),
    ...FREE_CATEGORIES.slice(0, FREE_CATEGORIES.indexOf(category as (typeof FREE_CATEGORIES)[number])),
  ];
  return before.some((other) => draft[other as StateCategory].some(({ says }) => says.plain === item.says.plain));
}

// ---- moving and marking ------------------------------------------------------------------------------------------------------

/** Requests that were open and are no longer move to completed; goals and steps now reported as done leave the open lists. */
function moveFinished({ previous, ledger }: MergeInput, draft: Draft): void {
  const unfinished = [...ledgerToState(ledger).pendingRequests, ...underWayItems(ledger)];
  const open = new Set(read(unfinished).map(({ says }) => says.plain));
  const asked = [
    ...read(previous?.pendingRequests ?? []),
    ...read(previous?.inProgress ?? []).filter((item) => isFormerRequest('inProgress', item)),
  ];
  const answered = asked.filter((item) => item.status === undefined && !open.has(item.says.plain));
  for (const request of answered) {
    const isThere = draft.completed.some(
      (item) => item.says.plain === request.says.plain || finishes(item.says, request.says),
    );
    if (!isThere) draft.completed.push({ ...request, layer: 'quote' });
  }
  const done = draft.completed.map(({ says }) => says);
  draft.goal = draft.goal.filter(
    (goal) => !draft.completed.some((item) => !saysTheSameMessage(item, goal) && fulfils(item.says, goal.says)),
  );
  const goals = new Set(draft.goal.map(({ says }) => says.plain));
  draft.completed = draft.completed.filter((item) => item.layer === 'written' || !goals.has(item.says.plain));
  for (const category of ['inProgress', 'nextActions'] as const) {
    const former = new Set((previous?.[category] ?? []).map((item) => item.text));
    draft[category] = draft[category].filter(
      (item) => !former.has(item.text) || !done.some((says) => finishes(says, item.says)),
    );
  }
}

/** That the message which names an aim was answered does not mean that it is reached. */
const saysTheSameMessage = (item: DraftItem, goal: DraftItem): boolean =>
  item.layer === 'quote' &&
  namesAim(goal.text) &&
  item.sources.length > 0 &&
  item.sources.every((source) => goal.sources.includes(source));

function isTakenBack(item: DraftItem, draft: Draft, { previous }: MergeInput): boolean {
  const former = new Set((previous?.decisions ?? []).map(({ text }) => text));
  return draft.decisions.some((other) => {
    if (other === item || (former.has(other.text) && !former.has(item.text))) return false;
    // Two new ones, or two former ones: their order is unknown, so only words such as "instead of" tell which came later.
    const isLater = former.has(item.text) && !former.has(other.text);
    return (isLater || (other.says.takesBack && !item.says.takesBack)) && takesBack(other.says, item.says);
  });
}

const isReplacedRequest = (goal: DraftItem, ledger: Ledger): boolean =>
  ledger.pendingRequests.some(
    (request) => request.status === 'superseded' && goal.sources.includes(request.sourceId),
  ) &&
  !ledger.pendingRequests.some((request) => request.status === undefined && goal.sources.includes(request.sourceId));

/** The ledger's identifiers by rank, then names the model picked out that no identifier contains. */
function mergeIdentifiers(ledger: readonly DraftItem[], { written, previous }: MergeInput): DraftItem[] {
  const names = [...(previous?.identifiers ?? []), ...(written?.identifiers ?? [])].filter(
    (item) => item.layer === 'written',
  );
  const kept = [...ledger];
  for (const name of read(names)) if (!kept.some((item) => item.text.includes(name.text))) kept.push(name);
  return kept.slice(0, ledger.length + MAX_WRITTEN_NAMES);
}

const MAX_WRITTEN_NAMES = 12;

// ---- bounds and secrets -------------------------------------------------------------------------------------------------------

function bound(category: StateCategory, items: readonly DraftItem[]): readonly DraftItem[] {
  const most = MAX_ITEMS[category] ?? items.length;
  if (items.length <= most) return items;
  const outdated = items.filter((item) => item.status === 'superseded');
  const spare = items.length - most;
  if (outdated.length > 0) {
    const gone = new Set(outdated.slice(0, spare));
    return bound(
      category,
      items.filter((item) => !gone.has(item)),
    );
  }
  const first = FLOWING.has(category) ? 0 : Math.ceil(most / 3);
  return [...items.slice(0, first), ...items.slice(spare + first)];
}

function finishItem({ text, sources, layer, status }: DraftItem): readonly StateItem[] {
  const redacted = redactSecrets(text);
  return [{ text: redacted.text, sources, layer, ...(status === undefined ? {} : { status }) }];
}
