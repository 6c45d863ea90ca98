// Compacting by hand: now, after a preview, undone, redone, or with the quoted summary.

import type { KeepChoice } from '../../electron/core/compaction/plan.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './actions.ts';

export interface CompactionChoice {
  readonly focus: string;
  readonly keep: KeepChoice;
}

export function createCompactionActions(tools: ActionTools) {
  const { ask, run, call, setUi, notify, get } = tools;
  const withFocus = ({ focus, keep }: CompactionChoice) =>
    focus.trim() === '' ? { keep } : { keep, instructions: focus.trim() };

  async function previewCompaction(
    conversationId: ConversationId,
    choice: CompactionChoice,
    undoneId: EntryId | null = null,
  ): Promise<boolean> {
    setUi({ previewing: { conversationId, startedAt: Date.now() } });
    const answer = await call('compaction.preview', { conversationId, ...withFocus(choice) });
    const stillWanted = get().ui.previewing?.conversationId === conversationId;
    setUi({ previewing: null });
    if (answer.ok && stillWanted) setUi({ dialog: { kind: 'preview', draft: answer.value, undoneId } });
    if (answer.ok && !stillWanted) {
      await call('compaction.discardPreview', { conversationId, draftId: answer.value.draftId });
    }
    if (!answer.ok) {
      notify({ kind: 'error', error: answer.error }, conversationId);
      if (undoneId !== null) await run('compaction.redo', { conversationId, compactionId: undoneId });
    }
    return answer.ok;
  }

  async function undoCompaction(conversationId: ConversationId, compactionId?: EntryId): Promise<boolean> {
    const params = compactionId === undefined ? { conversationId } : { conversationId, compactionId };
    const done = (await ask('compaction.undo', params)) !== null;
    if (done) notify({ kind: 'compaction_undone' }, conversationId);
    return done;
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
    undoCompaction,
    editCompaction,
    discardPreview,
    savePreview: async (conversationId: ConversationId, draftId: string, text: string) =>
      call('compaction.savePreview', { conversationId, draftId, text }),
    runCompaction: (conversationId: ConversationId, choice: CompactionChoice, quoted = false) =>
      run('compaction.run', { conversationId, ...withFocus(choice), ...(quoted ? { quoted } : {}) }),
    cancelCompaction: (conversationId: ConversationId) => run('compaction.cancel', { conversationId }),
    redoCompaction: async (conversationId: ConversationId, compactionId: EntryId) => {
      const done = (await ask('compaction.redo', { conversationId, compactionId })) !== null;
      if (done) notify({ kind: 'compaction_redone' }, conversationId);
      return done;
    },
  };
}
