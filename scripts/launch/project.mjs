// Where things of the project lie. Node's own modules only, and nothing newer than Node 20: this runs on a fresh clone.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const at = (...parts) => path.join(ROOT, ...parts);

/** The Node the app is built for and runs on, whatever Node started this script. */
export const PROJECT_NODE = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Scripts of installed tools, run with PROJECT_NODE. */
export const TOOLS = {
  biome: at('node_modules/@biomejs/biome/bin/biome'),
  depcruise: at('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
  electronVite: at('node_modules/electron-vite/bin/electron-vite.js'),
  eslint: at('node_modules/eslint/bin/eslint.js'),
  playwright: at('node_modules/@playwright/test/cli.js'),
  tsc: at('node_modules/typescript/bin/tsc'),
  vitest: at('node_modules/vitest/vitest.mjs'),
};

/** A failure worded for the person at the terminal: what happened and what to do about it. */
export class Problem extends Error {
  constructor(message, remedy) {
    super(`${message}\n${remedy}`);
    this.name = 'Problem';
  }
}
