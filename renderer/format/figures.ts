// Numbers, sizes, durations and dates in the language of the window, through Intl.

import { useTranslation } from 'react-i18next';
import { startOfDay } from '../state/selectors.ts';

export interface Figures {
  readonly count: (value: number) => string;
  /** With one digit after the point. */
  readonly decimal: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly bytes: (value: number) => string;
  readonly time: (at: number) => string;
  readonly dateTime: (at: number) => string;
  readonly day: (at: number, now: number) => string;
  readonly date: (at: number) => string;
  readonly month: (at: number) => string;
  readonly duration: (ms: number) => string;
}

const byLocale = new Map<string, Figures>();

/** Formatters are dear to make: one set for each language. */
export function figuresOf(locale: string): Figures {
  const known = byLocale.get(locale) ?? createFigures(locale);
  byLocale.set(locale, known);
  return known;
}

function createFigures(locale: string): Figures {
  const count = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' });
  const day = (at: number, now: number): string => {
    const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
    if (days >= -1 && days <= 0) return capitalize(relative.format(days, 'day'), locale);
    return days > -7 && days < 0 ? weekday.format(at) : date.format(at);
  };
  return {
    count: (value) => count.format(value),
    decimal: (value) => decimal.format(value),
    percent: (share) => percent.format(share),
    bytes: (value) => formatBytes(value, locale),
    time: (at) => time.format(at),
    dateTime: (at) => dateTime.format(at),
    day,
    date: (at) => date.format(at),
    month: (at) => month.format(at),
    duration: formatDuration,
  };
}

const capitalize = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

function formatBytes(value: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // "86 byte" is what the short form makes of bytes in English.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power >= 3 ? 1 : 0,
  }).format(value / 1000 ** power);
}

function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

export function useFigures(): Figures {
  const { i18n } = useTranslation();
  return figuresOf(i18n.language);
}
