// Rounds over folders: run, kill, open, compare, again. Two folders at a time.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SCHEMA_VERSION } from '../../native/sqlite/migrate.ts';
import { checkFolder, type Loss } from './check-folder.ts';
import { createJournal, type Journal, readLines } from './journal.ts';
import { makeOldDatabase, usedBytes } from './old-database.ts';
import { type FolderPlan, planFolders, planRound, type RoundPlan } from './round-plan.ts';
import { runVictim } from './run-victim.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export interface Failure extends Loss {
  readonly round: number;
  /** The command that does it again. */
  readonly repeat: string;
}

export interface FaultsReport {
  readonly rounds: number;
  /** Processes that ended by SIGKILL, their own (injected crashes) included. */
  kills: number;
  /** Rounds in which a call was made to fail or to be the last. */
  injected: number;
  lostWords: number;
  halfCompactions: number;
  brokenChains: number;
  unreadable: number;
  /** Commands that ended in a bug instead of an answer. */
  bugs: number;
  readonly seed: number;
  /** Rounds on a disk that was really full; null where none could be mounted. */
  fullDiskRounds: number | null;
  /** Rounds that opened a database of an older version. */
  migrations: number;
  /** What was compared after the rounds, added up. */
  readonly compared: { words: number; entries: number; compactions: number };
  readonly failures: Failure[];
}

export interface RoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** The folder of the built victim. */
  readonly built: string;
  /** Only the folder in which this round lies, up to it. */
  readonly only?: number;
  readonly say: (line: string) => void;
}

const LANES = 2;
const SMALL_DISK_BYTES = 1_600_000;
const ROOMY_DISK_BYTES = 200_000_000;

export async function runRounds(options: RoundsOptions): Promise<FaultsReport> {
  const { seed, only } = options;
  const report = emptyReport(options);
  const last = only === undefined ? options.rounds : only + 1;
  const folders = planFolders(seed, last, SCHEMA_VERSION).filter(
    ({ rounds }) => only === undefined || rounds.includes(only),
  );
  const waiting = [...folders];
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      await runFolder(plan, options, report);
      options.say(`${(plan.rounds.at(-1) ?? 0) + 1} rounds, ${report.kills} kills, ${report.failures.length} failures`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  report.failures.sort((one, other) => one.round - other.round);
  return report;
}

const emptyReport = ({ rounds, seed }: RoundsOptions): FaultsReport => ({
  rounds,
  kills: 0,
  injected: 0,
  lostWords: 0,
  halfCompactions: 0,
  brokenChains: 0,
  unreadable: 0,
  bugs: 0,
  seed,
  fullDiskRounds: 0,
  migrations: 0,
  compared: { words: 0, entries: 0, compactions: 0 },
  failures: [],
});

async function runFolder(plan: FolderPlan, options: RoundsOptions, report: FaultsReport): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), 'holdfast-faults-'));
  const folder = path.join(place, 'data');
  mkdirSync(folder, { mode: 0o700 });
  const disk = plan.smallDisk ? mountSmallDisk(folder, SMALL_DISK_BYTES) : null;
  if (plan.smallDisk && disk === null) report.fullDiskRounds = null;
  const journal = createJournal();
  try {
    if (plan.oldVersion !== null && disk === null) {
      makeOldDatabase(folder, plan.oldVersion, journal);
      report.migrations += 1;
    }
    for (const round of plan.rounds) await runRound({ round, folder, disk, journal }, options, report);
    const { words, entries, compactions } = journal;
    report.compared.words += words.size;
    report.compared.entries += entries.size;
    report.compared.compactions += compactions.size;
  } finally {
    disk?.unmount();
    rmSync(place, { recursive: true, force: true });
  }
}

interface Round {
  readonly round: number;
  readonly folder: string;
  readonly disk: SmallDisk | null;
  readonly journal: Journal;
}

async function runRound(
  { round, folder, disk, journal }: Round,
  options: RoundsOptions,
  report: FaultsReport,
): Promise<void> {
  const plan = planRound(options.seed, round);
  // On a small disk the rounds go on until it is full.
  const given = disk === null ? plan : { ...plan, steps: plan.steps * 4, fault: null };
  const ended = await runVictim(path.join(options.built, 'victim.js'), folder, given);
  if (disk !== null) {
    if (
      ended.lines.some((line) => line.type === 'refused' && line.code === 'disk_full') &&
      report.fullDiskRounds !== null
    )
      report.fullDiskRounds += 1;
    disk.resize(ROOMY_DISK_BYTES);
  }
  readLines(journal, ended.lines);
  if (ended.killed) report.kills += 1;
  if (ended.lines.some(({ type }) => type === 'injected')) report.injected += 1;
  const losses: Loss[] = [...(await checkFolder(folder, journal, couldWrite(given, disk)))];
  if (ended.stderr !== '') losses.push({ kind: 'bugs', what: ended.stderr.slice(0, 500) });
  for (const loss of losses) {
    report[loss.kind] += 1;
    const repeat = `npm run faults -- --seed ${options.seed} --only ${round}`;
    report.failures.push({ round, ...loss, repeat });
    options.say(`round ${round}: ${loss.kind}: ${loss.what} (${JSON.stringify(given)})`);
  }
  disk?.resize(Math.max(SMALL_DISK_BYTES, usedBytes(folder) + 300_000));
}

const couldWrite = ({ fault }: RoundPlan, disk: SmallDisk | null): boolean =>
  disk === null && (fault === null || fault.kind.startsWith('crash') || fault.kind === 'half');
