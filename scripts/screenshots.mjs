// `npm run screenshots`: installs and builds what is missing, then takes a picture of every screen (test/screens).
import { spawnSync } from 'node:child_process';
import { build, isBuilt } from './launch/build-output.mjs';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE } from './launch/project.mjs';
import { ensureTestBrowser } from './launch/test-browser.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);

try {
  if (!isInstalled()) await installPackages(complain);
  await ensureTestBrowser(complain);
  if (!isBuilt()) await build(complain);
  const args = [at('test/screens/main.ts'), ...process.argv.slice(2)];
  const { status } = spawnSync(PROJECT_NODE, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
