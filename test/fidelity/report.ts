// All cases together: totals by system and category, as one value for a machine and as tables for a person.
import { addTallies, type Tally } from './judge.ts';
import type { CaseReport } from './run-case.ts';

export interface FidelityReport {
  readonly model: string | null;
  /** null where each case brought its own. */
  readonly window: number | null;
  readonly baselines: { readonly truncation: string; readonly prose: string };
  readonly systems: { readonly holdfast: Tally; readonly truncation: Tally; readonly prose: Tally };
  readonly cases: readonly CaseReport[];
}

export function makeReport(given: {
  readonly model: string | null;
  readonly window: number | null;
  readonly cases: readonly CaseReport[];
}): FidelityReport {
  const { model, window, cases } = given;
  return {
    model,
    window,
    baselines: {
      truncation: 'the newest messages that fit the window beside the reserve for a reply',
      prose:
        model === null
          ? 'a stand-in without a model: the lead sentence of each message, the oldest dropped at the budget of the state; the same kept tail'
          : "the model's own free summary, rewritten at each compaction within the budget of the state; the same kept tail",
    },
    systems: {
      holdfast: addTallies(cases.map(({ holdfast }) => holdfast)),
      truncation: addTallies(cases.map(({ truncation }) => truncation)),
      prose: addTallies(cases.map(({ prose }) => prose)),
    },
    cases,
  };
}

export function renderReport({ model, window, baselines, systems, cases }: FidelityReport): string {
  const names = Object.keys(systems.holdfast);
  return [
    `Model: ${model ?? 'none (ledger and quotes)'} · window: ${window ?? 'as each case says'} · ${cases.length} conversations`,
    '',
    '| category | Holdfast | truncation | prose |',
    '| --- | ---: | ---: | ---: |',
    ...names.map(
      (name) =>
        `| ${name} | ${share(systems.holdfast[name])} | ${share(systems.truncation[name])} | ${share(systems.prose[name])} |`,
    ),
    '',
    `Truncation: ${baselines.truncation}. Prose: ${baselines.prose}.`,
    '',
    '| conversation | satisfied | tokens of the state after each compaction | misses |',
    '| --- | ---: | --- | --- |',
    ...cases.map(renderCase),
  ].join('\n');
}

function renderCase({ name, holdfast, compactions, misses }: CaseReport): string {
  const all = Object.values(holdfast);
  const satisfied = all.reduce((sum, [count]) => sum + count, 0);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  const sizes = compactions.map(({ outcome, stateTokens }) =>
    outcome === 'ok' ? `${stateTokens}` : `(${stateTokens})`,
  );
  const missed = misses.map(({ category, from }) => `${category} ${from ?? ''}`.trim());
  return `| ${name} | ${satisfied}/${total} | ${sizes.join(' ')} | ${missed.join(', ')} |`;
}

const share = (count: readonly [number, number] | undefined): string =>
  count === undefined ? '–' : `${count[0]}/${count[1]} (${Math.round((100 * count[0]) / Math.max(1, count[1]))} %)`;
