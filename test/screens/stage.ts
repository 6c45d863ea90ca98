// The stage: the real app over a real data folder with prepared conversations, served by the real browser shell. Only the model and
// the models' shelf are stand-ins.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import { type LoopbackServer, startServer } from '../../electron/loopback/start-server.ts';
import type { ServedApp } from '../../electron/wire/serve-connection.ts';
import { createUploads, type Uploads } from '../../native/interchange/uploads.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { createWindowApp } from '../support/window-app.ts';
import { CHINESE_TALKS } from './content-zh.ts';
import { ENGLISH_TALKS } from './content-en.ts';
import { seedNotes, seedTalk } from './seed-folder.ts';
import { createStageHost } from './stage-host.ts';
import { createStageModels, STAGE_MODEL } from './stage-models.ts';
import { createStageClock } from './stage-time.ts';

export const STAGES = ['library', 'first-run', 'first-run-found', 'model-failed', 'newer', 'damaged'] as const;
export type StageName = (typeof STAGES)[number];

export interface StageOptions {
  readonly name: StageName;
  readonly folder: string;
  readonly language: 'en' | 'zh-CN';
  readonly theme: 'light' | 'dark';
  readonly rendererFolder: string;
}

export async function openStage(options: StageOptions): Promise<LoopbackServer> {
  const uploads = createUploads(path.join(options.folder, 'uploads'));
  const app = options.name === 'damaged' ? DAMAGED : await createStageApp(options, uploads);
  return startServer({ app, uploads, rendererFolder: options.rendererFolder });
}

/** Answers every question as an app does that could not open its data. */
const DAMAGED: ServedApp = {
  invoke: async () => err(appError('store_corrupt', { file: 'transcripts.sqlite' })),
  subscribe: () => () => undefined,
};

async function createStageApp({ name, folder, language, theme }: StageOptions, uploads: Uploads): Promise<ServedApp> {
  mkdirSync(folder, { recursive: true });
  const hasModel = name === 'library' || name === 'newer' || name === 'model-failed';
  const settings = { language, theme, ...(hasModel ? { modelPath: STAGE_MODEL } : {}) };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
  const clock = createStageClock();
  const store = openTranscriptStore({ folder, clock });
  if (!store.ok) throw new Error(store.error.code);
  if (!name.startsWith('first-run')) seedAll(store.value, folder);
  let ids = 0;
  const app = createWindowApp({
    folder,
    shownFolder: '/home/ada/.local/share/holdfast',
    store: name === 'newer' ? { ...store.value, readOnly: true } : store.value,
    host: hostOf(name),
    models: createStageModels(name === 'first-run' ? 'none' : 'some'),
    clock,
    newId: () => `stage-${(ids += 1)}`,
    uploads,
  });
  await app.start();
  return app;
}

function hostOf(name: StageName) {
  const host = createStageHost(STAGE_MODEL);
  return name === 'model-failed' ? { ...host, load: async () => err(appError('model_load_failed')) } : host;
}

function seedAll(store: TranscriptStore, folder: string): void {
  for (const talk of [...ENGLISH_TALKS, ...CHINESE_TALKS].toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    seedTalk(store, talk);
  seedNotes(folder);
}
