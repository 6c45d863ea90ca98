import { describe, expect, test } from 'vitest';
import { findActiveWindow } from '../../../electron/core/context/active-window.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const show = (line: string, leaf: string, after: string): string => {
  const chat = transcript(line);
  const { carried, recent } = findActiveWindow(chat.branch(leaf), chat.compaction(after));
  return `${carried.map(({ id }) => id).join(' ')} + ${recent.map(({ id }) => id).join(' ')}`;
};

describe('a branch that leaves inside the turn which the cut had split', () => {
  const chat = 'u1 Hi | a2 Yes | u3 How many? | a4 Forty | c5>a4 STATE | a6^u3 Forty-one | u7 Thanks';

  test('still has the question while it is answered anew', () => {
    expect(show(chat, 'u3', 'c5')).toBe('u3 + ');
  });

  test('and once the other answer stands there', () => {
    expect(show(chat, 'u7', 'c5')).toBe('u3 + a6 u7');
  });

  test('the branch the summary was made on does without it', () => {
    expect(show(chat, 'c5', 'c5')).toBe(' + a4 c5');
  });
});

test('a branch that leaves between turns needs no question from before', () => {
  expect(show('u1 Hi | a2 Yes | u3 More | a4 Fine | c5>u3 STATE | u6^a2 Else', 'u6', 'c5')).toBe(' + u6');
});
