// Electron's package comes without its program, which is downloaded on first use. It is tried once; where it cannot be had, the
// browser shell does the same job, and the next starts do not wait for it again.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './project.mjs';
import { runCommand } from './run-command.mjs';

const FAILED = at('node_modules', '.cache', 'holdfast-electron-failed');
/** The download is 110 MB; without any answer from the network it gives up much earlier by itself. */
const DOWNLOAD_MS = 180_000;
const TRY_AGAIN_MS = 24 * 60 * 60 * 1000;

/** The program's path, or null. */
export function findElectron() {
  try {
    const program = at('node_modules/electron/dist', readFileSync(at('node_modules/electron/path.txt'), 'utf8'));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

export function hasFailedLately() {
  const failed = statSync(FAILED, { throwIfNoEntry: false });
  return failed !== undefined && Date.now() - failed.mtimeMs < TRY_AGAIN_MS;
}

/** The program's path, or null when it could not be downloaded. */
export async function downloadElectron(say) {
  say('Downloading Electron (once) …');
  const { code } = await runCommand(process.execPath, [at('node_modules/electron/install.js')], {
    quiet: true,
    timeoutMs: DOWNLOAD_MS,
  });
  const program = code === 0 ? findElectron() : null;
  remember(program === null);
  return program;
}

function remember(failed) {
  try {
    rmSync(FAILED, { force: true });
    if (!failed) return;
    mkdirSync(path.dirname(FAILED), { recursive: true });
    writeFileSync(FAILED, '');
  } catch {
    // A folder that cannot be written: the next start tries again.
  }
}
