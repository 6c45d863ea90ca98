// Opens the data folder for one command: as a reader beside a window that is open, or as its owner where something has to be written.
import path from 'node:path';
import type { App } from '../app/create-app.ts';
import { composeApp, composeReader } from '../compose/compose-app.ts';
import { findDataFolder } from '../compose/data-folder.ts';
import { appError, type AppError } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createForkHost } from '../../native/llama/fork-host.ts';
import { databaseFile } from '../../native/sqlite/database-file.ts';
import type { CommandOptions } from './command-options.ts';

export interface Home {
  readonly app: App;
  readonly folder: string;
  close(): Promise<void>;
}

/** Sources are run as they are: no build is needed for the command line. */
const NATIVE = path.join(import.meta.dirname, '..', '..', 'native');

/** Commands that change conversations; the others leave the data folder as it is. */
const writes = ({ command, dryRun }: CommandOptions): boolean =>
  command === 'compact' || (command === 'import' && !dryRun);

/**
 * Failures: not_found (no data folder there; only an import makes one), data_folder_in_use (a window is open and the command
 * writes), store_corrupt and what else opening can meet.
 */
export async function openHome(options: CommandOptions): Promise<Result<Home, AppError>> {
  const folder = findDataFolder(options.home);
  const isThere = existsSync(databaseFile(folder));
  if (!isThere && options.command !== 'import') return err(appError('not_found', { folder }));
  if (writes(options)) return openAsOwner(folder);
  if (!isThere) return openNowhere();
  const reader = composeReader({ ...SURROUNDINGS(), dataFolder: folder });
  // An older database has to be brought up to date by an owner first, as opening the window would.
  if (!reader.ok && reader.error.code === 'store_read_only') return openAsOwner(folder);
  if (!reader.ok) return reader;
  const app = reader.value;
  return ok({ app, folder, close: () => app.close() });
}

/** What only reports needs no data folder and makes none: it looks at an empty one that is gone afterwards. */
async function openNowhere(): Promise<Result<Home, AppError>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-dry-run-'));
  const home = await openAsOwner(folder);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (!home.ok) {
    remove();
    return home;
  }
  return ok({ ...home.value, close: () => home.value.close().finally(remove) });
}

async function openAsOwner(folder: string): Promise<Result<Home, AppError>> {
  const composed = await composeApp({ ...SURROUNDINGS(), dataFolder: folder, modelPath: null, start: false });
  if (!composed.ok) return composed;
  return ok({ app: composed.value.app, folder, close: composed.value.close });
}

const SURROUNDINGS = () => ({
  shell: 'command-line' as const,
  systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
  storeWorker: path.join(NATIVE, 'sqlite', 'store-worker.ts'),
  spawnHost: createForkHost({ entry: path.join(NATIVE, 'llama', 'host-main.ts') }),
});
