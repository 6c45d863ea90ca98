// End-to-end tests: the built bundles in a real Chromium, through both shells.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from './electron/loopback/find-browser.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Without Electron's own binary, `electron` means the stand-in. Playwright resolves it in this process: set it before launch().
if (!existsSync(here('node_modules/electron/dist'))) {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= here('test/electron-stand-in');
}
// A browser of this machine, else the one Playwright keeps.
const browser = findChromium() ?? chromium.executablePath();
process.env['CHROMIUM'] ??= browser;

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers: 1,
  // A real model answers differently each time; on a loaded machine of continuous integration a test may have a second try.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/e2e/pictures/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser,
      // Containers run tests as root, where Chromium has no sandbox. People's runs never get this switch.
      chromiumSandbox: process.platform !== 'linux' || process.getuid?.() !== 0,
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
      ],
    },
  },
});
