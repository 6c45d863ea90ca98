// Conversations of a wished size, made from sentences: always the same words for the same figures.

import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { makeCompactionPayload } from '../../../electron/core/compaction/commit.ts';
import { asConversationId, asEntryId, type EntryId } from '../../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../../electron/core/summary/state-summary.ts';
import { renderWrittenLines } from '../../../electron/core/summary/written-lines.ts';
import { renderSummaryText } from '../../../electron/core/summary/summary-text.ts';
import type { EntryPayload, NewEntry } from '../../../electron/core/transcript/entry.ts';

export interface Seed {
  readonly id: string;
  readonly turns: number;
  /** Holds a secret, which the app shows to no summariser: its compactions are cold. */
  readonly secret?: boolean;
  /** All but the last turns lie behind a compaction. */
  readonly compacted?: boolean;
}

const PLACES = ['harbour', 'warehouse', 'office', 'station', 'archive', 'kitchen', 'garage', 'library'];
const THINGS = ['timetable', 'inventory', 'invoice', 'sensor log', 'map', 'contract', 'backup', 'photograph'];
const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** About 90 tokens a turn with SmolLM2. */
const question = (turn: number): string =>
  `In step ${turn} please compare the ${pick(THINGS, turn)} of the ${pick(PLACES, turn * 3)} with the one kept in docs/part-${turn}.md, and tell me which line is older.`;
const answer = (turn: number): string =>
  `The ${pick(THINGS, turn)} of the ${pick(PLACES, turn * 3)} was written first: line ${turn * 7} is older than the copy, and the difference is ${turn + 3} days. I changed docs/part-${turn}.md and ran the check, which passed.`;

/** What a good model would write of the first turns, word for word from them. */
export const SEED_SUMMARY = renderWrittenLines({
  goal: [`Please compare the ${pick(THINGS, 0)} of the ${pick(PLACES, 0)} with the one kept in docs/part-0.md`],
  completed: [0, 1].map((turn) => `I changed docs/part-${turn}.md and ran the check, which passed.`),
  toolFindings: [0, 1].map(
    (turn) =>
      `The ${pick(THINGS, turn)} of the ${pick(PLACES, turn * 3)} was written first: line ${turn * 7} is older than the copy`,
  ),
});

export function writeSeed(store: TranscriptStore, seed: Seed): void {
  const id = asConversationId(seed.id);
  const created = store.createConversation({
    id,
    title: seed.id,
    createdAt: 1,
    updatedAt: 1,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: 'You help with a documentation project.',
    draft: '',
    modelId: null,
    pins: [],
  });
  if (!created.ok) throw new Error(created.error.code);
  let parentId: EntryId | null = null;
  const entries: NewEntry[] = [];
  const add = (name: string, payload: EntryPayload): EntryId => {
    const entryId = asEntryId(`${seed.id}-${name}`);
    entries.push({ id: entryId, conversationId: id, parentId, createdAt: entries.length + 2, payload });
    parentId = entryId;
    return entryId;
  };
  const kept = Math.max(0, seed.turns - 2);
  for (let turn = 0; turn < seed.turns; turn += 1) {
    const secret =
      seed.secret === true && turn === 1 ? ' The key is sk-ant-api03-Zx81kQpLr7Tn2VbYc5WdEf9GhJ4MsUa6.' : '';
    add(`q${turn}`, { type: 'message', role: 'user', text: question(turn) + secret });
    add(`a${turn}`, { type: 'message', role: 'assistant', text: answer(turn), status: 'complete', stopReason: 'stop' });
  }
  const stored = store.appendAll(entries);
  if (!stored.ok) throw new Error(stored.error.code);
  const leaf = stored.value.at(-1);
  if (leaf === undefined) throw new Error('an empty seed');
  store.updateConversation(id, { activeLeafId: leaf.id });
  if (seed.compacted !== true) return;
  const last = stored.value.find((entry) => entry.id === asEntryId(`${seed.id}-a${kept - 1}`));
  if (last === undefined) throw new Error('nothing to cover');
  const range = { fromId: asEntryId(`${seed.id}-q0`), toId: last.id, hash: last.hash };
  const text = renderSummaryText(EMPTY_STATE_SUMMARY, { omittedIdentifiers: 0 });
  const compaction = store.append({
    id: asEntryId(`${seed.id}-compaction`),
    conversationId: id,
    parentId: leaf.id,
    createdAt: entries.length + 3,
    payload: makeCompactionPayload({
      summary: EMPTY_STATE_SUMMARY,
      text,
      audit: { ok: true, findings: [] },
      redactions: [],
      writer: 'quotes',
      strategy: 'quotes',
      coveredRange: range,
      messagesFolded: kept * 2,
      notesWritten: 0,
      tokensBefore: 1,
      tokensAfter: 1,
      durationsMs: {},
      plan: { carriedEntryIds: [] },
      firstKeptEntryId: asEntryId(`${seed.id}-q${kept}`),
      reason: 'manual',
      modelId: null,
    }),
  });
  if (!compaction.ok) throw new Error(compaction.error.code);
}
