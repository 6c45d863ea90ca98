// One text for one value: what an entry's hash is taken over. Keys sorted by code unit, no white space, `undefined` members left out
// (RFC 8785 without its number rules beyond JSON.stringify's, which already print the shortest round-trip form).

import type { NewEntry } from './entry.ts';

/** @throws TypeError for values JSON cannot hold (functions, symbols, bigint, non-finite numbers): a bug in the caller. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON holds finite numbers only');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const record = value as Record<string, unknown>;
    const members = Object.keys(record)
      .filter((key) => record[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}

/** The text hashed for an entry, after its parent's hash. Neither `seq` nor the conversation's title is part of it. */
export const canonicalEntry = (entry: NewEntry): string =>
  canonicalJson({
    id: entry.id,
    conversationId: entry.conversationId,
    parentId: entry.parentId,
    createdAt: entry.createdAt,
    payload: entry.payload,
  });
