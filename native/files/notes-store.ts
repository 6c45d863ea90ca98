// Notes on disk: Markdown files under notes/ that belong to the person. The app only appends to a day's file; replacing one is
// the person's own edit, and only while the file is still as they saw it.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { NotesStore, StoreResult } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { renderNotesFrontMatter } from '../../electron/core/notes/note.ts';
import { err, ok } from '../../electron/core/result.ts';
import { attemptFiles, ifThere } from './file-error.ts';

/** @param dataFolder the notes lie in `notes/` under it; the folder is made at the first note */
export function createNotesStore(dataFolder: string): NotesStore {
  const locate = (file: string): string | null => locateNote(dataFolder, file);
  return {
    list: () => listNotes(path.join(dataFolder, 'notes')),
    read: (file) => {
      const place = locate(file);
      return place === null ? null : ifThere(() => readFileSync(place, 'utf8'));
    },
    append: (day, lines) => {
      const file = `notes/${day}.md`;
      const place = isDay(day) ? locate(file) : null;
      if (place === null) return err(appError('invalid_request', { day }));
      return attemptFiles('notes_not_writable', () => {
        if (lines.length > 0) appendLines(place, lines, renderNotesFrontMatter(day));
        return { file, content: ifThere(() => readFileSync(place, 'utf8')) ?? '' };
      });
    },
    save: (file, content, expectedContent) => {
      const place = locate(file);
      if (place === null) return err(appError('invalid_request', { file }));
      return saveNote(place, content, expectedContent);
    },
  };
}

/** Days first, newest on top; then files the person named otherwise. */
function listNotes(folder: string): readonly string[] {
  const names = (ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [])
    .filter((item) => (item.isFile() || item.isSymbolicLink()) && isNoteName(item.name))
    .map((item) => item.name);
  const days = names.filter((name) => isDay(name.slice(0, -3))).sort();
  const others = names.filter((name) => !days.includes(name)).sort();
  return [...days.reverse(), ...others].map((name) => `notes/${name}`);
}

/** The file's place, or null for a path that is none of ours: another folder, a hidden file, a link that leads outside. */
function locateNote(dataFolder: string, file: string): string | null {
  const [folder, name, ...rest] = file.split('/');
  if (folder !== 'notes' || name === undefined || rest.length > 0 || !isNoteName(name)) return null;
  const place = path.join(dataFolder, folder, name);
  const real = ifThere(() => realpathSync(place));
  // The notes folder itself may be a link (to a vault); a note in it may not lead out of it.
  const isInside = real === null || path.dirname(real) === realpathSync(path.dirname(place));
  return isInside ? place : null;
}

const isNoteName = (name: string): boolean => /^[^./\\:\0][^/\\:\0]{0,199}\.md$/.test(name);

function isDay(day: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  );
}

function appendLines(place: string, lines: readonly string[], frontMatterText: string): void {
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  // `a+` is O_APPEND: the bytes that are there cannot be written over, whoever else has the file open.
  const descriptor = openSync(place, 'a+', 0o600);
  try {
    const { size } = fstatSync(descriptor);
    const start = size === 0 ? frontMatterText : lastByte(descriptor, size) === NEWLINE ? '' : '\n';
    const text = start + lines.map((line) => `${line.replace(/[\r\n]+/g, ' ')}\n`).join('');
    writeWhole(descriptor, Buffer.from(text, 'utf8'), size);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const NEWLINE = 0x0a;

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, size - 1);
  return byte[0];
}

/** All of it or nothing: what was written of a line before the disk was full is taken back, if it is still the file's end. */
function writeWhole(descriptor: number, bytes: Buffer, sizeBefore: number): void {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (fstatSync(descriptor).size === sizeBefore + written) ftruncateSync(descriptor, sizeBefore);
    throw error;
  }
}

function saveNote(place: string, content: string, expectedContent: string): StoreResult<void> {
  const saved = attemptFiles('notes_not_writable', (): 'saved' | 'changed' | 'not_text' => {
    const bytes = ifThere(() => readFileSync(place));
    const current = bytes?.toString('utf8') ?? '';
    if (current !== expectedContent) return 'changed';
    // Bytes that are no text would be lost by writing the text back.
    if (bytes !== null && !Buffer.from(current, 'utf8').equals(bytes)) return 'not_text';
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    writeFileAtomic.sync(place, content, bytes === null ? { mode: 0o600 } : {});
    return 'saved';
  });
  if (!saved.ok) return saved;
  return saved.value === 'saved' ? ok(undefined) : err(appError('notes_not_writable', { reason: saved.value }));
}
