import { describe, expect, it } from 'vitest';
import {
  freesEnough,
  decidePreparation,
  isStillValid,
  type PreparationInput,
} from '../../../electron/core/compaction/prepared.ts';
import { isNearThreshold, thresholdTokensOf } from '../../../electron/core/compaction/trigger.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../../electron/core/compaction/settings.ts';
import { asEntryId } from '../../../electron/core/ids.ts';

/** Window 1,000, reserve 200: the trigger is 800, and 640 is not near it. */
const effective = resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, reserveTokens: 200 }, 1000);
const decide = (change: Partial<PreparationInput> = {}) =>
  decidePreparation({
    usedTokens: 641,
    fixedTokens: 10,
    effective,
    isPaused: false,
    failedAtTokens: null,
    machine: { onBattery: null, busyShare: null },
    ...change,
  });

describe('the next compaction is prepared', () => {
  it.each<[string, Partial<PreparationInput>, string]>([
    ['past 80 % of the trigger', {}, 'prepare'],
    ['not at 80 % exactly', { usedTokens: 640 }, 'not_near'],
    ['not when switched off', { effective: { ...effective, whenIdle: false } }, 'off'],
    ['not when nothing is compacted by itself', { effective: { ...effective, enabled: false } }, 'off'],
    ['not while the window is unknown', { effective: { ...effective, windowTokens: null } }, 'window_unknown'],
    ['not while compaction has paused', { isPaused: true }, 'cannot_help'],
    ['not when the fixed part alone is too large', { fixedTokens: 801 }, 'cannot_help'],
    ['not again right after it failed', { failedAtTokens: 600 }, 'failed_before'],
    ['again once the conversation has grown', { failedAtTokens: 561 }, 'prepare'],
    ['not on battery', { machine: { onBattery: true, busyShare: null } }, 'on_battery'],
    ['not while others need the processors', { machine: { onBattery: false, busyShare: 0.51 } }, 'machine_busy'],
    ['on mains with half of them free', { machine: { onBattery: false, busyShare: 0.5 } }, 'prepare'],
  ])('%s', (_, change, expected) => {
    const decision = decide(change);
    expect(decision.kind === 'none' ? decision.why : decision.kind).toBe(expected);
  });
});

describe('one that lies ready', () => {
  const same = { compactionId: null, pinsKey: '[]', settingsKey: 's', systemPrompt: '', modelId: null };
  const made = { ...same, coveredToId: asEntryId('e4'), coveredHash: 'h4' };
  const now = { ...same, hashOnBranch: 'h4', isOnSameBranch: true };
  it('holds while all it was made from is the same', () => {
    expect(isStillValid(made, now)).toBe(true);
  });
  it.each([
    ['branch', { isOnSameBranch: false }],
    ['covered range', { hashOnBranch: null }],
    ['covered text', { hashOnBranch: 'h5' }],
    ['compaction in force', { compactionId: asEntryId('c1') }],
    ['pins', { pinsKey: '[1]' }],
    ['settings', { settingsKey: 't' }],
    ['system prompt', { systemPrompt: 'x' }],
  ])('does not hold with another %s', (_, change) => {
    expect(isStillValid(made, { ...now, ...change })).toBe(false);
  });
});

it.for([
  [560, false],
  [561, true],
] as const)('a request of %i of a trigger of 700 is near it: %s', ([tokens, near]) => {
  expect(isNearThreshold(tokens, thresholdTokensOf({ windowTokens: 1000, reserveInForceTokens: 300 }))).toBe(near);
});

it.for([
  [1000, 900, true],
  [1000, 901, false],
] as const)('from %i to %i tokens is enough for a compaction nobody asked for: %s', ([before, after, enough]) => {
  expect(freesEnough(before, after)).toBe(enough);
});
