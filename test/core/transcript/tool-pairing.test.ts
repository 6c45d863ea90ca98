import { describe, expect, test } from 'vitest';
import { findLegalCuts, findToolGroups, isLegalCut } from '../../../electron/core/transcript/tool-pairing.ts';
import { transcript } from '../../support/transcript-dsl.ts';

/** Groups by id: `a2: t3 t4 ?k3` = a2 with its results t3, t4 and a call k3 that got none; `..t5` = held together up to t5. */
function describeGroups(line: string): readonly string[] {
  const { entries } = transcript(line);
  return findToolGroups(entries).map((group) => {
    const results = group.resultIndexes.map((index) => entries[index]?.id);
    const missing = group.missingCallIds.map((id) => `?${id}`);
    const end = group.resultIndexes.at(-1) ?? group.assistantIndex;
    const held = group.lastIndex > end ? [`..${entries[group.lastIndex]?.id}`] : [];
    return `${entries[group.assistantIndex]?.id}: ${[...results, ...missing, ...held].join(' ')}`;
  });
}

describe('calls and results are paired by occurrence', () => {
  test.each([
    ['one call, one result', 'u1 | a2{k1} | t3{k1}', ['a2: t3']],
    ['parallel calls, results in any order', 'a1{k1,k2} | t2{k2} | t3{k1}', ['a1: t2 t3']],
    ['a late result finds its call across other messages', 'a1{k1} | u2 | a3 ok | t4{k1}', ['a1: t4']],
    ['an id used again belongs to the newer call', 'a1{k1} | t2{k1} | a3{k1} | t4{k1}', ['a1: t2', 'a3: t4']],
    ['the same id twice in one message takes two results', 'a1{k1,k1} | t2{k1} | t3{k1}', ['a1: t2 t3']],
    ['a call that never got a result is missing one', 'u1 | a2{k1,k2} | t3{k2}', ['a2: t3 ?k1']],
    [
      'a stopped call does not shift the pairs of later calls with its id',
      'a1{k1} | u2 | a3{k1} | t4{k1}',
      ['a1: ?k1', 'a3: t4'],
    ],
    ['an overtaken call takes the result that is left', 'a1{k1} | a2{k1} | t3{k1} | t4{k1}', ['a1: t4', 'a2: t3']],
    ['a result without a call belongs nowhere', 't1{k9} | a2{k1} | t3{k1}', ['a2: t3']],
    ['a result before its call is none', 't1{k1} | a2{k1}', ['a2: ?k1']],
    [
      'a second result for an answered call pairs with nothing and is still held together with it',
      'a1{k1} | t2{k1} | u3 | t4{k1}',
      ['a1: t2 ..t4'],
    ],
  ])('%s', (_rule, line, groups) => {
    expect(describeGroups(line)).toEqual(groups);
  });
});

describe('a legal cut', () => {
  test.each([
    ['falls before user and assistant messages, never before a result', 'u1 | a2{k1} | t3{k1} | a4 ok', 'u1 a2 a4'],
    ['never falls between a call and its late result', 'a1{k1} | u2 | a3 ok | t4{k1} | u5', 'a1 u5'],
    ['never falls before a result without a call', 't1{k9} | u2', 'u2'],
    ['may fall after a call that has no result at all', 'u1 | a2{k1} | u3', 'u1 a2 u3'],
    ['never falls before an entry that is no message', 'u1 | l2 name | a3 ok | m4 model | u5', 'u1 a3 u5'],
    ['keeps crossing pairs together', 'a1{k1} | a2{k2} | t3{k1} | a4 hm | t5{k2} | u6', 'a1 u6'],
  ])('%s', (_rule, line, ids) => {
    const { entries } = transcript(line);
    const legal = findLegalCuts(entries, findToolGroups(entries));
    expect(
      entries
        .filter((_, index) => legal[index])
        .map((entry) => entry.id)
        .join(' '),
    ).toBe(ids);
  });

  test('is the same place for place as over all indexes', () => {
    const { entries } = transcript('a1{k1} | u2 | a3{k1,k2} | t4{k2} | t5{k1} | a6 ok | t7{k1} | u8 | a9{k3} | u10');
    const groups = findToolGroups(entries);
    const roles = entries.map((entry) => entry.payload.type === 'message' && entry.payload.role !== 'tool_result');
    expect(findLegalCuts(entries, groups)).toEqual(roles.map((role, index) => role && isLegalCut(groups, index)));
  });
});
