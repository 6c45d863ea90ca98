// Decides which shell starts, and why when it is not Electron. Data in, data out: what is tried happens in scripts/start.mjs.

/**
 * @param {{ asked: 'electron' | 'browser' | null, open: boolean, hasDisplay: boolean, isRoot: boolean,
 *   electron: 'present' | 'unknown' | 'unavailable' }} state
 *   electron: unknown = not there, and a download was not tried yet
 * @returns {{ shell: 'electron' } | { shell: 'browser', why: string | null } | { shell: 'download' } | { shell: null, why: string }}
 */
export function chooseShell({ asked, open, hasDisplay, isRoot, electron }) {
  if (asked === 'browser') return { shell: 'browser', why: null };
  const obstacle = findObstacle({ open, hasDisplay, isRoot });
  if (obstacle !== null) {
    return asked === 'electron'
      ? { shell: null, why: `Electron cannot start: ${obstacle} Leave --shell out to use the browser shell.` }
      : { shell: 'browser', why: open ? `Using the browser shell: ${obstacle}` : null };
  }
  if (electron === 'present') return { shell: 'electron' };
  if (electron === 'unknown') return { shell: 'download' };
  return asked === 'electron'
    ? {
        shell: null,
        why: 'Electron could not be downloaded. Check the network connection, or leave --shell out to use the browser shell.',
      }
    : { shell: 'browser', why: 'Using the browser shell: Electron could not be downloaded.' };
}

function findObstacle({ open, hasDisplay, isRoot }) {
  if (!open) return '--no-open asks for no window.';
  if (!hasDisplay) return 'there is no display.';
  if (isRoot) return 'it does not run as root without giving up its sandbox.';
  return null;
}
