// What the window costs, in a real Chromium: opening and jumping in a conversation of 100,000 entries, a reply of 20,000 tokens while it
// streams, typing meanwhile, and the script that has to be there before the first click.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BenchResult, benchResult, type RunSuite } from '../bench-result.ts';
import { medianRatio } from '../ratio.ts';
import { type BenchPage, openBenchPage } from './bench-page.ts';
import { fillConversation, longReply } from './long-conversation.ts';
import { measureStream, STREAMED } from './measure-stream.ts';

const RENDERER = path.resolve(import.meta.dirname, '../../../out/renderer');
const LARGE_ENTRIES = 100_000;
const SMALL_ENTRIES = 100;

export const runSuite: RunSuite = async ({ say }) => {
  say('ui: filling a conversation of 100,000 entries');
  const bench = await openBenchPage((store) => {
    fillConversation(store, 'large', LARGE_ENTRIES);
    fillConversation(store, 'small', SMALL_ENTRIES);
    fillConversation(store, 'start', SMALL_ENTRIES);
    for (const id of STREAMED) fillConversation(store, id, SMALL_ENTRIES);
  });
  try {
    say('ui: opening');
    const opening = await measureOpening(bench);
    say('ui: jumping');
    const jumping = await measureJumps(bench);
    say('ui: a reply of 20,000 tokens, and typing while it comes');
    const stream = await measureStream(bench, longReply(20_000));
    return [opening, jumping, ...stream, bundle()];
  } finally {
    await bench.close();
  }
};

/** From the click on a conversation to the frame that shows its newest message. */
async function measureOpening({ page, open }: BenchPage): Promise<BenchResult> {
  const openOne = async (id: string): Promise<number> => {
    await open('start');
    return page.evaluate(async (wanted) => {
      const link = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === wanted);
      if (!(link instanceof HTMLElement)) throw new Error('the conversation is not in the list');
      await new Promise((resolve) => setTimeout(resolve, 300));
      const clickedAt = performance.now();
      link.click();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (document.querySelector(`[data-entry^="${wanted}-"]`) !== null) break;
      }
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - clickedAt;
    }, id);
  };
  await openOne('small');
  const ratio = await medianRatio(
    () => openOne('large'),
    () => openOne('small'),
    5,
  );
  return benchResult({ name: 'ui.openGrowth', unit: 'ratio', goal: '<= 1.5', ...ratio });
}

/** Jumps by search hits to places all over the conversation, and by the scroll bar; the longest time without a message in view. */
async function measureJumps({ page, open }: BenchPage): Promise<BenchResult> {
  await open('large');
  await watchBlankTime(page);
  const samples: number[] = [];
  const search = page.getByRole('searchbox');
  for (const place of [126, 25_000, 50_000, 74_998, 99_000, 130]) {
    await search.fill(`needle${place}x`);
    const hit = page.getByRole('list', { name: 'Search results' }).getByRole('button').first();
    await hit.filter({ hasText: `needle${place}x` }).waitFor();
    await hit.click();
    await page.locator(`[data-entry="large-${place}"]`).waitFor();
    await page.waitForTimeout(250);
    samples.push(await takeBlankTime(page));
  }
  for (const share of [0, 1, 0.3, 0]) {
    await page.evaluate((to) => {
      const log = document.querySelector('[role=log]');
      if (log !== null) log.scrollTop = to * log.scrollHeight;
    }, share);
    await page.waitForTimeout(400);
    samples.push(await takeBlankTime(page));
  }
  await search.fill('');
  return benchResult({
    name: 'ui.blankFrameMs',
    value: Math.max(...samples),
    unit: 'ms',
    goal: '<= 100',
    samples,
    detail: { jumps: samples.length, entries: LARGE_ENTRIES },
  });
}

interface Watch {
  longestMs: number;
}

const watchBlankTime = (page: BenchPage['page']): Promise<void> =>
  page.evaluate(() => {
    const watch: Watch = { longestMs: 0 };
    Object.assign(window, { blankWatch: watch });
    let blankSince: number | null = null;
    const look = (): void => {
      const log = document.querySelector('[role=log]');
      const view = log?.getBoundingClientRect();
      const isShown =
        view !== undefined &&
        [...(log?.querySelectorAll('[data-entry]') ?? [])].some((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return bottom > view.top && top < view.bottom;
        });
      const now = performance.now();
      if (isShown) blankSince = null;
      else blankSince ??= now;
      if (blankSince !== null) watch.longestMs = Math.max(watch.longestMs, now - blankSince);
      requestAnimationFrame(look);
    };
    look();
  });

const takeBlankTime = (page: BenchPage['page']): Promise<number> =>
  page.evaluate(() => {
    const { blankWatch } = window as unknown as { blankWatch: Watch };
    const { longestMs } = blankWatch;
    blankWatch.longestMs = 0;
    return longestMs;
  });

/** Everything index.html asks for before the first interaction, compressed. */
function bundle(): BenchResult {
  const html = readFileSync(path.join(RENDERER, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const sizes = Object.fromEntries(
    files.map((file) => [file, gzipSync(readFileSync(path.join(RENDERER, file))).length / 1024]),
  );
  const value = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return benchResult({ name: 'ui.bundleKiB', value, unit: 'KiB', goal: 'report', samples: [value], detail: sizes });
}
