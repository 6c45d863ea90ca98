// Where people's GGUF files lie, by the program that put them there. Only paths are built here; nothing is read.

import { join } from 'node:path';

export interface FolderSystem {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

export interface ModelFolder {
  readonly source: string;
  readonly path: string;
  /** `files`: GGUF files in it and below. `ollama`: manifests that name blobs. `jan`: model.yml beside or instead of the file. */
  readonly layout: 'files' | 'ollama' | 'jan';
  /** Levels of folders below `path` that may hold files. */
  readonly depth: number;
}

export function listModelFolders(dataFolder: string, system: FolderSystem): readonly ModelFolder[] {
  const { env, home } = system;
  const files = (source: string, path: string | undefined, depth: number): readonly ModelFolder[] =>
    path === undefined || path === '' ? [] : [{ source, path, layout: 'files', depth }];
  const ollama = (path: string | undefined): readonly ModelFolder[] =>
    path === undefined || path === '' ? [] : [{ source: 'Ollama', path, layout: 'ollama', depth: 0 }];
  const hfHome = env['HF_HOME'];
  return [
    ...files('Holdfast', join(dataFolder, 'models'), 3),
    ...files('LM Studio', join(home, '.lmstudio', 'models'), 3),
    ...files('LM Studio', join(home, '.cache', 'lm-studio', 'models'), 3),
    ...janFolders(system).map((path): ModelFolder => ({ source: 'Jan', path, layout: 'jan', depth: 4 })),
    ...ollama(env['OLLAMA_MODELS']),
    ...ollama(join(home, '.ollama', 'models')),
    ...ollama('/usr/share/ollama/.ollama/models'),
    ...files('Hugging Face', env['HF_HUB_CACHE'], 5),
    ...files('Hugging Face', hfHome === undefined ? undefined : join(hfHome, 'hub'), 5),
    ...files('Hugging Face', join(home, '.cache', 'huggingface', 'hub'), 5),
    ...files('llama.cpp', env['LLAMA_CACHE'], 1),
    ...files('llama.cpp', join(cacheFolder(system), 'llama.cpp'), 1),
    ...files('GPT4All', join(localDataFolder(system), 'nomic.ai', 'GPT4All'), 1),
    ...files('node-llama-cpp', join(home, '.node-llama-cpp', 'models'), 2),
  ];
}

/** Jan keeps its data folder in the app-data folder unless it was moved. */
function janFolders({ env, home, platform }: FolderSystem): readonly string[] {
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Jan', 'data')];
  if (platform === 'win32') return [join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Jan', 'data')];
  const data = env['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
  const config = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  return [join(data, 'Jan', 'data'), join(config, 'Jan', 'data'), join(home, 'jan')];
}

function cacheFolder({ env, home, platform }: FolderSystem): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] ?? join(home, '.cache');
}

function localDataFolder({ env, home, platform }: FolderSystem): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  return env['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
}
