// Where everything lies: --home, else $HOLDFAST_HOME, else the platform's app-data folder. Both shells ask here, so that
// both find the same conversations.
import { accessSync, constants, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type AppError, appError } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';

interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userFolder: string;
}

export function findDataFolder(
  home: string | null,
  around: Surroundings = { platform: process.platform, env: process.env, userFolder: homedir() },
): string {
  const chosen = home ?? around.env['HOLDFAST_HOME'];
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  return platformFolder(around);
}

function platformFolder({ platform, env, userFolder }: Surroundings): string {
  if (platform === 'win32') {
    return path.win32.join(env['APPDATA'] ?? path.win32.join(userFolder, 'AppData', 'Roaming'), 'Holdfast');
  }
  if (platform === 'darwin') return path.join(userFolder, 'Library', 'Application Support', 'Holdfast');
  // The XDG rules: a relative value is to be ignored.
  const data = env['XDG_DATA_HOME'];
  return path.join(data?.startsWith('/') ? data : path.join(userFolder, '.local', 'share'), 'holdfast');
}

/** Makes the folder (for its owner alone) and checks that it can be written, by writing. Answers at once, whatever the place is. */
export function prepareDataFolder(folder: string): Result<string, AppError> {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.X_OK);
    writeProbe(folder);
    return ok(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return err(appError('data_folder_not_writable', { folder, reason }));
  }
}

/**
 * One folder after the other: Node's own recursive mkdir goes round for ever where the system answers ENOENT to every try, as it
 * does below /proc and behind a link that leads nowhere.
 */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  let at = folder;
  while (!lstatSync(at, { throwIfNoEntry: false }) && path.dirname(at) !== at) {
    missing.unshift(at);
    at = path.dirname(at);
  }
  // What is there must be a folder, or a link that leads to one.
  if (!statSync(at).isDirectory()) throw Object.assign(new Error(`${at} is no folder`), { code: 'ENOTDIR' });
  for (const each of missing) mkdirSync(each, { mode: 0o700 });
}

/** Rights on paper say nothing about a read-only disk, and nothing at all to root. */
function writeProbe(folder: string): void {
  const probe = path.join(folder, `.write-probe-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
}
