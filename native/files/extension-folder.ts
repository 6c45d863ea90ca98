// The folder of extensions a person named: which files are in it, and what each exports. Nothing is run that others on this machine
// could have put there; nothing below the folder is looked at.
import { type Stats, statSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtensionFolder, FoundExtension } from '../../electron/app/extension-folder-port.ts';
import type { StoreResult } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { errnoOf } from './file-error.ts';

const MODULE = /\.m?js$/i;
const OTHERS_MAY_WRITE = 0o022;

export function createExtensionFolder(): ExtensionFolder {
  return {
    async read(folder) {
      const names = listModules(folder);
      if (!names.ok) return names;
      const found: FoundExtension[] = [];
      for (const name of names.value) found.push(await importOne(path.join(folder, name), name));
      return ok(found);
    },
  };
}

function listModules(folder: string): StoreResult<readonly string[]> {
  if (!path.isAbsolute(folder)) return err(appError('extensions_unreadable', { folder, reason: 'not_absolute' }));
  try {
    if (isOpenToOthers(statSync(folder)))
      return err(appError('extensions_unreadable', { folder, reason: 'others_may_write' }));
    return ok(
      readdirSync(folder)
        .filter((name) => MODULE.test(name) && !name.startsWith('.'))
        .sort(),
    );
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === null) throw error;
    return err(appError('extensions_unreadable', { folder, reason }));
  }
}

/** Windows keeps no such bits: there the folder's own access list decides. */
const isOpenToOthers = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & OTHERS_MAY_WRITE) !== 0;

async function importOne(file: string, name: string): Promise<FoundExtension> {
  try {
    const stats = statSync(file);
    if (isOpenToOthers(stats)) return { file: name, register: null, problem: 'others may write to it' };
    // The time in the address makes a changed file a new module; a module once loaded cannot be taken back.
    const address = `${pathToFileURL(file).href}?changed=${stats.mtimeMs}`;
    const loaded = (await import(/* @vite-ignore */ address)) as { readonly default?: unknown };
    return { file: name, register: loaded.default, problem: null };
  } catch (error) {
    return { file: name, register: null, problem: error instanceof Error ? error.message.slice(0, 300) : 'it threw' };
  }
}
