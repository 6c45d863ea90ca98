// A checkpoint looked at before it is stored: a draft made, changed, saved or given up.

import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { type CompactionChoice, withFocus } from './compaction-choice.ts';

export function createPreviewActions({ ask, run, call, setUi, notify, get }: ActionTools) {
  async function previewCompaction(
    conversationId: ConversationId,
    choice: CompactionChoice,
    undoneId: EntryId | null = null,
  ): Promise<boolean> {
    setUi({ previewing: { conversationId, startedAt: Date.now() } });
    const answer = await call('compaction.preview', { conversationId, ...withFocus(choice) });
    const isWanted = get().ui.previewing?.conversationId === conversationId;
    setUi({ previewing: null });
    if (answer.ok && isWanted) setUi({ dialog: { kind: 'preview', draft: answer.value, undoneId } });
    else if (answer.ok) await call('compaction.discardPreview', { conversationId, draftId: answer.value.draftId });
    else if (answer.error.code === 'aborted') notify({ kind: 'compaction_cancelled' }, conversationId);
    else notify({ kind: 'error', error: answer.error }, conversationId);
    if (!(answer.ok && isWanted) && undoneId !== null) {
      await run('compaction.redo', { conversationId, compactionId: undoneId });
    }
    return answer.ok && isWanted;
  }

  /** A draft nobody waits for any more is given up as soon as it comes. */
  async function cancelPreview(conversationId: ConversationId): Promise<void> {
    setUi({ previewing: null });
    await run('compaction.cancel', { conversationId });
  }

  /** A checkpoint is never changed in place: it is undone and written anew, and comes back when that is given up. */
  async function editCompaction(conversationId: ConversationId, compactionId: EntryId, focus: string): Promise<void> {
    if ((await ask('compaction.undo', { conversationId, compactionId })) === null) return;
    await previewCompaction(conversationId, { focus, keep: 'settings' }, compactionId);
  }

  async function discardPreview(conversationId: ConversationId, draftId: string, undoneId: EntryId | null) {
    setUi({ dialog: null });
    await run('compaction.discardPreview', { conversationId, draftId });
    if (undoneId !== null) await run('compaction.redo', { conversationId, compactionId: undoneId });
  }

  return {
    previewCompaction,
    cancelPreview,
    editCompaction,
    discardPreview,
    savePreview: (conversationId: ConversationId, draftId: string, text: string) =>
      call('compaction.savePreview', { conversationId, draftId, text }),
  };
}
