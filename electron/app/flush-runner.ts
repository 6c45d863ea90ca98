// The memory flush before a compaction: durable facts go to the day's notes file, once in a compaction cycle, for all four reasons.
// A flush that fails is shown and stops nothing. What it found is written at the commit and not before: a compaction that is cancelled
// or fails leaves no note behind.

import { planChunks, shareOf } from '../core/compaction/chunk.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { FoundNote } from '../core/notes/note.ts';
import {
  buildColdFlush,
  buildFlushInstruction,
  dropKnownNotes,
  groundNotes,
  parseFlushReply,
  pickNoteQuotes,
  renderNoteLine,
} from '../core/notes/memory-flush.ts';
import type { ContextSegment } from '../core/context/context-view.ts';
import type { OnPhase } from './on-phase.ts';
import { MIN_OUTPUT_TOKENS, type Planned } from './compaction-planner.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates, WrittenNotes } from './conversation-state.ts';
import type { FitnessRunner } from './fitness-runner.ts';
import { type CallEnd, callModel } from './model-call.ts';
import type { Ports } from './ports.ts';
import type { StepHost, StepModels } from './step-models.ts';

export interface FlushInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly planned: Planned;
  readonly quoted?: boolean;
  readonly signal: AbortSignal;
  readonly onPhase: OnPhase;
}

export type FlushProposal =
  | { readonly kind: 'proposed'; readonly notes: readonly FoundNote[] }
  /** Switched off. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'aborted' };

export interface FlushRunner {
  /**
   * Finds what is worth keeping; writes nothing. A failure is shown here. A compaction tried again over the same messages gets what was
   * found the first time.
   */
  propose(input: FlushInput): Promise<FlushProposal>;
  /** Appends notes to the day's file; answers with what the next entry has to tell of, null for nothing. A failure is shown here. */
  write(id: ConversationId, notes: readonly FoundNote[]): WrittenNotes | null;
}

interface FlushDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly fitness: FitnessRunner;
  readonly models: StepModels;
}

const FLUSH_REPLY_TOKENS = 256;
const CUT_OFF = appError('flush_failed', { cause: 'truncated' });

/** What a flush found; `cut` where a reply was no whole one. */
interface Found {
  readonly notes: readonly FoundNote[];
  readonly cut: boolean;
}

export function createFlushRunner(deps: FlushDeps): FlushRunner {
  const { ports, states } = deps;
  const showFailure = (conversationId: ConversationId, error: AppError): void =>
    ports.publish({ type: 'flush_failed', conversationId, error: appError('flush_failed', { cause: error.code }) });

  return {
    async propose(input) {
      const { effective, plan } = input.planned;
      if (!effective.memoryFlush.enabled) return { kind: 'none' };
      const state = states.of(input.conversationId);
      if (state.proposedFlush?.coveredToId === plan.coveredToId)
        return { kind: 'proposed', notes: state.proposedFlush.notes };
      input.onPhase({ phase: 'flushing' });
      if (input.signal.aborted) return { kind: 'aborted' };
      const found = await findNotes(deps, input);
      if (input.signal.aborted) return { kind: 'aborted' };
      if (!found.ok) {
        if (found.error.kind === 'aborted') return { kind: 'aborted' };
        showFailure(input.conversationId, found.error.error);
        return { kind: 'failed' };
      }
      const { notes, cut } = found.value;
      // What came whole is kept; that something is missing is told.
      if (cut) showFailure(input.conversationId, CUT_OFF);
      state.proposedFlush = { coveredToId: plan.coveredToId, notes };
      return { kind: 'proposed', notes };
    },
    write(conversationId, notes) {
      const state = states.of(conversationId);
      // The files may have changed since these were found.
      const pending = [...state.unwrittenNotes, ...notes];
      const fresh = pending.length === 0 ? [] : unknownNotes(ports, pending);
      if (fresh.length === 0) return state.unrecordedNotes;
      const lines = fresh.map((note) => renderNoteLine({ ...note, conversationId }));
      const written = ports.notes.append(ports.clock.localDay(), lines);
      if (!written.ok) {
        showFailure(conversationId, written.error);
        state.unwrittenNotes = fresh;
        return state.unrecordedNotes;
      }
      state.unwrittenNotes = [];
      const { file, content } = written.value;
      const indexed = ports.store.indexNote(file, content);
      if (!indexed.ok) ports.log('warn', 'note_not_indexed', { code: indexed.error.code });
      ports.publish({ type: 'notes_written', conversationId, file, count: fresh.length });
      ports.publish({ type: 'notes_changed' });
      state.unrecordedNotes = { file, notes: [...(state.unrecordedNotes?.notes ?? []), ...fresh] };
      return state.unrecordedNotes;
    },
  };
}

