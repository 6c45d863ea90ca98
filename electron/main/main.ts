// The Electron shell: composition root of the desktop app. Reads from top to bottom in the order in which things happen.
import { statSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, protocol, session, shell, utilityProcess } from 'electron';
import { composeApp, type ComposeOptions, composeRepair, type ServedComposition } from '../compose/compose-app.ts';
import { findDataFolder, prepareDataFolder } from '../compose/data-folder.ts';
import { type LaunchOptions, parseLaunchOptions } from '../compose/launch-options.mjs';
import { runSalvage } from '../compose/run-salvage.ts';
import { describeStartFailure } from '../compose/start-failure.ts';
import { fetchStarterModel } from '../compose/starter-model.ts';
import { createFileDialog } from './choose-file.ts';
import { registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { connectWindows } from './connect-windows.ts';
import { createWindow, focusFirstWindow } from './create-window.ts';
import { guardContents } from './guard-contents.ts';
import { guardSession } from './guard-session.ts';
import { followWithMenu } from './menu.ts';
import { createUtilityHost } from './utility-host.ts';

/** Built, this file is out/main/main.js. */
const OUT_FOLDER = path.join(import.meta.dirname, '..');

/** The browser inside makes no requests of its own. */
const QUIET_SWITCHES = ['disable-background-networking', 'disable-component-update', 'disable-domain-reliability'];

/** A step that hangs must not keep a process without a window; what was committed is on disk. */
const CLOSE_LIMIT_MS = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { options, problem } = parseLaunchOptions(ownArguments());
if (options === undefined) stop(problem);
else if (options.model !== null && !statSync(options.model, { throwIfNoEntry: false })?.isFile())
  stop(`There is no file ${path.resolve(options.model)}. --model needs the path of a GGUF file.`);
else run(options);

/** Unpackaged, Electron's own arguments and the app's folder come before ours. */
function ownArguments(): readonly string[] {
  if (app.isPackaged) return process.argv.slice(1);
  const folder = process.argv.findIndex((arg, index) => index > 0 && path.resolve(arg) === app.getAppPath());
  return process.argv.slice(folder + 1);
}

function run(launch: LaunchOptions): void {
  const dataFolder = findDataFolder(launch.home);
  const prepared = prepareDataFolder(dataFolder);
  if (!prepared.ok) return stop(describeStartFailure(prepared.error, app.getLocale()));
  for (const name of QUIET_SWITCHES) app.commandLine.appendSwitch(name);
  // The inner browser's cache lies in the data folder, and with it the lock that finds a first window.
  app.setPath('userData', path.join(dataFolder, 'window', 'electron'));
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  registerAppScheme(protocol);
  app.enableSandbox();
  app.on('second-instance', focusFirstWindow);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, shell));
  app.on('window-all-closed', () => app.quit());
  void app
    .whenReady()
    .then(() => start(launch, dataFolder))
    .catch(stopOnBug);
}

async function start(launch: LaunchOptions, dataFolder: string): Promise<void> {
  if (launch.salvage) return app.exit(await salvageHere(dataFolder));
  const options = composeOptions(launch, dataFolder);
  const opened = await composeApp(options);
  const composed = opened.ok ? opened : composeRepair(options, opened.error);
  if (!composed.ok) return stop(describeStartFailure(composed.error, app.getLocale()));
  const { log } = composed.value;
  closeBeforeQuit(composed.value);
  const onBug = (error: unknown): void =>
    log('error', 'bug', { name: error instanceof Error ? error.name : 'unknown' });
  const end = (error: unknown): void => {
    onBug(error);
    stopOnBug(error);
  };
  process.on('uncaughtException', end);
  // Electron only warns of a rejection that nobody handles.
  process.on('unhandledRejection', end);
  guardSession(session.defaultSession, (scheme) => log('warn', 'request.blocked', { scheme }));
  serveAppScheme(protocol, path.join(OUT_FOLDER, 'renderer'));
  connectWindows(ipcMain, composed.value.app, onBug);
  await followWithMenu(composed.value.app, app.getLocale());
  const openWindow = (): BrowserWindow =>
    createWindow({
      preload: path.join(OUT_FOLDER, 'preload', 'preload.cjs'),
      icon: path.join(OUT_FOLDER, '..', 'resources', 'icon.png'),
    });
  openWindow();
  app.on('activate', () => BrowserWindow.getAllWindows().length > 0 || openWindow());
  await composed.value.started;
  if (launch.yes) await fetchStarterModel(composed.value.app, say);
}

const STORE_WORKER = path.join(OUT_FOLDER, 'main', 'store-worker.js');

const composeOptions = (launch: LaunchOptions, dataFolder: string): ComposeOptions => ({
  shell: 'electron',
  dataFolder,
  systemLocale: app.getLocale(),
  modelPath: launch.model === null ? null : path.resolve(launch.model),
  storeWorker: STORE_WORKER,
  chooseFile: createFileDialog(dialog, () => BrowserWindow.getFocusedWindow()),
  spawnHost: createUtilityHost(
    (entry, args, settings) => utilityProcess.fork(entry, args, settings),
    path.join(OUT_FOLDER, 'main', 'host-main.js'),
  ),
});

const salvageHere = (dataFolder: string): Promise<number> =>
  runSalvage({
    dataFolder,
    storeWorker: STORE_WORKER,
    systemLocale: app.getLocale(),
    now: Date.now(),
    say,
    complain: (line) => void process.stderr.write(`${line}\n`),
  });

/** Quitting waits for the store and the model's process. */
function closeBeforeQuit({ close }: Pick<ServedComposition, 'close'>): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    const limit = setTimeout(() => app.exit(1), CLOSE_LIMIT_MS);
    void close().finally(() => {
      clearTimeout(limit);
      closed = true;
      app.quit();
    });
  });
}

/** After a bug, what is in memory cannot be trusted. */
function stopOnBug(error: unknown): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stop(`Holdfast has met a bug and must close. What you wrote is stored.\n\n${trace}`);
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`);
  dialog.showErrorBox('Holdfast', message);
  app.exit(1);
}
