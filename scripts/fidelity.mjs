// `npm run fidelity -- [--cases DIR] [--model FILE] [--window N] [--json]`: how much of a conversation is still in view after all its
// compactions (docs/fidelity.md). Standard output holds the result alone; progress goes to standard error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE, ROOT } from './launch/project.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);
/** Where npm was called may be another folder than the one it runs in. */
const locate = (file) => {
  const named = path.resolve(process.env.INIT_CWD ?? '.', file);
  return existsSync(file) || !existsSync(named) ? path.resolve(file) : named;
};
const FILES = new Set(['--cases', '--model', '--summaries']);

try {
  if (!isInstalled()) await installPackages(complain);
  const given = process.argv.slice(2);
  const args = given.map((value, index) => (FILES.has(given[index - 1]) ? locate(value) : value));
  const { status } = spawnSync(PROJECT_NODE, [at('test/fidelity/main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
