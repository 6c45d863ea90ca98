// A small file beside the database that tells the next start how the last one ended: `open <highest entry key>` while the
// database is in use (overwritten after each commit), `closed <size> <mtime>` after a clean end. It finds what SQLite cannot
// know: a write-ahead log that went missing with commits in it, and a file changed while the app was not running.
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { errnoOf } from '../files/file-error.ts';

export const exitRecordFile = (databaseFile: string): string => `${databaseFile}.state`;

export type LastExit =
  | { readonly kind: 'clean' }
  /** Nothing known, or the file is not as it was left: check it. */
  | { readonly kind: 'unknown' }
  /** Killed, crashed or still in use; `lastKey` was committed. */
  | { readonly kind: 'unclean'; readonly lastKey: number };

export interface ExitRecord {
  /** After each commit. Not flushed: it must survive a killed process, and after a power cut it may only lag behind. */
  committed(lastKey: number): void;
  /** Before entries are removed: a key that is gone must not be missed. False when it cannot be noted; then nothing may be removed. */
  removing(): boolean;
  /** After the database is closed. */
  closed(): void;
}

export function readLastExit(databaseFile: string): LastExit {
  const text = readIfThere(exitRecordFile(databaseFile));
  const [word, first, second] = text.trim().split(' ');
  if (word === 'open' && first !== undefined && /^\d+$/.test(first)) return { kind: 'unclean', lastKey: Number(first) };
  if (word !== 'closed') return { kind: 'unknown' };
  return `${first} ${second}` === fingerprint(databaseFile) ? { kind: 'clean' } : { kind: 'unknown' };
}

export function startExitRecord(databaseFile: string, lastKey: number): ExitRecord {
  const descriptor = orNull(() => openSync(exitRecordFile(databaseFile), 'w', 0o600));
  // One length for both lines: each overwrites the other in place, whole.
  const write = (line: string): boolean =>
    descriptor !== null && orNull(() => writeSync(descriptor, `${line.padEnd(63)}\n`, 0)) !== null;
  write(`open ${lastKey}`);
  return {
    committed: (key) => void write(`open ${key}`),
    removing: () => write('open 0'),
    closed: () => {
      const found = orNull(() => fingerprint(databaseFile));
      if (found !== null) write(`closed ${found}`);
      if (descriptor !== null) orNull(() => closeSync(descriptor));
    },
  };
}

/**
 * A record that cannot be written (full disk) lags behind, which costs a check at the next start. It must not fail the commit it
 * tells of: that one is done, and whoever was told otherwise would do it again.
 */
function orNull<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

function fingerprint(file: string): string {
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return `${size} ${mtimeNs}`;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
