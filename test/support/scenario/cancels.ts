// Cancels on order: one waits for its phase (the nth time it is reached) and lapses when the operation it could have met has ended.

import type { ScenarioPhase } from './schema.ts';

interface Armed {
  readonly at: ScenarioPhase;
  nth: number;
  /** The action in one of whose phases the cancel was ordered: it lapses with that action and all that was started in it. */
  readonly base: number | null;
  readonly armedAt: number;
}

export interface Cancels {
  arm(cancel: { readonly at: ScenarioPhase; readonly nth: number; readonly base: number | null }): void;
  /** A moment: what is armed later has a later one. */
  now(): number;
  reach(phase: ScenarioPhase): void;
  /** An operation that was given at this moment has ended: what was armed before can meet no next operation any more. */
  lapse(givenAt: number): void;
  lapseWith(base: number): void;
}

export function createCancels(cancel: (phase: ScenarioPhase) => void): Cancels {
  let armed: readonly Armed[] = [];
  let moment = 0;
  return {
    arm({ at, nth, base }) {
      moment += 1;
      armed = [...armed, { at, nth, base, armedAt: moment }];
    },
    now: () => moment,
    reach(phase) {
      const met = armed.find(({ at }) => at === phase);
      if (!met) return;
      met.nth -= 1;
      if (met.nth > 0) return;
      armed = armed.filter((other) => other !== met);
      cancel(phase);
    },
    lapse(givenAt) {
      armed = armed.filter(({ base, armedAt }) => base !== null || armedAt > givenAt);
    },
    lapseWith(base) {
      armed = armed.filter((other) => other.base !== base);
    },
  };
}
