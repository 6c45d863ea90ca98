// One reply of the chat model: streamed, checkpointed while it grows, appended when it ends, its tools run.

import { wellFormed } from '../core/transcript/well-formed.ts';
import { effectiveSettings } from './context-reader.ts';
import type { CountedView } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { GenerateReply, Ports } from './ports.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../core/compaction/settings.ts';
import { type AppError, appError } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import type {
  AssistantMessage,
  Entry,
  EntryPayload,
  ReplyUsage,
  StopReason,
  ToolCall,
} from '../core/transcript/entry.ts';
import { err, ok, type Result } from '../core/result.ts';

/** A checkpoint is never further behind than this (spec §1). */
const CHECKPOINT_TOKENS = 64;
const CHECKPOINT_MS = 250;
/** Reply limit while the window is unknown. */
const UNKNOWN_WINDOW_REPLY_TOKENS = 2048;

export type ReplyEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'tool_results' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'failed'; readonly error: AppError };

export interface ReplyRunner {
  /** Asks for one reply to the counted view and appends what came of it. */
  run(id: ConversationId, counted: CountedView, signal: AbortSignal): Promise<ReplyEnd>;
}

interface ReplyDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
}

interface Draft {
  readonly replyId: EntryId;
  readonly parentId: EntryId;
  text: string;
  thinking: string;
  readonly startedAt: number;
  /** When the first word came. */
  firstAt: number | null;
  /** As the engine measured it; unknown for a reply that never settled. */
  usage: ReplyUsage | null;
  /** False while the words stand in the checkpoint alone: then the checkpoint must stay. */
  stored: boolean;
}

export function createReplyRunner(deps: ReplyDeps): ReplyRunner {
  const { ports, states, events } = deps;
  return {
    async run(id, counted, signal) {
      const leafId = ports.store.readConversation(id)?.activeLeafId;
      if (!leafId) return { kind: 'failed', error: appError('not_found') };
      if (!ports.host.loaded()) return { kind: 'failed', error: appError('no_model') };
      const draft: Draft = {
        replyId: asEntryId(ports.newId()),
        parentId: leafId,
        text: '',
        thinking: '',
        startedAt: ports.clock.now(),
        firstAt: null,
        usage: null,
        stored: true,
      };
      states.of(id).streaming = { entryId: draft.replyId, text: '', thinking: '' };
      ports.publish({ type: 'turn_started', conversationId: id, replyId: draft.replyId });
      events.operation(id, { kind: 'turn', phase: 'reading', startedAt: ports.clock.now() });
      try {
        const reply = await generate(deps, id, { counted, signal, draft });
        return await settle(deps, id, { reply, draft, signal });
      } finally {
        states.of(id).streaming = null;
        if (draft.stored) ports.store.dropCheckpoint(draft.replyId);
      }
    },
  };
}

interface Generation {
  readonly counted: CountedView;
  readonly signal: AbortSignal;
  readonly draft: Draft;
}

async function generate(
  deps: ReplyDeps,
  id: ConversationId,
  { counted, signal, draft }: Generation,
): Promise<Result<GenerateReply, AppError>> {
  const { ports, states, events } = deps;
  const { usedTokens, windowTokens } = counted.usage;
  const saveIfDue = createCheckpointer(ports, id, draft);
  const startedAt = ports.clock.now();
  const maxTokens = windowTokens === null ? UNKNOWN_WINDOW_REPLY_TOKENS : Math.max(1, windowTokens - usedTokens);
  let writing = false;
  return ports.host.generate(
    { purpose: 'chat', conversationId: id, segments: counted.view.segments, maxTokens },
    {
      signal,
      onText: ({ text, thinking, tokens }) => {
        if (!writing) events.operation(id, { kind: 'turn', phase: 'writing', startedAt });
        writing = true;
        draft.firstAt ??= ports.clock.now();
        draft.text += text;
        draft.thinking += thinking;
        states.of(id).streaming = { entryId: draft.replyId, text: draft.text, thinking: draft.thinking };
        ports.publish({ type: 'turn_delta', conversationId: id, replyId: draft.replyId, text, thinking });
        saveIfDue(tokens);
      },
    },
  );
}

