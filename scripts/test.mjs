// `npm test`: installs what is missing, builds, then runs every check and every test. Its last line is `N passed, N failed`.
//   npm test -- --only checks,unit,e2e    runs a part of it
import { readFileSync, rmSync } from 'node:fs';
import { CHECKS, runChecks } from './check.mjs';
import { build, isBuilt } from './launch/build-output.mjs';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE, TOOLS } from './launch/project.mjs';
import { runCommand } from './launch/run-command.mjs';
import { ensureTestBrowser } from './launch/test-browser.mjs';

const PARTS = ['checks', 'unit', 'e2e'];
const say = (line) => process.stdout.write(`${line}\n`);
const totals = { passed: 0, failed: 0 };
const count = ({ passed, failed }) => {
  totals.passed += passed;
  totals.failed += failed;
};

await main(process.argv.slice(2));
if (totals.passed + totals.failed === 0) totals.failed = 1;
process.exitCode = totals.failed === 0 ? 0 : 1;
say(`${totals.passed} passed, ${totals.failed} failed`);

async function main(args) {
  const parts = readParts(args);
  if (parts === null) {
    process.stderr.write(`Unknown flags: ${args.join(' ')}. Use --only with any of ${PARTS.join(', ')}.\n`);
    return count({ passed: 0, failed: 1 });
  }
  if (!(await prepare('packages', async () => isInstalled() || installPackages(say)))) return;
  if (parts.includes('unit') || parts.includes('e2e')) {
    await prepare('test models', fetchModels);
    await prepare('build', async () => isBuilt() || build(say));
  }
  if (parts.includes('e2e')) await prepare('test browser', () => ensureTestBrowser(say));
  if (parts.includes('checks')) await timed(`Checks (${CHECKS.length})`, async () => runChecks(say));
  if (parts.includes('unit')) await timed('Unit, scenario and model tests', runVitest);
  if (parts.includes('e2e')) await timed('End-to-end tests', runPlaywright);
}

function readParts(args) {
  if (args.length === 0) return PARTS;
  const wanted = args[0] === '--only' && args.length === 2 ? args[1].split(',') : [];
  return wanted.length > 0 && wanted.every((part) => PARTS.includes(part)) ? wanted : null;
}

/** A preparation counts when it fails: what needs it cannot pass. */
async function prepare(what, step) {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(`FAILED  ${what}\n${error.message}`);
    count({ passed: 0, failed: 1 });
    return false;
  }
}

async function timed(title, step) {
  say(`\n${title}`);
  const started = Date.now();
  const counts = await step();
  count(counts);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`${title}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}

async function fetchModels() {
  const { code, output } = await runCommand(PROJECT_NODE, [at('scripts/fetch-model.mjs'), 'smollm2', 'gemma'], {
    onOutput: (text) => process.stdout.write(text),
  });
  if (code !== 0) {
    throw new Problem(`The test models could not be fetched.\n${output.trim()}`, 'Tests with a real model need them.');
  }
}

async function runVitest() {
  const report = at('test-results', 'unit.json');
  rmSync(report, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runCommand(PROJECT_NODE, [TOOLS.vitest, ...args]);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readReport(report) ?? {};
  // A file that cannot be loaded, or an error outside any test, has no failed test of its own.
  return { passed, failed: Math.max(failed, code === 0 && passed > 0 ? 0 : 1) };
}

async function runPlaywright() {
  const report = at('test-results', 'e2e.json');
  rmSync(report, { force: true });
  const { code } = await runCommand(PROJECT_NODE, [TOOLS.playwright, 'test']);
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report)?.stats ?? {};
  if (flaky > 0) say(`${flaky} passed at the second try`);
  const passed = expected + flaky;
  return { passed, failed: Math.max(unexpected, code === 0 && passed > 0 ? 0 : 1) };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
