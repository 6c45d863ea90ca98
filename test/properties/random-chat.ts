// A conversation that grows, branches, is compacted and has compactions undone: the model that the properties compare the core with.
// What must hold is said here in the slowest and plainest way.

import { findCompactionInForce } from '../../electron/core/transcript/branch.ts';
import { asConversationId, asEntryId, type EntryId } from '../../electron/core/ids.ts';
import type { CompactionEntry, Entry, EntryPayload, MessageEntry } from '../../electron/core/transcript/entry.ts';
import { isMessage } from '../../electron/core/transcript/entry.ts';

export class Chat {
  /** Of all branches, by seq. */
  readonly entries: Entry[] = [];
  branch: readonly Entry[] = [];
  readonly sizes = new Map<EntryId, number>();
  compactions = 0;

  append(payload: EntryPayload, size = 0): void {
    const seq = this.entries.length + 1;
    const entry: Entry = {
      id: asEntryId(`e${seq}`),
      conversationId: asConversationId('random'),
      parentId: this.branch.at(-1)?.id ?? null,
      seq,
      createdAt: 0,
      hash: '',
      payload,
    };
    this.entries.push(entry);
    this.branch = [...this.branch, entry];
    this.sizes.set(entry.id, size);
  }

  inForce(): CompactionEntry | null {
    const here = new Set(idsOf(this.branch));
    const seqOf = (id: EntryId): number => Number(id.slice(1));
    return findCompactionInForce(this.entries, (id) => here.has(id), { seqOf }).inForce;
  }

  /**
   * What the view must hold: what the compaction in force carried, and everything said after what it covers. Where the branch left
   * before the compaction, also the covered questions that are open on it.
   */
  liveMessages(): readonly MessageEntry[] {
    const compaction = this.inForce();
    const carried = new Set(compaction?.payload.carriedEntryIds);
    const end = this.branch.findIndex((entry) => entry.id === compaction?.payload.coveredRange.toId);
    const firstKept = compaction?.payload.firstKeptEntryId;
    if (compaction !== null && firstKept !== compaction.id) {
      const covered = this.branch.slice(0, end + 1).filter(isMessage);
      const isKeptHere = this.branch.some((entry) => entry.id === firstKept);
      const isMadeHere = this.branch.some((entry) => entry.id === compaction.id);
      // What counts as answered: where the branch left before the kept part, what the covered part answers; later, what the branch does.
      const said = isKeptHere ? this.branch.filter(isMessage) : covered;
      if (!isKeptHere || !isMadeHere)
        said.forEach((entry, index) => {
          if (covered.includes(entry) && isOpen(said, index)) carried.add(entry.id);
        });
    }
    return this.branch.filter((entry, place) => place > end || carried.has(entry.id)).filter(isMessage);
  }
}

export const idsOf = (entries: readonly { readonly id: EntryId }[]): readonly EntryId[] => entries.map(({ id }) => id);

/** Pairs by the plainest reading: each result goes to the nearest earlier call of its id that has none yet. */
export function pairUp(messages: readonly MessageEntry[]): readonly (readonly [call: number, result: number])[] {
  const taken = new Set<string>();
  const pairs: (readonly [number, number])[] = [];
  messages.forEach(({ payload }, result) => {
    if (payload.role !== 'tool_result') return;
    for (let call = result - 1; call >= 0; call--) {
      const calling = messages[call]?.payload;
      const slots = calling?.role === 'assistant' ? (calling.toolCalls ?? []) : [];
      const slot = slots.findIndex((made, n) => made.id === payload.callId && !taken.has(`${call}.${n}`));
      if (slot < 0) continue;
      taken.add(`${call}.${slot}`);
      pairs.push([call, result]);
      return;
    }
  });
  return pairs;
}

export const isOpen = (messages: readonly MessageEntry[], index: number): boolean =>
  messages[index]?.payload.role === 'user' &&
  !messages
    .slice(index)
    .some(({ payload }) => payload.role === 'assistant' && payload.text !== '' && payload.toolCalls === undefined);

export const REST_OF_A_COMPACTION = {
  tokensBefore: 0,
  tokensAfter: 0,
  reason: 'manual',
  provider: 'built-in',
  writer: 'quotes',
  strategy: 'quotes',
  promptVersion: 1,
  audit: { ok: true, findings: [] },
  redactions: [],
  quotedItems: 0,
  writtenItems: 0,
  messagesFolded: 0,
  notesWritten: 0,
  durationsMs: {},
} as const;
