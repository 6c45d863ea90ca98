// The Interchange port over the file system.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Interchange } from '../../electron/app/interchange-ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { attemptFiles, ifThere } from '../files/file-error.ts';
import { safeFileName, writeExport } from './export-file.ts';
import { ImportFailure } from './import-failure.ts';
import { openImport } from './open-import.ts';
import { createUploads, type Uploads } from './uploads.ts';
import { writeArchive } from './write-archive.ts';

/** @param uploads absent: of its own, in the data folder */
export function createInterchange(
  dataFolder: string,
  uploads: Uploads = createUploads(path.join(dataFolder, 'window', 'uploads')),
): Interchange {
  const mirrorFile = (folder: string | undefined, name: string): string =>
    path.join(folder ?? path.join(dataFolder, 'mirror'), `${safeFileName(name)}.md`);
  return {
    async openImport(given, now) {
      const place = uploads.resolve(given);
      if (place === null) return err(appError('import_unreadable', { reason: 'upload_gone' }));
      try {
        return ok(await openImport(path.resolve(place), now));
      } catch (error) {
        if (error instanceof ImportFailure) return err(error.error);
        throw error;
      }
    },
    dropUpload: async (given) => uploads.drop(given),
    writeText: (target, texts, run) => writeExport(target, { dataFolder, texts, run }),
    writeArchive: (target, files, about) => writeArchive(target, { dataFolder, files, ...about }),
    writeMirror: (folder, { name, text }) =>
      attemptFiles('export_failed', () => {
        const file = mirrorFile(folder, name);
        if (ifThere(() => readFileSync(file, 'utf8')) === text) return;
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        writeFileAtomic.sync(file, text, { mode: 0o600 });
      }),
    removeMirror: (folder, name) =>
      attemptFiles('export_failed', () => rmSync(mirrorFile(folder, name), { force: true })),
  };
}
