import { describe, expect, test } from 'vitest';
import { findCutPoint } from '../../../electron/core/compaction/cut-point.ts';
import { transcript } from '../../support/transcript-dsl.ts';

/** `a4 in u3` = first kept a4, inside the turn that u3 opened; `-` = no cut. */
function cut(line: string, keepTokens: number): string {
  const { entries, tokensOf } = transcript(line);
  const point = findCutPoint(entries, { keepTokens, tokensOf });
  if (point === null) return '-';
  return point.turnStartEntryId === undefined
    ? point.firstKeptEntryId
    : `${point.firstKeptEntryId} in ${point.turnStartEntryId}`;
}

describe('the cut is where the walk back reaches the tail to keep', () => {
  const chat = 'u1[50] | a2[50] ok | u3[50] | a4[50] ok | u5[50]';
  test.each([
    ['one token takes the newest message', 1, 'u5'],
    ['exactly its size takes it alone', 50, 'u5'],
    ['one token more takes the next, which splits its turn', 51, 'a4 in u3'],
    ['a turn boundary splits nothing', 150, 'u3'],
    ['everything but the first message', 200, 'a2 in u1'],
    ['reaching the first message leaves nothing to fold', 201, '-'],
    ['so does a tail bigger than all there is', 1000, '-'],
  ])('%s', (_rule, keepTokens, expected) => {
    expect(cut(chat, keepTokens)).toBe(expected);
  });

  test('labels and markers neither count nor are cut points', () => {
    expect(cut('u1[50] | a2[50] ok | l3 name | u4[50] | m5 model', 60)).toBe('a2 in u1');
    expect(cut('u1[50] | a2[50] ok | l3 name | u4[50] | m5 model', 50)).toBe('u4');
  });

  test('a turn that no user message opened is not split', () => {
    expect(cut('a0[50] Hello | a1[50] Anyone | u2[50]', 60)).toBe('a1');
  });
});

describe('trailing tool results are bigger than the keep budget', () => {
  test('the cut is at the call, before them', () => {
    expect(cut('u1[100] | a2[100] ok | u3[100] | a4[20]{k1,k2} | t5[150]{k1} | t6[150]{k2}', 200)).toBe('a4 in u3');
  });
});

describe('fallback cut lands on a tool result', () => {
  const chat = 'a1[50]{k1} | t2[500]{k1} | a3[10] ok | u4[10]';
  test('for every budget the kept part starts at a user or assistant message whose calls are all answered, or there is no cut', () => {
    const cuts = Array.from({ length: 600 }, (_, index) => cut(chat, index + 1));
    expect(new Set(cuts.slice(0, 10))).toEqual(new Set(['u4']));
    expect(new Set(cuts.slice(10, 520))).toEqual(new Set(['a3']));
    expect(new Set(cuts.slice(520))).toEqual(new Set(['-']));
  });
});

describe('a call and its results stay on one side', () => {
  test.each([
    ['a late result holds what lies between', 'u1[9] | a2[9]{k1} | u3[9] | a4[9] hm | t5[9]{k1} | u6[9]', 30, 'u6'],
    [
      'with nothing legal after, the cut is at its call',
      'u1[9] | a2[9]{k1} | u3[9] | a4[9] hm | t5[9]{k1}',
      20,
      'a2 in u1',
    ],
    ['parallel calls with crossing results', 'u1[9] | a2[9]{k1} | a3[9]{k2} | t4[9]{k1} | t5[9]{k2}', 10, 'a2 in u1'],
    [
      'ids used again do not tie turns together',
      'u1[9] | a2[9]{k1} | t3[9]{k1} | u4[9] | a5[9]{k1} | t6[9]{k1}',
      10,
      'a5 in u4',
    ],
    [
      'a call that never got a result ties nothing',
      'u1[9] | a2[9]{k1} | u3[9] | a4[9]{k1} | t5[9]{k1}',
      10,
      'a4 in u3',
    ],
    ['one pair and nothing else cannot be cut', 'a1[9]{k1} | t2[900]{k1}', 10, '-'],
    ['a result without a call is no cut point either', 'u1[9] | a2[9] ok | t3[9]{k9} | u4[9]', 10, 'u4'],
    ['nor is one at the very start a reason to cut there', 't1[9]{k9} | t2[9]{k8}', 5, '-'],
  ])('%s', (_rule, chat, keepTokens, expected) => {
    expect(cut(chat, keepTokens)).toBe(expected);
  });
});

test('CJK text is cut by the same counter as the trigger: the kept tail is at most one message over the budget', () => {
  const sentence = '请在周五之前整理会议记录并发给小组。'.repeat(9).slice(0, 160);
  expect(cut(`u1 ${sentence} | a2 ${sentence} | u3 ${sentence} | a4 ${sentence}`, 100)).toBe('a4 in u3');
  expect(cut(`u1[40] ${sentence} | a2[40] ${sentence} | u3[40] ${sentence} | a4[40] ${sentence}`, 100)).toBe(
    'a2 in u1',
  );
});
