// Both shells as fixtures: `browserShell` is the product's own process, started as people start it; `electron` is the built main,
// preload and window in Electron, or in the stand-in where Electron's program is not installed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, type Page, test as base } from '@playwright/test';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/.bin/node');

/** The small chat model `npm test` fetches; real answers, poor ones. */
export const TEST_MODEL = path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
  'holdfast/models/SmolLM2-135M-Instruct.Q4_1.gguf',
);

export interface Started {
  readonly process: ChildProcess;
  readonly dataFolder: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl+C does. */
  stop(): Promise<number | null>;
}

/** Starts the built browser shell with a data folder of its own. */
export function startBrowserShell(
  dataFolder: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(NODE, [path.join(ROOT, 'out/main/browser-shell.js'), '--home', dataFolder, ...args], {
    env: { ...process.env, HOLDFAST_GPU: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    process: child,
    dataFolder,
    output: () => printed,
    ended,
    stop() {
      if (child.exitCode === null) child.kill('SIGINT');
      return ended;
    },
  };
}

export interface BrowserShell extends Started {
  readonly origin: string;
  /** The newest printed address: good for one window. */
  address(): string;
}

export async function waitUntilReady(started: Started): Promise<BrowserShell> {
  await expect.poll(started.output, { message: 'the shell prints its address' }).toContain('Holdfast is ready: http');
  const address = (): string =>
    started
      .output()
      .match(/http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+/g)
      ?.at(-1) ?? '';
  return { ...started, address, origin: new URL(address()).origin };
}

/** Starts the Electron shell. `args` are the app's own flags. */
export function startElectron(dataFolder: string, args: readonly string[] = []): Promise<ElectronApplication> {
  const standIn = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  return _electron.launch({
    cwd: ROOT,
    args: ['.', '--home', dataFolder, ...args],
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      HOLDFAST_GPU: 'off',
      ...(standIn === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: standIn }),
    },
  });
}

interface ShellFixtures {
  /** Flags of the shell under test, set with `test.use({ flags: [...] })`. */
  flags: readonly string[];
  dataFolder: string;
  browserShell: BrowserShell;
  electron: ElectronApplication;
  /** The first window of the Electron shell. */
  electronWindow: Page;
  /** Errors of any page's console, and uncaught ones. */
  pageErrors: string[];
}

export const test = base.extend<ShellFixtures>({
  flags: [[], { option: true }],
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
  browserShell: async ({ dataFolder, flags }, use) => {
    const started = startBrowserShell(dataFolder, ['--no-open', ...flags]);
    await use(await waitUntilReady(started));
    await started.stop();
  },
  electron: async ({ dataFolder, flags }, use) => {
    const app = await startElectron(dataFolder, flags);
    await use(app);
    await app.close();
  },
  electronWindow: async ({ electron }, use) => {
    const page = await electron.firstWindow();
    await page.waitForURL((url) => url.href !== 'about:blank');
    await use(page);
  },
  pageErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(errors);
  },
});

export { expect } from '@playwright/test';

/** Processes below one, as the system lists them; zombies count as gone. */
export function listDescendants(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='])
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'));
  const below = (parent: number): readonly number[] =>
    rows.filter(([, ppid]) => Number(ppid) === parent).flatMap(([child]) => [Number(child), ...below(Number(child))]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,stat=']).toString().trim().split('\n');
  return listed
    .map((row) => row.trim().split(/\s+/))
    .some(([id, state]) => Number(id) === pid && !state?.startsWith('Z'));
}
