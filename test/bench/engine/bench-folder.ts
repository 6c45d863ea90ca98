// A data folder of its own for one measurement, with the settings it is taken under.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface BenchSettings {
  readonly whenIdle?: boolean;
  readonly savedStates?: boolean;
  readonly compacts?: boolean;
}

/** Room for the summary behind 6,500 tokens; the model writes, and nothing but the summary: what is measured is the engine's part. */
export function makeBenchFolder(parent: string, name: string, settings: BenchSettings = {}): string {
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true });
  const { whenIdle = false, savedStates = true, compacts = false } = settings;
  const compaction = {
    enabled: compacts,
    whenIdle,
    writer: 'model',
    mode: 'default',
    reserveTokens: 1000,
    keepRecentTokens: 350,
    summaryTokens: 400,
    memoryFlush: { enabled: false },
  };
  const file = { compaction, engineState: { enabled: savedStates }, backups: { enabled: false }, contextTokens: 8192 };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(file));
  return folder;
}

/** Turns of the seed that come to about so many tokens with SmolLM2. */
export const turnsFor = (tokens: number): number => Math.max(3, Math.round((tokens - 40) / 91));
