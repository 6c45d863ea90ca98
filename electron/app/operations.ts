// What a person can set going in a conversation. One at a time per conversation; words are stored before anything else happens.

import type { KeepChoice } from '../core/compaction/plan.ts';
import { renderUserText } from '../core/context/attachment-text.ts';
import { type AppError, appError } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { clipEnd } from '../core/transcript/clip-text.ts';
import type { Attachment, Entry, UserMessage } from '../core/transcript/entry.ts';
import { isAssistant, isUser } from '../core/transcript/entry.ts';
import type { QueuedMessage } from '../core/transcript/conversation.ts';
import type { CompactionRunner } from './compaction-runner.ts';
import { countView, readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import { inBackground } from './in-background.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { CompactionOutcome, TurnOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import { type TurnRunner, turnFailure } from './turn-runner.ts';

const TITLE_CHARS = 60;

export interface Outgoing {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** Given by callers that name entries themselves (scenarios). */
  readonly entryId?: EntryId;
}

/** `stored` settles as soon as the words are on disk (or refused); `done` when the turn has ended. */
export interface Sending {
  readonly stored: Promise<Result<{ readonly entryId: EntryId; readonly queued: boolean }, AppError>>;
  readonly done: Promise<TurnOutcome>;
}

export interface CompactRequest {
  readonly keep: KeepChoice;
  readonly instructions?: string;
  readonly quoted?: boolean;
}

export interface Operations {
  send(id: ConversationId, message: Outgoing): Sending;
  /** Sends what waited in the queue when the app was closed: now, or once a model is there to answer. */
  resumeQueued(id: ConversationId): void;
  /** A model has been loaded: what waited for one goes on. */
  modelReady(): void;
  /** A new wording of a user message: a sibling branch, answered. */
  edit(id: ConversationId, entryId: EntryId, message: Outgoing): Sending;
  /** Another answer beside an assistant message; or an answer to the newest unanswered message. */
  answerAgain(id: ConversationId, entryId?: EntryId): Promise<TurnOutcome>;
  compact(id: ConversationId, request: CompactRequest): Promise<CompactionOutcome>;
  /** Stops the turn that runs, keeping what it has written. */
  stop(id: ConversationId): void;
  /** Cancels the compaction that runs, and nothing else. */
  cancelCompaction(id: ConversationId): void;
  /** From now on nothing new begins: what runs is stopped, messages that wait stay waiting on disk. */
  close(): void;
  /** Runs something short between operations. */
  between<Value>(id: ConversationId, work: () => Promise<Value>): Promise<Value>;
}

interface OperationDeps {
  readonly ports: Ports;
  readonly queue: OperationQueue;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly turns: TurnRunner;
  readonly compactions: CompactionRunner;
  readonly closing: { now: boolean };
  /** Queued messages whose turn is to come in this process. */
  readonly scheduled: Set<EntryId>;
  /** Queued messages that could not be stored: the person has been told, and newer ones need not wait for them. */
  readonly refused: Set<EntryId>;
  /** Conversations with messages that wait for a model. */
  readonly waiting: Set<ConversationId>;
}

type Given = Omit<OperationDeps, 'closing' | 'scheduled' | 'refused' | 'waiting'>;

export function createOperations(given: Given): Operations {
  const deps: OperationDeps = {
    ...given,
    closing: { now: false },
    scheduled: new Set(),
    refused: new Set(),
    waiting: new Set(),
  };
  const { ports, queue, states } = deps;
  return {
    close() {
      deps.closing.now = true;
      for (const { id } of ports.store.listConversations({ trashed: false })) {
        states.of(id).turnAbort?.abort();
        states.of(id).compactionAbort?.abort();
      }
    },
    send: (id, message) => send(deps, id, message),
    resumeQueued(id) {
      if (ports.host.loaded()) resume(deps, id, ports.store.listQueued(id));
      else if (ports.store.listQueued(id).length > 0) deps.waiting.add(id);
    },
    modelReady() {
      for (const id of deps.waiting) resume(deps, id, ports.store.listQueued(id));
      deps.waiting.clear();
    },
    edit: (id, entryId, message) => edit(deps, id, entryId, message),
    answerAgain: (id, entryId) =>
      queue.run(id, () => asTurn(deps, id, (signal) => answerAgain(deps, id, { entryId, signal }))),
    compact: (id, request) =>
      queue.run(id, () => {
        const { signal } = new AbortController();
        if (deps.closing.now) return Promise.resolve({ outcome: 'aborted', error: appError('aborted') });
        return deps.compactions.run({ conversationId: id, reason: 'manual', signal, ...request });
      }),
    stop(id) {
      states.of(id).turnAbort?.abort();
    },
    cancelCompaction(id) {
      states.of(id).compactionAbort?.abort();
    },
    between: (id, work) => queue.run(id, work),
  };
}

function send(deps: OperationDeps, id: ConversationId, message: Outgoing): Sending {
  const entryId = message.entryId ?? asEntryId(deps.ports.newId());
  // Words that wait from before come first.
  const older = deps.ports.store.listQueued(id).filter((queued) => !deps.refused.has(queued.id));
  resume(deps, id, older);
  if (!deps.queue.isBusy(id)) return sendNow(deps, id, { ...message, entryId });
  const { text, attachments } = message;
  const queued = {
    id: entryId,
    conversationId: id,
    text,
    queuedAt: deps.ports.clock.now(),
    ...(attachments ? { attachments } : {}),
  };
  const kept = deps.ports.store.queueMessage(queued);
  if (!kept.ok) return refused(kept.error);
  deps.ports.publish({ type: 'message_queued', conversationId: id, message: queued });
  return sendQueued(deps, id, { ...message, entryId });
}

function resume(deps: OperationDeps, id: ConversationId, messages: readonly QueuedMessage[]): void {
  if (deps.ports.store.readOnly) return;
  for (const { id: entryId, text, attachments } of messages) {
    if (deps.scheduled.has(entryId)) continue;
    const sending = sendQueued(deps, id, { text, entryId, ...(attachments ? { attachments } : {}) });
    inBackground(deps.ports, sending.done);
  }
}

const refused = (error: AppError): Sending => ({
  stored: Promise.resolve(err(error)),
  done: Promise.resolve({ outcome: 'failed', error, compactions: [] }),
});

interface Named extends Outgoing {
  readonly entryId: EntryId;
}

function sendNow(deps: OperationDeps, id: ConversationId, message: Named): Sending {
  const stored = Promise.withResolvers<Result<{ entryId: EntryId; queued: boolean }, AppError>>();
  const done = deps.queue.run(id, () =>
    asTurn(deps, id, async (signal) => {
      const appended = await storeMessage(deps, id, message);
      stored.resolve(appended.ok ? ok({ entryId: message.entryId, queued: false }) : appended);
      return appended.ok
        ? deps.turns.answer(id, signal)
        : { outcome: 'failed', error: appended.error, compactions: [] };
    }),
  );
  done.catch((error: unknown) => stored.reject(error));
  return { stored: stored.promise, done };
}

function sendQueued(deps: OperationDeps, id: ConversationId, message: Named): Sending {
  const { store, publish } = deps.ports;
  deps.scheduled.add(message.entryId);
  const done = deps.queue.run(id, () =>
    asTurn(deps, id, async (signal) => {
      deps.scheduled.delete(message.entryId);
      const isTrashed = typeof store.readConversation(id)?.trashedAt === 'number';
      if (deps.closing.now || isTrashed) return { outcome: 'queued', compactions: [] };
      if (!store.listQueued(id).some((queued) => queued.id === message.entryId))
        return { outcome: 'aborted', compactions: [] };
      const appended = await storeMessage(deps, id, message);
      if (!appended.ok) {
        deps.refused.add(message.entryId);
        deps.events.failed(id, turnFailure(appended.error));
        return { outcome: 'failed', error: appended.error, compactions: [] };
      }
      store.unqueueMessage(message.entryId);
      publish({ type: 'message_unqueued', conversationId: id, messageId: message.entryId });
      return deps.turns.answer(id, signal);
    }),
  );
  return { stored: Promise.resolve(ok({ entryId: message.entryId, queued: true })), done };
}

async function asTurn(
  deps: OperationDeps,
  id: ConversationId,
  run: (signal: AbortSignal) => Promise<TurnOutcome>,
): Promise<TurnOutcome> {
  const state = deps.states.of(id);
  const abort = new AbortController();
  // Words that come while the app closes are stored; the model is not asked any more.
  if (deps.closing.now) abort.abort();
  state.turnAbort = abort;
  deps.events.clearFailure(id);
  try {
    return await run(abort.signal);
  } catch (error) {
    // A bug goes on up; the person must see all the same that the turn has ended.
    deps.events.failed(id, turnFailure(appError('internal')));
    throw error;
  } finally {
    state.turnAbort = null;
    deps.events.operation(id, null);
  }
}

/** Refuses what could never fit, then commits the words: only then may the model be called. */
async function storeMessage(
  deps: OperationDeps,
  id: ConversationId,
  message: Named,
  at?: { parentId: EntryId | null },
): Promise<Result<Entry, AppError>> {
  const { ports, events } = deps;
  const payload: UserMessage = {
    type: 'message',
    role: 'user',
    text: message.text,
    ...(message.attachments && message.attachments.length > 0 ? { attachments: message.attachments } : {}),
  };
  const tooLarge = await findTooLarge(ports, id, { entryId: message.entryId, text: renderUserText(payload) });
  if (tooLarge) return err(tooLarge);
  const conversation = ports.store.readConversation(id);
  if (!conversation) return err(appError('not_found'));
  const parentId = at ? at.parentId : conversation.activeLeafId;
  const entry = ports.store.append({
    id: message.entryId,
    conversationId: id,
    parentId,
    createdAt: ports.clock.now(),
    payload,
  });
  if (!entry.ok) return entry;
  if (at) {
    const moved = ports.store.updateConversation(id, { activeLeafId: entry.value.id });
    if (!moved.ok) return moved;
  }
  if (conversation.title === '') ports.store.updateConversation(id, { title: titleFrom(message.text) });
  events.entryAppended(entry.value);
  events.conversationChanged(id);
  return entry;
}

const titleFrom = (text: string): string => clipEnd(text.trim().replace(/\s+/g, ' '), TITLE_CHARS);

/** @param message its text as the model would read it, attached files included */
async function findTooLarge(
  ports: Ports,
  id: ConversationId,
  message: { readonly entryId: EntryId; readonly text: string },
): Promise<AppError | null> {
  const windowTokens = ports.host.loaded()?.windowTokens ?? null;
  if (windowTokens === null) return null;
  const { view } = readContext(ports, id);
  const fixed = view.segments.filter(({ segment }) => segment === 'system' || segment === 'tools');
  const alone = await countView(ports, {
    ...view,
    segments: [...fixed, { segment: 'current', role: 'user', ...message }],
  });
  const { usedTokens, measured } = alone.usage;
  if (!measured || usedTokens < windowTokens) return null;
  return appError('message_too_large', {
    messageTokens: usedTokens - alone.fixedTokens,
    fixedTokens: alone.fixedTokens,
    windowTokens,
  });
}

function edit(deps: OperationDeps, id: ConversationId, entryId: EntryId, message: Outgoing): Sending {
  const named = { ...message, entryId: message.entryId ?? asEntryId(deps.ports.newId()) };
  const stored = Promise.withResolvers<Result<{ entryId: EntryId; queued: boolean }, AppError>>();
  const done = deps.queue.run(id, () =>
    asTurn(deps, id, async (signal) => {
      const edited = deps.ports.store.readEntry(entryId);
      const appended: Result<Entry, AppError> =
        edited && isUser(edited) && edited.conversationId === id
          ? await storeMessage(deps, id, named, { parentId: edited.parentId })
          : err(appError('not_found'));
      stored.resolve(appended.ok ? ok({ entryId: named.entryId, queued: false }) : appended);
      if (!appended.ok) return { outcome: 'failed', error: appended.error, compactions: [] };
      deps.ports.publish({ type: 'branch_switched', conversationId: id });
      return deps.turns.answer(id, signal);
    }),
  );
  done.catch((error: unknown) => stored.reject(error));
  return { stored: stored.promise, done };
}

async function answerAgain(
  deps: OperationDeps,
  id: ConversationId,
  { entryId, signal }: { entryId: EntryId | undefined; signal: AbortSignal },
): Promise<TurnOutcome> {
  const { store, publish } = deps.ports;
  if (signal.aborted) return { outcome: 'aborted', compactions: [] };
  const conversation = store.readConversation(id);
  const target = entryId ?? interruptedLeaf(deps.ports, conversation?.activeLeafId ?? null);
  if (target !== null) {
    const entry = store.readEntry(target);
    if (!entry || !isAssistant(entry) || entry.conversationId !== id)
      return { outcome: 'failed', error: appError('not_found'), compactions: [] };
    const moved = store.updateConversation(id, { activeLeafId: entry.parentId });
    if (!moved.ok) return { outcome: 'failed', error: moved.error, compactions: [] };
    publish({ type: 'branch_switched', conversationId: id });
  }
  return deps.turns.answer(id, signal);
}

/** An answer that broke off is answered anew beside itself; anything else is gone on from. */
function interruptedLeaf(ports: Pick<Ports, 'store'>, leafId: EntryId | null): EntryId | null {
  const leaf = leafId === null ? null : ports.store.readEntry(leafId);
  return leaf && isAssistant(leaf) && leaf.payload.status === 'interrupted' ? leaf.id : null;
}
