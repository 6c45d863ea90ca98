// Text as Unicode allows it: half characters, as a cut in the wrong place leaves them, become U+FFFD before anything is stored or sent.
// Decides from the strings alone and changes nothing else of a value.

import { toWellFormed } from './clip-text.ts';

/** The value with every string inside made well-formed; values without strings as they are. Object keys stay. */
export function wellFormed<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, copyOf(inner)]));
}
