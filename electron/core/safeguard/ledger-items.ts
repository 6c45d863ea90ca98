// The shapes of the ledger's items: rules of the user with what lifted them, open requests, exact identifiers. Data only; see ledger.ts.

import type { EntryId } from '../ids.ts';

export type ConstraintKind = 'prohibition' | 'permission' | 'requirement' | 'lift';

export interface LedgerConstraint {
  readonly kind: ConstraintKind;
  readonly text: string;
  readonly sourceId: EntryId;
  /** For a constraint that a later user message lifted: that message. The lift itself stands beside it, later in the list. */
  readonly liftedBy?: EntryId;
  readonly pinned?: boolean;
}
export interface LedgerRequest {
  readonly text: string;
  readonly sourceId: EntryId;
  readonly status?: 'superseded';
}
export interface LedgerIdentifier {
  readonly text: string;
  readonly kind: 'path' | 'url' | 'id' | 'version' | 'port' | 'quantity' | 'command' | 'name';
  readonly sourceIds: readonly EntryId[];
  readonly mentions: number;
  readonly namedByUser: boolean;
}
/** In transcript order; requests newest open one first. */
export interface Ledger {
  readonly constraints: readonly LedgerConstraint[];
  readonly pendingRequests: readonly LedgerRequest[];
  /** Requests of the covered part whose answer stands in the kept part: neither open nor done yet. Newest first. */
  readonly underWay?: readonly LedgerRequest[];
  readonly identifiers: readonly LedgerIdentifier[];
}
export const EMPTY_LEDGER: Ledger = { constraints: [], pendingRequests: [], identifiers: [] };
