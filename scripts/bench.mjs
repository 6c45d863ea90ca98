// `npm run bench -- [--only core|store|engine|ui] [--model FILE] [--json]`: speed as ratios measured in one run. With --json one JSON object
// on standard output, progress on standard error. Exits 0 whenever it could measure; whether a goal holds is said by `ok`.
import { build, isBuilt } from './launch/build-output.mjs';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { locate, runTypeScript } from './launch/run-typescript.mjs';
import { ensureTestBrowser } from './launch/test-browser.mjs';

const args = process.argv.slice(2);
const modelAt = args.indexOf('--model') + 1;
const only = args[args.indexOf('--only') + 1];
if (!args.includes('--only') || only?.split(',').includes('ui')) {
  const say = (line) => process.stderr.write(`${line}\n`);
  if (!isInstalled()) await installPackages(say);
  await ensureTestBrowser(say);
  if (!isBuilt()) await build(say);
}
await runTypeScript(
  'test/bench/main.ts',
  args.map((arg, index) => (modelAt > 0 && index === modelAt ? locate(arg) : arg)),
  { nodeFlags: ['--expose-gc', '--disable-warning=ExperimentalWarning'] },
);
