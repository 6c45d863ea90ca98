// `npm run properties -- [--runs N] [--seed S] [--only WORDS]`: the rules I1 to I14 over random transcripts, each tried N times (the unit
// suite tries each 1,000 times). The seed is printed; with it a failure repeats itself.
import { parseArgs } from 'node:util';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { Problem, PROJECT_NODE, TOOLS } from './launch/project.mjs';
import { runCommand } from './launch/run-command.mjs';

const complain = (line) => process.stderr.write(`${line}\n`);

try {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' }, only: { type: 'string' } },
  });
  if (!isInstalled()) await installPackages(complain);
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  const args = ['run', '--project', 'unit', 'test/properties', ...(values.only ? ['-t', values.only] : [])];
  const env = { ...process.env, HOLDFAST_PROPERTY_RUNS: values.runs, HOLDFAST_PROPERTY_SEED: seed };
  const { code } = await runCommand(PROJECT_NODE, [TOOLS.vitest, ...args], { env });
  complain(`Each property was tried ${values.runs} times from seed ${seed}.`);
  process.exitCode = code;
} catch (error) {
  complain(error instanceof Problem ? error.message : String(error));
  process.exitCode = 1;
}
