// The memory flush before a compaction: durable facts go to the day's notes file, once in a compaction cycle, for all four reasons.
// A flush that fails is shown and stops nothing; one that is cancelled writes nothing.

import { planChunks } from '../core/compaction/chunk.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { type AppError, appError } from '../core/errors.ts';
import { asEntryId, type ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import {
  buildColdFlush,
  buildFlushInstruction,
  dropKnownNotes,
  groundNotes,
  parseFlushReply,
  pickNoteQuotes,
  renderNoteLine,
} from '../core/notes/memory-flush.ts';
import { detectLanguage } from '../core/summary/language.ts';
import type { ContextSegment } from '../core/context/context-view.ts';
import type { OnPhase } from './compaction-drafter.ts';
import { MIN_OUTPUT_TOKENS, type Planned } from './compaction-planner.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { FitnessRunner } from './fitness-runner.ts';
import { type CallEnd, callModel } from './model-call.ts';
import type { Ports } from './ports.ts';

export interface FlushInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly planned: Planned;
  readonly quoted?: boolean;
  readonly signal: AbortSignal;
  readonly onPhase: OnPhase;
}

export type FlushEnd =
  | { readonly kind: 'none' | 'written' | 'failed'; readonly notes: number }
  | { readonly kind: 'aborted'; readonly notes: 0 };

export interface FlushRunner {
  run(input: FlushInput): Promise<FlushEnd>;
  /** The notes a flush would write, without writing them: for the preview. */
  propose(input: FlushInput): Promise<readonly string[]>;
}

interface FlushDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly fitness: FitnessRunner;
}

interface ProposedNote {
  readonly text: string;
  readonly sourceId: ReturnType<typeof asEntryId> | null;
}

const FLUSH_REPLY_TOKENS = 256;
const NONE: FlushEnd = { kind: 'none', notes: 0 };

export function createFlushRunner(deps: FlushDeps): FlushRunner {
  const { ports, states } = deps;
  return {
    async run(input) {
      const state = states.of(input.conversationId);
      if (!input.planned.effective.memoryFlush.enabled || state.flushedToId !== null) return NONE;
      input.onPhase({ phase: 'flushing' });
      if (input.signal.aborted) return { kind: 'aborted', notes: 0 };
      const proposed = await propose(deps, input);
      if (!proposed.ok) {
        if (proposed.error.kind === 'aborted') return { kind: 'aborted', notes: 0 };
        return flushFailed(deps, input, proposed.error.error);
      }
      if (input.signal.aborted) return { kind: 'aborted', notes: 0 };
      state.flushedToId = input.planned.plan.coveredToId;
      return proposed.value.length === 0 ? NONE : write(deps, input, proposed.value);
    },
    async propose(input) {
      if (!input.planned.effective.memoryFlush.enabled) return [];
      const proposed = await propose(deps, input);
      if (!proposed.ok) return [];
      return proposed.value.map(({ text }) => text);
    },
  };

  function flushFailed(flush: FlushDeps, input: FlushInput, error: AppError): FlushEnd {
    flush.ports.publish({ type: 'flush_failed', conversationId: input.conversationId, error: appError('flush_failed', { cause: error.code }) });
    return { kind: 'failed', notes: 0 };
  }

  function write(flush: FlushDeps, input: FlushInput, notes: readonly ProposedNote[]): FlushEnd {
    const { conversationId } = input;
    const lines = notes.map((note) => renderNoteLine({ ...note, conversationId }));
    const written = ports.notes.append(ports.clock.localDay(), lines);
    if (!written.ok) return flushFailed(flush, input, written.error);
    const { file, content } = written.value;
    const indexed = ports.store.indexNote(file, content);
    if (!indexed.ok) ports.log('warn', 'note_not_indexed', { code: indexed.error.code });
    const entry = ports.store.append({
      id: asEntryId(ports.newId()),
      conversationId,
      parentId: ports.store.readConversation(conversationId)?.activeLeafId ?? null,
      createdAt: ports.clock.now(),
      payload: { type: 'memory_flush', file, notes, coveredToId: input.planned.plan.coveredToId },
    });
    if (entry.ok) flush.events.entryAppended(entry.value);
    else ports.log('warn', 'flush_entry_not_written', { code: entry.error.code });
    ports.publish({ type: 'notes_written', conversationId, file, count: notes.length });
    ports.publish({ type: 'notes_changed' });
    return { kind: 'written', notes: notes.length };
  }
}

async function propose(deps: FlushDeps, input: FlushInput): Promise<Result<readonly ProposedNote[], CallEnd>> {
  const { ports } = deps;
  const { covered, effective } = input.planned;
  const loaded = ports.host.loaded();
  const writes =
    loaded !== null && !input.quoted && effective.writer !== 'quotes' &&
    (effective.writer === 'model' || (await deps.fitness.of(loaded, input.signal)).write);
  const found: Result<readonly ProposedNote[], CallEnd> = writes ? await askModel(ports, input) : ok(pickNoteQuotes(covered));
  if (!found.ok) return found;
  const known = ports.notes.list().map((file) => ports.notes.read(file) ?? '');
  return ok(dropKnownNotes(found.value, known));
}

async function askModel(ports: Ports, input: FlushInput): Promise<Result<readonly ProposedNote[], CallEnd>> {
  const { planned } = input;
  const notes: ProposedNote[] = [];
  for (const segments of await flushRequests(ports, planned)) {
    const reply = await callModel(
      ports,
      { purpose: 'flush', conversationId: input.conversationId, segments, maxTokens: FLUSH_REPLY_TOKENS, temperature: 0.2 },
      { signal: input.signal, timeoutMs: planned.effective.timeoutSeconds * 1000, onTokens: (tokens) => input.onPhase({ phase: 'flushing', tokens }) },
    );
    if (!reply.ok) return err(reply.error);
    if (reply.value.stopReason === 'stop') notes.push(...groundNotes(parseFlushReply(reply.value.text), planned.covered));
  }
  return ok(notes);
}

/** Behind the live conversation where there is room and nothing to hide; else over the covered messages, in parts if need be. */
async function flushRequests(ports: Ports, planned: Planned): Promise<readonly (readonly ContextSegment[])[]> {
  const language = detectLanguage(planned.covered.flatMap(({ payload }) => (payload.role === 'user' ? [payload.text] : [])));
  const window = ports.host.loaded()?.windowTokens ?? null;
  if (planned.plan.strategy === 'in_place') {
    const segments = [...planned.counted.view.segments, buildFlushInstruction(language)];
    const counted = await ports.host.count(segments);
    if (counted.ok && (window === null || counted.value.totalTokens + MIN_OUTPUT_TOKENS <= window)) return [segments];
  }
  const whole = buildColdFlush({ messages: planned.covered, language }).segments;
  const counted = await ports.host.count(whole);
  if (window === null || (counted.ok && counted.value.totalTokens + MIN_OUTPUT_TOKENS <= window)) return [whole];
  const budgetTokens = Math.max(64, Math.floor((window - FLUSH_REPLY_TOKENS) * 0.7));
  const chunks = planChunks(planned.covered, { budgetTokens, tokensOf: planned.counted.tokensOf });
  return chunks.map(({ messages }) => buildColdFlush({ messages, language }).segments);
}
