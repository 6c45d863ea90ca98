// Writing a file that goes out: beside its place, made durable, then moved there, so that nobody ever finds half of it. Names come from
// titles and are made safe here. No file replaces another one unless that was asked for.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { StoreResult } from '../../electron/app/ports.ts';
import type { ExportTarget, TaskRun, WrittenFile } from '../../electron/app/interchange-ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { errnoOf } from '../files/file-error.ts';

const BATCH_CHARS = 1_000_000;

/** Where a file goes: the person's path, or a free name in the folder they named or the data folder's `exports/`. */
function placeFor({ path: chosen, name, ending }: ExportTarget, dataFolder: string): string {
  if (chosen !== undefined && chosen !== '') {
    const place = path.resolve(chosen);
    return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true ? freeName(place, name, ending) : place;
  }
  const folder = path.join(dataFolder, 'exports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return freeName(folder, name, ending);
}

function freeName(folder: string, name: string, ending: string): string {
  const base = safeFileName(name);
  for (let number = 1; ; number += 1) {
    const place = path.join(folder, number === 1 ? `${base}${ending}` : `${base} ${number}${ending}`);
    if (!existsSync(place)) return place;
  }
}

/** A title as a file name every system takes. */
export function safeFileName(name: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\\/:*?"<>|.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = clipBytes(safe, 120);
  return short === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? `conversation ${short}`.trim() : short;
}

function clipBytes(text: string, bytes: number): string {
  let result = '';
  for (const character of text) {
    if (Buffer.byteLength(result + character) > bytes) break;
    result += character;
  }
  return result.trim();
}

export async function writeExport(
  target: ExportTarget,
  { dataFolder, texts, run }: { readonly dataFolder: string; readonly texts: Iterable<string>; readonly run: TaskRun },
): Promise<StoreResult<WrittenFile>> {
  return writeBeside(target, dataFolder, async (descriptor) => {
    let waiting = '';
    for (const text of texts) {
      if (run.signal.aborted) return false;
      waiting += text;
      if (waiting.length < BATCH_CHARS) continue;
      writeWhole(descriptor, waiting);
      waiting = '';
      await breathe();
    }
    writeWhole(descriptor, waiting);
    return !run.signal.aborted;
  });
}

/** Lets the rest of the app have its turn. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

const isTaken = ({ replace }: ExportTarget, file: string): boolean => replace !== true && existsSync(file);

/** @param work writes the content; false: it was cancelled */
export async function writeBeside(
  target: ExportTarget,
  dataFolder: string,
  work: (descriptor: number) => Promise<boolean>,
): Promise<StoreResult<WrittenFile>> {
  let unfinished: string | null = null;
  try {
    const begun = placeFor(target, dataFolder);
    if (isTaken(target, begun)) return err(appError('file_exists', { file: begun }));
    unfinished = `${begun}.${process.pid}-${Date.now().toString(36)}.part`;
    const descriptor = openSync(unfinished, 'wx', 0o600);
    let whole = false;
    try {
      whole = await work(descriptor);
      if (whole) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (!whole) return err(appError('cancelled'));
    // Another file may have come to stand there meanwhile.
    const file = placeFor(target, dataFolder);
    if (isTaken(target, file)) return err(appError('file_exists', { file }));
    renameSync(unfinished, file);
    unfinished = null;
    return ok({ file, sizeBytes: statSync(file).size });
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === null) throw error;
    return err(appError(reason === 'ENOSPC' || reason === 'EDQUOT' ? 'disk_full' : 'export_failed', { reason }));
  } finally {
    if (unfinished !== null) rmSync(unfinished, { force: true });
  }
}
