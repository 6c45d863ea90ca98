import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { buildMenuTemplate } from '../../electron/main/menu-template.ts';

type Item = MenuItemConstructorOptions;
const itemsOf = (template: readonly Item[]): readonly Item[] =>
  template.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));
const build = (change: Partial<Parameters<typeof buildMenuTemplate>[0]> = {}): readonly Item[] =>
  buildMenuTemplate({ isMac: false, language: 'en', press: () => undefined, ...change });

describe('the menu', () => {
  it('shows the window’s own keys, and leaves pressing them to the window', () => {
    const item = itemsOf(build()).find(({ label }) => label === 'New conversation');
    expect(item).toMatchObject({ accelerator: 'CmdOrCtrl+N', registerAccelerator: false });
    expect(itemsOf(build()).find(({ label }) => label === 'Compact conversation')?.accelerator).toBe(
      'CmdOrCtrl+Shift+K',
    );
  });

  it('presses the key of a chosen entry', () => {
    const press = vi.fn();
    const item = itemsOf(build({ press })).find(({ label }) => label === 'Settings');
    (item?.click as () => void)();
    expect(press).toHaveBeenCalledExactlyOnceWith({ key: ',', mod: true, shift: false });
  });

  it('has no entry without words, and Chinese words throughout', () => {
    const words = (language: 'en' | 'zh-CN'): readonly string[] =>
      [...build({ language }), ...itemsOf(build({ language }))]
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label ?? '');
    expect(words('en').every((label) => /^[A-Z][\w ’]*$/.test(label))).toBe(true);
    expect(words('zh-CN').every((label) => /^[\u4e00-\u9fff，、]+$/.test(label))).toBe(true);
  });

  it('gives macOS its application menu, and other systems a way to quit', () => {
    expect(build({ isMac: true })[0]).toEqual({ role: 'appMenu' });
    expect(itemsOf(build()).some(({ role }) => role === 'quit')).toBe(true);
  });
});
