// Commands that look after what is stored: verification of the chain, backups, and the tasks they run as.

import { done, type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

export function upkeepHandlers(deps: HandlerDeps): HandlerGroup<'history.verify' | `backup.${string}` | 'task.cancel'> {
  const { ports, tasks, backups } = deps;
  return {
    'history.verify': ({ conversationId, taskId }) => {
      const walk = (id: Parameters<typeof ports.upkeep.verify>[0]) =>
        tasks.runTask('verify', 'entries', taskId, (run) => ports.upkeep.verify(id, run));
      return conversationId === undefined ? walk(null) : withConversation(deps, conversationId, walk);
    },
    'backup.list': () => backups.list(),
    'backup.create': ({ taskId }) => backups.create(taskId),
    'backup.restore': ({ file, taskId }) => backups.restore(file, taskId),
    'task.cancel': ({ taskId }) => {
      tasks.cancelTask(taskId);
      return done;
    },
  };
}