/** Keeps the checkpoint of a growing reply at most 64 tokens or 250 ms behind. */
function createCheckpointer(ports: Ports, id: ConversationId, draft: Draft): (tokens: number) => void {
  const modelId = ports.host.loaded()?.modelId ?? null;
  const startedAt = ports.clock.now();
  let behindTokens = 0;
  let savedAt = 0;
  return (tokens) => {
    const now = performance.now();
    behindTokens += tokens;
    if (behindTokens < CHECKPOINT_TOKENS && now - savedAt < CHECKPOINT_MS) return;
    behindTokens = 0;
    savedAt = now;
    const { replyId: entryId, parentId, text, thinking } = draft;
    const reply = { entryId, conversationId: id, parentId, modelId, startedAt, text, thinking };
    const saved = ports.store.checkpointReply(reply);
    draft.stored = false;
    if (!saved.ok) ports.log('warn', 'checkpoint_failed', { code: saved.error.code });
  };
}

async function settle(
  deps: ReplyDeps,
  id: ConversationId,
  { reply, draft, signal }: { reply: Result<GenerateReply, AppError>; draft: Draft; signal: AbortSignal },
): Promise<ReplyEnd> {
  if (!reply.ok) {
    if (reply.error.code === 'context_overflow') return setAsideForOverflow(deps, id, draft);
    const kept = keepPartial(deps, id, draft, 'error');
    return { kind: 'failed', error: kept.ok ? reply.error : kept.error };
  }
  const { value } = reply;
  draft.text = value.text;
  draft.thinking = value.thinking;
  draft.usage = usageOf(value, timesOf(draft, deps.ports.clock.now()));
  if (value.promptTokens > 0) {
    const evaluatedTokens = value.promptTokens - value.reusedTokens;
    deps.states.of(id).reuse = { reusedTokens: value.reusedTokens, evaluatedTokens };
  }
  if (value.stopReason === 'aborted') {
    const kept = keepPartial(deps, id, draft, 'aborted');
    return kept.ok ? { kind: 'aborted' } : { kind: 'failed', error: kept.error };
  }
  if (value.stopReason === 'error') {
    const kept = keepPartial(deps, id, draft, 'error');
    return { kind: 'failed', error: kept.ok ? appError('host_error') : kept.error };
  }
  if (isOverflow(deps.ports, value)) return setAsideForOverflow(deps, id, draft);
  if (value.text.trim() === '' && value.toolCalls.length === 0) {
    const kept = keepPartial(deps, id, draft, 'error');
    return { kind: 'failed', error: kept.ok ? appError('empty_reply') : kept.error };
  }
  const appended = append(deps, id, draft, assistantMessage(deps.ports, value, draft.usage));
  if (!appended.ok) return { kind: 'failed', error: appended.error };
  if (value.toolCalls.length === 0) return { kind: 'answered' };
  return runTools(deps, id, { calls: value.toolCalls, signal });
}

/**
 * A reply cut because the window was full before it had the room it was promised is an overflow, not an answer: the question is asked
 * again with more room. With a reserve of nothing, it was promised what an unset reserve would be.
 */
function isOverflow(ports: Ports, reply: GenerateReply): boolean {
  if (reply.stopReason === 'overflow') return true;
  if (!isCutByWindow(ports, reply)) return false;
  const { windowTokens, reserveInForceTokens } = effectiveSettings(ports);
  const unset = resolveCompactionSettings(DEFAULT_COMPACTION_SETTINGS, windowTokens).reserveInForceTokens ?? 0;
  return reply.replyTokens < (reserveInForceTokens || unset);
}

/** Did the reply end where the window did? Then it is not whole, however long it had become. */
function isCutByWindow(ports: Ports, reply: GenerateReply): boolean {
  const { windowTokens } = effectiveSettings(ports);
  if (reply.stopReason !== 'length' || windowTokens === null) return false;
  return Math.max(reply.promptTokens + reply.replyTokens, reply.reportedUsage?.totalTokens ?? 0) >= windowTokens;
}

/** By the clock of the person; nothing where it stood still or ran backwards. */
function timesOf({ startedAt, firstAt }: Draft, endedAt: number): Pick<ReplyUsage, 'readMs' | 'writeMs'> {
  if (firstAt === null || firstAt < startedAt || endedAt <= firstAt) return {};
  return { readMs: firstAt - startedAt, writeMs: endedAt - firstAt };
}

