// Finds a Chromium-family browser on this machine. Plain JavaScript: the launch scripts use it before anything is installed.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const LINUX = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'vivaldi-stable',
];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser', 'Vivaldi'];
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
  'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
];

/** Paths where such a browser may lie, best first. */
function candidates(platform, env) {
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return WINDOWS.flatMap((file) => roots.filter(Boolean).map((root) => path.win32.join(root, file)));
  }
  if (platform === 'darwin') {
    const roots = ['/Applications', path.join(homedir(), 'Applications')];
    return MAC.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`));
  }
  const folders = [...(env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/snap/bin'].filter(Boolean);
  return LINUX.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The browser's path, or null. `CHROMIUM` in the environment wins. */
export function findChromium({ platform = process.platform, env = process.env, exists = existsSync } = {}) {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  return candidates(platform, env).find((file) => exists(file)) ?? null;
}
