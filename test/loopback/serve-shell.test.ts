import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEnding, type Ending } from '../../electron/loopback/ending.ts';
import type { WindowSurroundings } from '../../electron/loopback/plan-window.ts';
import { serveShell } from '../../electron/loopback/serve-shell.ts';
import { createTestApp } from '../wire/served-app.ts';

let folder: string;
let said: string[];
let complaints: string[];
let exits: number[];
let ending: Ending;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-serve-'));
  mkdirSync(path.join(folder, 'renderer'));
  [said, complaints, exits] = [[], [], []];
  ending = createEnding((code) => exits.push(code));
});
afterEach(async () => {
  await ending.end(0);
  rmSync(folder, { recursive: true });
});

/** A "browser" that writes down its arguments, then does as told. */
function makeBrowser(then: string): string {
  const file = path.join(folder, 'browser');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${path.join(folder, 'started')}'\n${then}\n`);
  chmodSync(file, 0o755);
  return file;
}
const started = (): string =>
  existsSync(path.join(folder, 'started')) ? readFileSync(path.join(folder, 'started'), 'utf8') : '';

const serve = (around: Partial<WindowSurroundings>, open = true): Promise<boolean> =>
  serveShell(
    { app: createTestApp(), log: vi.fn() },
    {
      launch: { open, port: 0 },
      dataFolder: folder,
      rendererFolder: path.join(folder, 'renderer'),
      ending,
      around: { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, browser: null, ...around },
      say: (line) => said.push(line),
      complain: (line) => complaints.push(line),
    },
  );

describe('serving the browser shell', () => {
  it('opens an app window of the browser through a file only its owner can read, gone once it ends', async () => {
    await serve({ browser: makeBrowser('sleep 30') });
    const file = path.join(folder, 'window', 'open.html');
    await expect.poll(started).toContain(`--app=${pathToFileURL(file).href}\n`);
    expect(started()).not.toContain('code=');
    expect(readFileSync(file, 'utf8')).toMatch(/content="0;url=http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}"/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(started()).toContain(`--user-data-dir=${path.join(folder, 'window', 'browser')}`);
    expect(said).toEqual(['Holdfast has opened its window. Close the window, or press Ctrl+C here, to end it.']);
    await ending.end(0);
    expect(existsSync(file)).toBe(false);
  });

  it('ends the browser it opened', async () => {
    const pidFile = path.join(folder, 'pid');
    await serve({ browser: makeBrowser(`echo $$ > '${pidFile}'; exec sleep 30`) });
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').toBe(true);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await ending.end(0);
    await expect
      .poll(() => {
        try {
          return process.kill(pid, 0);
        } catch (error) {
          return (error as NodeJS.ErrnoException).code;
        }
      })
      .toBe('ESRCH');
  });

  it('prints the address when the browser cannot be started', async () => {
    await serve({ browser: path.join(folder, 'no-such-browser') });
    await expect.poll(() => complaints.join()).toContain('No window could be opened');
    expect(said.at(-1)).toMatch(/^Holdfast is ready: http:/);
    expect(exits).toEqual([]);
  });

  it('prints the address without a display, for root, and when asked to', async () => {
    await serve({ env: {} });
    await serve({ isRoot: true });
    await serve({ browser: makeBrowser('') }, false);
    expect(said).toHaveLength(3);
    for (const line of said) expect(line).toMatch(/^Holdfast is ready: http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
    expect(complaints.join()).toContain('do not run as root without giving up their sandbox');
    expect(started()).toBe('');
  });
});
