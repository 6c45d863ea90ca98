// One handler per command of the contract. Handlers translate; what happens stands in the runners.

import type { CommandAnswer, CommandName, CommandParams } from '../contract/commands.ts';
import { type AppError, appError } from '../core/errors.ts';
import { asConversationId, asEntryId, type ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Conversation } from '../core/transcript/conversation.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import { exportConversation } from './export-conversation.ts';
import type { ModelLoader } from './model-loader.ts';
import type { Operations } from './operations.ts';
import type { Ports } from './ports.ts';
import type { Previews } from './previews.ts';
import type { AppInfo, Snapshots } from './snapshots.ts';

export type Handlers = {
  readonly [Name in CommandName]: (
    params: CommandParams<Name>,
  ) => Promise<Result<CommandAnswer<Name>, AppError>> | Result<CommandAnswer<Name>, AppError>;
};

export interface HandlerDeps {
  readonly ports: Ports;
  readonly info: AppInfo;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly operations: Operations;
  readonly checkpoints: Checkpoints;
  readonly previews: Previews;
  readonly snapshots: Snapshots;
  readonly models: ModelLoader;
}

const done: Result<null, never> = ok(null);

export function createHandlers(deps: HandlerDeps): Handlers {
  return {
    'app.snapshot': () => ok(deps.snapshots.app()),
    ...conversationHandlers(deps),
    ...messageHandlers(deps),
    ...compactionHandlers(deps),
    ...libraryHandlers(deps),
    ...modelHandlers(deps),
  };
}

/** The conversation a command names, or `not_found`. */
function known<Value>(
  { ports }: HandlerDeps,
  conversationId: string,
  use: (id: ConversationId, conversation: Conversation) => Result<Value, AppError> | Promise<Result<Value, AppError>>,
): Result<Value, AppError> | Promise<Result<Value, AppError>> {
  const id = asConversationId(conversationId);
  const conversation = ports.store.readConversation(id);
  return conversation ? use(id, conversation) : err(appError('not_found'));
}

type Group<Prefix extends string> = Pick<Handlers, Extract<CommandName, Prefix>>;

function conversationHandlers(deps: HandlerDeps): Group<`conversation.${string}` | 'entries.page' | 'branch.switch'> {
  const { ports, events } = deps;
  const change = (conversationId: string, what: Partial<Omit<Conversation, 'id' | 'createdAt'>>) =>
    known(deps, conversationId, (id) => {
      const changed = ports.store.updateConversation(id, what);
      if (changed.ok) events.conversationChanged(id);
      return changed;
    });
  return {
    'conversation.create': ({ title }) => {
      const now = ports.clock.now();
      const { settings } = ports.settings.read();
      const created = ports.store.createConversation({
        id: asConversationId(ports.newId()),
        title: title ?? '',
        createdAt: now,
        updatedAt: now,
        pinned: false,
        trashedAt: null,
        activeLeafId: null,
        systemPrompt: settings.systemPrompt,
        draft: '',
        modelId: null,
        pins: [],
      });
      if (created.ok) events.conversationChanged(created.value.id);
      return created;
    },
    'conversation.open': ({ conversationId }) =>
      known(deps, conversationId, async (id) => ok(await deps.snapshots.conversation(id))),
    'conversation.rename': ({ conversationId, title }) => change(conversationId, { title }),
    'conversation.pin': ({ conversationId, pinned }) => change(conversationId, { pinned }),
    'conversation.trash': ({ conversationId }) => {
      deps.operations.stop(asConversationId(conversationId));
      deps.operations.cancelCompaction(asConversationId(conversationId));
      return change(conversationId, { trashedAt: ports.clock.now() });
    },
    'conversation.restore': ({ conversationId }) => change(conversationId, { trashedAt: null }),
    'conversation.purge': ({ conversationId }) =>
      known(deps, conversationId, (id) =>
        deps.operations.between(id, async () => {
          const purged = ports.store.purgeConversation(id);
          if (!purged.ok) return purged;
          deps.states.forget(id);
          ports.publish({ type: 'conversation_purged', conversationId: id });
          return done;
        }),
      ),
    'conversation.setSystemPrompt': ({ conversationId, text }) =>
      known(deps, conversationId, async (id) => {
        const changed = await change(conversationId, { systemPrompt: text });
        await events.viewChanged(id);
        return changed;
      }),
    'conversation.setDraft': ({ conversationId, text }) =>
      known(deps, conversationId, (id) => {
        const changed = ports.store.updateConversation(id, { draft: text });
        return changed.ok ? done : changed;
      }),
    'conversation.pins': ({ conversationId, pins }) =>
      change(conversationId, {
        pins: pins.map((pin) => ({ ...pin, sourceId: pin.sourceId === null ? null : asEntryId(pin.sourceId) })),
      }),
    'entries.page': ({ conversationId, beforeSeq, limit }) =>
      known(deps, conversationId, (id) => ok(deps.snapshots.page(id, beforeSeq, limit))),
    'branch.switch': ({ conversationId, entryId }) =>
      known(deps, conversationId, (id) =>
        deps.operations.between(id, async () => {
          const entry = ports.store.readEntry(asEntryId(entryId));
          if (!entry || entry.conversationId !== id) return err(appError('not_found'));
          const moved = ports.store.updateConversation(id, { activeLeafId: ports.store.newestLeafBelow(entry.id) });
          if (!moved.ok) return moved;
          ports.publish({ type: 'branch_switched', conversationId: id });
          await events.viewChanged(id);
          return done;
        }),
      ),
  };
}

