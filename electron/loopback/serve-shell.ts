// Serves a composed app in the browser shell: starts the server, shows the window or prints the address, ends with the last window.
import path from 'node:path';
import type { ComposedApp } from '../compose/compose-app.ts';
import type { LaunchOptions } from '../compose/launch-options.mjs';
import type { Ending } from './ending.ts';
import { findChromium } from './find-browser.mjs';
import { openBrowser } from './open-window.ts';
import { planWindow, type WindowPlan } from './plan-window.ts';
import { createQuitRule, type QuitRule } from './quit-rule.ts';
import { type LoopbackServer, startServer } from './start-server.ts';

export interface ServeOptions {
  readonly launch: Pick<LaunchOptions, 'open' | 'port'>;
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly ending: Ending;
  say(line: string): void;
  complain(line: string): void;
}

/** False when the port could not be had; the reason has been told. */
export async function serveShell({ app, log }: ComposedApp, options: ServeOptions): Promise<boolean> {
  const { launch, ending, complain } = options;
  const rule = createQuitRule((seen) => {
    if (!seen) complain('The browser ended before it showed a window. Try: npm start -- --no-open');
    void ending.end(seen ? 0 : 1);
  });
  const printed = { any: false };
  const server = await startServer({
    app,
    rendererFolder: options.rendererFolder,
    port: launch.port,
    onBug: (error) => log('error', 'bug', { name: error instanceof Error ? error.name : 'unknown' }),
    onWindowCount: (open) => rule.windowCount(open),
    // An address is good for one window: whoever reads the terminal gets the next one.
    onExchange: () => printed.any && options.say(`Another window: ${server?.createLaunchUrl({ lasting: true })}`),
  }).catch((error: unknown) => {
    complain(describePortFailure(error, launch.port));
    return null;
  });
  if (server === null) return false;
  ending.add(() => server.close());
  ending.add(() => rule.disarm());
  printed.any = showWindow(server, rule, options);
  return true;
}

/** True when the address was printed for a person instead of opened. */
function showWindow(
  server: LoopbackServer,
  rule: QuitRule,
  { launch, dataFolder, ending, say, complain }: ServeOptions,
) {
  const plan = planWindow(
    { url: server.createLaunchUrl(), profileFolder: path.join(dataFolder, 'window', 'browser'), open: launch.open },
    { platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0, browser: findChromium() },
  );
  const printAddress = (): void => say(`Holdfast is ready: ${server.createLaunchUrl({ lasting: true })}`);
  if (plan.kind === 'address') {
    // Nobody's window ends this process: the terminal does.
    rule.disarm();
    if (plan.why === 'root') complain(ROOT_ADVICE);
    printAddress();
    return true;
  }
  const browser = openBrowser(plan, ({ failedToStart }) => {
    if (failedToStart === null) return rule.browserExited();
    rule.disarm();
    complain(`No window could be opened (${failedToStart}). Open the address yourself.`);
    printAddress();
  });
  ending.add(() => browser.close());
  say(openedLine(plan));
  return false;
}

const openedLine = (plan: WindowPlan): string =>
  plan.kind === 'app-window'
    ? 'Holdfast has opened its window. Close the window, or press Ctrl+C here, to end it.'
    : 'Holdfast has opened in your browser. Close its tab, or press Ctrl+C here, to end it.';

const ROOT_ADVICE =
  'Browsers keep their sandbox off for root, so Holdfast opens no window for it.\n' +
  'Start it as an ordinary user, or open the address below in a browser of one.';

function describePortFailure(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = 'Choose another with --port N, or leave --port out for any free one.';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. ${other}`;
  if (code === 'EACCES') return `Port ${port} needs rights this user does not have. ${other}`;
  return `No port could be opened on 127.0.0.1 (${String(code ?? error)}). ${other}`;
}
