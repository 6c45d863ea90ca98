// Commands that send, stop and answer. Words are safe once a sending command answers; what follows is told by events.

import { appError } from '../../core/errors.ts';
import { asEntryId } from '../../core/ids.ts';
import { err, ok } from '../../core/result.ts';
import { inBackground } from '../in-background.ts';
import { done, type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

export function messageHandlers(
  deps: HandlerDeps,
): HandlerGroup<'message.send' | 'message.edit' | 'message.unqueue' | 'failure.dismiss'> {
  const { operations, ports, events } = deps;
  return {
    'message.send': ({ conversationId, text, attachments }) =>
      withConversation(deps, conversationId, async (id) => {
        const sending = operations.send(id, { text, ...(attachments ? { attachments } : {}) });
        inBackground(deps.ports, sending.done);
        const stored = await sending.stored;
        // The stored draft may be a moment behind what was sent; what was typed on meanwhile stays.
        const draft = ports.store.readConversation(id)?.draft ?? '';
        if (stored.ok && text.startsWith(draft)) ports.store.updateConversation(id, { draft: '' });
        return stored;
      }),
    'message.edit': ({ conversationId, entryId, text }) =>
      withConversation(deps, conversationId, async (id) => {
        const sending = operations.edit(id, asEntryId(entryId), { text });
        inBackground(deps.ports, sending.done);
        const stored = await sending.stored;
        return stored.ok ? ok({ entryId: stored.value.entryId }) : stored;
      }),
    'message.unqueue': ({ conversationId, messageId }) =>
      withConversation(deps, conversationId, (id) => {
        const queued = ports.store.listQueued(id).find((message) => message.id === messageId);
        if (!queued) return err(appError('not_found'));
        const removed = ports.store.unqueueMessage(queued.id);
        if (!removed.ok) return removed;
        ports.publish({ type: 'message_unqueued', conversationId: id, messageId: queued.id });
        return ok({ text: queued.text });
      }),
    'failure.dismiss': ({ conversationId }) =>
      withConversation(deps, conversationId, (id) => {
        events.clearFailure(id);
        return done;
      }),
  };
}

export function answerHandlers(
  deps: HandlerDeps,
): HandlerGroup<'message.stop' | 'message.retry' | 'message.regenerate'> {
  const { operations } = deps;
  return {
    'message.stop': ({ conversationId }) =>
      withConversation(deps, conversationId, (id) => {
        operations.stop(id);
        return done;
      }),
    'message.retry': ({ conversationId }) =>
      withConversation(deps, conversationId, (id) => {
        inBackground(deps.ports, operations.answerAgain(id));
        return done;
      }),
    'message.regenerate': ({ conversationId, entryId }) =>
      withConversation(deps, conversationId, (id) => {
        inBackground(deps.ports, operations.answerAgain(id, asEntryId(entryId)));
        return done;
      }),
  };
}
