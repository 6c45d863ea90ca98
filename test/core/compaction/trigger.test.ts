import { describe, expect, test } from 'vitest';
import {
  type CompactionSettings,
  DEFAULT_COMPACTION_SETTINGS,
  resolveCompactionSettings,
} from '../../../electron/core/compaction/settings.ts';
import { decideCompaction, type DecisionInput } from '../../../electron/core/compaction/trigger.ts';

interface Given extends Partial<Omit<DecisionInput, 'effective'>> {
  readonly windowTokens?: number | null;
  readonly settings?: Partial<CompactionSettings>;
}

const decide = ({ windowTokens = 1000, settings = { reserveTokens: 200 }, ...given }: Given) =>
  decideCompaction({
    usedTokens: 0,
    fixedTokens: 0,
    activeBytes: 0,
    pausedAt: null,
    settingsKey: 'key',
    effective: resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, ...settings }, windowTokens),
    ...given,
  });
const outcome = (given: Given): string => {
  const { kind, reason, why } = decide(given);
  return [kind, reason, why].filter((part) => part !== undefined).join(' ');
};

test('a decision carries the numbers that led to it', () => {
  expect(decide({ usedTokens: 801 })).toEqual({
    kind: 'compact',
    reason: 'threshold',
    usedTokens: 801,
    thresholdTokens: 800,
    windowTokens: 1000,
    reserveTokens: 200,
  });
  expect(decide({ usedTokens: 800 })).toEqual({
    kind: 'none',
    usedTokens: 800,
    thresholdTokens: 800,
    windowTokens: 1000,
    reserveTokens: 200,
  });
});

describe('reserve bigger than the window, and the exact boundary', () => {
  test.each([
    ['800 of 1000 with a reserve of 200 does not compact', { usedTokens: 800 }, 'none'],
    ['801 does', { usedTokens: 801 }, 'compact threshold'],
    [
      'a reserve of twice the window is clamped to half: 120 tokens do not compact',
      { usedTokens: 120, windowTokens: 8192, settings: { reserveTokens: 16_384 } },
      'none',
    ],
    ['nor do 4096', { usedTokens: 4096, windowTokens: 8192, settings: { reserveTokens: 16_384 } }, 'none'],
    ['4097 do', { usedTokens: 4097, windowTokens: 8192, settings: { reserveTokens: 16_384 } }, 'compact threshold'],
    ['an unknown window is never guessed', { usedTokens: 400_000, windowTokens: null }, 'none'],
    ['a window of 0 is an unknown one', { usedTokens: 400_000, windowTokens: 0 }, 'none'],
    [
      'a reserve of nothing compacts only past the window',
      { usedTokens: 1000, settings: { reserveTokens: 0 } },
      'none',
    ],
  ] satisfies readonly (readonly [string, Given, string])[])('%s', (_rule, given, expected) => {
    expect(outcome(given)).toBe(expected);
  });
});

describe('system prompt and tool descriptions left out of the count', () => {
  test('a small history compacts when the fixed part takes the request over', () => {
    expect(outcome({ usedTokens: 300 + 250 + 300, fixedTokens: 550 })).toBe('compact threshold');
  });
  test('a fixed part over the threshold on its own is named as the cause, and nothing is compacted', () => {
    expect(outcome({ usedTokens: 950, fixedTokens: 900 })).toBe('none fixed_part_too_large');
  });
  test('a fixed part that just reaches the threshold still leaves something to compact', () => {
    expect(outcome({ usedTokens: 950, fixedTokens: 800 })).toBe('compact threshold');
  });
});

describe('bytes of the active transcript', () => {
  const settings = { reserveTokens: 200, maxActiveTranscriptBytes: '1kb' };
  test.each([
    ['below the limit nothing happens', { activeBytes: 1023, settings }, 'none'],
    ['at the limit it compacts', { activeBytes: 1024, settings }, 'compact transcript_bytes'],
    [
      'also while the window is unknown',
      { activeBytes: 1024, settings, windowTokens: null },
      'compact transcript_bytes',
    ],
    [
      'over the threshold too, the threshold is the reason',
      { activeBytes: 1024, usedTokens: 801, settings },
      'compact threshold',
    ],
    [
      'a fixed part too large for the threshold does not stop it',
      { activeBytes: 1024, usedTokens: 950, fixedTokens: 900, settings },
      'compact transcript_bytes',
    ],
    ['without a limit no number of bytes compacts', { activeBytes: 1e12 }, 'none'],
  ] satisfies readonly (readonly [string, Given, string])[])('%s', (_rule, given, expected) => {
    expect(outcome(given)).toBe(expected);
  });
});

test('switched off, both are off and say so', () => {
  const settings = { reserveTokens: 200, enabled: false, maxActiveTranscriptBytes: '1kb' };
  expect(outcome({ usedTokens: 801, settings })).toBe('none disabled');
  expect(outcome({ activeBytes: 2048, settings })).toBe('none disabled');
  expect(outcome({ usedTokens: 800, settings })).toBe('none');
});

describe('nothing left to shrink, but it keeps compacting', () => {
  const pausedAt = { usedTokens: 870, settingsKey: 'key' };
  test.each([
    [
      'after a try without progress the same size is not tried again',
      { usedTokens: 870, pausedAt },
      'none no_progress',
    ],
    ['nor is a smaller one', { usedTokens: 860, pausedAt }, 'none no_progress'],
    ['a grown one is', { usedTokens: 871, pausedAt }, 'compact threshold'],
    [
      'the same one is after a setting changed',
      { usedTokens: 870, pausedAt, settingsKey: 'other' },
      'compact threshold',
    ],
    ['below the threshold there is nothing to say', { usedTokens: 800, pausedAt }, 'none'],
  ] satisfies readonly (readonly [string, Given, string])[])('%s', (_rule, given, expected) => {
    expect(outcome(given)).toBe(expected);
  });
});

describe('a compaction that failed is not tried again at each tool step', () => {
  test.each([
    ['the same size is left alone for this turn', { usedTokens: 810, failedAtTokens: 810 }, 'none failed_in_turn'],
    ['so is one grown by the reserve', { usedTokens: 950, failedAtTokens: 750 }, 'none failed_in_turn'],
    ['one grown by more is tried', { usedTokens: 951, failedAtTokens: 750 }, 'compact threshold'],
    ['so is one that fitted then and fits no more', { usedTokens: 1000, failedAtTokens: 900 }, 'compact threshold'],
    ['not one that did not fit then either', { usedTokens: 1020, failedAtTokens: 1000 }, 'none failed_in_turn'],
    ['in another turn it is tried', { usedTokens: 810, failedAtTokens: null }, 'compact threshold'],
  ] satisfies readonly (readonly [string, Given, string])[])('%s', (_rule, given, expected) => {
    expect(outcome(given)).toBe(expected);
  });
});

test('one big message jumps from fine to over: the check sees the message about to be sent', () => {
  expect(outcome({ usedTokens: 700 })).toBe('none');
  expect(outcome({ usedTokens: 700 + 250 })).toBe('compact threshold');
});

test('an old usage number fires no second compaction: only the size of the next request counts', () => {
  expect(outcome({ usedTokens: 240 + 20 + 30 })).toBe('none');
});
