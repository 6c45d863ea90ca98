// Starts Chromium, then loads the app's main module as Electron would, then becomes ready.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { startChromium } from './chromium.ts';
import { watchTargets } from './window.ts';

function locateApp(given: string): { readonly root: string; readonly entry: string } {
  const target = path.resolve(given);
  if (!statSync(target).isDirectory()) return { root: path.dirname(target), entry: target };
  const { main } = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8')) as { readonly main: string };
  return { root: target, entry: path.resolve(target, main) };
}

const { root, entry } = locateApp(process.env['STANDIN_ENTRY'] ?? '.');
app.root = root;
app.chromium = await startChromium();
await watchTargets();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
// The line by which Playwright's _electron.launch knows where to attach.
process.stderr.write(`DevTools listening on ${app.chromium.address}\n`);
await import(pathToFileURL(entry).href);
app.becomeReady();
