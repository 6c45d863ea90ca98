// `npm run check`: everything about the sources that a machine can judge without running them.
import { pathToFileURL } from 'node:url';
import { at, PROJECT_NODE, TOOLS } from './launch/project.mjs';
import { runCommand } from './launch/run-command.mjs';

const CRUISED = [
  'electron',
  'native',
  'renderer',
  'test',
  'electron.vite.config.ts',
  'playwright.config.ts',
  'vitest.config.ts',
];

export const CHECKS = [
  { name: 'format', args: [TOOLS.biome, 'format', '.'], remedy: 'npm run format' },
  { name: 'lint', args: [TOOLS.eslint, '.', '--max-warnings=0'] },
  { name: 'types', args: [TOOLS.tsc, '-p', '.'] },
  { name: 'core types', args: [TOOLS.tsc, '-p', 'electron/core'] },
  {
    name: 'layers',
    args: [TOOLS.depcruise, '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...CRUISED],
  },
  { name: 'rules', args: ['--disable-warning=ExperimentalWarning', at('scripts/rules.mjs')] },
];

/** Runs every check, also after one failed; answers with the number that passed and failed. */
export async function runChecks(say) {
  const counts = { passed: 0, failed: 0 };
  for (const { name, args, remedy } of CHECKS) {
    const { code, output } = await runCommand(PROJECT_NODE, args, { quiet: true });
    if (code === 0) {
      counts.passed += 1;
      say(`ok      ${name}`);
    } else {
      counts.failed += 1;
      say(`FAILED  ${name}${remedy === undefined ? '' : `  (${remedy} mends it)`}\n${output.trimEnd()}`);
    }
  }
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await runChecks((line) => process.stdout.write(`${line}\n`));
  process.exitCode = failed === 0 ? 0 : 1;
}
