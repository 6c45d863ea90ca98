// What `import … from 'electron'` gives in the main process. Only what the app uses; any other name throws.
import { app as standInApp } from './app.ts';
import { ipcMain as standInIpc } from './messages.ts';
import { strict } from './strict.ts';

export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';

export const app = strict('app', standInApp);
export const ipcMain = strict('ipcMain', standInIpc);

const opened: string[] = [];
export const shell = strict('shell', {
  /** Tests read here what would have been opened. */
  opened,
  openExternal: async (url: string) => void opened.push(url),
});

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`[dialog] ${title}: ${content}\n`),
});

let applicationMenu: unknown = null;
export const Menu = strict('Menu', {
  buildFromTemplate: (items: readonly unknown[]) => ({ items }),
  setApplicationMenu: (menu: unknown) => {
    applicationMenu = menu;
  },
  getApplicationMenu: () => applicationMenu,
});
