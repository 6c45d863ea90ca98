// Remembers which models passed the self-test, so that a model is examined once and not at every start. A lost or damaged file
// costs one more self-test, never more.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FitnessCache, Log, ModelFitness } from '../app/ports.ts';

export function createFitnessCache(file: string, log: Log): FitnessCache {
  const known = new Map<string, ModelFitness>(readKnown(file));
  return {
    read: (key) => known.get(key) ?? null,
    write(key, fitness) {
      known.set(key, fitness);
      try {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
        renameSync(`${file}.new`, file);
      } catch (error) {
        log('warn', 'fitness.not_saved', { reason: error instanceof Error ? error.name : 'unknown' });
      }
    },
  };
}

function readKnown(file: string): readonly (readonly [string, ModelFitness])[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof stored === 'object' && stored !== null
      ? Object.entries(stored).flatMap(([key, value]) => (isFitness(value) ? [[key, value] as const] : []))
      : [];
  } catch {
    return [];
  }
}

const isFitness = (value: unknown): value is ModelFitness =>
  typeof value === 'object' &&
  value !== null &&
  'write' in value &&
  typeof value.write === 'boolean' &&
  'select' in value &&
  typeof value.select === 'boolean';
