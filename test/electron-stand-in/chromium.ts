// The Chromium that shows the windows: started once, driven over DevTools, ended with the app.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Cdp, connectCdp } from './cdp.ts';

const SWITCHES = [
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=HttpsUpgrades',
];

export interface Chromium {
  readonly cdp: Cdp;
  readonly address: string;
  /** Ends the browser and removes its profile. */
  close(): Promise<void>;
}

export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(path.join(tmpdir(), 'holdfast-stand-in-'));
  const headed = process.env['STANDIN_HEADED'] === '1';
  const browser = spawn(
    process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    [...(headed ? [] : ['--headless']), `--user-data-dir=${profile}`, ...SWITCHES],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const removeProfile = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  process.on('exit', () => {
    browser.kill('SIGKILL');
    removeProfile();
  });
  const address = await readAddress(browser);
  const cdp = await connectCdp(address);
  return {
    cdp,
    address,
    async close() {
      const gone = new Promise((resolve) => browser.once('exit', resolve));
      const limit = setTimeout(() => browser.kill('SIGKILL'), 2_000);
      cdp.send('Browser.close').catch(() => browser.kill('SIGKILL'));
      if (browser.exitCode === null && browser.signalCode === null) await gone;
      clearTimeout(limit);
    },
  };
}

function readAddress(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    browser.once('error', reject);
    browser.once('exit', (code) => reject(new Error(`Chromium ended with code ${code}`)));
    if (browser.stderr === null) return;
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}
