// Judges one view of the model by the probes of a case: what must stand there word for word, what must not, and how.
import type { StateCategory, StateItem } from '../../electron/core/summary/state-summary.ts';
import type { Probe } from './case.ts';

/** What a model sees after the last compaction. A system without a state has no items. */
export interface SeenView {
  readonly items: readonly {
    readonly category: StateCategory;
    readonly text: string;
    readonly status?: StateItem['status'];
  }[];
  /** The summary as text; empty for a system without one. */
  readonly summary: string;
  /** The entries that are kept as they are, in order. */
  readonly kept: readonly string[];
}

export interface Miss {
  readonly category: string;
  readonly from: string | null;
  readonly must: readonly string[];
  readonly why: 'missing' | 'not_marked_lifted' | 'stands_as_constraint' | 'stands_in_state' | 'old_still_holds';
}

export type Tally = Readonly<Record<string, readonly [satisfied: number, total: number]>>;

export function judge(
  view: SeenView,
  probes: readonly Probe[],
): { readonly tally: Tally; readonly misses: readonly Miss[] } {
  const tally: Record<string, [number, number]> = {};
  const misses: Miss[] = [];
  for (const probe of probes) {
    const category = categoryOf(probe);
    const why = judgeProbe(view, probe);
    const count = (tally[category] ??= [0, 0]);
    count[1] += 1;
    if (why === null) count[0] += 1;
    else misses.push({ category, from: probe.from ?? null, must: wordsOf(probe), why });
  }
  return { tally, misses };
}

export const addTallies = (tallies: readonly Tally[]): Tally => {
  const sum: Record<string, [number, number]> = {};
  for (const tally of tallies)
    for (const [category, [satisfied, total]] of Object.entries(tally)) {
      const count = (sum[category] ??= [0, 0]);
      count[0] += satisfied;
      count[1] += total;
    }
  return sum;
};

/** Bans that were lifted are counted apart from rules in force. */
const categoryOf = (probe: Probe): string => (probe.mustBoth === undefined ? probe.category : 'lifted');

const wordsOf = ({ must, mustBoth, mustNot, mustNotConstraint, old }: Probe): readonly string[] =>
  must ?? mustBoth ?? mustNot ?? mustNotConstraint ?? old ?? [];

/** Null when satisfied. */
function judgeProbe(view: SeenView, probe: Probe): Miss['why'] | null {
  const { must, mustBoth, mustNot, mustNotConstraint, old } = probe;
  if (must !== undefined && !must.some((text) => isThere(view, text))) return 'missing';
  if (mustBoth !== undefined) {
    const why = judgeLift(view, mustBoth);
    if (why !== null) return why;
  }
  if (mustNotConstraint?.some((text) => standsAsConstraint(view, text))) return 'stands_as_constraint';
  if (mustNot?.some((text) => standsInState(view, text))) return 'stands_in_state';
  if (old?.some((text) => stillHolds(view, text, must ?? []))) return 'old_still_holds';
  return null;
}

function judgeLift(view: SeenView, [ban, lift]: readonly [string, string]): Miss['why'] | null {
  if (!isThere(view, ban) || !isThere(view, lift)) return 'missing';
  const rules = view.items.filter(({ category }) => category === 'constraints');
  const banned = rules.findIndex(({ text }) => holds(text, ban));
  const rule = rules[banned];
  if (rule === undefined) return inOrder(view, ban, lift) ? null : 'not_marked_lifted';
  if (rule.status !== undefined) return null;
  const isAfter =
    rules.slice(banned + 1).some(({ text }) => holds(text, lift)) || view.kept.some((text) => holds(text, lift));
  return isAfter ? null : 'not_marked_lifted';
}

/** As one reads the view: the last place of the lift lies behind the last one of the ban. */
function inOrder(view: SeenView, ban: string, lift: string): boolean {
  const whole = plain([view.summary, ...view.kept].join('\n'));
  return whole.lastIndexOf(plain(lift)) > whole.lastIndexOf(plain(ban));
}

const isThere = (view: SeenView, text: string): boolean =>
  view.items.some((item) => holds(item.text, text)) ||
  holds(view.summary, text) ||
  view.kept.some((entry) => holds(entry, text));

const standsAsConstraint = ({ items }: SeenView, text: string): boolean =>
  items.some((item) => item.category === 'constraints' && holds(item.text, text));

const standsInState = ({ items, summary }: SeenView, text: string): boolean =>
  items.some((item) => holds(item.text, text)) || holds(summary, text);

/** The former wording without a mark, in an item that does not also tell the new one. */
const stillHolds = ({ items, summary }: SeenView, text: string, now: readonly string[]): boolean => {
  if (items.length === 0) return holds(summary, text) && !now.some((word) => isLater(summary, word, text));
  return items.some(
    (item) => item.status === undefined && holds(item.text, text) && !now.some((word) => holds(item.text, word)),
  );
};

const isLater = (summary: string, word: string, text: string): boolean =>
  plain(summary).lastIndexOf(plain(word)) > plain(summary).lastIndexOf(plain(text));

/** Word for word; only white space and the form of width and accents do not count. */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
const holds = (whole: string, part: string): boolean => plain(whole).includes(plain(part));
