// What a path holds: one file, a folder of files, or a zip file, as a list of members that can be read one after another. Names of
// members are labels in the report and never paths on this machine.
import { createReadStream } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../files/file-error.ts';
import type { Container, Member } from './container.ts';
import { ImportFailure } from './import-failure.ts';
import { openZip } from './open-zip.ts';

const CHUNK_BYTES = 256 * 1024;
const MAX_FOLDER_FILES = 20_000;
const MAX_FOLDER_DEPTH = 6;

/** @throws ImportFailure: import_unreadable, import_damaged, import_encrypted, import_unsafe */
export async function openContainer(place: string): Promise<Container> {
  try {
    const about = await lstat(place).then((found) => (found.isSymbolicLink() ? statLinked(place) : found));
    if (about.isDirectory()) return { kind: 'folder', members: await listFolder(place), close: () => undefined };
    if (!about.isFile()) throw new ImportFailure('import_unreadable', { reason: 'not_a_file' });
    if (await isZip(place)) return await openZip(place);
    const member = fileMember(place, path.basename(place), about.size);
    return { kind: 'file', members: [member], close: () => undefined };
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === null) throw error;
    throw new ImportFailure('import_unreadable', { reason });
  }
}

async function statLinked(place: string) {
  const handle = await open(place, 'r');
  try {
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

async function isZip(place: string): Promise<boolean> {
  const handle = await open(place, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('latin1');
    return start === 'PK\x03\x04' || start === 'PK\x05\x06' || start === 'PK\x07\x08';
  } finally {
    await handle.close();
  }
}

function fileMember(place: string, name: string, bytes: number): Member {
  return { name, bytes, open: () => createReadStream(place, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer> };
}

/** Jan and LM Studio keep folders. Links are not followed: they may lead anywhere. */
async function listFolder(root: string): Promise<readonly Member[]> {
  const members: Member[] = [];
  const walk = async (folder: string, name: string, depth: number): Promise<void> => {
    for await (const item of await opendir(folder)) {
      if (members.length >= MAX_FOLDER_FILES) throw new ImportFailure('import_unsafe', { reason: 'too_many_files' });
      const [place, label] = [path.join(folder, item.name), name === '' ? item.name : `${name}/${item.name}`];
      if (item.isDirectory() && depth < MAX_FOLDER_DEPTH && !item.name.startsWith('.'))
        await walk(place, label, depth + 1);
      if (item.isFile()) members.push(fileMember(place, label, (await lstat(place)).size));
    }
  };
  await walk(root, '', 0);
  return members.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
