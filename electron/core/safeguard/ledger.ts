// What must survive word for word: prohibitions, permissions and requirements of the user with what lifted them, open requests,
// exact identifiers. Built by code from user messages (identifiers from any message); a model's text can neither add nor remove.
// Holds no secret: texts are redacted before anything is looked for in them.

import type { EntryId } from '../ids.ts';
import type { StateItem, StateSummary } from '../summary/state-summary.ts';
import type { Pin } from '../transcript/conversation.ts';
import { isUser, type MessageEntry } from '../transcript/entry.ts';
import { findConstraints } from './constraints.ts';
import { findIdentifiers } from './identifiers.ts';
import { collectConstraints, NO_SOURCE } from './ledger-constraints.ts';
import { collectIdentifiers } from './ledger-identifiers.ts';
import type { Ledger, LedgerConstraint, LedgerIdentifier, LedgerRequest } from './ledger-items.ts';
import { collectRequests } from './ledger-requests.ts';
import { redactSecrets } from './redact.ts';

export { EMPTY_LEDGER } from './ledger-items.ts';
export type { ConstraintKind, Ledger, LedgerConstraint, LedgerIdentifier, LedgerRequest } from './ledger-items.ts';

export interface LedgerInput {
  /** The covered messages, oldest first. */
  readonly messages: readonly MessageEntry[];
  /** The messages of the kept part that come after them: what they take back is taken back. */
  readonly keptMessages?: readonly MessageEntry[];
  readonly previous: StateSummary | null;
  /** User messages of the branch that no final answer follows. */
  readonly unansweredIds: readonly EntryId[];
  /** User messages of the branch that a final answer follows, be it in the kept part. */
  readonly answeredIds?: readonly EntryId[];
  /** Further messages known to be open, whatever follows them. */
  readonly openRequestIds?: readonly EntryId[];
  /** What the person pinned, unpinned or wrote by hand, oldest first; the last word about a text counts. */
  readonly pins: readonly Pin[];
}

export function buildLedger({ messages, previous, pins, ...ids }: LedgerInput): Ledger {
  const safe = messages.map(withoutSecrets);
  const said = safe.filter(isUser).map((entry) => ({ id: entry.id, text: entry.payload.text }));
  const openIds = new Set([...ids.unansweredIds, ...(ids.openRequestIds ?? [])]);
  const requests = collectRequests({
    messages: safe,
    later: (ids.keptMessages ?? []).map(withoutSecrets),
    previous: previous?.pendingRequests ?? [],
    openIds,
    answeredIds: new Set(ids.answeredIds),
  });
  return {
    constraints: pinConstraints(collectConstraints(said, previous?.constraints ?? []), pins),
    pendingRequests: pinRequests(requests.pending, pins),
    underWay: requests.underWay,
    identifiers: pinIdentifiers(collectIdentifiers(safe, previous?.identifiers ?? []), pins),
  };
}

/** The ledger as items of the state: identifiers by rank (named by the user, mentions, recency), the rest as the ledger has it. */
export function ledgerToState(ledger: Ledger): Pick<StateSummary, 'constraints' | 'pendingRequests' | 'identifiers'> {
  return {
    constraints: ledger.constraints.map(({ text, sourceId, liftedBy }) =>
      toItem(
        text,
        liftedBy === undefined ? [sourceId] : [sourceId, liftedBy],
        liftedBy === undefined ? undefined : 'lifted',
      ),
    ),
    pendingRequests: ledger.pendingRequests.map(({ text, sourceId, status }) => toItem(text, [sourceId], status)),
    identifiers: rankIdentifiers(ledger.identifiers).map(({ text, sourceIds }) => toItem(text, sourceIds)),
  };
}

const toItem = (text: string, sources: readonly EntryId[], status?: StateItem['status']): StateItem => ({
  text,
  sources: sources.filter((id) => id !== NO_SOURCE),
  layer: 'ledger',
  ...(status === undefined ? {} : { status }),
});

const isFigure = ({ kind }: LedgerIdentifier): boolean => kind === 'quantity';

