// The state a compaction leaves behind: items by category, each with the entries it comes from and the layer that wrote it.

import type { EntryId } from '../ids.ts';

/** In the order in which the rendered summary shows them. */
export const STATE_CATEGORIES = [
  'goal',
  'constraints',
  'pendingRequests',
  'completed',
  'inProgress',
  'decisions',
  'failedApproaches',
  'toolFindings',
  'environment',
  'identifiers',
  'nextActions',
] as const;
export type StateCategory = (typeof STATE_CATEGORIES)[number];

/** Trust falls in this order: the ledger is code's, word for word; quotes are picked by code; written items are the model's, grounded. */
export type StateLayer = 'ledger' | 'quote' | 'written';

export interface StateItem {
  readonly text: string;
  readonly sources: readonly EntryId[];
  readonly layer: StateLayer;
  readonly status?: 'superseded' | 'rejected' | 'lifted';
}

export type StateSummary = { readonly [Category in StateCategory]: readonly StateItem[] };

export const EMPTY_STATE_SUMMARY: StateSummary = {
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
};
