// Everything in and out of the library: imports, exports, backups, new conversations from checkpoints, and the long work behind them.

import type { BackupView, CommandParams, HoldfastApi } from '../../electron/contract/commands.ts';
import type { ExportResult, ImportReport } from '../../electron/contract/interchange.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { Result } from '../../electron/core/result.ts';
import type { ActionTools } from './action-tools.ts';
import type { ReadingActions } from './actions-reading.ts';
import { withConversation } from './reduce.ts';

export type ImportAnswer = Result<ImportReport, AppError>;
export type ExportAnswer = Result<ExportResult, AppError>;

/** A task's name is made here, so that its progress can be followed from its first event on. */
export const newTaskId = (): string => crypto.randomUUID();

export function createLibraryActions(
  { call, ask, run, set }: ActionTools,
  reading: ReadingActions,
  upload: HoldfastApi['upload'],
) {
  return {
    /** Null where the window knows paths. */
    uploadFile: upload ?? null,
    runImport: (params: CommandParams<'import.run'>): Promise<ImportAnswer> => call('import.run', params),
    runExport: (params: CommandParams<'export.run'>): Promise<ExportAnswer> => call('export.run', params),
    listBackups: (): Promise<Result<readonly BackupView[], AppError>> => call('backup.list', {}),
    createBackup: (taskId: string) => call('backup.create', { taskId }),
    restoreBackup: (file: string, taskId: string) => call('backup.restore', { file, taskId }),
    cancelTask: (taskId: string) => run('task.cancel', { taskId }),
    /** Null: the person closed the dialog, or this shell has none. */
    async chooseFile(purpose: 'import' | 'model' | 'folder'): Promise<string | null> {
      const answer = await call('file.choose', { purpose });
      return answer.ok ? (answer.value?.path ?? null) : null;
    },
    async createFromCheckpoint(conversationId: ConversationId, compactionId: EntryId): Promise<void> {
      const created = await ask('conversation.createFromCheckpoint', { conversationId, compactionId });
      if (created === null) return;
      set((state) => withConversation(state, created));
      await reading.openConversation(created.id);
    },
  };
}
