// A data folder of its own for one measurement, with the settings it is taken under; empty, or a copy of one that holds a long
// conversation and its saved state, so that no measurement waits for the same tokens to be read once more.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { EngineBench } from './engine-bench.ts';

export interface BenchSettings {
  readonly whenIdle?: boolean;
  readonly compacts?: boolean;
}

/** Room for the summary behind the live tokens; the model writes, and nothing but the summary: what is measured is the engine's part. */
const RESERVE_TOKENS = 1000;

export function makeBenchFolder(bench: EngineBench, name: string, settings: BenchSettings = {}): string {
  const folder = path.join(bench.folder, name);
  mkdirSync(folder, { recursive: true });
  const { whenIdle = false, compacts = false } = settings;
  const compaction = {
    enabled: compacts,
    whenIdle,
    writer: 'model',
    mode: 'default',
    reserveTokens: RESERVE_TOKENS,
    keepRecentTokens: 350,
    summaryTokens: 400,
    memoryFlush: { enabled: false },
  };
  const file = { compaction, backups: { enabled: false }, contextTokens: bench.windowTokens };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(file));
  return folder;
}

/** Small conversations get a small window, so that they too are near its trigger. */
export const windowFor = (liveTokens: number): number =>
  Math.min(8192, Math.ceil(liveTokens * 1.12) + RESERVE_TOKENS + 64);

/** Turns of the seed that come to about so many tokens with SmolLM2. */
export const turnsFor = (tokens: number): number => Math.max(3, Math.round((tokens - 40) / 91));

/**
 * A copy of the folder that holds the conversations `live` and `cold` of the largest size, and the engine's state of the first.
 * The original is made the first time it is wanted.
 */
export async function copyLiveFolder(bench: EngineBench, name: string, settings: BenchSettings = {}): Promise<string> {
  const original = path.join(bench.folder, 'live');
  if (!existsSync(original)) await makeLiveFolder(bench, original);
  const folder = path.join(bench.folder, name);
  cpSync(original, folder, { recursive: true });
  makeBenchFolder(bench, name, settings);
  return folder;
}

async function makeLiveFolder(bench: EngineBench, folder: string): Promise<void> {
  bench.say(`  reading ${bench.liveTokens} tokens once`);
  const turns = turnsFor(bench.liveTokens);
  const app = await bench.startApp(makeBenchFolder(bench, 'making'), bench.modelPath, [
    { id: 'live', turns },
    { id: 'cold', turns, secret: true },
  ]);
  await app.turn('live', 'Go on.');
  await app.close();
  const making = path.join(bench.folder, 'making');
  cpSync(making, folder, { recursive: true });
  rmSync(making, { recursive: true });
}

/** The engine's own file of the live conversation in a copy. */
export function stateFileIn(folder: string): string {
  const states = path.join(folder, 'engine-state');
  const name = readdirSync(states).find((file) => file.endsWith('.state'));
  if (name === undefined) throw new Error('no saved state');
  return path.join(states, name);
}
