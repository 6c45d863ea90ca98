// The real window in a real Chromium over the real app and store; only the model is a script that can be told to stream.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { systemClock } from '../../../electron/compose/system-ports.ts';
import { findChromium } from '../../../electron/loopback/find-browser.mjs';
import { startServer } from '../../../electron/loopback/start-server.ts';
import { createSettingsStore } from '../../../native/files/settings-store.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { createStageModels, STAGE_MODEL } from '../../screens/stage-models.ts';
import { createWindowApp } from '../../support/window-app.ts';
import { createStreamHost, type StreamHost } from './stream-host.ts';

const at = (file: string): string => path.resolve(import.meta.dirname, '../../..', file);

export interface BenchPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly host: StreamHost;
  readonly open: (conversationId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openBenchPage(fill: (store: TranscriptStore) => void): Promise<BenchPage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-ui-'));
  const store = openTranscriptStore({ folder });
  if (!store.ok) throw new Error(store.error.code);
  fill(store.value);
  createSettingsStore(folder).update({ language: 'en', theme: 'light', modelPath: STAGE_MODEL });
  const host = createStreamHost(STAGE_MODEL);
  let ids = 0;
  const app = createWindowApp({
    folder,
    store: store.value,
    host,
    models: createStageModels('some'),
    clock: systemClock,
    newId: () => `bench-${(ids += 1)}`,
  });
  await app.start();
  const server = await startServer({ app, rendererFolder: at('out/renderer') });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? chromium.executablePath(),
    chromiumSandbox: process.platform !== 'linux' || process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(server.createLaunchUrl());
  await page.getByRole('main').waitFor();
  return {
    page,
    cdp,
    host,
    async open(conversationId) {
      await page.evaluate((id) => window.history.replaceState(null, '', `#/c/${id}`), conversationId);
      await page.reload();
      await page.getByRole('log').waitFor();
    },
    async close() {
      await browser.close();
      await server.close();
      await app.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
