import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import type { NewEntry } from '../../../electron/core/transcript/entry.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { conversation, entry, HOME } from '../../support/conformance-entries.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { around, must, open, tempFolder } from './temp-store.ts';

const id = asEntryId;

describe('reading a tree', () => {
  it('answers as the plain walk does, for any tree', () => {
    const store = open(tempFolder());
    let run = 0;
    // Each number says how far back the parent lies; 0: a root.
    const trees = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), fc.nat(), (steps, one, other, before) => {
        const home = `${HOME}${run++}` as typeof HOME;
        const memory = createMemoryStore();
        const prefix = `${home}-`;
        const entries: NewEntry[] = steps.map((back, index) => {
          const parent = back === 0 || back > index ? null : `${prefix}${index - back}`;
          return { ...entry(`${prefix}${index}`, parent), conversationId: home };
        });
        const leaf = id(`${prefix}${one % steps.length}`);
        const ancestor = id(`${prefix}${other % steps.length}`);
        const page = { beforeSeq: 1 + (before % (steps.length + 1)), limit: 1 + (before % 5) };
        const answers = [store, memory].map((each) => {
          must(each.createConversation(conversation({ id: home })));
          must(each.appendAll(entries));
          return {
            branch: each.readBranch(leaf),
            since: each.readBranch(leaf, { sinceId: ancestor }),
            page: each.readBranchPage(leaf, page),
            isOn: each.isOnBranch(ancestor, leaf),
            info: each.readBranchInfo(leaf),
            newest: each.newestLeafBelow(ancestor),
          };
        });
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('reading a conversation of 100,000 entries', () => {
  const LENGTH = 100_000;
  // The older half straight; in the newer one every answer was regenerated: each turn hangs on a sibling of the entry before it.
  const parentOf = (index: number) => (index > LENGTH / 2 && index % 3 === 2 ? index - 2 : index - 1);
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-long-'));
  const branch: number[] = [];
  let store: TranscriptStore;

  beforeAll(() => {
    store = must(openTranscriptStore({ folder }));
    must(store.createConversation(conversation()));
    const entries = Array.from({ length: LENGTH }, (_, index) =>
      entry(`e${index}`, index === 0 ? null : `e${parentOf(index)}`, { type: 'label', text: '' }),
    );
    must(store.appendAll(entries));
    for (let index = LENGTH - 1; index >= 0; index = parentOf(index)) branch.unshift(index);
  }, 120_000);
  afterAll(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  it('reads what is asked for, whatever lies behind it', () => {
    const leaf = id(`e${LENGTH - 1}`);
    const tail = branch.slice(-50).map((index) => `e${index}`);
    expect(store.readBranchPage(leaf, { limit: 50 }).map((one) => one.id)).toEqual(tail);
    expect(store.readBranch(leaf, { sinceId: id(tail[0] ?? '') }).map((one) => one.id)).toEqual(tail);
    const middle = branch.slice(1000, 1050).map((index) => `e${index}`);
    const beforeSeq = (branch[1050] ?? 0) + 1;
    expect(store.readBranchPage(leaf, { limit: 50, beforeSeq }).map((one) => one.id)).toEqual(middle);
  });

  it('finds any ancestor in a few dozen steps', () => {
    const onBranch = new Set(branch);
    const leaf = `e${LENGTH - 1}`;
    const db = around(folder);
    for (let index = 0; index < LENGTH; index += 997) {
      expect([index, store.isOnBranch(id(`e${index}`), id(leaf))]).toEqual([index, onBranch.has(index)]);
      expect(seekLength(db, leaf, index + 1)).toBeLessThan(3 * Math.log2(LENGTH));
    }
  });

  it('finds siblings and the newest leaf', () => {
    expect(store.newestLeafBelow(id('e0'))).toBe(`e${LENGTH - 1}`);
    expect(store.readBranchInfo(id('e50001')).siblingIds).toContain('e50001');
  });
});

/** The rows a seek from `leaf` to seq `bound` goes through, counted with the stored jumps. */
function seekLength(db: ReturnType<typeof around>, leaf: string, bound: number): number {
  const row = db.prepare<[number], { seq: number; parent: number | null; jump: number | null }>(
    'SELECT seq, parent, jump FROM entries WHERE key = ?',
  );
  let key = db.prepare<[string], number>('SELECT key FROM entries WHERE id = ?').pluck().get(leaf) ?? null;
  let steps = 0;
  for (let at = key === null ? undefined : row.get(key); at !== undefined && at.seq > bound; steps++) {
    const jump = at.jump === null ? undefined : row.get(at.jump);
    key = jump !== undefined && jump.seq >= bound ? at.jump : at.parent;
    at = key === null ? undefined : row.get(key);
  }
  return steps;
}
