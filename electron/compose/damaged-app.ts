// The app over a database that must not be opened: it shows why, lists the backups, and brings one of them, or what can still be read,
// into a new data folder. Every other command answers with the reason.
import { createBackgroundTasks } from '../app/background-tasks.ts';
import { createBackups } from '../app/backups.ts';
import type { Log, SettingsStore, StoreUpkeep } from '../app/ports.ts';
import { repairHandlers } from '../app/commands/repair-handlers.ts';
import { COMMAND_SCHEMAS } from '../contract/commands.ts';
import type { AppEvent } from '../contract/events.ts';
import { type AppError, appError } from '../core/errors.ts';
import { err } from '../core/result.ts';
import type { ServedApp } from '../wire/serve-connection.ts';
import { newId, systemClock } from './system-ports.ts';

export interface DamagedApp extends ServedApp {
  close(): Promise<void>;
}

interface Given {
  readonly error: AppError;
  readonly upkeep: StoreUpkeep;
  readonly settings: SettingsStore;
  readonly log: Log;
}

const OFFERED = ['backup.list', 'backup.restore', 'store.salvage', 'task.cancel'] as const;
type Offered = (typeof OFFERED)[number];

export function createDamagedApp({ error, upkeep, settings, log }: Given): DamagedApp {
  const listeners = new Set<(event: AppEvent) => void>();
  const publish = (event: AppEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const ports = { upkeep, settings, log, publish, newId, clock: systemClock, store: { readOnly: true } };
  const tasks = createBackgroundTasks(ports);
  const handlers = repairHandlers({ ports, tasks, backups: createBackups(ports, tasks) });
  return {
    async invoke(name, params) {
      const offered = OFFERED.find((one) => one === name);
      if (offered === undefined) return err(error);
      const parsed = COMMAND_SCHEMAS[offered].safeParse(params);
      if (!parsed.success) return err(appError('invalid_request', { command: offered }));
      return (handlers[offered] as (given: unknown) => ReturnType<(typeof handlers)[Offered]>)(parsed.data);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => tasks.close(),
  };
}