/** Figures last. Later ones of equal rank were mentioned later. */
function rankIdentifiers(identifiers: readonly LedgerIdentifier[]): readonly LedgerIdentifier[] {
  return identifiers
    .map((identifier, index) => ({ identifier, index }))
    .sort(
      (one, other) =>
        Number(isFigure(one.identifier)) - Number(isFigure(other.identifier)) ||
        Number(other.identifier.namedByUser) - Number(one.identifier.namedByUser) ||
        other.identifier.mentions - one.identifier.mentions ||
        other.index - one.index,
    )
    .map(({ identifier }) => identifier);
}

function withoutSecrets(entry: MessageEntry): MessageEntry {
  const { payload } = entry;
  switch (payload.role) {
    case 'user':
    case 'tool_result':
      return { ...entry, payload: { ...payload, text: redactSecrets(payload.text).text } };
    case 'assistant': {
      const calls = payload.toolCalls?.map((call) => ({ ...call, arguments: redactSecrets(call.arguments).text }));
      return {
        ...entry,
        payload: { ...payload, text: redactSecrets(payload.text).text, ...(calls ? { toolCalls: calls } : {}) },
      };
    }
    default:
      return payload satisfies never;
  }
}

type PinnedCategory = Pin['category'];

/** The last word about each text of a category. Without secrets: so stands the text in a state that was made from the pin before. */
function lastPins(pins: readonly Pin[], category: PinnedCategory): ReadonlyMap<string, Pin> {
  const own = pins.filter((pin) => pin.category === category);
  return new Map(own.map((pin) => ({ ...pin, text: redactSecrets(pin.text).text })).map((pin) => [pin.text, pin]));
}

/** Unpinned as that message said it: when the person says the same again, it is said again. */
function isUnpinned(
  last: ReadonlyMap<string, Pin>,
  item: { readonly text: string; readonly sourceId: EntryId },
): boolean {
  const pin = last.get(item.text);
  return pin?.kind === 'unpin' && (pin.sourceId === null || pin.sourceId === item.sourceId);
}

function pinConstraints(constraints: readonly LedgerConstraint[], pins: readonly Pin[]): readonly LedgerConstraint[] {
  const last = lastPins(pins, 'constraints');
  const kept = constraints
    .filter((constraint) => !isUnpinned(last, constraint))
    .map((constraint) => (last.get(constraint.text)?.kind === 'pin' ? { ...constraint, pinned: true } : constraint));
  const added = missing(last, kept).map(
    (pin): LedgerConstraint => ({
      kind: findConstraints(pin.text)[0]?.kind ?? 'requirement',
      text: pin.text,
      sourceId: pin.sourceId ?? NO_SOURCE,
      pinned: true,
    }),
  );
  return [...kept, ...added];
}

function pinRequests(requests: readonly LedgerRequest[], pins: readonly Pin[]): readonly LedgerRequest[] {
  const last = lastPins(pins, 'pendingRequests');
  const kept = requests.filter((request) => !isUnpinned(last, request));
  const open = kept.filter(({ status }) => status === undefined);
  const added = missing(last, kept).map(
    (pin): LedgerRequest => ({
      text: pin.text,
      sourceId: pin.sourceId ?? NO_SOURCE,
    }),
  );
  return [...open, ...added, ...kept.filter(({ status }) => status !== undefined)];
}

function pinIdentifiers(identifiers: readonly LedgerIdentifier[], pins: readonly Pin[]): readonly LedgerIdentifier[] {
  const last = lastPins(pins, 'identifiers');
  const kept = identifiers
    .filter(({ text }) => last.get(text)?.kind !== 'unpin')
    .map((identifier) =>
      last.get(identifier.text)?.kind === 'pin' ? { ...identifier, namedByUser: true } : identifier,
    );
  const added = missing(last, kept).map(
    (pin): LedgerIdentifier => ({
      text: pin.text,
      kind: findIdentifiers(pin.text)[0]?.kind ?? 'name',
      sourceIds: pin.sourceId === null ? [] : [pin.sourceId],
      mentions: 1,
      namedByUser: true,
    }),
  );
  return [...kept, ...added];
}

/** Pinned texts that nothing in the list has. */
function missing(last: ReadonlyMap<string, Pin>, kept: readonly { readonly text: string }[]): readonly Pin[] {
  const there = new Set(kept.map(({ text }) => text));
  return [...last.values()].filter((pin) => pin.kind === 'pin' && pin.text.trim() !== '' && !there.has(pin.text));
}
