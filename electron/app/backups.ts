// When backups are made and where they lie, by the settings: daily, before a purge, on the person's word. How one is written stands in
// the store's upkeep.

import type { AppError } from '../core/errors.ts';
import { appError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import { inBackground } from './in-background.ts';
import type { BackupInfo, BackupReason, Ports } from './ports.ts';

export interface Backups {
  list(): Promise<Result<readonly BackupInfo[], AppError>>;
  /** The new one, or the newest there is where nothing changed since. */
  create(taskId: string | undefined): Promise<Result<BackupInfo, AppError>>;
  restore(
    file: string,
    taskId: string | undefined,
  ): Promise<Result<{ readonly folder: string; readonly verified: boolean }, AppError>>;
  /** Nothing is purged before it answers ok. */
  beforePurge(id: ConversationId): Promise<Result<null, AppError>>;
  /** One backup now where the day has none yet, and one as each new day begins. */
  watchDays(): void;
  close(): void;
}

/** How often a running app looks whether a new day has begun. */
const LOOK_EVERY_MS = 10 * 60 * 1000;

type BackupPorts = Pick<Ports, 'settings' | 'upkeep' | 'clock' | 'log'> & {
  readonly store: Pick<Ports['store'], 'readOnly'>;
};

export function createBackups(ports: BackupPorts, tasks: BackgroundTasks): Backups {
  let watch: ReturnType<typeof setInterval> | null = null;
  const settings = () => ports.settings.read().settings.backups;
  const backUp = (reason: BackupReason, taskId?: string, purging?: ConversationId) => {
    const { keep, folder } = settings();
    const wish = { reason, now: ports.clock.now(), day: ports.clock.localDay(), keep };
    const where = folder === undefined ? {} : { folder };
    return tasks.runTask('backup', 'bytes', taskId, (run) =>
      ports.upkeep.backUp({ ...wish, ...where, ...(purging === undefined ? {} : { purging }) }, run),
    );
  };
  const daily = async (): Promise<void> => {
    if (!settings().enabled || ports.store.readOnly) return;
    const made = await backUp('daily');
    if (!made.ok) ports.log('warn', 'daily_backup_failed', { code: made.error.code });
  };
  const list = () => ports.upkeep.listBackups(settings().folder);

  return {
    list,
    async create(taskId) {
      const made = await backUp('manual', taskId);
      if (!made.ok || made.value !== null) return made as Result<BackupInfo, AppError>;
      const listed = await list();
      if (!listed.ok) return listed;
      const newest = listed.value.find(({ verified }) => verified);
      return newest === undefined ? err(appError('nothing_to_back_up')) : ok(newest);
    },
    restore: (file, taskId) =>
      tasks.runTask('restore', 'bytes', taskId, (run) => ports.upkeep.restore(file, ports.clock.now(), run)),
    async beforePurge(id) {
      if (!settings().enabled) return ok(null);
      const made = await backUp('purge', undefined, id);
      return made.ok ? ok(null) : made;
    },
    watchDays() {
      let day = ports.clock.localDay();
      inBackground(ports, daily());
      watch = setInterval(() => {
        if (day === ports.clock.localDay()) return;
        day = ports.clock.localDay();
        inBackground(ports, daily());
      }, LOOK_EVERY_MS);
      watch.unref();
    },
    close: () => {
      if (watch !== null) clearInterval(watch);
    },
  };
}
