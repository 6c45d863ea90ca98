// The window: sandboxed, isolated, without Node, on our own scheme. Everything it may do goes through the preload.
import { BrowserWindow } from 'electron';
import { APP_ORIGIN } from './trust.ts';

/** @param files `icon` is what Linux and Windows show in their bars; macOS takes the bundle's */
export function createWindow({ preload, icon }: { readonly preload: string; readonly icon: string }): BrowserWindow {
  const window = new BrowserWindow({
    width: 1180,
    height: 800,
    minWidth: 420,
    minHeight: 480,
    title: 'Holdfast',
    icon,
    show: false,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  });
  // Shown once it has something to show: no white flash.
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}

/** Brings the first window back in front of the person. */
export function focusFirstWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
