// `npm run --silent scenario -- FILE.json`: one scenario in, one JSON object out (docs/scenario-format.md). Standard output holds nothing
// else; whatever has to be said beside it goes to standard error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE } from './launch/project.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);
/** Where npm was called may be another folder than the one it runs in. */
const locate = (file) => {
  const named = path.resolve(process.env.INIT_CWD ?? '.', file);
  return existsSync(file) || !existsSync(named) ? path.resolve(file) : named;
};

try {
  if (!isInstalled()) await installPackages(complain);
  const args = [at('test/support/scenario/main.ts'), ...process.argv.slice(2).map(locate)];
  const { status } = spawnSync(PROJECT_NODE, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
