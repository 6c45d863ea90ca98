// A file to import as a stream of conversations ready to be stored: opens the container, reads its members one after another, finds the
// product by structure, gives the ids. Holds one conversation at a time; single messages (one a line) are collected until their file ends.
import type { ImportItem, ImportSource } from '../../electron/app/interchange-ports.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { appError } from '../../electron/core/errors.ts';
import { errnoOf } from '../files/file-error.ts';
import { type ChosenMembers, chooseMembers, isLineFile } from './choose-members.ts';
import { ImportFailure } from './import-failure.ts';
import type { Container, Member } from './container.ts';
import { openContainer } from './open-container.ts';
import { label } from './open-zip.ts';
import { readArchive, readManifest, verifyFiles } from './read-archive.ts';
import { type ReadValue, readValues } from './read-values.ts';
import { createUnitReader, type UnitReader } from './unit-reader.ts';

/** @throws ImportFailure */
export async function openImport(place: string, now: number): Promise<ImportSource> {
  const container = await openContainer(place);
  try {
    const manifest = container.kind === 'file' ? null : await readManifest(container);
    const progress = { read: 0 };
    if (manifest !== null) {
      await verifyFiles(container, manifest);
      const totalBytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
      const members = container.members.map((member) => counted(member, progress));
      return toSource({ container, totalBytes, progress }, () => readArchive({ ...container, members }, manifest));
    }
    const { read: members, left } =
      container.kind === 'file' ? { read: container.members, left: [] } : chooseMembers(container.members);
    if (members.length === 0) throw new ImportFailure('import_unknown_format', { reason: 'no_json_file' });
    const totalBytes = members.reduce((sum, { bytes }) => sum + bytes, 0);
    if (totalBytes === 0) throw new ImportFailure('import_unknown_format', { reason: 'empty_file' });
    const read = members.map((member) => counted(member, progress));
    return toSource({ container, totalBytes, progress }, () => readMembers(container, { read, left }, now));
  } catch (error) {
    container.close();
    throw error;
  }
}

interface Opened {
  readonly container: Container;
  readonly totalBytes: number;
  readonly progress: { read: number };
}

function counted(member: Member, progress: { read: number }): Member {
  return {
    ...member,
    async *open() {
      for await (const chunk of member.open()) {
        progress.read += chunk.length;
        yield chunk;
      }
    },
  };
}

function toSource({ container, totalBytes, progress }: Opened, read: () => AsyncGenerator<ImportItem>): ImportSource {
  let fault: AppError | null = null;
  return {
    totalBytes,
    readBytes: () => progress.read,
    fault: () => fault,
    close: () => container.close(),
    async *items() {
      try {
        yield* read();
      } catch (error) {
        // What was read before is good; the rest cannot be.
        if (error instanceof ImportFailure) fault = error.error;
        else if (errnoOf(error) !== null) fault = appError('import_unreadable', { reason: errnoOf(error) ?? '' });
        else throw error;
      }
    },
  };
}

async function* readMembers(
  container: Container,
  { read, left }: ChosenMembers,
  now: number,
): AsyncGenerator<ImportItem> {
  const units = createUnitReader(now);
  for (const member of read) {
    const prefix = container.kind === 'file' ? '' : `${label(member.name)}: `;
    const isLines = isLineFile(member.name);
    const values = readValues(member.open(), { isLineFile: isLines });
    yield* readMember(values, { units, folder: folderOf(member.name), prefix });
    yield* units.endMember();
  }
  yield* units.end();
  for (const { name, bytes } of left)
    yield { kind: 'skip', place: label(name), skip: { code: 'not_read', detail: `${bytes} bytes` } };
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

async function* readMember(
  values: AsyncIterable<ReadValue>,
  { units, folder, prefix }: { readonly units: UnitReader; readonly folder: string; readonly prefix: string },
): AsyncGenerator<ImportItem> {
  for await (const read of values) {
    const place = `${prefix}item ${read.place.item}, line ${read.place.line}`;
    if (read.kind === 'fault') yield { kind: 'skip', place, skip: { code: read.code, detail: read.detail } };
    else yield* units.take(read.value, { place, folder, bytes: read.bytes });
  }
}
