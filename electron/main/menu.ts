// Sets the application menu, in the language of the window, and sets it again when that changes.
import { BrowserWindow, Menu } from 'electron';
import type { ServedApp } from '../wire/serve-connection.ts';
import { resolveUiLanguage } from '../compose/ui-language.ts';
import type { Settings } from '../contract/settings.ts';
import type { KeyChord } from '../contract/window-keys.ts';
import { buildMenuTemplate } from './menu-template.ts';

export async function followWithMenu(app: ServedApp, systemLocale: string): Promise<void> {
  const set = ({ language }: Settings): void => {
    const isMac = process.platform === 'darwin';
    const template = buildMenuTemplate({
      isMac,
      language: resolveUiLanguage(language, systemLocale),
      press: (chord) => pressInWindow(chord, isMac),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  app.subscribe((event) => {
    if (event.type === 'settings_changed') set(event.settings);
  });
  const snapshot = await app.invoke('app.snapshot', {});
  if (snapshot.ok) set((snapshot.value as { readonly settings: Settings }).settings);
}

function pressInWindow({ key, mod, shift }: KeyChord, isMac: boolean): void {
  const modifiers: ('meta' | 'control' | 'shift')[] = [
    ...(mod ? ([isMac ? 'meta' : 'control'] as const) : []),
    ...(shift ? (['shift'] as const) : []),
  ];
  BrowserWindow.getFocusedWindow()?.webContents.sendInputEvent({ type: 'keyDown', keyCode: key, modifiers });
}
