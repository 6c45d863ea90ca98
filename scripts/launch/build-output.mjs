// Builds out/ when a source is newer than what was built.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, Problem, PROJECT_NODE, ROOT, TOOLS } from './project.mjs';
import { runCommand } from './run-command.mjs';

const SOURCES = [
  'electron',
  'native',
  'renderer',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];
const STAMP = at('out', '.built-from');
const OUTPUTS = [
  'main/main.js',
  'main/browser-shell.js',
  'main/host-main.js',
  'preload/preload.cjs',
  'renderer/index.html',
  'renderer/bridge.js',
];

export function isBuilt() {
  if (!OUTPUTS.every((file) => existsSync(at('out', file)))) return false;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === describeSources();
}

/** Names, sizes and times of all sources: a removed file counts as a change too. */
function describeSources() {
  const digest = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of listFiles(at(source))) {
      const { size, mtimeMs } = statSync(file);
      digest.update(`${path.relative(ROOT, file)} ${size} ${mtimeMs}\n`);
    }
  }
  return digest.digest('hex');
}

function listFiles(place) {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => listFiles(path.join(place, name)));
}

export async function build(say) {
  say('Building …');
  const sources = describeSources();
  const { code, output } = await runCommand(PROJECT_NODE, [TOOLS.electronVite, 'build'], { quiet: true });
  if (/EACCES|EPERM|EROFS/.test(output)) {
    throw new Problem(
      `The build could not write to ${ROOT}.\n${output.trim().split('\n').slice(-5).join('\n')}`,
      'Make the folder writable for you, then run this again.',
    );
  }
  if (code !== 0) {
    throw new Problem(
      `The build failed.\n${output.trim().split('\n').slice(-30).join('\n')}`,
      'On an unchanged clone that is a bug of ours: please report it with the lines above.',
    );
  }
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}
