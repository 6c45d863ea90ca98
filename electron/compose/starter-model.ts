// `--yes` on a machine without any model: downloads the starter model and loads it, telling the terminal. Consent is the flag.
import type { ModelsView } from '../contract/commands.ts';
import type { Result } from '../core/result.ts';
import type { AppError } from '../core/errors.ts';
import type { ServedApp } from '../wire/serve-connection.ts';

export async function fetchStarterModel(app: ServedApp, say: (line: string) => void): Promise<void> {
  const listed = (await app.invoke('models.list', {})) as Result<ModelsView, AppError>;
  if (!listed.ok || listed.value.loadedPath !== null || listed.value.found.some((model) => model.usable)) return;
  const starter = listed.value.catalogue.find((model) => model.note === 'starter');
  if (starter === undefined) return;
  say(`Downloading ${starter.name} (${toMegabytes(starter.sizeBytes)} MB, ${starter.license}) from ${starter.source}`);
  let shown = 0;
  const unsubscribe = app.subscribe((event) => {
    if (!('id' in event) || event.id !== starter.id) return;
    if (event.type === 'download_progress') {
      const tenth = Math.floor((10 * event.receivedBytes) / event.totalBytes);
      if (tenth <= shown) return;
      shown = tenth;
      say(`  ${tenth * 10} %`);
      return;
    }
    unsubscribe();
    if (event.type === 'download_failed') say(`The download failed (${event.error.code}). Start again to continue it.`);
    else void loadStarter(app, event.path, say);
  });
  const started = await app.invoke('models.download', { id: starter.id });
  if (!started.ok) {
    unsubscribe();
    say(`The download could not start (${started.error.code}).`);
  }
}

async function loadStarter(app: ServedApp, path: string, say: (line: string) => void): Promise<void> {
  const loaded = await app.invoke('models.load', { path });
  say(loaded.ok ? 'The model is loaded.' : `The model could not be loaded (${loaded.error.code}).`);
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
