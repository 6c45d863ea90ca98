// Keeps every page, also ones nobody meant to open, where it is: no navigation, no new window, no embedded page.
import type { Shell, WebContents } from 'electron';
import { isOwnAddress, mayOpenOutside } from './trust.ts';

export function guardContents(contents: WebContents, shell: Pick<Shell, 'openExternal'>): void {
  contents.setWindowOpenHandler(({ url }) => {
    // The window has shown the address and was told to go on; other schemes could start programs.
    if (isOwnAddress(contents.getURL()) && mayOpenOutside(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
