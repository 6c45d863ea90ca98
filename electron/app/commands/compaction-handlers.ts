// Commands that make, show, undo and redo compactions, and those that show what the model sees.

import type { AppError } from '../../core/errors.ts';
import { asEntryId, type EntryId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { inBackground } from '../in-background.ts';
import { compactRequestOf } from './preview-handlers.ts';
import { type Answer, cancelled, done, type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

type CompactionCommand = `compaction.${'outlook' | 'run' | 'cancel' | 'undo' | 'redo'}`;

export function compactionHandlers(deps: HandlerDeps): HandlerGroup<CompactionCommand> {
  const { operations, previews, checkpoints } = deps;
  const mark = (
    conversationId: string,
    compactionId: string | undefined,
    how: 'undo' | 'redo',
  ): Answer<{ readonly compactionId: EntryId }> =>
    withConversation(deps, conversationId, (id) =>
      operations.whenFree<Result<{ readonly compactionId: EntryId }, AppError>>(id, {
        kind: how,
        cancelled,
        async run() {
          const marked = await checkpoints[how](id, compactionId === undefined ? undefined : asEntryId(compactionId));
          return marked.ok ? ok({ compactionId: marked.value }) : marked;
        },
      }),
    );
  return {
    'compaction.outlook': ({ conversationId, replaces }) =>
      withConversation(deps, conversationId, async (id) =>
        ok(await previews.outlook(id, replaces === undefined ? undefined : asEntryId(replaces))),
      ),
    'compaction.run': ({ conversationId, ...asked }) =>
      withConversation(deps, conversationId, (id) => {
        inBackground(deps.ports, operations.compact(id, compactRequestOf(asked)));
        return done;
      }),
    'compaction.cancel': ({ conversationId }) =>
      withConversation(deps, conversationId, (id) => {
        operations.cancelCompaction(id);
        return done;
      }),
    'compaction.undo': ({ conversationId, compactionId }) => mark(conversationId, compactionId, 'undo'),
    'compaction.redo': ({ conversationId, compactionId }) => mark(conversationId, compactionId, 'redo'),
  };
}

export function contextHandlers(deps: HandlerDeps): HandlerGroup<`context.${string}`> {
  return {
    'context.inspect': ({ conversationId, draft }) =>
      withConversation(deps, conversationId, async (id) => ok(await deps.snapshots.inspect(id, draft))),
    'context.count': ({ conversationId, draft, attachments }) =>
      withConversation(deps, conversationId, async (id) => ok(await deps.snapshots.count(id, draft, attachments))),
    'context.countAttachments': async ({ attachments }) => ok(await deps.snapshots.countAttachments(attachments)),
  };
}
