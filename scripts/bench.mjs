// `npm run bench -- [--only core|store|engine|ui] [--model FILE] [--json]`: speed as ratios measured in one run. With --json one JSON object
// on standard output, progress on standard error. Exits 0 whenever it could measure; whether a goal holds is said by `ok`.
import { locate, runTypeScript } from './launch/run-typescript.mjs';

const args = process.argv.slice(2);
const modelAt = args.indexOf('--model') + 1;
await runTypeScript(
  'test/bench/main.ts',
  args.map((arg, index) => (modelAt > 0 && index === modelAt ? locate(arg) : arg)),
  ['--expose-gc', '--disable-warning=ExperimentalWarning'],
);
