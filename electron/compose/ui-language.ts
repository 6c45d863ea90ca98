// The language of what is shown outside the window: menu, dialogs, terminal.

export type UiLanguage = 'en' | 'zh-CN';

export function resolveUiLanguage(chosen: 'system' | UiLanguage, systemLocale: string): UiLanguage {
  if (chosen !== 'system') return chosen;
  return systemLocale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}
