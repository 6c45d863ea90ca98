// store.*: what the store adds to bare SQLite, and what a million entries change.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { type BenchResult, benchResult, type RunSuite } from '../bench-result.ts';
import { elapsedMs, medianRatio, percentile95 } from '../ratio.ts';
import { measureAppend } from './append-over-raw.ts';
import { measureImportOverParse, measureImportPeakGrowth } from './import.ts';
import { buildLongConversation, LONG_CONVERSATION } from './long-conversation.ts';
import { openConversation } from './open-conversation.ts';
import { longQueries, shortQueries } from './search-queries.ts';

const MANY = 1_000_000;
const FEW = 1_000;

export const runSuite: RunSuite = async ({ say }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-store-'));
  try {
    say('store.appendOverRaw');
    const append = await measureAppend(folder);
    const overParse = await measureImportOverParse(folder, say);
    const peakGrowth = await measureImportPeakGrowth(folder, say);
    say(`store.openGrowth: ${MANY.toLocaleString('en')} messages are written first`);
    const fewStore = buildLongConversation(mkdtempSync(path.join(folder, 'few-')), FEW, say);
    const manyFolder = mkdtempSync(path.join(folder, 'many-'));
    const manyStore = buildLongConversation(manyFolder, MANY, say);
    try {
      const open = await measureOpenGrowth(manyStore, fewStore);
      say('store.searchLongP95Ms, store.searchShortP95Ms');
      const databaseBytes = statSync(path.join(manyFolder, 'transcripts.sqlite')).size;
      const context = { store: manyStore, databaseBytes };
      return [
        append,
        open,
        overParse,
        peakGrowth,
        await measureSearch('store.searchLongP95Ms', longQueries(), context),
        await measureSearch('store.searchShortP95Ms', shortQueries(), context),
      ];
    } finally {
      manyStore.close();
      fewStore.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The newest page, the markers and the model's view, as a window asks for them when it opens a conversation. */
async function measureOpenGrowth(many: TranscriptStore, few: TranscriptStore): Promise<BenchResult> {
  const OPENINGS = 20;
  const openAll = (store: TranscriptStore) => () => {
    for (let time = 0; time < OPENINGS; time += 1) openConversation(store, LONG_CONVERSATION);
  };
  openAll(many)();
  openAll(few)();
  const ratio = await medianRatio(
    () => elapsedMs(openAll(many)),
    () => elapsedMs(openAll(few)),
    7,
  );
  return benchResult({ name: 'store.openGrowth', unit: 'ratio', goal: '<= 1.5', ...ratio });
}

async function measureSearch(
  name: string,
  queries: readonly string[],
  { store, databaseBytes }: { readonly store: TranscriptStore; readonly databaseBytes: number },
): Promise<BenchResult> {
  const timed: { query: string; ms: number; hits: number }[] = [];
  for (const query of queries) {
    let hits = 0;
    const ms = await elapsedMs(() => {
      hits = store.search({ text: query, limit: 50 }).length;
    });
    timed.push({ query, ms, hits });
  }
  const times = timed.map(({ ms }) => ms);
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  return benchResult({
    name,
    unit: 'ms',
    goal: '<= 30',
    value: percentile95(times),
    samples: times,
    detail: { queries: timed.length, withHits: timed.filter(({ hits }) => hits > 0).length, slowest, databaseBytes },
  });
}
