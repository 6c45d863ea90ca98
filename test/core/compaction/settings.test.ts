import { describe, expect, test } from 'vitest';
import {
  type CompactionSettings,
  DEFAULT_COMPACTION_SETTINGS,
  parseBytes,
  resolveCompactionSettings,
} from '../../../electron/core/compaction/settings.ts';

const resolve = (change: Partial<CompactionSettings>, windowTokens: number | null) =>
  resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, ...change }, windowTokens);

describe('the reserve in force', () => {
  test.each([
    ['is a quarter of the window', undefined, 8192, 2048],
    ['is at least 512', undefined, 1800, 512],
    ['is at most 16,384', undefined, 131_072, 16_384],
    ['leaves half of a small window', undefined, 1000, 500],
    ['is what the person set', 200, 1000, 200],
    ['may be set to nothing', 0, 1000, 0],
    ['is clamped to half the window when more was set', 16_384, 8192, 4096],
    ['leaves half of an odd window', 900, 1001, 500],
    ['is unknown with the window', 200, null, null],
    ['is unknown for a window of 0', 200, 0, null],
  ])('%s', (_rule, reserveTokens, windowTokens, expected) => {
    const change = reserveTokens === undefined ? {} : { reserveTokens };
    expect(resolve(change, windowTokens).reserveInForceTokens).toBe(expected);
  });
});

describe('the tail an automatic compaction keeps', () => {
  test.each([
    ['is a quarter of the window', undefined, 8192, 2048, false],
    ['is at most 20,000', undefined, 131_072, 20_000, false],
    ['is what the person set', 150, 8192, 150, true],
    ['may be set to nothing', 0, 8192, 0, true],
    ['has a fixed size while the window is unknown', undefined, null, 1024, false],
  ])('%s', (_rule, keepRecentTokens, windowTokens, tokens, isSet) => {
    const effective = resolve(keepRecentTokens === undefined ? {} : { keepRecentTokens }, windowTokens);
    expect([effective.keepRecentInForceTokens, effective.keepRecentIsSet]).toEqual([tokens, isSet]);
  });
});

describe("the summary's budget", () => {
  test.each([
    ['is 15 % of the window, a quarter for constraints and requests', undefined, 8192, 1228, 2048],
    ['is at least 384', undefined, 1000, 384, 250],
    ['is at most 4,096', undefined, 131_072, 4096, 32_768],
    ['is what the person set', 90, 1000, 90, 250],
  ])('%s', (_rule, summaryTokens, windowTokens, tokens, ledgerTokens) => {
    const effective = resolve(summaryTokens === undefined ? {} : { summaryTokens }, windowTokens);
    expect([effective.summaryInForceTokens, effective.ledgerLimitTokens]).toEqual([tokens, ledgerTokens]);
  });
});

test('what the person set stays readable beside what is in force', () => {
  expect(resolve({ reserveTokens: 16_384 }, 8192)).toMatchObject({ reserveTokens: 16_384, windowTokens: 8192 });
});

describe('a size in bytes', () => {
  test.each([
    [4096, 4096],
    ['20mb', 20_971_520],
    ['1.5 MB', 1_572_864],
    ['512kb', 524_288],
    ['1gb', 1_073_741_824],
    ['7b', 7],
    ['', null],
    ['0mb', null],
    ['20', null],
    ['-1mb', null],
    ['20mbit', null],
    [0, null],
    [Number.NaN, null],
  ])('%j is %j', (value, bytes) => {
    expect(parseBytes(value)).toBe(bytes);
  });

  test('that is not set or not readable is no limit', () => {
    expect(resolve({}, 1000).maxActiveTranscriptInForceBytes).toBe(null);
    expect(resolve({ maxActiveTranscriptBytes: 'a lot' }, 1000).maxActiveTranscriptInForceBytes).toBe(null);
    expect(resolve({ maxActiveTranscriptBytes: '20mb' }, 1000).maxActiveTranscriptInForceBytes).toBe(20_971_520);
  });
});
