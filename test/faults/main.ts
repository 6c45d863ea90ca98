// npm run faults -- --rounds N [--seed S] [--only ROUND] [--json]
import { parseArgs } from 'node:util';
import { buildVictim } from './build-victim.ts';
import { type FaultsReport, runRounds } from './run-rounds.ts';

const USAGE = 'usage: npm run faults -- --rounds N [--seed S] [--only ROUND] [--json]';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [rounds, seed, only] = [values.rounds, values.seed, values.only ?? '0'].map(Number);
if (rounds === undefined || seed === undefined || only === undefined || [rounds, seed, only].some(Number.isNaN)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const built = await buildVictim();
  const report = await runRounds({ rounds, seed, built, say, ...(values.only === undefined ? {} : { only }) });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
}

function describe(report: FaultsReport): string {
  const { failures, compared, fullDiskRounds, ...figures } = report;
  const rows: (readonly [string, string | number])[] = [
    ...Object.entries(figures),
    ['full disk', fullDiskRounds === null ? 'skipped: no small disk may be mounted here' : `${fullDiskRounds} rounds`],
    ...Object.entries(compared).map(([name, count]) => [`${name} compared`, count] as const),
  ];
  const table = rows.map(([name, value]) => `${name.padEnd(24)}${value}`).join('\n');
  const list = failures.map(({ round, kind, what, repeat }) => `round ${round}  ${kind}  ${what}\n  ${repeat}`);
  return `${[table, ...list].join('\n')}\n`;
}
