// Commands that look after what is stored: verification of the chain, and a backup on the person's word.

import { type HandlerDeps, type HandlerGroup, withConversation } from './handler.ts';

export function upkeepHandlers(deps: HandlerDeps): HandlerGroup<'history.verify' | 'backup.create'> {
  const { ports, tasks, backups } = deps;
  return {
    'history.verify': ({ conversationId, taskId }) => {
      const walk = (id: Parameters<typeof ports.upkeep.verify>[0]) =>
        tasks.runTask('verify', 'entries', taskId, (run) => ports.upkeep.verify(id, run));
      return conversationId === undefined ? walk(null) : withConversation(deps, conversationId, walk);
    },
    'backup.create': ({ taskId }) => backups.create(taskId),
  };
}
