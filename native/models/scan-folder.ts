// Lists the GGUF files of one folder in the layout of the program that filled it. Reads only; what is missing, unreadable or
// malformed is passed over, because these folders belong to other programs.

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { parse as parseYaml } from 'yaml';

import type { ModelFolder } from './model-folders.ts';

export interface ScannedFile {
  readonly source: string;
  readonly path: string;
  /** A name the program gave it, better than the file's own; null where it gave none. */
  readonly givenName: string | null;
}

export async function scanFolder(folder: ModelFolder): Promise<readonly ScannedFile[]> {
  switch (folder.layout) {
    case 'files':
      return toScanned(folder, await listFiles(folder.path, folder.depth, isGguf));
    case 'ollama':
      return scanOllama(folder);
    case 'jan':
      return scanJan(folder);
    default:
      return folder.layout satisfies never;
  }
}

const isGguf = (name: string): boolean => name.toLowerCase().endsWith('.gguf');

const toScanned = (folder: ModelFolder, paths: readonly string[]): readonly ScannedFile[] =>
  paths.map((path) => ({ source: folder.source, path, givenName: null }));

/** Follows links; a loop of links ends with the depth. */
async function listFiles(folder: string, depth: number, wanted: (name: string) => boolean): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info?.isFile() === true && wanted(name)) found.push(path);
    else if (info?.isDirectory() === true && depth > 0) found.push(...(await listFiles(path, depth - 1, wanted)));
  }
  return found;
}

const OLLAMA_MODEL_LAYER = 'application/vnd.ollama.image.model';

/** `manifests/<host>/<space>/<model>/<tag>` names the blob of the model layer. */
async function scanOllama(folder: ModelFolder): Promise<readonly ScannedFile[]> {
  const manifests = await listFiles(join(folder.path, 'manifests'), 4, () => true);
  const found: ScannedFile[] = [];
  for (const manifest of manifests) {
    const digest = modelDigest(await readFile(manifest, 'utf8').catch(() => ''));
    if (digest === null) continue;
    const path = join(folder.path, 'blobs', digest.replace(':', '-'));
    if ((await stat(path).catch(() => null))?.isFile() !== true) continue;
    found.push({ source: folder.source, path, givenName: `${basename(dirname(manifest))}:${basename(manifest)}` });
  }
  return found;
}

function modelDigest(manifest: string): string | null {
  const layers = propertyOf(parseJson(manifest), 'layers');
  if (!Array.isArray(layers)) return null;
  const layer = layers.find((item: unknown) => propertyOf(item, 'mediaType') === OLLAMA_MODEL_LAYER) as unknown;
  const digest = propertyOf(layer, 'digest');
  return typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : null;
}

/** `llamacpp/models/<org>/<repo>/model.yml`, whose path may point anywhere; relative ones start at the data folder. */
async function scanJan(folder: ModelFolder): Promise<readonly ScannedFile[]> {
  const models = join(folder.path, 'llamacpp', 'models');
  const descriptions = await listFiles(models, folder.depth, (name) => name === 'model.yml');
  const found: ScannedFile[] = [];
  for (const description of descriptions) {
    const content = parseYamlText(await readFile(description, 'utf8').catch(() => ''));
    const given = propertyOf(content, 'model_path');
    const name = propertyOf(content, 'name');
    if (typeof given !== 'string') continue;
    const path = isAbsolute(given) ? given : join(folder.path, given);
    found.push({ source: folder.source, path, givenName: typeof name === 'string' ? name : null });
  }
  const plain = toScanned(folder, await listFiles(models, folder.depth, isGguf));
  return [...found, ...plain];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseYamlText(text: string): unknown {
  try {
    return parseYaml(text) as unknown;
  } catch {
    return null;
  }
}

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;

/** One file may be reached by several paths; the path itself where it leads nowhere. */
export const resolveLinks = (path: string): Promise<string> => realpath(path).catch(() => path);
