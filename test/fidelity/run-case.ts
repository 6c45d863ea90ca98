// One conversation through Holdfast and both baselines: fed message by message, compacted at even distances, judged at the end.
import type { LlamaHost, ModelFitness } from '../../electron/app/ports.ts';
import { countTexts } from '../../electron/app/compaction-drafter.ts';
import type { ContextView } from '../../electron/core/context/context-view.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import { parseSummaryText } from '../../electron/core/summary/summary-text.ts';
import { countWith, createProse, truncate } from './baselines.ts';
import type { CaseMessage, FidelityCase } from './case.ts';
import { judge, type Miss, type SeenView, type Tally } from './judge.ts';
import { openFidelityApp } from './open-app.ts';

export interface CompactionReport {
  /** Messages fed so far. */
  readonly at: number;
  /** `ok`, or why nothing was written. */
  readonly outcome: string;
  /** Tokens of the state in force after it. */
  readonly stateTokens: number;
  readonly viewTokens: number;
  readonly writer: string | null;
}

export interface CaseReport {
  readonly name: string;
  readonly language: string;
  readonly window: number;
  readonly holdfast: Tally;
  readonly truncation: Tally;
  readonly prose: Tally;
  readonly misses: readonly Miss[];
  readonly compactions: readonly CompactionReport[];
}

export interface RunOptions {
  readonly host: LlamaHost;
  readonly isReal: boolean;
  readonly fitness: Map<string, ModelFitness>;
  readonly windowTokens: number;
  readonly say: (line: string) => void;
  /** Leaves the baselines out. */
  readonly alone?: boolean;
  /** Told the last summary, for a person who looks for causes. */
  readonly onSummary?: (name: string, text: string) => void;
}

export async function runCase(given: FidelityCase, options: RunOptions): Promise<CaseReport> {
  const { host, say } = options;
  const app = await openFidelityApp(host, options.fitness);
  const effective = app.effective();
  const prose = createProse({
    host,
    isReal: options.isReal,
    windowTokens: options.windowTokens,
    summaryTokens: effective.summaryInForceTokens,
    tailTokens: effective.keepRecentInForceTokens,
  });
  const stops = compactionStops(given.transcript, given.compactions);
  const compactions: CompactionReport[] = [];
  try {
    for (const [index, message] of given.transcript.entries()) {
      app.append(message);
      const at = index + 1;
      for (let due = stops.filter((stop) => stop === at).length; due > 0; due -= 1) {
        const outcome = await app.compact();
        const report = await describe(host, app.view(), { at, outcome });
        compactions.push(report);
        say(
          `${given.name}: compaction ${compactions.length} at ${at}: ${report.outcome}, state ${report.stateTokens} tokens`,
        );
        if (options.alone !== true) await prose.compact(given.transcript.slice(0, at));
      }
    }
    const seen = readView(app.view());
    options.onSummary?.(given.name, seen.summary);
    const { tally, misses } = judge(seen, given.probes);
    const room = options.windowTokens - (effective.reserveInForceTokens ?? 0);
    const newest = await truncate(given.transcript, room, countWith(host));
    return {
      name: given.name,
      language: given.language,
      window: options.windowTokens,
      holdfast: tally,
      truncation: judge(newest, given.probes).tally,
      prose: options.alone === true ? {} : judge(await prose.view(given.transcript), given.probes).tally,
      misses,
      compactions,
    };
  } finally {
    await app.close();
  }
}

/** Numbers of messages after which to compact, the last one at the end; never between a call and its results. */
export function compactionStops(transcript: readonly CaseMessage[], compactions: number): readonly number[] {
  const open = new Set<string>();
  const isLegal = transcript.map((message) => {
    if (message.role === 'assistant') for (const { id } of message.toolCalls ?? []) open.add(id);
    if (message.role === 'tool_result') open.delete(message.callId);
    return open.size === 0;
  });
  return Array.from({ length: compactions }, (_, index) => {
    const even = Math.max(1, Math.round((transcript.length * (index + 1)) / compactions));
    const legal = isLegal.findIndex((yes, at) => yes && at + 1 >= even);
    return legal < 0 ? transcript.length : legal + 1;
  });
}

async function describe(
  host: LlamaHost,
  view: ContextView,
  {
    at,
    outcome,
  }: {
    readonly at: number;
    readonly outcome: {
      readonly outcome: string;
      readonly error?: { readonly code: string };
      readonly entry?: { readonly payload: { readonly writer: string } };
    };
  },
): Promise<CompactionReport> {
  const summary = view.segments.find(({ segment }) => segment === 'summary')?.text ?? '';
  const [stateTokens = 0, ...rest] = await countTexts({ host }, [summary, ...view.segments.map(({ text }) => text)]);
  const code = outcome.error?.code;
  return {
    at,
    outcome: code === undefined ? outcome.outcome : `${outcome.outcome} (${code})`,
    stateTokens: summary === '' ? 0 : stateTokens,
    viewTokens: rest.reduce((sum, tokens) => sum + tokens, 0),
    writer: outcome.entry?.payload.writer ?? null,
  };
}

/** What the model sees, as the judge reads it: taken from the stored text, not from what made it. */
export function readView(view: ContextView): SeenView {
  const summary = view.segments.find(({ segment }) => segment === 'summary')?.text ?? '';
  const parsed = summary === '' ? null : parseSummaryText(summary);
  if (parsed !== null && !parsed.ok) throw new Error('the stored summary cannot be read');
  const state = parsed?.value.state;
  return {
    items:
      state === undefined
        ? []
        : STATE_CATEGORIES.flatMap((category) => state[category].map((item) => ({ category, ...item }))),
    summary,
    kept: view.segments.filter(({ segment }) => segment === 'entry' || segment === 'current').map(({ text }) => text),
  };
}
