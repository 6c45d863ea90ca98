// A clock that moves only when something happens, in the time zone the scenario starts in.

import type { Clock } from '../../../electron/app/ports.ts';

export interface ScenarioClock extends Clock {
  tick(): void;
}

/** `start` is ISO 8601 with an offset; the local day is counted in that offset. */
export function createScenarioClock({
  start,
  stepMs,
}: {
  readonly start: string;
  readonly stepMs: number;
}): ScenarioClock {
  let now = Date.parse(start);
  const zone = /([+-])(\d\d):?(\d\d)$/u.exec(start);
  const offsetMs = zone ? (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3])) * 60_000 : 0;
  return {
    now: () => now,
    localDay: () => new Date(now + offsetMs).toISOString().slice(0, 10),
    tick: () => {
      now += stepMs;
    },
  };
}
