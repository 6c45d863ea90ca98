// The browser shell: the same app and the same window as in Electron, served on 127.0.0.1 to a browser. Composition root for Node.
import { statSync } from 'node:fs';
import path from 'node:path';
import { createForkHost } from '../../native/llama/fork-host.ts';
import { composeApp, type ComposeOptions, composeRepair } from '../compose/compose-app.ts';
import { findDataFolder } from '../compose/data-folder.ts';
import { type LaunchOptions, parseLaunchOptions, USAGE } from '../compose/launch-options.mjs';
import { runSalvage } from '../compose/run-salvage.ts';
import { describeStartFailure } from '../compose/start-failure.ts';
import { fetchStarterModel } from '../compose/starter-model.ts';
import { createEnding, endWithProcess } from './ending.ts';
import { serveShell } from './serve-shell.ts';

/** Built, this file is out/main/browser-shell.js. */
const OUT_FOLDER = path.join(import.meta.dirname, '..');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);
// Whoever reads our lines may go first (`npm start | head -1`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await main();

async function main(): Promise<void> {
  const { options, problem } = parseLaunchOptions(process.argv.slice(2));
  if (options === undefined) return fail(problem, 2);
  if (options.help) return say(USAGE);
  if (options.model !== null && !statSync(options.model, { throwIfNoEntry: false })?.isFile()) {
    return fail(`There is no file ${path.resolve(options.model)}. --model needs the path of a GGUF file.`, 2);
  }
  await start(options);
}

async function start(launch: LaunchOptions): Promise<void> {
  const dataFolder = findDataFolder(launch.home);
  const systemLocale = Intl.DateTimeFormat().resolvedOptions().locale;
  const storeWorker = path.join(OUT_FOLDER, 'main', 'store-worker.js');
  if (launch.salvage) {
    process.exitCode = await runSalvage({ dataFolder, storeWorker, systemLocale, now: Date.now(), say, complain });
    return;
  }
  const options: ComposeOptions = {
    shell: 'browser',
    dataFolder,
    systemLocale,
    modelPath: launch.model === null ? null : path.resolve(launch.model),
    storeWorker,
    spawnHost: createForkHost({ entry: path.join(OUT_FOLDER, 'main', 'host-main.js') }),
  };
  const opened = await composeApp(options);
  const composed = opened.ok ? opened : composeRepair(options, opened.error);
  if (!opened.ok && composed.ok) complain(describeStartFailure(opened.error, systemLocale));
  if (!composed.ok) return fail(describeStartFailure(composed.error, systemLocale), 1);
  const { app, log, close } = composed.value;
  const ending = createEnding((code) => process.exit(code));
  ending.add(close);
  endWithProcess(ending, (error) => log('error', 'bug', { name: error instanceof Error ? error.name : 'unknown' }));
  const rendererFolder = path.join(OUT_FOLDER, 'renderer');
  const served = await serveShell(composed.value, { launch, dataFolder, rendererFolder, ending, say, complain });
  if (!served) return ending.end(1);
  await composed.value.started;
  if (launch.yes) await fetchStarterModel(app, say);
}

function fail(message: string, exitCode: number): void {
  complain(message);
  process.exitCode = exitCode;
}
