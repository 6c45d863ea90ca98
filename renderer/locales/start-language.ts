// The window's languages: both dictionaries are in the bundle, nothing is fetched. Keys are typed by the English one.

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import type { Messages } from './messages.ts';
import { zhCN } from './zh-CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Messages };
  }
}

export type WindowLanguage = 'en' | 'zh-CN';

export function startLanguage(locale: string): void {
  void i18next.use(initReactI18next).init({
    lng: resolveLanguage('system', locale),
    fallbackLng: 'en',
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false,
  });
}

export const resolveLanguage = (chosen: 'system' | WindowLanguage, systemLocale: string): WindowLanguage => {
  if (chosen !== 'system') return chosen;
  return systemLocale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
};
