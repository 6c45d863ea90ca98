// Serves a composed app in the browser shell: starts the server, shows the window or prints the address, ends with the last window.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../app/ports.ts';
import type { LaunchOptions } from '../compose/launch-options.mjs';
import type { ServedApp } from '../wire/serve-connection.ts';
import type { Ending } from './ending.ts';
import { findChromium } from './find-browser.mjs';
import { createLaunchFile, type LaunchFile } from './launch-file.ts';
import { openBrowser } from './open-window.ts';
import { planWindow, type WindowPlan, type WindowSurroundings } from './plan-window.ts';
import { createQuitRule, type QuitRule } from './quit-rule.ts';
import type { UploadKeeper } from './receive-upload.ts';
import { type LoopbackServer, startServer } from './start-server.ts';

export interface Served {
  readonly app: ServedApp;
  readonly log: Log;
  readonly uploads?: UploadKeeper;
}

export interface ServeOptions {
  readonly launch: Pick<LaunchOptions, 'open' | 'port'>;
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly ending: Ending;
  /** The machine, for tests of other ones. */
  readonly around?: WindowSurroundings;
  say(line: string): void;
  complain(line: string): void;
}

/** False when the port could not be had; the reason has been told. */
export async function serveShell({ app, log, uploads }: Served, options: ServeOptions): Promise<boolean> {
  const { launch, ending, say, complain } = options;
  const rule = createQuitRule((seen) => {
    if (!seen) complain('The browser ended before it showed a window. Try: npm start -- --no-open');
    void ending.end(seen ? 0 : 1);
  });
  const launchFile = createLaunchFile(path.join(options.dataFolder, 'window'));
  const seen = createSeen();
  let printed = false;
  const printAddress = (lead = 'Holdfast is ready'): void => {
    printed = true;
    say(`${lead}: ${server?.createLaunchUrl({ lasting: true })}`);
  };
  const server = await startServer({
    app,
    ...(uploads === undefined ? {} : { uploads }),
    rendererFolder: options.rendererFolder,
    port: launch.port,
    onBug: (error) => log('error', 'bug', { name: error instanceof Error ? error.name : 'unknown' }),
    onWindowCount: (open) => rule.windowCount(open),
    // An address is good for one window: whoever reads the terminal gets the next one.
    onExchange: () => {
      launchFile.remove();
      seen.stop();
      if (printed) printAddress('Another window');
    },
  }).catch((error: unknown) => {
    complain(describePortFailure(error, launch.port));
    return null;
  });
  if (server === null) return false;
  ending.add(() => server.close());
  ending.add(() => rule.disarm());
  ending.add(() => launchFile.remove());
  ending.add(() => seen.stop());
  showWindow(server, { rule, printAddress, launchFile, seen }, options);
  return true;
}

/** Waits for the window that was opened to ask for its session; says once that it did not come. */
function createSeen() {
  let timer: NodeJS.Timeout | undefined;
  return {
    expect: (onMissing: () => void) => void (timer = setTimeout(onMissing, MISSING_MS).unref()),
    stop: () => clearTimeout(timer),
  };
}

/** A cold browser on a slow disk takes some seconds; one that may not read the launch file never comes. */
const MISSING_MS = 20_000;

interface Reactions {
  readonly rule: QuitRule;
  readonly launchFile: LaunchFile;
  readonly seen: ReturnType<typeof createSeen>;
  printAddress(lead?: string): void;
}

function showWindow(server: LoopbackServer, reactions: Reactions, options: ServeOptions): void {
  const { rule, printAddress, launchFile, seen } = reactions;
  const { launch, dataFolder, ending, around = lookAround(), say, complain } = options;
  const profileFolder = path.join(dataFolder, 'window', 'browser');
  const url = server.createLaunchUrl();
  const fileUrl = pathToFileURL(launchFile.file).href;
  const plan = planWindow({ url, fileUrl, profileFolder, open: launch.open }, around);
  if (plan.kind === 'address') {
    // Nobody's window ends this process: the terminal does.
    rule.disarm();
    if (plan.why === 'root') complain(ROOT_ADVICE);
    return printAddress();
  }
  if (plan.opens === 'file') launchFile.write(url);
  seen.expect(() => printAddress('No window has come yet; this address opens one'));
  const browser = openBrowser(plan, ({ failedToStart }) => {
    if (failedToStart === null) return rule.browserExited();
    rule.disarm();
    seen.stop();
    launchFile.remove();
    complain(`No window could be opened (${failedToStart}). Open the address yourself.`);
    printAddress();
  });
  ending.add(() => browser.close());
  say(openedLine(plan));
}

const lookAround = (): WindowSurroundings => ({
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  browser: findChromium(),
});

const openedLine = (plan: WindowPlan): string =>
  plan.kind === 'app-window'
    ? 'Holdfast has opened its window. Close the window, or press Ctrl+C here, to end it.'
    : 'Holdfast has opened in your browser. Close its tab, or press Ctrl+C here, to end it.';

const ROOT_ADVICE =
  'Browsers do not run as root without giving up their sandbox, so Holdfast opens none.\n' +
  'Start it as an ordinary user, or open the address below in the browser of one.';

function describePortFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'Choose another with --port N, or leave --port out for any free one.';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. ${other}`;
  if (code === 'EACCES') return `Port ${port} needs rights this user does not have. ${other}`;
  return `No port could be opened on 127.0.0.1 (${String(code ?? error)}). ${other}`;
}
