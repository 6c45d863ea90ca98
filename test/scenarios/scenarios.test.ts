// Every scenario in this folder, through the real app and a real database; `expect` is a subset of what comes out.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scenarioOutputSchema } from '../support/scenario/output-schema.ts';
import { runScenario } from '../support/scenario/run-scenario.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

/** Objects by key, arrays whole (scenario.md). */
function subset(actual: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted))
    return Array.isArray(actual) ? actual.map((item, index) => subset(item, wanted[index])) : actual;
  if (typeof wanted !== 'object' || wanted === null || typeof actual !== 'object' || actual === null) return actual;
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, subset((actual as Record<string, unknown>)[key], value)]),
  );
}

describe('scenarios', () => {
  test.for(files)('%s', async (file) => {
    const scenario = scenarioSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    expect(scenario.expect, `${file} expects nothing`).toBeDefined();
    const output = await runScenario(scenario);
    expect(scenarioOutputSchema.safeParse(JSON.parse(JSON.stringify(output))).error).toBeUndefined();
    expect(subset(output, scenario.expect)).toEqual(scenario.expect);
  });
});
