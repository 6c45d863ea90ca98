// Gets written lines from the model: in place, cold or in parts, as planned. Judges nothing but whether the reply is one at all.

import { planChunks, shareOf } from '../core/compaction/chunk.ts';
import { buildColdRequest, buildInPlaceRequest } from '../core/compaction/summary-request.ts';
import type { ContextSegment } from '../core/context/context-view.ts';
import type { AppError } from '../core/errors.ts';
import type { ConversationId, EntryId, ModelId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Finding } from '../core/safeguard/audit.ts';
import { STATE_CATEGORIES } from '../core/summary/state-summary.ts';
import {
  boundWrittenLines,
  parseWrittenLines,
  type WrittenLines,
  writtenLinesGrammar,
} from '../core/summary/written-lines.ts';
import type { MessageEntry, StopReason } from '../core/transcript/entry.ts';
import type { OnPhase } from './on-phase.ts';
import { MIN_OUTPUT_TOKENS, type Planned } from './compaction-planner.ts';
import type { FitnessRunner } from './fitness-runner.ts';
import { callModel } from './model-call.ts';
import type { GenerateReply, Ports } from './ports.ts';
import type { StepHost, StepModels } from './step-models.ts';

export interface WrittenSummary {
  readonly lines: WrittenLines;
  /** What the model wrote (thinking apart), one text a part. */
  readonly bodies: readonly string[];
  readonly stopReason: StopReason;
  readonly strategy: 'in_place' | 'cold' | 'staged';
  readonly why: string;
  /** Who wrote it; null for an author that is no model of ours. */
  readonly modelId: ModelId | null;
  /** The provider or extension that wrote it; absent for a model of ours. */
  readonly author?: string;
}

export type SummaryEnd =
  | { readonly kind: 'written'; readonly summary: WrittenSummary }
  /** The model that would have to write is not fit to, or there is none. */
  | { readonly kind: 'unfit' }
  /** The reply is none: cut off, no headings, an error text, thinking only, a tool call. */
  | { readonly kind: 'rejected'; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'aborted' };

export interface WriteInput {
  readonly conversationId: ConversationId;
  readonly planned: Planned;
  readonly instructions?: string;
  readonly signal: AbortSignal;
  readonly onPhase: OnPhase;
  /** 0 for the first try; later ones are cold and told what was wrong. */
  readonly attempt: number;
  readonly findings: readonly Finding[];
}

export interface Summarizer {
  write(input: WriteInput): Promise<SummaryEnd>;
}

const TEMPERATURE = 0.2;
/** A part that the engine refuses as too big is halved, this often at most. */
const MAX_HALVINGS = 3;
/** Serialised text carries labels the counted view does not: keep a part this far below its room. */
const CHUNK_FILL = 0.85;

type AskHost = Pick<Ports, 'host'>;

interface Part {
  readonly segments: readonly ContextSegment[];
  readonly messages: readonly MessageEntry[];
  readonly maxTokens: number;
}

interface Route {
  readonly strategy: 'in_place' | 'cold' | 'staged';
  readonly why: string;
  readonly parts: readonly Part[];
}

export function createSummarizer(deps: { readonly fitness: FitnessRunner; readonly models: StepModels }): Summarizer {
  return {
    async write(input) {
      const { model, writer } = input.planned.effective;
      const end = await deps.models.run<SummaryEnd>(model, input.signal, async (on) => {
        const fitness = writer === 'model' ? null : await deps.fitness.of(on.host, input.signal);
        if (input.signal.aborted) return err({ kind: 'aborted' });
        if (fitness?.ok === false) return fitness;
        if (fitness?.value.write === false) return ok({ kind: 'unfit' });
        const written = await writeOn(on, input);
        return written.kind === 'failed' || written.kind === 'aborted' ? err(written) : ok(written);
      });
      // Without any model, or when its self-test fails, the person is told, and may take the quoted summary by choice: it never stands in for one unasked.
      return end.ok ? end.value : end.error;
    },
  };
}

async function writeOn(on: StepHost, input: WriteInput): Promise<SummaryEnd> {
  let halvings = 0;
  for (;;) {
    const route = await planRoute(on, input, halvings);
    const end = await runRoute(on, input, route);
    const overflow = end.kind === 'failed' && end.error.code === 'context_overflow';
    if (!overflow || halvings >= MAX_HALVINGS) return end;
    halvings += 1;
  }
}

