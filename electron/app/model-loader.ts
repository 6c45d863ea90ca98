// Which model is in use, and what the window is told about it while it loads, runs or fails.

import type { HostState } from '../contract/snapshot.ts';
import { appError, type AppError } from '../core/errors.ts';
import { err, type Result } from '../core/result.ts';
import type { FoundModel, LoadedModel, Ports } from './ports.ts';

export interface ModelLoader {
  state(): HostState;
  /** What the host itself reports outside a load: a crash, a model brought back. */
  report(host: HostState): void;
  /** Checks the file, loads it, remembers it for the next start. */
  load(path: string): Promise<Result<LoadedModel, AppError>>;
  /** Loads the model of the last start, if there is one. */
  loadRemembered(): Promise<void>;
  download(id: string): Promise<Result<string, AppError>>;
  cancelDownload(id: string): void;
  inspect(path: string): Promise<FoundModel>;
}

export function createModelLoader(ports: Ports): ModelLoader {
  let shown: HostState = { kind: 'none' };
  let loading = false;
  const downloads = createDownloads(ports);
  const show = (host: HostState): void => {
    shown = host;
    ports.publish({ type: 'host_changed', host });
  };

  return {
    state: () => {
      const loaded = ports.host.loaded();
      return loaded && shown.kind === 'none' ? readyState(loaded) : shown;
    },
    report(host) {
      if (!loading) show(host);
    },
    async load(path) {
      loading = true;
      try {
        return await loadFile(ports, path, show);
      } finally {
        loading = false;
      }
    },
    async loadRemembered() {
      const { modelPath } = ports.settings.read().settings;
      if (modelPath === undefined || ports.host.loaded()) return;
      await this.load(modelPath);
    },
    ...downloads,
    inspect: (path) => ports.models.inspect(path),
  };
}

type Show = (host: HostState) => void;

/** Checks the file, loads it, shows how it goes, remembers it for the next start. */
async function loadFile(ports: Ports, path: string, show: Show): Promise<Result<LoadedModel, AppError>> {
  const found = await ports.models.inspect(path);
  const { name } = found;
  if (found.problem && !found.usable) return showFailed(ports, show, { name, error: found.problem });
  const onProgress = (fraction: number): void => show({ kind: 'loading', name, fraction });
  onProgress(0);
  const { contextTokens } = ports.settings.read().settings;
  const model = { path, ...(contextTokens === undefined ? {} : { contextTokens }) };
  const loaded = await ports.host.load(model, { signal: new AbortController().signal, onProgress });
  if (!loaded.ok) return showFailed(ports, show, { name, error: loaded.error });
  show(readyState(loaded.value));
  const remembered = ports.settings.update({ modelPath: path });
  if (!remembered.ok) ports.log('warn', 'model_not_remembered', { code: remembered.error.code });
  return loaded;
}

/** A model that was in use before still is; the caller shows why the new one is not. */
function showFailed(
  ports: Ports,
  show: Show,
  failed: { readonly name: string; readonly error: AppError },
): Result<LoadedModel, AppError> {
  const before = ports.host.loaded();
  show(before ? readyState(before) : { kind: 'failed', ...failed });
  return err(failed.error);
}

/** One download of a model at a time per catalogue entry, told by events. */
function createDownloads(ports: Ports): Pick<ModelLoader, 'download' | 'cancelDownload'> {
  const running = new Map<string, AbortController>();
  return {
    async download(id) {
      if (running.has(id)) return err(appError('busy'));
      const abort = new AbortController();
      running.set(id, abort);
      try {
        const path = await ports.models.download(id, {
          signal: abort.signal,
          onProgress: (receivedBytes, totalBytes) =>
            ports.publish({ type: 'download_progress', id, receivedBytes, totalBytes }),
        });
        if (path.ok) ports.publish({ type: 'download_finished', id, path: path.value });
        else ports.publish({ type: 'download_failed', id, error: path.error });
        return path;
      } finally {
        running.delete(id);
      }
    },
    cancelDownload: (id) => running.get(id)?.abort(),
  };
}

/** What the window is told of a model in use. */
const readyState = (model: LoadedModel): HostState => ({
  kind: 'ready',
  modelId: model.modelId,
  name: model.name,
  path: model.path,
  windowTokens: model.windowTokens,
  trainedWindowTokens: model.trainedWindowTokens,
  fitness: model.fitness,
});
