// core.*: how the pure part grows with the transcript. Planning reads the live window once; the view reads only what lies after the boundary.

import { type PlannedBoundary, planCompaction } from '../../../electron/core/compaction/plan.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../../electron/core/compaction/settings.ts';
import { buildContextView } from '../../../electron/core/context/context-view.ts';
import { buildLedger } from '../../../electron/core/safeguard/ledger.ts';
import { type CompactionEntry, type Entry, isMessage } from '../../../electron/core/transcript/entry.ts';
import { findAnswered, findUnanswered } from '../../../electron/core/transcript/turn.ts';
import { transcript } from '../../support/transcript-dsl.ts';
import { type BenchResult, benchResult, type RunSuite } from '../bench-result.ts';
import { elapsedMs, medianRatio } from '../ratio.ts';

const ROUNDS = 11;
const PLAN_ROUNDS = 3;
const ENTRY_TOKENS = 40;

export const runSuite: RunSuite = async ({ say }) => {
  say('core.planGrowth');
  const planGrowth = await measurePlanGrowth();
  say('core.viewGrowth');
  return [planGrowth, await measureViewGrowth()];
};

/** A whole plan: the boundary and the ledger of what is folded. The boundary alone (microseconds for each thousand entries) stands in `detail`. */
async function measurePlanGrowth(): Promise<BenchResult> {
  // Ten transcripts, so that both sides walk as much memory: one alone stays in the processor's cache, which says nothing about the plan.
  const small = Array.from({ length: 10 }, () => buildBranch(10_000));
  const large = buildBranch(100_000);
  const planTen = () => small.forEach(plan);
  planTen();
  const whole = await medianRatio(
    () => elapsedMs(() => plan(large)),
    async () => (await elapsedMs(planTen)) / 10,
    PLAN_ROUNDS,
  );
  const boundary = await medianRatio(
    () => elapsedMs(() => repeat(20, () => planBoundary(large))),
    async () => (await elapsedMs(() => repeat(20, () => small.forEach(planBoundary)))) / 10,
    ROUNDS,
  );
  const { value, samples } = whole;
  const detail = { ...whole.detail, boundaryRatio: boundary.value, boundaryOursMs: boundary.detail.oursMs / 20 };
  return benchResult({ name: 'core.planGrowth', unit: 'ratio', goal: '<= 12', value, samples, detail });
}

function plan(branch: readonly Entry[]): void {
  const { toSummarize, turnPrefix, kept } = planBoundary(branch);
  const ledger = buildLedger({
    messages: [...toSummarize, ...turnPrefix],
    keptMessages: kept.filter(isMessage),
    previous: null,
    unansweredIds: findUnanswered(branch).map(({ id }) => id),
    answeredIds: findAnswered(branch).map(({ id }) => id),
    pins: [],
  });
  if (ledger.identifiers.length === 0) throw new Error('the ledger found no file name');
}

function planBoundary(branch: readonly Entry[]): PlannedBoundary {
  const effective = resolveCompactionSettings(DEFAULT_COMPACTION_SETTINGS, 32_768);
  const planned = planCompaction({
    branch,
    compaction: null,
    reason: 'threshold',
    keep: 'settings',
    effective,
    tokensOf: () => ENTRY_TOKENS,
    lastSeq: branch.length,
  });
  if (!planned.ok) throw new Error(`nothing was planned: ${planned.error.code}`);
  return planned.value;
}

async function measureViewGrowth(): Promise<BenchResult> {
  const short = buildCompactedBranch(1_000);
  const long = buildCompactedBranch(100_000);
  const view = ({ branch, compaction }: CompactedBranch) => {
    if (buildContextView({ system: 'You help.', tools: '', branch, compaction }).segments.length < 100)
      throw new Error('the view lacks its kept part');
  };
  const times = (branch: CompactedBranch) => elapsedMs(() => repeat(500, () => view(branch)));
  await times(short);
  await times(long);
  const ratio = await medianRatio(
    () => times(long),
    () => times(short),
    ROUNDS,
  );
  return benchResult({ name: 'core.viewGrowth', unit: 'ratio', goal: '<= 1.5', ...ratio });
}

interface CompactedBranch {
  readonly branch: readonly Entry[];
  readonly compaction: CompactionEntry;
}

/** `count` entries that a compaction covers, the compaction, and 100 more that are kept. */
function buildCompactedBranch(count: number): CompactedBranch {
  const { entries, compaction } = transcript(
    `${lines(count)} | c${count}[60]>${idOf(count - 1)}~${idOf(count - 2)} | ${lines(100, count + 1)}`,
  );
  return { branch: entries, compaction: compaction(`c${count}`) };
}

const buildBranch = (count: number): readonly Entry[] => transcript(lines(count)).entries;

const idOf = (index: number): string => `${index % 2 === 0 ? 'u' : 'a'}${index}`;

/** Questions and answers in turn, as the transcript language writes them. */
const lines = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, offset) => {
    const index = from + offset;
    return `${idOf(index)}[${ENTRY_TOKENS}] Line ${index} of a long talk about file-${index}.txt`;
  }).join(' | ');

function repeat(times: number, work: () => void): void {
  for (let time = 0; time < times; time += 1) work();
}
