// Whether the next compaction is made while nobody waits, and whether one that lies ready may still be applied. Decides from sizes,
// settings and what the machine says of itself; never from a clock, and never on a guess of what the person will do.

import type { EntryId, ModelId } from '../ids.ts';
import type { EffectiveCompactionSettings } from './settings.ts';
import { isNearThreshold, thresholdTokensOf } from './trigger.ts';

export interface PreparationInput {
  /** The next request whole, as for `decideCompaction`. */
  readonly usedTokens: number;
  readonly fixedTokens: number;
  readonly effective: EffectiveCompactionSettings;
  readonly isPaused: boolean;
  /** Size at which the last preparation failed; null when none did. */
  readonly failedAtTokens: number | null;
  /** null = the machine does not say. */
  readonly machine: { readonly onBattery: boolean | null; readonly busyShare: number | null };
}

export type PreparationDecision =
  | { readonly kind: 'prepare' }
  | {
      readonly kind: 'none';
      readonly why:
        | 'off'
        | 'window_unknown'
        | 'not_near'
        | 'cannot_help'
        | 'failed_before'
        | 'on_battery'
        | 'machine_busy';
    };

/** A failed preparation is tried again when the conversation has grown by this share of the trigger. */
const GROWN_SHARE = 0.1;
/** More than half the processors at work for others: the summary can wait for its turn. */
const BUSY_SHARE = 0.5;

/** `prepare` past 80 % of the trigger, where nothing stands against it; otherwise why not. */
export function decidePreparation(input: PreparationInput): PreparationDecision {
  const { usedTokens, fixedTokens, effective, failedAtTokens, machine } = input;
  if (!effective.enabled || !effective.whenIdle) return { kind: 'none', why: 'off' };
  const threshold = thresholdTokensOf(effective);
  if (threshold === null) return { kind: 'none', why: 'window_unknown' };
  if (!isNearThreshold(usedTokens, threshold)) return { kind: 'none', why: 'not_near' };
  if (input.isPaused || fixedTokens > threshold) return { kind: 'none', why: 'cannot_help' };
  if (failedAtTokens !== null && usedTokens < failedAtTokens + threshold * GROWN_SHARE)
    return { kind: 'none', why: 'failed_before' };
  if (machine.onBattery === true) return { kind: 'none', why: 'on_battery' };
  if (machine.busyShare !== null && machine.busyShare > BUSY_SHARE) return { kind: 'none', why: 'machine_busy' };
  return { kind: 'prepare' };
}

/** A compaction nobody asked for has to free a tenth (spec §3, §4). */
const MIN_FREED_SHARE = 0.1;

export const freesEnough = (tokensBefore: number, tokensAfter: number): boolean =>
  tokensBefore - tokensAfter >= tokensBefore * MIN_FREED_SHARE;

/** What a prepared compaction was made from; it holds as long as all of it is the same. */
export interface PreparedFacts {
  /** The compaction in force when it was made. */
  readonly compactionId: EntryId | null;
  readonly coveredToId: EntryId;
  /** Hash of the last covered entry: the chain makes it stand for all of them. */
  readonly coveredHash: string;
  readonly pinsKey: string;
  readonly settingsKey: string;
  readonly systemPrompt: string;
  readonly modelId: ModelId | null;
}

export interface PresentFacts extends Omit<PreparedFacts, 'coveredToId' | 'coveredHash'> {
  /** Hash of the entry that ended the covered range, if it lies on the active branch. */
  readonly hashOnBranch: string | null;
  /** The newest entry it was made for lies on the active branch. */
  readonly isOnSameBranch: boolean;
}

/** May it be applied to the branch as it is now? What was said since is kept behind it word for word. */
export function isStillValid(made: PreparedFacts, now: PresentFacts): boolean {
  return (
    now.isOnSameBranch &&
    now.hashOnBranch === made.coveredHash &&
    now.compactionId === made.compactionId &&
    now.pinsKey === made.pinsKey &&
    now.settingsKey === made.settingsKey &&
    now.systemPrompt === made.systemPrompt &&
    now.modelId === made.modelId
  );
}
