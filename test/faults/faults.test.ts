// Fifty rounds of kills and faults with every run of the tests; `npm run faults` does as many as asked.
import { expect, test } from 'vitest';
import { buildVictim } from './build-victim.ts';
import { runRounds } from './run-rounds.ts';

test('fifty killed processes lose no word, no entry and no half compaction', { timeout: 180_000 }, async () => {
  const said: string[] = [];
  const report = await runRounds({ rounds: 50, seed: 7, built: await buildVictim(), say: (line) => said.push(line) });
  expect(report.failures).toEqual([]);
  expect(report).toMatchObject({ lostWords: 0, halfCompactions: 0, brokenChains: 0, unreadable: 0, bugs: 0 });
  // Rounds in which nothing happened would prove nothing.
  expect(report.kills).toBeGreaterThan(25);
  expect(report.injected).toBeGreaterThan(5);
  expect(report.compared.words).toBeGreaterThan(100);
  expect(report.compared.compactions).toBeGreaterThan(5);
  if (report.fullDiskRounds === null) process.stdout.write('a full disk: skipped, no small disk may be mounted here\n');
});
