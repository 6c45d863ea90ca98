// Commands that must work even where the database cannot be opened: backups there are, bringing one back, saving what can be read.

import type { BackgroundTasks } from '../background-tasks.ts';
import type { Backups } from '../backups.ts';
import type { Ports } from '../ports.ts';
import { done, type HandlerGroup } from './handler.ts';

export interface RepairDeps {
  readonly ports: Pick<Ports, 'upkeep' | 'clock'>;
  readonly tasks: BackgroundTasks;
  readonly backups: Backups;
}

export function repairHandlers({
  ports,
  tasks,
  backups,
}: RepairDeps): HandlerGroup<'backup.list' | 'backup.restore' | 'store.salvage' | 'task.cancel'> {
  return {
    'backup.list': () => backups.list(),
    'backup.restore': ({ file, taskId }) => backups.restore(file, taskId),
    'store.salvage': ({ folder, taskId }) => {
      const to = { now: ports.clock.now(), ...(folder === undefined ? {} : { folder }) };
      return tasks.runTask('salvage', 'entries', taskId, (run) => ports.upkeep.salvage(to, run));
    },
    'task.cancel': ({ taskId }) => {
      tasks.cancelTask(taskId);
      return done;
    },
  };
}
