import { describe, expect, it } from 'vitest';
import { decideNextPass, type PassEnd, smallerTail } from '../../../electron/core/compaction/next-pass.ts';

const end = (part: Partial<PassEnd>): PassEnd => ({
  outcome: 'ok',
  errorCode: null,
  passes: 1,
  wasCompacted: false,
  isTailTooBig: false,
  ...part,
});

describe('after a pass of an automatic compaction', () => {
  it.each([
    ['one that went well may not be enough', {}, 'again'],
    ['a second one is the last', { passes: 2 }, 'pause'],
    ['one that freed too little kept too much', { outcome: 'failed', errorCode: 'compaction_no_progress' }, 'again'],
    ['twice too little is enough', { outcome: 'failed', errorCode: 'compaction_no_progress', passes: 2 }, 'pause'],
    ['all tail, and nothing was ever folded', { outcome: 'nothing_to_compact' }, 'pause'],
    ['all tail, and that is too big here', { outcome: 'nothing_to_compact', isTailTooBig: true }, 'again'],
    [
      'all tail twice, and that is too big here',
      { outcome: 'nothing_to_compact', isTailTooBig: true, passes: 2 },
      'pause',
    ],
    ['all tail behind a summary', { outcome: 'nothing_to_compact', wasCompacted: true }, 'again'],
    ['a refused summary', { outcome: 'failed', errorCode: 'summary_rejected' }, 'stop'],
    ['a cancelled one', { outcome: 'aborted', errorCode: 'aborted' }, 'stop'],
  ] as const)('%s', (_name, part, next) => {
    expect(decideNextPass(end(part))).toBe(next);
  });
});

describe('the smaller tail', () => {
  it('is half of the first one', () => {
    expect(smallerTail({ keepRecentTokens: 150, thresholdTokens: 800, fixedTokens: 0 })).toBe(75);
  });

  it('takes at most a third of what the fixed part leaves', () => {
    expect(smallerTail({ keepRecentTokens: 750, thresholdTokens: 800, fixedTokens: 200 })).toBe(200);
    expect(smallerTail({ keepRecentTokens: 750, thresholdTokens: 800, fixedTokens: 900 })).toBe(0);
    expect(smallerTail({ keepRecentTokens: 100, thresholdTokens: null, fixedTokens: 0 })).toBe(50);
  });
});
