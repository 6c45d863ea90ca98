// Commands about a checkpoint that is looked at before it is stored, and about what waits behind what runs.

import type { CommandParams } from '../../contract/commands.ts';
import type { CompactionDraft } from '../../contract/snapshot.ts';
import { type AppError, appError } from '../../core/errors.ts';
import { asEntryId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import type { CompactRequest } from '../operations.ts';
import { cancelled, done, type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

/** What a person asked for, as the runners take it. */
export const compactRequestOf = ({
  keep,
  instructions,
  quoted,
  replaces,
}: Omit<CommandParams<'compaction.run'>, 'conversationId'>): CompactRequest => ({
  keep,
  ...(instructions ? { instructions } : {}),
  ...(quoted ? { quoted } : {}),
  ...(replaces === undefined ? {} : { replaces: asEntryId(replaces) }),
});

type PreviewCommand = 'compaction.preview' | 'compaction.edit' | 'compaction.savePreview' | 'compaction.discardPreview';

export function previewHandlers(deps: HandlerDeps): HandlerGroup<PreviewCommand> {
  const { operations, previews } = deps;
  return {
    'compaction.preview': ({ conversationId, ...asked }) =>
      withConversation(deps, conversationId, (id) =>
        operations.whenFree<Result<CompactionDraft, AppError>>(id, {
          kind: 'preview',
          cancelled,
          run: () => previews.prepare(id, compactRequestOf(asked)),
        }),
      ),
    'compaction.edit': ({ conversationId, compactionId }) =>
      withConversation(deps, conversationId, (id) => previews.edit(id, asEntryId(compactionId))),
    'compaction.savePreview': ({ conversationId, draftId, text }) =>
      withConversation(deps, conversationId, (id) =>
        operations.whenFree<Result<null, AppError>>(id, {
          kind: 'compaction',
          cancelled,
          async run() {
            const saved = await previews.save(id, draftId, text);
            if (!saved.ok) return saved;
            return saved.value.outcome === 'ok' ? done : err(saved.value.error ?? appError('internal'));
          },
        }),
      ),
    'compaction.discardPreview': ({ draftId }) => {
      previews.discard(draftId);
      return done;
    },
  };
}

export function waitingHandlers(deps: HandlerDeps): HandlerGroup<'operation.cancelWaiting'> {
  return {
    'operation.cancelWaiting': ({ conversationId, operationId }) =>
      withConversation(deps, conversationId, (id) =>
        deps.operations.cancelWaiting(id, operationId) ? done : err(appError('not_found')),
      ),
  };
}
