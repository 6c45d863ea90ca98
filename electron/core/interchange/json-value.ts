// Reading members of foreign JSON, whose shape nobody promises: a member of another type reads as missing. Own members only, so that a
// key named `__proto__` or `constructor` is a key like any other. Never throws, never changes what it reads.

export type JsonRecord = Readonly<Record<string, unknown>>;

export const asRecord = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null;

export const member = (record: JsonRecord | null, key: string): unknown =>
  record !== null && Object.hasOwn(record, key) ? record[key] : undefined;

/** The text of a member; '' when it is missing or no text. */
export function textMember(record: JsonRecord | null, key: string): string {
  const value = member(record, key);
  return typeof value === 'string' ? value : '';
}

/** A text that is not blank, else null: ids, names. Numbers count as ids too. */
export function idMember(record: JsonRecord | null, key: string): string | null {
  const value = member(record, key);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function listMember(record: JsonRecord | null, key: string): readonly unknown[] {
  const value = member(record, key);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export const recordMember = (record: JsonRecord | null, key: string): JsonRecord | null =>
  asRecord(member(record, key));

/** The records of a list; anything else in it is left out. */
export const recordsOf = (list: readonly unknown[]): readonly JsonRecord[] =>
  list.map(asRecord).filter((record) => record !== null);

export const isBlank = (text: string): boolean => text.trim() === '';

/** Names of members for a report: structure, bounded, never values. */
export const describeMembers = (record: JsonRecord): string =>
  Object.keys(record)
    .slice(0, 8)
    .map((key) => key.replace(/[^\w.:-]+/g, '_').slice(0, 40))
    .join(', ');
