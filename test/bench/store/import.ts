// store.importOverParse: taking a ChatGPT archive in (parsing, mapping, hashing, storing, indexing) against stream-json alone on the same
// file. store.importPeakGrowth: peak memory at ten times the input, each import in a process of its own.

import { execFile } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import chain from 'stream-chain';
import parser from 'stream-json';
import streamArray from 'stream-json/streamers/stream-array.js';
import { type BenchResult, benchResult } from '../bench-result.ts';
import { elapsedMs, median, medianRatio } from '../ratio.ts';
import { writeChatGptFile } from './chatgpt-file.ts';
import { importFile } from './import-file.ts';

type Say = (line: string) => void;

const MIB = 1024 * 1024;

/** @param parent a folder on the disk that is measured */
export async function measureImportOverParse(parent: string, say: Say): Promise<BenchResult> {
  const folder = mkdtempSync(path.join(parent, 'import-'));
  try {
    const file = path.join(folder, 'conversations.json');
    const bytes = await writeChatGptFile(file, 40 * MIB);
    say(`store.importOverParse: ${Math.round(bytes / MIB)} MiB`);
    let round = 0;
    const importOnce = (): Promise<number> => {
      const home = path.join(folder, `home-${(round += 1)}`);
      mkdirSync(home);
      return elapsedMs(() => importFile(file, home));
    };
    await importOnce();
    const ratio = await medianRatio(() => elapsedMs(() => parseFile(file)), importOnce, 5);
    const { oursMs: parseMs, theirsMs: importMs } = ratio.detail;
    const perSecond = (ms: number): number => Math.round((bytes / MIB / (ms / 1000)) * 10) / 10;
    const detail = { importMiBPerS: perSecond(importMs), parseMiBPerS: perSecond(parseMs), parseMs, importMs };
    return benchResult({ name: 'store.importOverParse', unit: 'ratio', goal: '>= 0.5', ...ratio, detail });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** stream-json as its manual has it: the items of a list, one after another. */
async function parseFile(file: string): Promise<number> {
  let items = 0;
  const items$ = chain([createReadStream(file), parser(), streamArray()]);
  for await (const _ of items$) items += 1;
  return items;
}

/** @param smallBytes the smaller of the two; the other is ten times as big */
export async function measureImportPeakGrowth(parent: string, say: Say, smallBytes = 100 * MIB): Promise<BenchResult> {
  const folder = mkdtempSync(path.join(parent, 'import-'));
  try {
    const peaks = { small: [] as number[], large: [] as number[] };
    // The larger takes a minute: once it is measured beside two of the smaller.
    for (const size of ['small', 'large', 'small'] as const) {
      const bytes = size === 'small' ? smallBytes : smallBytes * 10;
      say(`store.importPeakGrowth: ${Math.round(bytes / MIB)} MiB`);
      peaks[size].push(await peakOf(folder, bytes));
    }
    const [small, large] = [median(peaks.small), median(peaks.large)];
    const detail = { smallMiB: Math.round(small), largeMiB: Math.round(large), smallBytes };
    const samples = peaks.small.map((peak) => large / peak);
    return benchResult({
      name: 'store.importPeakGrowth',
      unit: 'ratio',
      goal: '<= 1.2',
      value: large / small,
      samples,
      detail,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function peakOf(folder: string, bytes: number): Promise<number> {
  const file = path.join(folder, 'conversations.json');
  const home = mkdtempSync(path.join(folder, 'home-'));
  await writeChatGptFile(file, bytes);
  const script = path.join(import.meta.dirname, 'import-file.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
    file,
    home,
  ]);
  rmSync(home, { recursive: true, force: true });
  return (JSON.parse(stdout) as { peakMiB: number }).peakMiB;
}
