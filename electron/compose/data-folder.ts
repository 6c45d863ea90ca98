// Where everything lies: --home, else $HOLDFAST_HOME, else the platform's app-data folder. Both shells ask here, so that
// both find the same conversations.
import { accessSync, constants, mkdirSync } from 'node:fs';
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

/** Makes the folder (for its owner alone) and checks that it can be written. */
export function prepareDataFolder(folder: string): Result<string, AppError> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return err(appError('data_folder_not_writable', { folder, reason }));
  }
}
