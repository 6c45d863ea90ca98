import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { caseSchema } from './case.ts';
import { hostWithoutModel } from './host-without-model.ts';
import { addTallies } from './judge.ts';
import { runCase } from './run-case.ts';

const WINDOW = 4096;

it('rules, requests and lifts outlive eight compactions, decoys do not become rules, and the state stays bounded', async () => {
  const reports = [];
  for (const name of ['en-kitchen', 'zh-kitchen', 'mixed-webhook']) {
    const given = caseSchema.parse(
      JSON.parse(readFileSync(path.join(import.meta.dirname, `cases/${name}.json`), 'utf8')),
    );
    reports.push(
      await runCase(given, {
        host: hostWithoutModel(WINDOW),
        isReal: false,
        fitness: new Map(),
        windowTokens: WINDOW,
        say: () => undefined,
        alone: true,
      }),
    );
  }
  const tally = addTallies(reports.map(({ holdfast }) => holdfast));
  const share = (category: string): number => (tally[category]?.[0] ?? 0) / (tally[category]?.[1] ?? 1);
  for (const category of ['decoy', 'invented', 'polarity', 'pending', 'lifted'])
    expect([category, share(category)]).toEqual([category, 1]);
  expect(share('constraint')).toBeGreaterThanOrEqual(0.9);
  for (const { stateTokens } of reports.flatMap(({ compactions }) => compactions))
    expect(stateTokens).toBeLessThanOrEqual(WINDOW / 4);
});
