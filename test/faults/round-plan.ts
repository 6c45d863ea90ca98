// What happens in one round: decided by the seed and the round's number alone.
import { createRandom } from './random.ts';

export type FaultKind = 'disk_full' | 'busy' | 'io' | 'crash_before' | 'crash_after' | 'half';

/** The `nth` call at the place, counted from the start of the process, goes wrong (`times` calls in a row). */
export interface Fault {
  readonly place: 'sql' | 'file' | 'store';
  readonly nth: number;
  readonly kind: FaultKind;
  readonly times: number;
}

export interface RoundPlan {
  readonly round: number;
  /** For the victim's own choices. */
  readonly seed: number;
  readonly steps: number;
  /** The process is killed after so many lines of its journal and then so many ms; null: when it has done all its steps. */
  readonly kill: { readonly afterLines: number; readonly ms: number } | null;
  readonly fault: Fault | null;
  /** Ends as a window that is closed does, where nothing killed it before. */
  readonly closes: boolean;
}

/** Rounds that share a data folder: what one leaves behind the next one opens. */
export const ROUNDS_A_FOLDER = 10;

export interface FolderPlan {
  /** Rounds by number. */
  readonly rounds: readonly number[];
  /** A database of this schema version is there before the first round; null: nothing. */
  readonly oldVersion: number | null;
  /** On a disk of its own that is really full soon, where one can be mounted. */
  readonly smallDisk: boolean;
}

export function planFolders(seed: number, rounds: number, schemaVersion: number): readonly FolderPlan[] {
  const count = Math.ceil(rounds / ROUNDS_A_FOLDER);
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, index, 1);
    const first = index * ROUNDS_A_FOLDER;
    const length = Math.min(ROUNDS_A_FOLDER, rounds - first);
    return {
      rounds: Array.from({ length }, (_round, offset) => first + offset),
      oldVersion: random.next() < 0.25 ? random.between(1, schemaVersion - 1) : null,
      smallDisk: random.next() < 0.12,
    };
  });
}

const KINDS: Readonly<Record<Fault['place'], readonly FaultKind[]>> = {
  sql: ['disk_full', 'busy', 'io', 'crash_before', 'crash_after', 'crash_after'],
  file: ['disk_full', 'io', 'crash_before', 'crash_after', 'half', 'half'],
  store: ['disk_full', 'busy', 'io', 'crash_before', 'crash_after'],
};
/** How many calls a round makes there, roughly. */
const CALLS: Readonly<Record<Fault['place'], number>> = { sql: 500, file: 90, store: 90 };

export function planRound(seed: number, round: number): RoundPlan {
  const random = createRandom(seed, round, 2);
  const steps = random.between(6, 14);
  const isKill = random.next() < 0.5;
  const place = random.pick(['sql', 'sql', 'file', 'store'] as const);
  const fault: Fault = {
    place,
    nth: random.between(1, random.next() < 0.5 ? 60 : CALLS[place]),
    kind: random.pick(KINDS[place]),
    times: random.next() < 0.3 ? random.between(2, 6) : 1,
  };
  const kill = { afterLines: random.between(0, 90), ms: random.next() < 0.6 ? 0 : random.between(1, 25) };
  return {
    round,
    seed: random.between(1, 2 ** 30),
    steps,
    kill: isKill ? kill : null,
    fault: isKill && random.next() < 0.7 ? null : fault,
    closes: random.next() < 0.4,
  };
}
