// A zip file as members to read. Checks what the directory claims before a byte is inflated (encryption, methods, sizes, how much
// bigger than the file itself it would become) and what really comes out while it is read (sizes, checksum): a zip may lie.
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { errnoOf } from '../files/file-error.ts';
import { ImportFailure } from './import-failure.ts';
import type { Container, Member } from './container.ts';

/** Text shrinks to a tenth, repetitive text to a hundredth; a bomb to a thousandth. */
const MAX_RATIO = 200;
const ALWAYS_FINE_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 ** 3;
const MAX_MEMBERS = 500_000;

/** @throws ImportFailure: import_damaged, import_encrypted, import_unsafe */
export async function openZip(place: string): Promise<Container> {
  const zip = await openDirectory(place);
  try {
    const members = await listMembers(zip);
    return { kind: 'zip', members, close: () => zip.close() };
  } catch (error) {
    zip.close();
    if (error instanceof ImportFailure || errnoOf(error) !== null) throw error;
    throw new ImportFailure('import_damaged', { reason: 'zip_directory' });
  }
}

async function openDirectory(place: string): Promise<ZipFile> {
  try {
    // Names are decoded here: yauzl would refuse a whole file over one name that looks like a path out of a folder.
    return await yauzl.openPromise(place, { autoClose: false, lazyEntries: true, decodeStrings: false });
  } catch (error) {
    if (errnoOf(error) !== null) throw error;
    throw new ImportFailure('import_damaged', { reason: 'zip_end' });
  }
}

async function listMembers(zip: ZipFile): Promise<readonly Member[]> {
  const members: Member[] = [];
  let total = 0;
  if (zip.entryCount > MAX_MEMBERS) throw new ImportFailure('import_unsafe', { reason: 'too_many_files' });
  for await (const entry of zip.eachEntry()) {
    const name = decodeName(entry);
    total += entry.uncompressedSize;
    if (name.endsWith('/')) continue;
    members.push({ name, bytes: entry.uncompressedSize, open: () => readMember(zip, entry, name) });
  }
  const grows = total > ALWAYS_FINE_BYTES && total > zip.fileSize * MAX_RATIO;
  if (grows || total > MAX_TOTAL_BYTES)
    throw new ImportFailure('import_unsafe', { reason: 'zip_bomb', totalBytes: total });
  return members;
}

/** The flag says UTF-8 or an old code page; what reads as UTF-8 is UTF-8. */
const decodeName = (entry: Entry): string => {
  const raw = Buffer.from(entry.fileNameRaw ?? entry.fileName);
  return raw.toString('utf8').replaceAll('\\', '/');
};

async function* readMember(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new ImportFailure('import_encrypted', { place: label(name) });
  if (!entry.canDecodeFileData())
    throw new ImportFailure('import_damaged', { reason: 'zip_method', place: label(name) });
  const damaged = (reason: string): ImportFailure =>
    new ImportFailure('import_damaged', { reason, place: label(name) });
  if (entry.uncompressedSize > ALWAYS_FINE_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO) {
    throw new ImportFailure('import_unsafe', { reason: 'zip_bomb', place: label(name) });
  }
  let sum = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportFailure) throw error;
    throw damaged('zip_data');
  }
  if (sum !== entry.crc32) throw damaged('zip_checksum');
}

/** A name for a message: one line, bounded. */
export const label = (name: string): string => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(-200);
