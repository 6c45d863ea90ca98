// `npm start`: on a fresh clone installs and builds, then runs Holdfast in Electron, or in a browser where Electron cannot run.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseLaunchOptions, USAGE } from '../electron/compose/launch-options.mjs';
import { build, isBuilt } from './launch/build-output.mjs';
import { chooseShell } from './launch/choose-shell.mjs';
import { downloadElectron, findElectron, hasFailedLately } from './launch/electron-binary.mjs';
import { installPackages, isInstalled } from './launch/install-packages.mjs';
import { at, Problem, PROJECT_NODE, ROOT } from './launch/project.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`${line}\n`);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  complain(error.message);
  process.exitCode = 1;
}

async function main(args) {
  const { options, problem } = parseLaunchOptions(args);
  if (options === undefined) return refuse(problem);
  if (options.help) return say(USAGE) && 0;
  if (options.model !== null && !statSync(options.model, { throwIfNoEntry: false })?.isFile()) {
    return refuse(`There is no file ${path.resolve(options.model)}. --model needs the path of a GGUF file.`);
  }
  if (!isInstalled()) await installPackages(say);
  if (!isBuilt()) await build(say);
  if (options.salvage) return run(PROJECT_NODE, [at('out', 'main', 'browser-shell.js'), ...args]);
  const chosen = await settleShell(options);
  if (chosen.shell === null) return refuse(chosen.why);
  if (chosen.why) say(chosen.why);
  return chosen.shell === 'electron'
    ? run(findElectron(), [ROOT, ...args])
    : run(PROJECT_NODE, [at('out', 'main', 'browser-shell.js'), ...args]);
}

async function settleShell({ shell: asked, open }) {
  const isLinux = process.platform === 'linux';
  const state = {
    asked,
    open,
    hasDisplay: !isLinux || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY),
    isRoot: isLinux && process.getuid?.() === 0,
  };
  const present = findElectron() !== null;
  const untried = asked === 'electron' || !hasFailedLately();
  const first = chooseShell({ ...state, electron: present ? 'present' : untried ? 'unknown' : 'unavailable' });
  if (first.shell !== 'download') return first;
  return chooseShell({ ...state, electron: (await downloadElectron(say)) === null ? 'unavailable' : 'present' });
}

/** The shell takes over the terminal; it ends, and answers signals, by itself. */
function run(command, args) {
  const child = spawn(command, args, { stdio: 'inherit', cwd: process.cwd() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      complain(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function refuse(message) {
  complain(message);
  return 2;
}
