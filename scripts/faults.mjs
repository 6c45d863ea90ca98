// `npm run faults -- --rounds N [--seed S] [--json]`: kills real processes at random points and compares what is left with what they
// had promised. Progress goes to standard error.
import { spawnSync } from 'node:child_process';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE } from './launch/project.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);

try {
  if (!isInstalled()) await installPackages(complain);
  const args = [at('test/faults/main.ts'), ...process.argv.slice(2)];
  const { status } = spawnSync(PROJECT_NODE, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
