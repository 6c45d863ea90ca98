// Gives an edited state its sources back: an item whose words are unchanged keeps the entries it came from. Changes no word.

import { STATE_CATEGORIES, type StateItem, type StateSummary } from './state-summary.ts';

/** `edited` as read from text (no sources); items not found in `original` by their text stay without sources. */
export function withSources(edited: StateSummary, original: StateSummary): StateSummary {
  const known = new Map<string, StateItem>();
  for (const category of STATE_CATEGORIES) for (const item of original[category]) known.set(item.text, item);
  const restore = (item: StateItem): StateItem => ({ ...item, sources: known.get(item.text)?.sources ?? item.sources });
  return Object.fromEntries(
    STATE_CATEGORIES.map((category) => [category, edited[category].map(restore)]),
  ) as unknown as StateSummary;
}
