import { describe, expect, test } from 'vitest';
import { asEntryId, type EntryId } from '../../../electron/core/ids.ts';
import { branchOf, findCompactionInForce } from '../../../electron/core/transcript/branch.ts';
import { transcript, type Transcript } from '../../support/transcript-dsl.ts';

const onBranch = (chat: Transcript, leafId: string, reach = true) => {
  const path = chat.branch(leafId);
  const { inForce, undone } = findCompactionInForce(
    chat.entries.filter((entry) => entry.payload.type.startsWith('compaction')),
    (id) => path.some((entry) => entry.id === id),
    reach ? { seqOf: (id: EntryId) => chat.entry(id).seq } : {},
  );
  return [inForce?.id ?? null, undone.map((entry) => entry.id)];
};

describe('which compaction counts', () => {
  test('none before the first one', () => {
    expect(onBranch(transcript('u1 | a2 ok'), 'a2')).toEqual([null, []]);
  });

  test('the newest one on the branch', () => {
    const chat = transcript('u1 | a2 ok | u3 | a4 ok | c5>u3 | u6 | a7 ok | c8>u6 | u9');
    expect(onBranch(chat, 'u9')).toEqual(['c8', []]);
    expect(onBranch(chat, 'u9', false)).toEqual(['c8', []]);
  });

  test('a summary holds on every branch that contains its covered range, also one that left before the compaction', () => {
    const chat = transcript('u1 | a2 ok | u3 | a4 ok | c5>u3 | u6^a4 other | u7^a2 edited');
    expect(onBranch(chat, 'u6')).toEqual(['c5', []]);
    expect(onBranch(chat, 'u7')).toEqual(['c5', []]);
  });

  test('a summary holds on no branch that lacks a part of its covered range', () => {
    const chat = transcript('u1 | a2 ok | u3 | a4 ok | c5>u3 | a6^u1 regenerated | u7^a6');
    expect(onBranch(chat, 'u7')).toEqual([null, []]);
  });

  test('undoing puts the one before in force, undoing that one leaves none, redoing brings it back', () => {
    const chat = transcript('u1 | a2 ok | u3 | c4>u3 | a5 ok | u6 | c7>u6 | x8{c7} | x9{c4} | r10{c4} | r11{c7}');
    expect(onBranch(chat, 'c7')).toEqual(['c7', []]);
    expect(onBranch(chat, 'x8')).toEqual(['c4', ['c7']]);
    expect(onBranch(chat, 'x9')).toEqual([null, ['c4', 'c7']]);
    expect(onBranch(chat, 'r10')).toEqual(['c4', ['c7']]);
    expect(onBranch(chat, 'r11')).toEqual(['c7', []]);
  });

  test('an undo counts only on branches that contain the undo entry', () => {
    const chat = transcript('u1 | a2 ok | u3 | c4>u3 | x5{c4} | u6 | u7^c4 elsewhere');
    expect(onBranch(chat, 'u6')).toEqual([null, ['c4']]);
    expect(onBranch(chat, 'u7')).toEqual(['c4', []]);
  });

  test('a later compaction of a shorter common prefix, made on a sibling branch, does not unfold what this branch had folded', () => {
    const chat = transcript('u1 | a2 ok | u3 | a4 ok | u5 | c6>u5 | u7^a2 other | c8>u7');
    expect(onBranch(chat, 'c6')).toEqual(['c6', []]);
    expect(onBranch(chat, 'c8')).toEqual(['c8', []]);
    expect(onBranch(chat, 'c6', false)).toEqual(['c8', []]);
  });
});

describe('branchOf', () => {
  test('is the path from the root to the leaf, whatever the order of the bag', () => {
    const chat = transcript('u1 | a2 ok | u3 | u4^a2');
    expect(branchOf([...chat.entries].reverse(), asEntryId('u4')).map((entry) => entry.id)).toEqual(['u1', 'a2', 'u4']);
  });

  test('of no leaf or an unknown one is empty', () => {
    const { entries } = transcript('u1');
    expect(branchOf(entries, null)).toEqual([]);
    expect(branchOf(entries, asEntryId('u9'))).toEqual([]);
  });

  test('ends where a parent is missing or was passed already', () => {
    const { entries } = transcript('u1 | a2 ok | u3');
    const circle = entries.map((entry) => (entry.id === 'u1' ? { ...entry, parentId: asEntryId('u3') } : entry));
    expect(branchOf(circle, asEntryId('u3')).map((entry) => entry.id)).toEqual(['u1', 'a2', 'u3']);
    expect(branchOf(entries.slice(1), asEntryId('u3')).map((entry) => entry.id)).toEqual(['a2', 'u3']);
  });
});
