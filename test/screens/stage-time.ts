// The time it is on the stage: always the same, so that pictures taken on different days can be compared.
import type { Clock } from '../../electron/app/ports.ts';

/** Monday, 2 March 2026, 14:30 in UTC, the time zone of the stage. */
export const STAGE_NOW = Date.UTC(2026, 2, 2, 14, 30);

export function createStageClock(): Clock {
  let now = STAGE_NOW;
  return {
    now() {
      now += 1;
      return now;
    },
    localDay: () => '2026-03-02',
  };
}