const usageOf = (
  { reportedUsage, promptTokens, replyTokens }: GenerateReply,
  times: Pick<ReplyUsage, 'readMs' | 'writeMs'>,
): ReplyUsage => reportedUsage ?? { promptTokens, replyTokens, totalTokens: promptTokens + replyTokens, ...times };

function assistantMessage(ports: Ports, reply: GenerateReply, usage: ReplyUsage): AssistantMessage {
  const modelId = ports.host.loaded()?.modelId;
  return {
    type: 'message',
    role: 'assistant',
    text: reply.text,
    ...(reply.thinking === '' ? {} : { thinking: reply.thinking }),
    ...(reply.toolCalls.length === 0 ? {} : { toolCalls: reply.toolCalls }),
    usage,
    stopReason: reply.toolCalls.length > 0 ? 'tool_use' : reply.stopReason,
    status: reply.toolCalls.length === 0 && isCutByWindow(ports, reply) ? 'interrupted' : 'complete',
    ...(modelId === undefined ? {} : { modelId }),
  };
}

function append(deps: ReplyDeps, id: ConversationId, draft: Draft, payload: EntryPayload): Result<Entry, AppError> {
  const { ports, events } = deps;
  const entry = ports.store.append({
    id: draft.replyId,
    conversationId: id,
    parentId: draft.parentId,
    createdAt: ports.clock.now(),
    payload: wellFormed(payload),
  });
  if (!entry.ok) return entry;
  draft.stored = true;
  const stopReason: StopReason =
    payload.type === 'message' && payload.role === 'assistant' ? (payload.stopReason ?? 'stop') : 'stop';
  events.entryAppended(entry.value);
  ports.publish({ type: 'turn_finished', conversationId: id, replyId: draft.replyId, stopReason });
  return entry;
}

/** What had come of a reply that broke off stays, marked as interrupted. */
function keepPartial(
  deps: ReplyDeps,
  id: ConversationId,
  draft: Draft,
  stopReason: 'aborted' | 'error' | 'length',
): Result<null, AppError> {
  if (draft.text.trim() === '' && draft.thinking.trim() === '') {
    deps.ports.publish({ type: 'turn_finished', conversationId: id, replyId: null, stopReason });
    return ok(null);
  }
  const appended = append(deps, id, draft, {
    type: 'message',
    role: 'assistant',
    text: draft.text,
    ...(draft.thinking === '' ? {} : { thinking: draft.thinking }),
    ...(draft.usage === null ? {} : { usage: draft.usage }),
    stopReason,
    status: 'interrupted',
  });
  return appended.ok ? ok(null) : err(appended.error);
}

/** Keeps the cut text as a sibling of the answer to come: the branch goes on from the question. */
function setAsideForOverflow(deps: ReplyDeps, id: ConversationId, draft: Draft): ReplyEnd {
  const kept = keepPartial(deps, id, draft, 'length');
  if (!kept.ok) return { kind: 'failed', error: kept.error };
  if (draft.text.trim() === '' && draft.thinking.trim() === '') return { kind: 'overflow' };
  const moved = deps.ports.store.updateConversation(id, { activeLeafId: draft.parentId });
  if (!moved.ok) return { kind: 'failed', error: moved.error };
  deps.ports.publish({ type: 'branch_switched', conversationId: id });
  return { kind: 'overflow' };
}

async function runTools(
  deps: ReplyDeps,
  id: ConversationId,
  { calls, signal }: { calls: readonly ToolCall[]; signal: AbortSignal },
): Promise<ReplyEnd> {
  const { ports, events } = deps;
  for (const call of calls) {
    if (signal.aborted) return { kind: 'aborted' };
    const result = await ports.tools.run(call, signal);
    const parentId = ports.store.readConversation(id)?.activeLeafId ?? null;
    const appended = ports.store.append({
      id: asEntryId(ports.newId()),
      conversationId: id,
      parentId,
      createdAt: ports.clock.now(),
      payload: {
        type: 'message',
        role: 'tool_result',
        callId: call.id,
        text: wellFormed(result.text),
        ...(result.isError ? { isError: true } : {}),
      },
    });
    if (!appended.ok) return { kind: 'failed', error: appended.error };
    events.entryAppended(appended.value);
  }
  return { kind: 'tool_results' };
}
