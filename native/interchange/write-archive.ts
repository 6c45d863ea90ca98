// Writing Holdfast's own archive: files are made one after another as they are read from the store, their hashes taken on the way, and
// the manifest comes last. Memory holds one conversation.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { StoreResult } from '../../electron/app/ports.ts';
import type { ArchiveFile, ExportTarget, TaskRun, WrittenFile } from '../../electron/app/interchange-ports.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type Manifest } from './archive-schema.ts';
import { writeBeside } from './export-file.ts';

interface Wish {
  readonly dataFolder: string;
  readonly files: Iterable<ArchiveFile>;
  readonly now: number;
  readonly appVersion: string;
  readonly run: TaskRun;
}

export function writeArchive(target: ExportTarget, wish: Wish): Promise<StoreResult<WrittenFile>> {
  return writeBeside(target, wish.dataFolder, async (descriptor) => {
    const zip = new ZipFile();
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        try {
          for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    });
    // Whichever fails first ends both: a full disk must not wait for a reader, nor the other way round.
    const stop = new AbortController();
    const written = pipeline(zip.outputStream, output, { signal: stop.signal });
    const filled = fill(zip, wish).catch((error: unknown) => {
      stop.abort(error);
      throw error;
    });
    const [whole] = await Promise.all([filled, written.catch((error: unknown) => onlyOwn(error, wish.run))]);
    return whole;
  });

  function onlyOwn(error: unknown, run: TaskRun): void {
    if (!run.signal.aborted) throw error;
  }
}

/** False when it was cancelled. */
async function fill(zip: ZipFile, { files, now, appVersion, run }: Wish): Promise<boolean> {
  const listed: Manifest['files'][number][] = [];
  const counts = { conversations: 0, entries: 0, notes: 0 };
  for (const file of files) {
    if (run.signal.aborted) break;
    const { bytes, sha256, lines } = await addFile(zip, file, now);
    listed.push({ name: file.name, bytes, sha256 });
    if (file.kind === 'note') counts.notes += 1;
    else {
      counts.conversations += 1;
      counts.entries += lines - 1;
    }
  }
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    appVersion,
    createdAt: now,
    ...counts,
    files: listed,
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), 'manifest.json', { mtime: new Date(now) });
  zip.end();
  return !run.signal.aborted;
}

function addFile(
  zip: ZipFile,
  { name, lines }: ArchiveFile,
  now: number,
): Promise<{ readonly bytes: number; readonly sha256: string; readonly lines: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let count = 0;
  function* encode(): Generator<Buffer> {
    for (const line of lines()) {
      const chunk = Buffer.from(line, 'utf8');
      hash.update(chunk);
      bytes += chunk.length;
      count += 1;
      yield chunk;
    }
  }
  return new Promise((resolve, reject) => {
    const stream = Readable.from(encode(), { objectMode: false });
    stream.on('error', reject);
    stream.on('end', () => resolve({ bytes, sha256: hash.digest('hex'), lines: count }));
    zip.addReadStream(stream, name, { mtime: new Date(now) });
  });
}
