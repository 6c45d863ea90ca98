// What changed from one state to the next, category by category, in the order of the newer state.

import { diffArrays } from 'diff';
import { STATE_CATEGORIES, type StateCategory, type StateSummary } from '../../electron/core/summary/state-summary.ts';

export interface StateChange {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
}

export interface CategoryChanges {
  readonly category: StateCategory;
  readonly changes: readonly StateChange[];
}

export function compareStates(before: StateSummary | null, after: StateSummary): readonly CategoryChanges[] {
  return STATE_CATEGORIES.map((category) => {
    const olds = (before?.[category] ?? []).map(lineOf);
    const news = after[category].map(lineOf);
    const changes = diffArrays(olds, news).flatMap(({ added, removed, value }) =>
      value.map((text): StateChange => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
    );
    return { category, changes };
  }).filter(({ changes }) => changes.length > 0);
}

const lineOf = (item: StateSummary[StateCategory][number]): string =>
  item.status === undefined ? item.text : `${item.text} (${item.status})`;
