// The time a foreign file gives, in milliseconds since 1970. Products write seconds, milliseconds, microseconds or ISO texts, and mix
// them in one file: the size of the number tells. A time is only shown, never ordered by; one that makes no sense reads as null.

const LAST_TIME_MS = 8.64e15;

export function parseTime(value: unknown): number | null {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? fromNumber(Number(text)) : fromIso(text);
}

/** Seconds reach 1e11 in the year 5138, milliseconds were past it in 1973. */
function fromNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const ms = value < 1e11 ? value * 1000 : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6;
  return ms <= LAST_TIME_MS ? Math.round(ms) : null;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

function fromIso(text: string): number | null {
  const found = ISO.exec(text);
  if (found === null) return null;
  const part = (index: number): number => Number(found[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const fraction = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000);
  const seconds = (daysSince1970(year, month, day) * 24 + hour) * 3600 + minute * 60 + second;
  const ms = (seconds - offsetSeconds(found[8])) * 1000 + fraction;
  return ms > 0 ? ms : null;
}

function offsetSeconds(zone: string | undefined): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (found === null) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 3600 + Number(found[3]) * 60);
}

/** Proleptic Gregorian days, counted in eras of 400 years that start in March (Hinnant, "chrono-compatible low-level date algorithms"). */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}
