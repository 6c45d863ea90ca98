// Installs the packages of the lock file when they are missing or stale, with progress, and words a failure with its remedy.
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { at, Problem, PROJECT_NODE, ROOT } from './project.mjs';
import { runCommand } from './run-command.mjs';

const INSTALLED_MB = 1_300;
/** The packages, npm's cache of them, and some room. */
const NEEDED_BYTES = 2_000_000_000;
const PROGRESS_MS = 10_000;

export function isInstalled() {
  const wanted = readPackages(at('package-lock.json'));
  // npm writes this file last: an interrupted installation has none.
  const present = readPackages(at('node_modules', '.package-lock.json'));
  if (wanted === null || present === null || !existsSync(PROJECT_NODE)) return false;
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (place === '' || link) return true;
    const found = present[place];
    return found === undefined ? optional === true : found.version === version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

export async function installPackages(say) {
  say('Installing packages (once; about 1.3 GB on disk) …');
  const free = freeBytes();
  if (free !== null && free < NEEDED_BYTES) throw diskFull(`${Math.round(free / 1_000_000)} MB are free`);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const progress = setInterval(() => {
    const taken = free === null ? null : Math.max(0, Math.round((free - (freeBytes() ?? free)) / 1_000_000));
    say(`  ${seconds()} s${taken === null ? '' : `, ${taken} of about ${INSTALLED_MB} MB`}`);
  }, PROGRESS_MS);
  const { code, output } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  clearInterval(progress);
  if (code !== 0) throw describeFailure(output);
  say(`  installed in ${seconds()} s`);
}

/** npm tells the scripts it runs where it lies itself. */
function runNpm(args) {
  const self = process.env.npm_execpath;
  return self?.endsWith('npm-cli.js')
    ? runCommand(process.execPath, [self, ...args], { quiet: true })
    : runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { quiet: true });
}

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(ROOT);
    return bavail * bsize;
  } catch {
    return null;
  }
}

const diskFull = (detail) =>
  new Problem(
    `There is not enough space on the disk for the packages (${detail}).`,
    'Free at least 2 GB, then run this again.',
  );

const AGAIN = 'Then run this again: it starts over and leaves nothing half done.';

function describeFailure(output) {
  const tail = output.trim().split('\n').slice(-15).join('\n');
  if (/ENOSPC|EDQUOT/.test(output)) return diskFull('it ran full while installing');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i.test(output)) {
    return new Problem(
      `The packages could not be downloaded: the package registry does not answer.\n${tail}`,
      `Check the network connection (and npm's proxy settings, if there is a proxy). ${AGAIN}`,
    );
  }
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return new Problem(
      `The packages could not be written to ${path.join(ROOT, 'node_modules')}.\n${tail}`,
      `Make the folder writable for you (or remove node_modules). ${AGAIN}`,
    );
  }
  if (/EUSAGE|Missing:.*from lock file/.test(output)) {
    return new Problem(
      `package.json and package-lock.json do not match.\n${tail}`,
      'Run "npm install" to bring them together, and look at what changed.',
    );
  }
  return new Problem(`npm ci failed.\n${tail}`, AGAIN.replace('Then run', 'Run'));
}
