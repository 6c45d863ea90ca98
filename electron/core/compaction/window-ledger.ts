// The ledger of a branch cut somewhere: what the planner builds for the part it folds, the inspector for the whole window. One builder,
// so that what is shown and what is carried cannot disagree. Decides nothing of its own; the messages come without their secrets.

import type { EntryId } from '../ids.ts';
import { buildLedger, type Ledger } from '../safeguard/ledger.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import type { Pin } from '../transcript/conversation.ts';
import { type Entry, isMessage, type MessageEntry } from '../transcript/entry.ts';
import { findAnswered, findUnanswered } from '../transcript/turn.ts';

export interface WindowLedgerInput {
  /** The path to the leaf, or any end of it that holds everything live. */
  readonly branch: readonly Entry[];
  /** The messages the ledger is made from, oldest first, redacted. */
  readonly covered: readonly MessageEntry[];
  /** What comes after them, carried messages included. */
  readonly kept: readonly Entry[];
  /** Of `kept`, those that stand in `covered` too. */
  readonly carriedEntryIds: readonly EntryId[];
  readonly previous: StateSummary | null;
  readonly pins: readonly Pin[];
}

export function buildWindowLedger({
  branch,
  covered,
  kept,
  carriedEntryIds,
  previous,
  pins,
}: WindowLedgerInput): Ledger {
  const carried = new Set(carriedEntryIds);
  return buildLedger({
    messages: covered,
    keptMessages: kept.filter(isMessage).filter(({ id }) => !carried.has(id)),
    previous,
    unansweredIds: findUnanswered(branch).map(({ id }) => id),
    answeredIds: findAnswered(branch).map(({ id }) => id),
    pins,
  });
}
