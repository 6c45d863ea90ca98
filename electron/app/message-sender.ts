// Sends messages, in the order they were written: at once where nothing runs, else through the queue on disk, so that no word is lost.

import { type AppError, appError } from '../core/errors.ts';
import { asEntryId, type ConversationId, type EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { QueuedMessage } from '../core/transcript/conversation.ts';
import { type Attachment, type Entry, isUser } from '../core/transcript/entry.ts';
import { wellFormed } from '../core/transcript/well-formed.ts';
import type { ConversationEvents } from './conversation-events.ts';
import { inBackground } from './in-background.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { TurnOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import { type NamedMessage, storeMessage } from './store-message.ts';
import { type TurnRunner, turnFailure } from './turn-runner.ts';
import type { AsTurn, Closing } from './turn-scope.ts';

export interface Outgoing {
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** Given by callers that name entries themselves (scenarios). */
  readonly entryId?: EntryId;
}

type Stored = Result<{ readonly entryId: EntryId; readonly queued: boolean }, AppError>;

/** `stored` settles as soon as the words are on disk (or refused); `done` when the turn has ended. */
export interface Sending {
  readonly stored: Promise<Stored>;
  readonly done: Promise<TurnOutcome>;
}

export interface MessageSender {
  send(id: ConversationId, message: Outgoing): Sending;
  /** Sends what waited in the queue when the app was closed: now, or once a model is there to answer. */
  resumeQueued(id: ConversationId): void;
  /** A model has been loaded: what waited for one goes on. */
  modelReady(): void;
  /** A new wording of a user message: a sibling branch, answered. */
  edit(id: ConversationId, entryId: EntryId, message: Outgoing): Sending;
}

interface SenderParts {
  readonly ports: Ports;
  readonly queue: OperationQueue;
  readonly events: ConversationEvents;
  readonly turns: TurnRunner;
  readonly asTurn: AsTurn;
  readonly closing: Closing;
}

interface SenderDeps extends SenderParts {
  /** Queued messages whose turn is to come in this process. */
  readonly scheduled: Set<EntryId>;
  /** Queued messages that could not be stored: the person has been told, and newer ones need not wait for them. */
  readonly refused: Set<EntryId>;
}

export function createMessageSender(parts: SenderParts): MessageSender {
  const deps: SenderDeps = { ...parts, scheduled: new Set(), refused: new Set() };
  const { host, store } = parts.ports;
  /** Conversations with messages that wait for a model. */
  const waitingForModel = new Set<ConversationId>();
  return {
    send: (id, message) => send(deps, id, wellFormed(message)),
    resumeQueued(id) {
      if (host.loaded()) resume(deps, id, store.listQueued(id));
      else if (store.listQueued(id).length > 0) waitingForModel.add(id);
    },
    modelReady() {
      for (const id of waitingForModel) resume(deps, id, store.listQueued(id));
      waitingForModel.clear();
    },
    edit: (id, entryId, message) => edit(deps, id, entryId, wellFormed(message)),
  };
}

function send(deps: SenderDeps, id: ConversationId, message: Outgoing): Sending {
  const { ports, queue } = deps;
  const entryId = message.entryId ?? asEntryId(ports.newId());
  // Words that wait from before come first.
  const older = ports.store.listQueued(id).filter((queued) => !deps.refused.has(queued.id));
  resume(deps, id, older);
  if (!queue.isBusy(id)) return sendNow(deps, id, { ...message, entryId });
  const { text, attachments } = message;
  const queued: QueuedMessage = {
    id: entryId,
    conversationId: id,
    text,
    queuedAt: ports.clock.now(),
    ...(attachments ? { attachments } : {}),
  };
  const kept = ports.store.queueMessage(queued);
  if (!kept.ok) return { stored: Promise.resolve(err(kept.error)), done: Promise.resolve(failed(kept.error)) };
  ports.publish({ type: 'message_queued', conversationId: id, message: queued });
  return sendQueued(deps, id, { ...message, entryId });
}

const failed = (error: AppError): TurnOutcome => ({ outcome: 'failed', error, compactions: [] });

function resume(deps: SenderDeps, id: ConversationId, messages: readonly QueuedMessage[]): void {
  if (deps.ports.store.readOnly) return;
  for (const { id: entryId, text, attachments } of messages) {
    if (deps.scheduled.has(entryId)) continue;
    const sending = sendQueued(deps, id, { text, entryId, ...(attachments ? { attachments } : {}) });
    inBackground(deps.ports, sending.done);
  }
}

function sendNow(deps: SenderDeps, id: ConversationId, message: NamedMessage): Sending {
  return storeAndAnswer(deps, id, { entryId: message.entryId, store: () => storeMessage(deps, id, message) });
}

function edit(deps: SenderDeps, id: ConversationId, entryId: EntryId, message: Outgoing): Sending {
  const { store, newId, publish } = deps.ports;
  const named = { ...message, entryId: message.entryId ?? asEntryId(newId()) };
  return storeAndAnswer(deps, id, {
    entryId: named.entryId,
    async store() {
      const edited = store.readEntry(entryId);
      if (!edited || !isUser(edited) || edited.conversationId !== id) return err(appError('not_found'));
      const stored = await storeMessage(deps, id, named, { parentId: edited.parentId });
      if (stored.ok) publish({ type: 'branch_switched', conversationId: id });
      return stored;
    },
  });
}

interface Storing {
  readonly entryId: EntryId;
  readonly store: () => Promise<Result<Entry, AppError>>;
}

function storeAndAnswer(deps: SenderDeps, id: ConversationId, { entryId, store }: Storing): Sending {
  const stored = Promise.withResolvers<Stored>();
  const done = deps.queue.run(id, () =>
    deps.asTurn(id, async (signal) => {
      const appended = await store();
      stored.resolve(appended.ok ? ok({ entryId, queued: false }) : appended);
      return appended.ok ? deps.turns.answer(id, signal) : failed(appended.error);
    }),
  );
  done.catch((error: unknown) => stored.reject(error));
  return { stored: stored.promise, done };
}

function sendQueued(deps: SenderDeps, id: ConversationId, message: NamedMessage): Sending {
  const { entryId } = message;
  deps.scheduled.add(entryId);
  const done = deps.queue.run(id, () => deps.asTurn(id, (signal) => takeTurn(deps, id, message, signal)));
  return { stored: Promise.resolve(ok({ entryId, queued: true })), done };
}

/** Its turn has come: sent, unless it was taken back, or the app closes, or the conversation went to the trash. */
async function takeTurn(
  deps: SenderDeps,
  id: ConversationId,
  message: NamedMessage,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { store, publish } = deps.ports;
  const { entryId } = message;
  deps.scheduled.delete(entryId);
  const isTrashed = typeof store.readConversation(id)?.trashedAt === 'number';
  if (deps.closing.now || isTrashed) return { outcome: 'queued', compactions: [] };
  if (!store.listQueued(id).some((queued) => queued.id === entryId)) return { outcome: 'aborted', compactions: [] };
  const appended = await storeMessage(deps, id, message);
  if (!appended.ok) {
    deps.refused.add(entryId);
    deps.events.failed(id, turnFailure(appended.error));
    return failed(appended.error);
  }
  store.unqueueMessage(entryId);
  publish({ type: 'message_unqueued', conversationId: id, messageId: entryId });
  return deps.turns.answer(id, signal);
}
