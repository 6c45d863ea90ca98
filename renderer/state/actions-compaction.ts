// Compacting by hand, with the quoted summary, undone and redone.

import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { type CompactionChoice, toRequest } from './compaction-choice.ts';

export function createCompactionActions({ ask, run, notify }: ActionTools) {
  return {
    runCompaction: (conversationId: ConversationId, choice: CompactionChoice, quoted = false) =>
      run('compaction.run', { conversationId, ...toRequest(choice), ...(quoted ? { quoted } : {}) }),
    cancelWaiting: (conversationId: ConversationId, operationId: string) =>
      run('operation.cancelWaiting', { conversationId, operationId }),
    cancelCompaction: (conversationId: ConversationId) => run('compaction.cancel', { conversationId }),
    async undoCompaction(conversationId: ConversationId, compactionId?: EntryId): Promise<boolean> {
      const params = compactionId === undefined ? { conversationId } : { conversationId, compactionId };
      const done = (await ask('compaction.undo', params)) !== null;
      if (done) notify({ kind: 'compaction_undone' }, conversationId);
      return done;
    },
    async redoCompaction(conversationId: ConversationId, compactionId: EntryId): Promise<boolean> {
      const done = (await ask('compaction.redo', { conversationId, compactionId })) !== null;
      if (done) notify({ kind: 'compaction_redone' }, conversationId);
      return done;
    },
  };
}