function messageHandlers(deps: HandlerDeps): Group<`message.${string}` | 'failure.dismiss'> {
  const { operations, ports, events } = deps;
  /** Words are safe once this answers; what follows is told by events. Bugs reach the log, never silence. */
  const inBackground = (work: Promise<unknown>): null => {
    work.catch((error: unknown) =>
      ports.log('error', 'operation_threw', { name: error instanceof Error ? error.name : 'unknown' }),
    );
    return null;
  };
  return {
    'message.send': ({ conversationId, text, attachments }) =>
      known(deps, conversationId, async (id) => {
        const sending = operations.send(id, { text, ...(attachments ? { attachments } : {}) });
        inBackground(sending.done);
        const stored = await sending.stored;
        if (stored.ok) ports.store.updateConversation(id, { draft: '' });
        return stored;
      }),
    'message.stop': ({ conversationId }) =>
      known(deps, conversationId, (id) => {
        operations.stop(id);
        return done;
      }),
    'message.retry': ({ conversationId }) =>
      known(deps, conversationId, (id) => {
        inBackground(operations.answerAgain(id));
        return done;
      }),
    'message.edit': ({ conversationId, entryId, text }) =>
      known(deps, conversationId, async (id) => {
        const sending = operations.edit(id, asEntryId(entryId), { text });
        inBackground(sending.done);
        const stored = await sending.stored;
        return stored.ok ? ok({ entryId: stored.value.entryId }) : stored;
      }),
    'message.regenerate': ({ conversationId, entryId }) =>
      known(deps, conversationId, (id) => {
        inBackground(operations.answerAgain(id, asEntryId(entryId)));
        return done;
      }),
    'message.unqueue': ({ conversationId, messageId }) =>
      known(deps, conversationId, (id) => {
        const queued = ports.store.listQueued(id).find((message) => message.id === messageId);
        if (!queued) return err(appError('not_found'));
        const removed = ports.store.unqueueMessage(queued.id);
        if (!removed.ok) return removed;
        ports.publish({ type: 'message_unqueued', conversationId: id, messageId: queued.id });
        return ok({ text: queued.text });
      }),
    'failure.dismiss': ({ conversationId }) =>
      known(deps, conversationId, (id) => {
        events.clearFailure(id);
        return done;
      }),
  };
}