async function planRoute(ports: StepHost, input: WriteInput, halvings: number): Promise<Route> {
  const { plan } = input.planned;
  if (ports.isChat && plan.strategy === 'in_place' && input.attempt === 0 && halvings === 0) {
    const inPlace = await inPlacePart(ports, input);
    if (inPlace) return { strategy: 'in_place', why: plan.why, parts: [inPlace] };
  }
  const whole = halvings === 0 ? await coldParts(ports, input) : null;
  if (whole) {
    const why = plan.strategy === 'in_place' ? whyNotInPlace(ports, input) : plan.why;
    return { strategy: 'cold', why, parts: whole };
  }
  const parts = await stagedParts(ports, input, halvings);
  return { strategy: 'staged', why: whyStaged(ports, input, halvings), parts };
}

const whyNotInPlace = ({ isChat }: StepHost, { attempt }: WriteInput): string =>
  !isChat
    ? 'another model summarises'
    : attempt > 0
      ? 'the try before failed'
      : 'instruction and summary do not fit behind the live conversation';

function whyStaged(ports: StepHost, input: WriteInput, halvings: number): string {
  if (halvings > 0) return 'the engine refused a single request as too big';
  const { plan, rangeTokens } = input.planned;
  if (plan.strategy === 'staged' && input.attempt === 0 && ports.isChat) return plan.why;
  const requestTokens = rangeTokens + MIN_OUTPUT_TOKENS;
  return `${whyNotInPlace(ports, input)}; a single request of ${requestTokens} tokens does not fit the summariser's window of ${windowOf(ports)}`;
}

const windowOf = (ports: AskHost): number | null => ports.host.loaded()?.windowTokens ?? null;

/** Room for the reply behind a request; null where there is none to speak of. */
async function replyRoom(
  ports: AskHost,
  input: WriteInput,
  segments: readonly ContextSegment[],
): Promise<number | null> {
  const counted = await ports.host.count(segments);
  const window = windowOf(ports);
  const wanted = input.planned.effective.summaryInForceTokens;
  if (!counted.ok || window === null) return wanted;
  const room = Math.min(wanted, window - counted.value.totalTokens);
  return room >= Math.min(MIN_OUTPUT_TOKENS, wanted) ? room : null;
}

async function inPlacePart(ports: AskHost, input: WriteInput): Promise<Part | null> {
  const { planned } = input;
  const { segments } = buildInPlaceRequest({
    view: planned.counted.view,
    instructions: input.instructions ?? null,
    language: planned.language,
    previous: planned.plan.previousSummary,
    maxItems: boundWrittenLines(planned.effective.summaryInForceTokens, planned.language).maxItems,
  });
  const maxTokens = await replyRoom(ports, input, segments);
  return maxTokens === null ? null : { segments, messages: planned.covered, maxTokens };
}

/** The covered range in one request, the front of a split turn in one of its own; null where it does not fit. */
async function coldParts(ports: AskHost, input: WriteInput): Promise<readonly Part[] | null> {
  const parts: Part[] = [];
  for (const { messages, turnPrefix } of stretches(input.planned)) {
    const segments = coldSegments(input, { messages, turnPrefix });
    const maxTokens = await replyRoom(ports, input, segments);
    if (maxTokens === null) return null;
    parts.push({ segments, messages, maxTokens });
  }
  return parts;
}

/** A turn prefix that is only the carried question needs no summary of its own. */
function stretches({ plan, covered }: Planned): readonly { messages: readonly MessageEntry[]; turnPrefix: boolean }[] {
  const front = covered.slice(0, plan.toSummarize.length);
  const prefix = covered.slice(plan.toSummarize.length);
  const carriedOnly = prefix.every((entry) => plan.carriedEntryIds.includes(entry.id));
  if (prefix.length === 0 || (carriedOnly && front.length > 0)) return [{ messages: covered, turnPrefix: false }];
  if (front.length === 0) return [{ messages: prefix, turnPrefix: true }];
  return [
    { messages: front, turnPrefix: false },
    { messages: prefix, turnPrefix: true },
  ];
}

