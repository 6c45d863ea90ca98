// Commands that take conversations in and give them out, and the dialog that finds a file.

import { appError } from '../../core/errors.ts';
import { err, ok } from '../../core/result.ts';
import { runExport } from '../export-runner.ts';
import { runImport } from '../import-runner.ts';
import { type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

export function interchangeHandlers(deps: HandlerDeps): HandlerGroup<'import.run' | 'export.run' | 'file.choose'> {
  const { ports, tasks, info } = deps;
  return {
    'import.run': ({ path, dryRun, taskId }) =>
      tasks.runTask('import', 'bytes', taskId, (run) => runImport(deps, { path, dryRun: dryRun === true }, run)),
    'export.run': ({ conversationId, format, path, replace, taskId }) => {
      const about = { format, path, replace, appVersion: info.version };
      if (conversationId === undefined) {
        return tasks.runTask('export', 'conversations', taskId, (run) =>
          runExport(ports, { conversation: null, ...about }, run),
        );
      }
      return withConversation(deps, conversationId, (_id, conversation) =>
        tasks.runTask('export', 'conversations', taskId, (run) => runExport(ports, { conversation, ...about }, run)),
      );
    },
    'file.choose': async ({ purpose }) => {
      if (ports.chooseFile === null) return err(appError('not_here'));
      const path = await ports.chooseFile(purpose);
      return ok(path === null ? null : { path });
    },
  };
}
