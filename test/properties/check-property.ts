// One property as one test: how often it is tried and from which seed comes from the environment (see scripts/properties.mjs), so that a
// failure can be repeated. Without it: 1,000 tries from a seed of its own, which is printed.
import fc from 'fast-check';
import { test } from 'vitest';

export const PROPERTY_RUNS = Number(process.env['HOLDFAST_PROPERTY_RUNS'] ?? 1000);
export const PROPERTY_SEED = Number(process.env['HOLDFAST_PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A long run is meant to be long; a hanging one ends all the same. */
const TIMEOUT_MS = 60_000 + PROPERTY_RUNS * 60;

process.stdout.write(`properties: ${PROPERTY_RUNS} runs, seed ${PROPERTY_SEED}\n`);

export function checkProperty<Values>(name: string, property: fc.IProperty<Values>): void {
  test(name, { timeout: TIMEOUT_MS }, () => {
    fc.assert(property, { numRuns: PROPERTY_RUNS, seed: PROPERTY_SEED });
  });
}
