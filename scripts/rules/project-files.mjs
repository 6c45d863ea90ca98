// The committed and new source files of the project, read once for all rules.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCE = /\.(ts|tsx|mts|mjs|cjs|js|css)$/;
const FOLDERS = ['electron', 'native', 'renderer', 'test', 'scripts'];

/** @typedef {{ path: string, text: string }} SourceFile  path from the root, with slashes */

/** @returns {SourceFile[]} */
export function readProjectFiles(root) {
  return list(root)
    .filter((file) => SOURCE.test(file) && !file.startsWith('test/fixtures/'))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

function list(root) {
  try {
    const out = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    return [
      ...new Set(
        out
          .toString()
          .split('\0')
          .filter((file) => file !== '' && exists(path.join(root, file))),
      ),
    ];
  } catch {
    // A copy without its repository (a zip file).
    return FOLDERS.flatMap((folder) => walk(root, folder));
  }
}

const exists = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

function walk(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(root, place) : [place];
  });
}