async function findNotes(deps: FlushDeps, input: FlushInput): Promise<Result<Found, CallEnd>> {
  const { ports } = deps;
  const { covered, effective } = input.planned;
  const quotes = (): Found => ({ notes: pickNoteQuotes(covered), cut: false });
  const asks = !input.quoted && effective.writer !== 'quotes';
  const found = asks
    ? await deps.models.run(effective.memoryFlush.model ?? effective.model, input.signal, async (on) => {
        const fitness = effective.writer === 'model' ? null : await deps.fitness.of(on.host, input.signal);
        if (fitness?.ok === false) return fitness;
        return fitness?.value.write !== false ? askModel(on, input) : ok(quotes());
      })
    : ok(quotes());
  // Nobody is there to write: code picks what is worth keeping, as for a model that cannot.
  if (!found.ok && found.error.kind === 'failed' && found.error.error.code === 'no_model')
    return ok(withoutKnown(ports, quotes()));
  return found.ok ? ok(withoutKnown(ports, found.value)) : found;
}

const withoutKnown = (ports: Pick<Ports, 'notes'>, { notes, cut }: Found): Found => ({
  notes: unknownNotes(ports, notes),
  cut,
});

const unknownNotes = ({ notes }: Pick<Ports, 'notes'>, found: readonly FoundNote[]): readonly FoundNote[] =>
  dropKnownNotes(
    found,
    notes.list().map((file) => notes.read(file) ?? ''),
  );

async function askModel(on: StepHost, input: FlushInput): Promise<Result<Found, CallEnd>> {
  const { planned } = input;
  const notes: FoundNote[] = [];
  let cut = false;
  for (const segments of await flushRequests(on, planned)) {
    const reply = await callModel(
      on,
      {
        purpose: 'flush',
        conversationId: input.conversationId,
        segments,
        maxTokens: FLUSH_REPLY_TOKENS,
        temperature: 0.2,
      },
      {
        signal: input.signal,
        timeoutMs: planned.effective.timeoutSeconds * 1000,
        onTokens: (tokens) => input.onPhase({ phase: 'flushing', tokens }),
      },
    );
    if (!reply.ok) return err(reply.error);
    const { text, stopReason } = reply.value;
    const whole = stopReason === 'stop' ? text : stopReason === 'length' ? wholeLines(text) : '';
    if (stopReason !== 'stop') cut = true;
    notes.push(...groundNotes(parseFlushReply(whole), planned.covered));
  }
  return ok({ notes, cut });
}

/** A reply cut at its limit without the line it was cut in: half a note may say the opposite of the whole. */
const wholeLines = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('\n')));

/** Behind the live conversation where there is room and nothing to hide; else over the covered messages, in parts if need be. */
async function flushRequests(
  { host, isChat }: StepHost,
  planned: Planned,
): Promise<readonly (readonly ContextSegment[])[]> {
  const { language } = planned;
  const window = host.loaded()?.windowTokens ?? null;
  if (isChat && planned.plan.strategy === 'in_place') {
    const segments = [...planned.counted.view.segments, buildFlushInstruction(language)];
    const counted = await host.count(segments);
    if (counted.ok && (window === null || counted.value.totalTokens + MIN_OUTPUT_TOKENS <= window)) return [segments];
  }
  const whole = buildColdFlush({ messages: planned.covered, language }).segments;
  const counted = await host.count(whole);
  if (window === null || (counted.ok && counted.value.totalTokens + MIN_OUTPUT_TOKENS <= window)) return [whole];
  const budgetTokens = Math.max(64, Math.floor((window - FLUSH_REPLY_TOKENS) * 0.7));
  const chunks = planChunks(planned.covered, { budgetTokens, tokensOf: planned.counted.tokensOf });
  return chunks.map(
    (chunk) =>
      buildColdFlush({ messages: chunk.messages, language, ...shareOf(chunk, planned.counted.tokensOf) }).segments,
  );
}
