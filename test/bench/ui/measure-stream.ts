// One long reply while it streams: the longest task of the main thread, the script time per token early and late, and the script time
// per key for a person who types meanwhile.
import type { CDPSession, Page } from 'playwright';
import { type BenchResult, benchResult } from '../bench-result.ts';
import type { BenchPage } from './bench-page.ts';

const TOKENS_PER_SECOND = 1000;
/** A conversation for each round, so that no round carries the reply of the one before. */
export const STREAMED = ['stream-1', 'stream-2', 'stream-3'] as const;
const ROUNDS = STREAMED.length;
/** What opening a page causes must be over before its tasks are recorded. */
const QUIET_MS = 1500;
/** The reply takes its place among the stored entries within this time. */
const SETTLE_MS = 1500;

interface Round {
  readonly growth: number;
  readonly longestTaskMs: number;
  readonly keyMs: readonly number[];
}

export async function measureStream(bench: BenchPage, reply: readonly string[]): Promise<readonly BenchResult[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await streamOnce(bench, { reply, conversation: STREAMED[round] ?? '', types: round === ROUNDS - 1 }));
  // The last round types, so that the others show the stream alone.
  const quiet = rounds.slice(0, -1);
  const longest = rounds.map(({ longestTaskMs }) => longestTaskMs);
  const growths = quiet.map(({ growth }) => growth);
  const keys = rounds.flatMap(({ keyMs }) => keyMs).toSorted((a, b) => a - b);
  const p95 = keys[Math.floor(keys.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  const detail = { tokens: reply.length, tokensPerSecond: TOKENS_PER_SECOND };
  return [
    benchResult({
      name: 'ui.longestTaskMs',
      value: median(longest),
      unit: 'ms',
      goal: '<= 50',
      samples: longest,
      detail,
    }),
    benchResult({
      name: 'ui.streamGrowth',
      value: median(growths),
      unit: 'ratio',
      goal: '<= 1.3',
      samples: growths,
      detail,
    }),
    benchResult({
      name: 'ui.typingP95Ms',
      value: p95,
      unit: 'ms',
      goal: '<= 16',
      samples: [p95, keys.at(-1) ?? p95],
      detail: { keys: keys.length, medianMs: median(keys) },
    }),
  ];
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
};

interface RoundPlan {
  readonly reply: readonly string[];
  readonly conversation: string;
  readonly types: boolean;
}

async function streamOnce(
  { page, cdp, host, open }: BenchPage,
  { reply, conversation, types }: RoundPlan,
): Promise<Round> {
  await open(conversation);
  await page.waitForTimeout(QUIET_MS);
  const script: number[] = [];
  let done = (): void => undefined;
  const finished = new Promise<void>((resolve) => (done = resolve));
  host.next({
    tokens: reply,
    tokensPerSecond: TOKENS_PER_SECOND,
    async onQuarter(quarter) {
      script.push(await scriptSeconds(cdp));
      if (quarter === 4) done();
    },
  });
  await page.getByRole('textbox', { name: 'Message' }).fill('Write everything down.');
  // Nothing is looked up by its role while tasks are recorded: working out the names of a whole page is a task of 200 ms by itself.
  const stopTrace = await traceTasks(cdp);
  await page.keyboard.press('Enter');
  const keyMs = types ? await typeWhile(page, finished) : [];
  await finished;
  await page.waitForTimeout(SETTLE_MS);
  const longestTaskMs = await stopTrace();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  const [start = 0, first = 0, , third = 0, end = 0] = script;
  return { growth: (end - third) / (first - start), longestTaskMs, keyMs };
}

async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

/** Keys as the page gets them: key down, input, and what React does about it before the key is done. */
async function typeWhile(page: Page, until: Promise<void>): Promise<readonly number[]> {
  let isOver = false;
  void until.then(() => (isOver = true));
  const times: number[] = [];
  await page.waitForTimeout(1000);
  while (!isOver && times.length < 240) {
    times.push(
      await page.evaluate(async () => {
        const field = document.querySelector('textarea');
        if (field === null) return 0;
        field.focus();
        const startedAt = performance.now();
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
        document.execCommand('insertText', false, 'a');
        await Promise.resolve();
        return performance.now() - startedAt;
      }),
    );
    await page.waitForTimeout(60);
  }
  return times;
}

interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the page's main thread, as the browser itself records them. @returns how to stop: the longest, in ms. */
async function traceTasks(cdp: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  // Of the many events only these are kept: a reply of this length leaves hundreds of thousands.
  const collect = ({ value }: { value: readonly unknown[] }): void => {
    for (const event of value as readonly TraceEvent[])
      if (event.name === 'RunTask' || event.name === 'thread_name') events.push(event);
  };
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', collect);
    const mains = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`));
    if (tasks.length === 0) throw new Error('the browser recorded no task');
    return tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur), 0) / 1000;
  };
}
