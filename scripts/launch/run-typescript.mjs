// Runs a TypeScript entry point of the project on the project's Node, for commands whose standard output is data: whatever has to be
// said beside it (an installation, a problem) goes to standard error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, isInstalled } from './install-packages.mjs';
import { at, Problem, PROJECT_NODE } from './project.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);

/** Where npm was called may be another folder than the one it runs in: a path that exists only there is meant there. */
export const locate = (file) => {
  const named = path.resolve(process.env.INIT_CWD ?? '.', file);
  return existsSync(file) || !existsSync(named) ? path.resolve(file) : named;
};

/**
 * Installs the packages when they are missing, runs `entry` (relative to the project) with `args` and ends with its exit status.
 * @param {string} entry
 * @param {readonly string[]} args
 * @param {{ nodeFlags?: readonly string[], prepare?: (say: (line: string) => void) => Promise<void> }} [options]
 *   prepare: what else must be there first; a Problem it throws is said, not thrown on
 */
export async function runTypeScript(entry, args, { nodeFlags = [], prepare } = {}) {
  try {
    if (!isInstalled()) await installPackages(complain);
    await prepare?.(complain);
    const { status } = spawnSync(PROJECT_NODE, [...nodeFlags, at(entry), ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    process.exitCode = status ?? 1;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    complain(error.message);
    process.exitCode = 1;
  }
}