function compactionHandlers(deps: HandlerDeps): Group<`compaction.${string}` | `context.${string}`> {
  const { operations, previews, checkpoints, ports } = deps;
  return {
    'compaction.outlook': ({ conversationId }) =>
      known(deps, conversationId, async (id) => ok(await previews.outlook(id))),
    'compaction.run': ({ conversationId, keep, instructions, quoted }) =>
      known(deps, conversationId, (id) => {
        const request = { keep, ...(instructions ? { instructions } : {}), ...(quoted ? { quoted } : {}) };
        operations
          .compact(id, request)
          .catch((error: unknown) =>
            ports.log('error', 'compaction_threw', { name: error instanceof Error ? error.name : 'unknown' }),
          );
        return done;
      }),
    'compaction.cancel': ({ conversationId }) =>
      known(deps, conversationId, (id) => {
        operations.cancelCompaction(id);
        return done;
      }),
    'compaction.preview': ({ conversationId, keep, instructions }) =>
      known(deps, conversationId, (id) =>
        operations.between(id, () => previews.prepare(id, { keep, ...(instructions ? { instructions } : {}) })),
      ),
    'compaction.savePreview': ({ conversationId, draftId, text }) =>
      known(deps, conversationId, (id) =>
        operations.between(id, async () => {
          const saved = await previews.save(id, draftId, text);
          if (!saved.ok) return saved;
          return saved.value.outcome === 'ok' ? done : err(saved.value.error ?? appError('internal'));
        }),
      ),
    'compaction.discardPreview': ({ draftId }) => {
      previews.discard(draftId);
      return done;
    },
    'compaction.undo': ({ conversationId, compactionId }) =>
      known(deps, conversationId, (id) =>
        operations.between(id, async () => {
          const undone = await checkpoints.undo(id, compactionId === undefined ? undefined : asEntryId(compactionId));
          return undone.ok ? ok({ compactionId: undone.value }) : undone;
        }),
      ),
    'compaction.redo': ({ conversationId, compactionId }) =>
      known(deps, conversationId, (id) =>
        operations.between(id, async () => {
          const redone = await checkpoints.redo(id, compactionId === undefined ? undefined : asEntryId(compactionId));
          return redone.ok ? ok({ compactionId: redone.value }) : redone;
        }),
      ),
    'context.inspect': ({ conversationId, draft }) =>
      known(deps, conversationId, async (id) => ok(await deps.snapshots.inspect(id, draft))),
    'context.count': ({ conversationId, draft }) =>
      known(deps, conversationId, async (id) => ok(await deps.snapshots.count(id, draft))),
  };
}

function libraryHandlers(
  deps: HandlerDeps,
): Group<'search' | 'export.conversation' | 'history.verify' | `notes.${string}` | 'settings.update'> {
  const { ports } = deps;
  return {
    search: ({ text, limit }) => {
      const titles = new Map<string, string>();
      const titleOf = (id: ConversationId): string => {
        const title = titles.get(id) ?? ports.store.readConversation(id)?.title ?? '';
        titles.set(id, title);
        return title;
      };
      const hits = ports.store.search({ text, limit });
      return ok(
        hits.map((hit) => ({
          ...hit,
          conversationTitle: hit.conversationId === null ? '' : titleOf(hit.conversationId),
        })),
      );
    },
    'export.conversation': ({ conversationId, format }) =>
      known(deps, conversationId, (id) => ok(exportConversation(ports, id, format))),
    'history.verify': ({ conversationId }) => known(deps, conversationId, (id) => ok(ports.store.verify(id))),
    'notes.list': () =>
      ok(
        ports.notes
          .list()
          .map((file) => ({ file, sizeBytes: new TextEncoder().encode(ports.notes.read(file) ?? '').length })),
      ),
    'notes.read': ({ file }) => {
      const content = ports.notes.list().includes(file) ? ports.notes.read(file) : null;
      return content === null ? err(appError('not_found')) : ok({ file, content });
    },
    'notes.save': ({ file, content, expectedContent }) => {
      const saved = ports.notes.save(file, content, expectedContent);
      if (!saved.ok) return saved;
      const indexed = ports.store.indexNote(file, content);
      ports.publish({ type: 'notes_changed' });
      return indexed.ok ? done : indexed;
    },
    'settings.update': ({ change }) => {
      const updated = ports.settings.update(change);
      if (updated.ok) ports.publish({ type: 'settings_changed', ...ports.settings.read() });
      return updated;
    },
  };
}

function modelHandlers(deps: HandlerDeps): Group<`models.${string}`> {
  const { ports, models, info } = deps;
  return {
    'models.list': async () => {
      const found = await ports.models.find();
      return ok({
        found,
        catalogue: ports.models
          .catalogue()
          .map((model) => ({ ...model, fitsMemory: model.minMemoryBytes <= info.totalMemoryBytes })),
        memoryBytes: info.totalMemoryBytes,
        loadedPath: ports.host.loaded()?.path ?? null,
      });
    },
    'models.load': async ({ path }) => {
      const loaded = await models.load(path);
      return loaded.ok ? done : loaded;
    },
    'models.add': async ({ path }) => {
      const found = await models.inspect(path);
      return found.problem && !found.usable ? err(found.problem) : ok(found);
    },
    'models.download': ({ id }) => {
      if (!ports.models.catalogue().some((model) => model.id === id)) return err(appError('not_found'));
      models
        .download(id)
        .catch((error: unknown) =>
          ports.log('error', 'download_threw', { name: error instanceof Error ? error.name : 'unknown' }),
        );
      return done;
    },
    'models.cancelDownload': ({ id }) => {
      models.cancelDownload(id);
      return done;
    },
  };
}
