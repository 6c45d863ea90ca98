// Puts the adapters and the app together for both shells. The only product code, beside the shells' own entries, that constructs
// adapters. Order matters: the folder is locked before anything in it is opened, and let go of after everything is closed.
import { totalmem } from 'node:os';
import path from 'node:path';
import { createInterchange } from '../../native/interchange/create-interchange.ts';
import { createUploads, noUploads, type Uploads } from '../../native/interchange/uploads.ts';
import { createExtensionFolder } from '../../native/files/extension-folder.ts';
import { createNotesStore } from '../../native/files/notes-store.ts';
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { createSettingsStore } from '../../native/files/settings-store.ts';
import { createHostClient } from '../../native/llama/host-client.ts';
import type { SpawnHost } from '../../native/llama/host-protocol.ts';
import { createModelLibrary } from '../../native/models/model-library.ts';
import { backupsFolder, createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type App, createApp } from '../app/create-app.ts';
import type { MachineState } from '../app/ahead-of-turns.ts';
import type { Log } from '../app/ports.ts';
import type { ChooseFile } from '../app/interchange-ports.ts';
import type { AppInfo } from '../app/snapshots.ts';
import type { AppError } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ServedApp } from '../wire/serve-connection.ts';
import { createDamagedApp } from './damaged-app.ts';
import { findStateFolder } from './state-folder.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createFitnessCache } from './fitness-cache.ts';
import { createLogFile } from './log-file.ts';
import { readMachineState } from './machine-state.ts';
import { newId, noTools, systemClock } from './system-ports.ts';

export interface ComposeOptions {
  readonly shell: AppInfo['shell'];
  readonly dataFolder: string;
  readonly systemLocale: string;
  readonly spawnHost: SpawnHost;
  /** The built store-worker. */
  readonly storeWorker: string;
  /** A model named on the command line; it becomes the model of the settings. */
  readonly modelPath: string | null;
  /** A dialog of the system; absent where the shell has none. */
  readonly chooseFile?: ChooseFile;
  /** What is known of the machine; absent: the system is asked. */
  readonly machine?: () => Promise<MachineState>;
  /** false: nothing an earlier process left is settled and no model is loaded. */
  readonly start?: boolean;
}

/** Reads beside whoever owns the folder, a window that is open for instance: no lock, nothing is written, no model is loaded. */
export function composeReader(options: Omit<ComposeOptions, 'modelPath'>): Result<App, AppError> {
  return openFolder(options.dataFolder, { log: () => undefined, uploads: noUploads }, { ...options, access: 'reader' });
}

export interface ComposedApp {
  readonly app: App;
  readonly log: Log;
  /** Where a browser's files go, which cannot name a path. */
  readonly uploads: Uploads;
  /** Loads the remembered model; the app answers commands meanwhile. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export async function composeApp(options: ComposeOptions): Promise<Result<ComposedApp, AppError>> {
  const folder = prepareDataFolder(options.dataFolder);
  if (!folder.ok) return folder;
  const lock = lockDataFolder(folder.value);
  if (!lock.ok) return lock;
  const log = createLogFile(path.join(folder.value, 'logs'));
  const uploads = createUploads(path.join(folder.value, 'window', 'uploads'));
  const opened = openFolder(folder.value, { log, uploads }, options);
  if (!opened.ok) {
    log('error', 'start.failed', { code: opened.error.code });
    lock.value.release();
    return opened;
  }
  const app = opened.value;
  if (options.modelPath !== null) await app.invoke('settings.update', { change: { modelPath: options.modelPath } });
  if (options.start !== false) app.backups.watchDays();
  log('info', 'started', { shell: options.shell, version: packageFile.version, pid: process.pid });
  const close = async (): Promise<void> => {
    await app.close();
    log('info', 'closed');
    lock.value.release();
  };
  const started = options.start === false ? Promise.resolve() : app.start();
  return ok({ app, log, uploads, close, started });
}

/** What a shell serves: the app, or what stands in for it over a damaged database. */
export type ServedComposition = Omit<ComposedApp, 'app'> & { readonly app: ServedApp };

/** Over a database that `composeApp` refused as damaged: a window can explain it and offer what helps. Other errors come back as they are. */
export function composeRepair(options: ComposeOptions, error: AppError): Result<ServedComposition, AppError> {
  if (error.code !== 'store_corrupt') return err(error);
  const lock = lockDataFolder(options.dataFolder);
  if (!lock.ok) return lock;
  const log = createLogFile(path.join(options.dataFolder, 'logs'));
  const uploads = createUploads(path.join(options.dataFolder, 'window', 'uploads'));
  const upkeep = createStoreUpkeep({ folder: options.dataFolder, workerEntry: options.storeWorker });
  const settings = createSettingsStore(options.dataFolder);
  const app = createDamagedApp({ error, upkeep, settings, log });
  const close = async (): Promise<void> => {
    await app.close();
    lock.value.release();
  };
  return ok({ app, log, uploads, close, started: Promise.resolve() });
}

/** The process of a compaction model gives its memory back soon: the next step is a conversation away. */
const SECOND_IDLE_STOP_MS = 2 * 60_000;

/** A model nobody has asked anything for so long gives its memory back; its state lies on disk. */
const IDLE_STOP_MS = 15 * 60_000;

type OpenOptions = Omit<ComposeOptions, 'modelPath'> & { readonly access?: 'reader' };

function openFolder(
  folder: string,
  { log, uploads }: Pick<ComposedApp, 'log' | 'uploads'>,
  options: OpenOptions,
): Result<App, AppError> {
  const settings = createSettingsStore(folder);
  const { keep, folder: chosen } = settings.read().settings.backups;
  const store = openTranscriptStore({
    folder,
    backups: { folder: backupsFolder(folder, chosen), keep },
    ...(options.access === undefined ? {} : { access: options.access }),
  });
  if (!store.ok) return store;
  const host = createHostClient({
    spawnHost: options.spawnHost,
    log,
    idleStopMs: IDLE_STOP_MS,
    states: () => findStateFolder(folder, settings.read().settings),
  });
  const secondHost = createHostClient({ spawnHost: options.spawnHost, log, idleStopMs: SECOND_IDLE_STOP_MS });
  const app: App = createApp(
    {
      store: store.value,
      upkeep: createStoreUpkeep({ folder, workerEntry: options.storeWorker }),
      interchange: createInterchange(folder, uploads),
      chooseFile: options.chooseFile ?? null,
      notes: createNotesStore(folder),
      settings,
      fitness: createFitnessCache(path.join(folder, 'engine-state', 'fitness.json'), log),
      models: createModelLibrary({ dataFolder: folder, onRequest: () => app.countNetworkRequest() }),
      host,
      machine: options.machine ?? readMachineState,
      secondHost,
      extensions: createExtensionFolder(),
      tools: noTools,
      clock: systemClock,
      newId,
      log,
    },
    {
      shell: options.shell,
      version: packageFile.version,
      dataFolder: folder,
      systemLocale: options.systemLocale,
      totalMemoryBytes: totalmem(),
    },
  );
  host.onState((state) => app.models.report(state));
  return ok(app);
}
