// Commands about a conversation's own record and about which branch of it is shown.

import type { CommandParams } from '../../contract/commands.ts';
import { type AppError, appError } from '../../core/errors.ts';
import { asConversationId, asEntryId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Conversation } from '../../core/transcript/conversation.ts';
import {
  type Answer,
  cancelled,
  changeConversation,
  done,
  type HandlerDeps,
  type HandlerGroup,
  withConversation,
} from './handler.ts';

export function conversationHandlers(deps: HandlerDeps): HandlerGroup<`conversation.${string}`> {
  const { ports, events, operations, states } = deps;
  return {
    'conversation.create': ({ title }) => {
      const created = ports.store.createConversation(newConversation(deps, title ?? ''));
      if (created.ok) events.conversationChanged(created.value.id);
      return created;
    },
    'conversation.createFromCheckpoint': (params) => createFromCheckpoint(deps, params),
    'conversation.open': ({ conversationId }) =>
      withConversation(deps, conversationId, async (id) => {
        const snapshot = ok(await deps.snapshots.conversation(id));
        // What waited when the app was closed goes on where it can be seen.
        operations.resumeQueued(id);
        return snapshot;
      }),
    'conversation.rename': ({ conversationId, title }) => changeConversation(deps, conversationId, { title }),
    'conversation.pin': ({ conversationId, pinned }) => changeConversation(deps, conversationId, { pinned }),
    'conversation.trash': ({ conversationId }) => {
      operations.stopAll(asConversationId(conversationId));
      return changeConversation(deps, conversationId, { trashedAt: ports.clock.now() });
    },
    'conversation.restore': ({ conversationId }) => changeConversation(deps, conversationId, { trashedAt: null }),
    'conversation.purge': ({ conversationId }) =>
      withConversation(deps, conversationId, (id) =>
        operations.between(id, async () => {
          const saved = await deps.backups.beforePurge(id);
          if (!saved.ok) return saved;
          const purged = ports.store.purgeConversation(id);
          if (!purged.ok) return purged;
          states.forget(id);
          ports.publish({ type: 'conversation_purged', conversationId: id });
          return done;
        }),
      ),
    'conversation.setSystemPrompt': async ({ conversationId, text }) => {
      const changed = await changeConversation(deps, conversationId, { systemPrompt: text });
      if (changed.ok) await events.viewChanged(changed.value.id);
      return changed;
    },
    'conversation.setDraft': ({ conversationId, text }) =>
      withConversation(deps, conversationId, (id) => {
        const changed = ports.store.updateConversation(id, { draft: text });
        return changed.ok ? done : changed;
      }),
    'conversation.pins': ({ conversationId, pins }) =>
      changeConversation(deps, conversationId, {
        pins: pins.map((pin) => ({ ...pin, sourceId: pin.sourceId === null ? null : asEntryId(pin.sourceId) })),
      }),
  };
}

const createFromCheckpoint: (
  deps: HandlerDeps,
  params: CommandParams<'conversation.createFromCheckpoint'>,
) => Answer<Conversation> = (deps, { conversationId, compactionId, title }) =>
  withConversation(deps, conversationId, (id) =>
    deps.checkpoints.startNew(id, asEntryId(compactionId), title === undefined ? {} : { title }),
  );

function newConversation({ ports }: HandlerDeps, title: string): Conversation {
  const now = ports.clock.now();
  return {
    id: asConversationId(ports.newId()),
    title,
    createdAt: now,
    updatedAt: now,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: ports.settings.read().settings.systemPrompt,
    draft: '',
    modelId: null,
    pins: [],
  };
}

export function branchHandlers(deps: HandlerDeps): HandlerGroup<`entries.${string}` | 'branch.switch'> {
  const { ports, events, operations } = deps;
  return {
    'entries.page': ({ conversationId, beforeSeq, limit }) =>
      withConversation(deps, conversationId, (id) => ok(deps.snapshots.page(id, beforeSeq, limit))),
    'entries.locate': ({ entryId }) => {
      const entry = ports.store.readEntry(asEntryId(entryId));
      const conversation = entry && ports.store.readConversation(entry.conversationId);
      if (!conversation) return err(appError('not_found'));
      const { id, title, trashedAt } = conversation;
      return ok({ conversationId: id, conversationTitle: title, trashed: trashedAt !== null });
    },
    'entries.around': ({ conversationId, entryId, limit }) =>
      withConversation(deps, conversationId, (id) => {
        const page = deps.snapshots.around(id, asEntryId(entryId), limit);
        return page === null ? err(appError('not_found')) : ok(page);
      }),
    'branch.switch': ({ conversationId, entryId }) =>
      withConversation(deps, conversationId, (id) =>
        operations.whenFree<Result<null, AppError>>(id, {
          kind: 'branch_switch',
          cancelled,
          async run() {
            const entry = ports.store.readEntry(asEntryId(entryId));
            if (!entry || entry.conversationId !== id) return err(appError('not_found'));
            const moved = ports.store.updateConversation(id, { activeLeafId: ports.store.newestLeafBelow(entry.id) });
            if (!moved.ok) return moved;
            ports.publish({ type: 'branch_switched', conversationId: id });
            await events.viewChanged(id);
            return done;
          },
        }),
      ),
  };
}
