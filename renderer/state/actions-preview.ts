// A checkpoint looked at before it is stored: a draft made or opened, changed, saved or given up.

import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { type CompactionChoice, toRequest } from './compaction-choice.ts';

export function createPreviewActions({ ask, run, call, setUi, notify, get }: ActionTools) {
  async function previewCompaction(conversationId: ConversationId, choice: CompactionChoice): Promise<boolean> {
    setUi({ previewing: { conversationId, startedAt: Date.now() } });
    const answer = await call('compaction.preview', { conversationId, ...toRequest(choice) });
    const isWanted = get().ui.previewing?.conversationId === conversationId;
    setUi({ previewing: null });
    if (answer.ok && isWanted) setUi({ dialog: { kind: 'preview', draft: answer.value } });
    else if (answer.ok) await call('compaction.discardPreview', { conversationId, draftId: answer.value.draftId });
    else if (answer.error.code === 'aborted') notify({ kind: 'compaction_cancelled' }, conversationId);
    else notify({ kind: 'error', error: answer.error }, conversationId);
    return answer.ok && isWanted;
  }

  /** A draft nobody waits for any more is given up as soon as it comes. */
  async function cancelPreview(conversationId: ConversationId): Promise<void> {
    setUi({ previewing: null });
    await run('compaction.cancel', { conversationId });
  }

  /** Opens the stored text; nothing changes until it is saved. */
  async function editCompaction(conversationId: ConversationId, compactionId: EntryId): Promise<void> {
    const draft = await ask('compaction.edit', { conversationId, compactionId });
    if (draft !== null) setUi({ dialog: { kind: 'preview', draft } });
  }

  async function discardPreview(conversationId: ConversationId, draftId: string): Promise<void> {
    setUi({ dialog: null });
    await run('compaction.discardPreview', { conversationId, draftId });
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
