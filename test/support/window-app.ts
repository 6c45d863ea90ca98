// The real app over a real data folder, for windows under test: everything but the model and the shelf of models is the product's own.
import path from 'node:path';
import { type App, createApp } from '../../electron/app/create-app.ts';
import type { Clock, LlamaHost, ModelLibrary, NewId, TranscriptStore } from '../../electron/app/ports.ts';
import { noTools } from '../../electron/compose/system-ports.ts';
import { createNotesStore } from '../../native/files/notes-store.ts';
import { createSettingsStore } from '../../native/files/settings-store.ts';
import { createInterchange } from '../../native/interchange/create-interchange.ts';
import { createUploads, type Uploads } from '../../native/interchange/uploads.ts';
import { createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';

const STORE_WORKER = path.resolve(import.meta.dirname, '../../native/sqlite/store-worker.ts');

export interface WindowAppOptions {
  readonly folder: string;
  /** What the window is told its folder is. */
  readonly shownFolder?: string;
  readonly store: TranscriptStore;
  readonly host: LlamaHost;
  readonly models: ModelLibrary;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Shared with the server that receives them; else of the app's own. */
  readonly uploads?: Uploads;
}

export const createWindowApp = ({ folder, shownFolder, uploads, ...ports }: WindowAppOptions): App =>
  createApp(
    {
      ...ports,
      upkeep: createStoreUpkeep({ folder, workerEntry: STORE_WORKER }),
      interchange: createInterchange(folder, uploads ?? createUploads(path.join(folder, 'uploads'))),
      chooseFile: null,
      notes: createNotesStore(folder),
      settings: createSettingsStore(folder),
      fitness: { read: () => null, write: () => undefined },
      tools: noTools,
      log: () => undefined,
    },
    {
      shell: 'browser',
      version: '0.1.0',
      dataFolder: shownFolder ?? folder,
      systemLocale: 'en-GB',
      totalMemoryBytes: 16_000_000_000,
    },
  );
