// Files a browser sends, because it cannot name a path: kept in a private folder under names nobody can guess, known by a token, gone
// once they were imported and at every start.
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoreResult } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { errnoOf } from '../files/file-error.ts';

const TOKEN = /^upload:([\w-]{43})$/;
/** Left free for the conversations themselves. */
const ROOM_BYTES = 64 * 1024 * 1024;

export interface Uploads {
  /** Failures: disk_full, import_unreadable. */
  receive(bytes: AsyncIterable<Buffer>): Promise<StoreResult<{ readonly token: string; readonly sizeBytes: number }>>;
  /** The file a token stands for; a path that is no token is itself; null for a token nobody was given. */
  resolve(given: string): string | null;
  drop(given: string): void;
}

/** @param folder its own: whatever lies in it from earlier is removed */
export function createUploads(folder: string): Uploads {
  rmSync(folder, { recursive: true, force: true });
  const placeOf = (given: string): string | null => {
    const name = TOKEN.exec(given)?.[1];
    return name === undefined ? null : path.join(folder, name);
  };
  return {
    async receive(bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = randomBytes(32).toString('base64url');
      const place = path.join(folder, name);
      try {
        await pipeline(bytes, limited(folder), createWriteStream(place, { flags: 'wx', mode: 0o600 }));
        return ok({ token: `upload:${name}`, sizeBytes: statSync(place).size });
      } catch (error) {
        rmSync(place, { force: true });
        const reason = errnoOf(error) ?? 'connection';
        return err(
          appError(error instanceof NoRoom || reason === 'ENOSPC' ? 'disk_full' : 'import_unreadable', { reason }),
        );
      }
    },
    resolve(given) {
      const place = placeOf(given);
      if (place === null) return given.startsWith('upload:') ? null : given;
      return statSync(place, { throwIfNoEntry: false })?.isFile() === true ? place : null;
    },
    drop(given) {
      const place = placeOf(given);
      if (place !== null) rmSync(place, { force: true });
    },
  };
}

/** Where no browser is: every path is itself. */
export const noUploads: Uploads = {
  receive: async () => err(appError('import_unreadable', { reason: 'no uploads here' })),
  resolve: (given) => given,
  drop: () => undefined,
};

class NoRoom extends Error {}

/** Ends a transfer that would fill the disk. */
function limited(folder: string): Transform {
  const { bavail, bsize } = statfsSync(folder);
  let left = bavail * bsize - ROOM_BYTES;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new NoRoom('no room'));
      else done(null, chunk);
    },
  });
}
