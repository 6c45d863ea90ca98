// Days as a date field gives them (`2026-03-02`), as times of this machine's clock.

const read = (day: string): readonly [number, number, number] | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match === null ? null : [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
};

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
