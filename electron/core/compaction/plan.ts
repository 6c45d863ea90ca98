// What one compaction will do, as a value: what is folded, what stays, how, and why. Decides nothing about wording.

import type { EntryId } from '../ids.ts';
import type { Ledger } from '../safeguard/ledger.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import type { Entry, MessageEntry } from '../transcript/entry.ts';

export type KeepChoice = 'settings' | 'recent' | 'nothing';

export interface CompactionPlan {
  /** Whole turns to fold, oldest first. Disjoint from `turnPrefix`. */
  readonly toSummarize: readonly MessageEntry[];
  /** The front of a split turn, folded on its own. */
  readonly turnPrefix: readonly MessageEntry[];
  /** Everything the next view keeps word for word, in order, carried unanswered messages included. */
  readonly kept: readonly Entry[];
  /** Unanswered user messages that lie before the cut and are carried word for word. */
  readonly carriedEntryIds: readonly EntryId[];
  /** The first kept entry; null = the compaction entry's own id (hard checkpoint, nothing kept). */
  readonly firstKeptEntryId: EntryId | null;
  readonly coveredFromId: EntryId;
  readonly coveredToId: EntryId;
  readonly previousSummary: StateSummary | null;
  readonly ledger: Ledger;
  readonly expectedLastSeq: number;
  readonly strategy: 'in_place' | 'cold' | 'staged';
  /** One sentence of fact for the inspector, e.g. "covered range holds 2 secrets". */
  readonly why: string;
}
