// The model files that tests use: fetched once by scripts/fetch-model.mjs, kept in the cache folder.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { WHEEL_MODELS } from '../../native/models/model-wheel.mjs';

const folder = (): string =>
  process.env['HOLDFAST_TEST_MODELS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'holdfast', 'models');

/** The file's path, or null where it was not fetched. */
export function findTestModel(name: 'smollm2' | 'gemma' | 'qwen-1.5b'): string | null {
  const path = join(folder(), WHEEL_MODELS[name]?.file ?? name);
  return existsSync(path) ? path : null;
}

/** SmolLM2: the one that must be there. */
export function requireTestModel(): string {
  const path = findTestModel('smollm2');
  if (path !== null) return path;
  throw new Error(`The test model is missing. Fetch it with: node scripts/fetch-model.mjs smollm2 --to ${folder()}`);
}