function coldSegments(
  input: WriteInput,
  part: {
    messages: readonly MessageEntry[];
    turnPrefix: boolean;
    chunk?: { part: number; parts: number };
    maxShare?: (id: EntryId) => number;
  },
): readonly ContextSegment[] {
  const { planned } = input;
  return buildColdRequest({
    ...part,
    previous: planned.plan.previousSummary,
    instructions: input.instructions ?? null,
    language: planned.language,
    findings: input.findings,
  }).segments;
}

async function stagedParts(ports: AskHost, input: WriteInput, halvings: number): Promise<readonly Part[]> {
  const { planned } = input;
  const bare = await ports.host.count(
    coldSegments(input, { messages: [], turnPrefix: false, chunk: { part: 1, parts: 2 } }),
  );
  const window = windowOf(ports) ?? planned.rangeTokens;
  const overhead = bare.ok ? bare.value.totalTokens : 0;
  const budgetTokens = Math.max(64, Math.floor(((window - overhead - MIN_OUTPUT_TOKENS) * CHUNK_FILL) / 2 ** halvings));
  const chunks = planChunks(planned.covered, { budgetTokens, tokensOf: planned.counted.tokensOf });
  const parts: Part[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const segments = coldSegments(input, {
      messages: chunk.messages,
      turnPrefix: false,
      chunk: { part: index + 1, parts: chunks.length },
      ...shareOf(chunk, planned.counted.tokensOf),
    });
    parts.push({
      segments,
      messages: chunk.messages,
      maxTokens: (await replyRoom(ports, input, segments)) ?? MIN_OUTPUT_TOKENS,
    });
  }
  return parts;
}

async function runRoute(ports: AskHost, input: WriteInput, route: Route): Promise<SummaryEnd> {
  const replies: { lines: WrittenLines; body: string }[] = [];
  for (const [index, part] of route.parts.entries()) {
    input.onPhase({ phase: 'summarizing', part: index + 1, parts: route.parts.length });
    const reply = await callModel(
      ports,
      {
        purpose: 'summary',
        conversationId: input.conversationId,
        segments: part.segments,
        maxTokens: part.maxTokens,
        grammar: writtenLinesGrammar(boundWrittenLines(part.maxTokens, input.planned.language)),
        temperature: TEMPERATURE,
      },
      {
        signal: input.signal,
        timeoutMs: input.planned.effective.timeoutSeconds * 1000,
        onTokens: (tokens) =>
          input.onPhase({ phase: 'summarizing', part: index + 1, parts: route.parts.length, tokens }),
      },
    );
    if (!reply.ok) return reply.error;
    const read = readReply(reply.value);
    if ('findings' in read) return { kind: 'rejected', findings: read.findings };
    replies.push(read);
  }
  const summary: WrittenSummary = {
    lines: joinLines(replies.map(({ lines }) => lines)),
    bodies: replies.map(({ body }) => body),
    stopReason: 'stop',
    strategy: route.strategy,
    why: route.why,
    modelId: ports.host.loaded()?.modelId ?? null,
  };
  return { kind: 'written', summary };
}

/** Takes the text channel alone; what did not stop by itself is no summary. */
function readReply(reply: GenerateReply): { lines: WrittenLines; body: string } | { findings: readonly Finding[] } {
  const reject = (code: Finding['code'], excerpt = ''): { findings: readonly Finding[] } => ({
    findings: [{ code, subject: 'reply', excerpt: excerpt.slice(0, 120).toWellFormed() }],
  });
  if (reply.toolCalls.length > 0) return reject('tool_call');
  if (reply.stopReason !== 'stop') return reject('truncated', reply.stopReason);
  if (reply.text.trim() === '') return reject(reply.thinking.trim() === '' ? 'empty' : 'thinking_text');
  const parsed = parseWrittenLines(reply.text);
  return parsed.ok ? { lines: parsed.value, body: reply.text } : { findings: parsed.error };
}

function joinLines(parts: readonly WrittenLines[]): WrittenLines {
  const joined = STATE_CATEGORIES.map((category) => [category, parts.flatMap((part) => part[category])] as const);
  return Object.fromEntries(joined) as unknown as WrittenLines;
}
