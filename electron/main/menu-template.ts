// The application menu as data, from the window's own table of keys: choosing an entry presses its key in the window, so that menu,
// keys and palette cannot disagree.
import type { MenuItemConstructorOptions } from 'electron';
import { type KeyChord, WINDOW_KEYS, type WindowCommandId } from '../contract/window-keys.ts';
import { COMMAND_WORDS } from '../contract/window-words.ts';
import { MENU_WORDS, type MenuWords } from './menu-words.ts';

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };

export interface MenuOptions {
  readonly isMac: boolean;
  readonly language: 'en' | 'zh-CN';
  readonly press: (chord: KeyChord) => void;
}

export function buildMenuTemplate({ isMac, language, press }: MenuOptions): Item[] {
  const words = MENU_WORDS[language];
  const command = (id: WindowCommandId): Item[] => {
    const chord = WINDOW_KEYS[id];
    if (!chord) return [];
    const label = COMMAND_WORDS[language][id];
    // The window listens for the key itself; on macOS the menu always takes it first and passes it on.
    return [{ label, accelerator: toAccelerator(chord), registerAccelerator: false, click: () => press(chord) }];
  };
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: words.conversation,
      submenu: [
        ...command('newConversation'),
        ...command('compact'),
        separator,
        ...command('find'),
        ...command('searchAll'),
        separator,
        ...command('settings'),
        { role: 'close', label: words.close },
        ...(isMac ? [] : [{ role: 'quit', label: words.quit } as const]),
      ],
    },
    editMenu(words),
    {
      label: words.view,
      submenu: [
        ...command('sidebar'),
        ...command('inspector'),
        ...command('palette'),
        separator,
        { role: 'resetZoom', label: words.resetZoom },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
    { label: words.window, role: 'window', submenu: [{ role: 'minimize', label: words.minimize }] },
    { label: words.help, role: 'help', submenu: command('shortcuts') },
  ];
}

/** Electron's own entries; without them macOS has no copy and paste at all. */
const editMenu = (words: MenuWords): Item => ({
  label: words.edit,
  submenu: [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    separator,
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ],
});

function toAccelerator({ key, mod, shift }: KeyChord): string {
  return [...(mod ? ['CmdOrCtrl'] : []), ...(shift ? ['Shift'] : []), key.length === 1 ? key.toUpperCase() : key].join(
    '+',
  );
}
