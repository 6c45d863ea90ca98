// Days as a date field gives them (`2026-03-02`), as times of this machine's clock.

const read = (day: string): readonly [number, number, number] | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match === null ? null : [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
};

/**
 * A day as people type it: `2026-03-02`, `2026/3/2`, `2026.3.2`, `2026年3月2日`.
 * @returns as a date field gives it, '' for no day, null for what is none
 */
export function readTypedDay(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return '';
  const match = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', date = ''] = match;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const at = new Date(startOfDayField(day) ?? Number.NaN);
  return at.getDate() === Number(date) && at.getMonth() + 1 === Number(month) ? day : null;
}

/** Milliseconds since 1970 of the day's first moment; null for no day. */
export function startOfDayField(day: string): number | null {
  const parts = read(day);
  return parts === null ? null : new Date(...parts).getTime();
}

/** Milliseconds since 1970 of the day's last moment, also on a day with a change of clocks. */
export function endOfDayField(day: string): number | null {
  const parts = read(day);
  return parts === null ? null : new Date(parts[0], parts[1], parts[2] + 1).getTime() - 1;
}
