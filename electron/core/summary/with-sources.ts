// Gives an edited state its sources back: an item whose words are unchanged keeps the entries it came from; what the person wrote
// is theirs, as trusted as the ledger. Changes no word.

import { STATE_CATEGORIES, type StateItem, type StateSummary } from './state-summary.ts';

/** `edited` as read from text (no sources); items not found in `original` by their text have no sources and the layer `ledger`. */
export function withSources(edited: StateSummary, original: StateSummary): StateSummary {
  const known = new Map<string, StateItem>();
  for (const category of STATE_CATEGORIES) for (const item of original[category]) known.set(item.text, item);
  const restore = (item: StateItem): StateItem => {
    const former = known.get(item.text);
    return former ? { ...item, sources: former.sources } : { ...item, layer: 'ledger' };
  };
  return Object.fromEntries(
    STATE_CATEGORIES.map((category) => [category, edited[category].map(restore)]),
  ) as unknown as StateSummary;
}
