// Engine states of conversations on disk. A file is the engine's own state and a trailer behind it: for which model and settings, of
// which conversation, over exactly which tokens, and a checksum. What does not fit in every point is removed and never loaded; a
// file comes into being by one rename, so that a process killed while writing leaves nothing that counts.

import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';

export interface SavedState {
  readonly file: string;
  /** Whose it is: a conversation's id, hashed. */
  readonly owner: string;
  readonly tokens: Int32Array;
  readonly bytes: number;
  usedAt: number;
}

export interface StateFiles {
  /** The state that shares the longest beginning with `tokens`; null where none shares any. */
  find(tokens: readonly number[], options: { readonly wholeOnly: boolean }): FoundState | null;
  /** Writes a state through `write`, which makes the engine's own file. False when it was not kept. */
  save(owner: string, tokens: readonly number[], write: (file: string) => Promise<void>): Promise<boolean>;
  /** Checks the file and has it read; false (and the file gone) when it does not hold what it says. */
  load(state: SavedState, read: (file: string) => Promise<readonly number[]>): Promise<boolean>;
  /** Forgets a conversation's states. */
  forget(owner: string): Promise<void>;
}

export interface FoundState {
  readonly state: SavedState;
  readonly sharedTokens: number;
}

export interface StateFilesOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Model, engine and settings; a state made under another key is not used. */
  readonly key: string;
}

const ENDING = '.state';
/** A file under this name is being read: left behind, it brought the process down, and must not do so twice. */
const READING = '.reading';
const WRITING = '.new';
const MAGIC = 'HOLDFAST-STATE-1';
const FOOT_BYTES = 4 + MAGIC.length;
const MAX_TRAILER_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Before and after a compaction, and one branch more. */
const STATES_PER_CONVERSATION = 3;

/** The name under which a conversation's states are kept: any id makes a safe file name. */
export const stateOwner = (conversationId: string): string =>
  createHash('sha256').update(conversationId).digest('hex').slice(0, 24);

export async function openStateFiles(options: StateFilesOptions): Promise<StateFiles> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const states: SavedState[] = [];
  for (const name of await readdir(options.folder)) {
    const file = path.join(options.folder, name);
    if (name.endsWith(WRITING) || name.endsWith(READING)) await rm(file, { force: true });
    if (!name.endsWith(ENDING)) continue;
    const trailer = await readTrailer(file);
    if (trailer === null) await rm(file, { force: true });
    else if (trailer.key === options.key) states.push(trailer);
  }
  return createStateFiles(options, states);
}

function createStateFiles(options: StateFilesOptions, states: SavedState[]): StateFiles {
  const drop = async (state: SavedState): Promise<void> => {
    states.splice(states.indexOf(state), 1);
    await rm(state.file, { force: true });
  };
  return {
    find(tokens, { wholeOnly }) {
      let best: FoundState | null = null;
      for (const state of states) {
        const sharedTokens = sharedLength(state.tokens, tokens);
        if (sharedTokens === 0 || (wholeOnly && sharedTokens < state.tokens.length)) continue;
        if (best === null || sharedTokens > best.sharedTokens) best = { state, sharedTokens };
      }
      return best;
    },
    async save(owner, tokens, write) {
      const state = await writeState(options, { owner, tokens }, write);
      if (state === null) return false;
      const own = states.filter((other) => other.owner === owner).toSorted((a, b) => a.usedAt - b.usedAt);
      const superseded = own.filter((other) => sharedLength(other.tokens, tokens) === other.tokens.length);
      const left = own.filter((other) => !superseded.includes(other));
      const over = left.slice(0, Math.max(0, left.length + 1 - STATES_PER_CONVERSATION));
      states.push(state);
      for (const old of [...superseded, ...over]) await drop(old);
      await trimFolder(options, states);
      return states.includes(state);
    },
    async load(state, read) {
      const reading = state.file.replace(/\.state$/, READING);
      if (!(await isWhole(state))) {
        await drop(state);
        return false;
      }
      await rename(state.file, reading);
      const loaded = await read(reading).catch(refusedByEngine);
      await rename(reading, state.file);
      if (loaded.length !== state.tokens.length || sharedLength(state.tokens, loaded) !== loaded.length) {
        await drop(state);
        return false;
      }
      state.usedAt = Date.now();
      await utimes(state.file, new Date(), new Date());
      return true;
    },
    async forget(owner) {
      for (const state of states.filter((other) => other.owner === owner)) await drop(state);
      await forgetStates(options.folder, owner);
    },
  };
}

/** The engine checks a file for itself too. */
function refusedByEngine(error: unknown): readonly number[] {
  if (error instanceof Error) return [];
  throw error;
}

/** Removes a conversation's files, whatever wrote them. */
export async function forgetStates(folder: string, owner: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(`${owner}-`)) await rm(path.join(folder, name), { force: true });
}

export function sharedLength(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const end = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < end && one[shared] === other[shared]) shared += 1;
  return shared;
}

// ---- one file ---------------------------------------------------------------------------------------------------------

interface Trailer extends SavedState {
  readonly key: string;
  readonly stateBytes: number;
  readonly checksum: number;
}

async function writeState(
  { folder, key, maxBytes }: StateFilesOptions,
  { owner, tokens }: { readonly owner: string; readonly tokens: readonly number[] },
  write: (file: string) => Promise<void>,
): Promise<SavedState | null> {
  const base = path.join(folder, `${owner}-${randomBytes(6).toString('hex')}`);
  const writing = `${base}${WRITING}`;
  try {
    // Made beforehand, so that no other user can read it for a moment.
    await (await open(writing, 'w', 0o600)).close();
    await write(writing);
    await chmod(writing, 0o600);
    const held = Int32Array.from(tokens);
    const bytes = await appendTrailer(writing, { key, owner, held });
    if (bytes > maxBytes) {
      await rm(writing, { force: true });
      return null;
    }
    await rename(writing, `${base}${ENDING}`);
    return { file: `${base}${ENDING}`, owner, tokens: held, bytes, usedAt: Date.now() };
  } catch (error) {
    // A full disk or a folder taken away costs the shortcut, nothing else.
    if (!(error instanceof Error)) throw error;
    await rm(writing, { force: true });
    return null;
  }
}

async function appendTrailer(
  file: string,
  { key, owner, held }: { readonly key: string; readonly owner: string; readonly held: Int32Array },
): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    const { size: stateBytes } = await handle.stat();
    const checksum = await checksumOf(handle, stateBytes);
    const text = JSON.stringify({ key, owner, tokens: toBase64(held), stateBytes, checksum });
    const body = Buffer.from(text, 'utf8');
    const foot = Buffer.alloc(FOOT_BYTES);
    foot.writeUInt32LE(body.length, 0);
    foot.write(MAGIC, 4, 'latin1');
    await handle.write(Buffer.concat([body, foot]), 0, body.length + FOOT_BYTES, stateBytes);
    return stateBytes + body.length + FOOT_BYTES;
  } finally {
    await handle.close();
  }
}

const toBase64 = (tokens: Int32Array): string =>
  Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).toString('base64');

async function checksumOf(handle: FileHandle, bytes: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let sum = 0;
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK_BYTES, bytes - at), at);
    if (bytesRead === 0) return -1;
    sum = crc32(chunk.subarray(0, bytesRead), sum);
    at += bytesRead;
  }
  return sum;
}

/** Null for a file that is none of ours or not whole. */
async function readTrailer(file: string): Promise<Trailer | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size, mtimeMs } = await handle.stat();
      const foot = await readAt(handle, size - FOOT_BYTES, FOOT_BYTES);
      const length = foot.readUInt32LE(0);
      if (foot.toString('latin1', 4) !== MAGIC || length > Math.min(MAX_TRAILER_BYTES, size - FOOT_BYTES)) return null;
      const body = await readAt(handle, size - FOOT_BYTES - length, length);
      const trailer = parseTrailer(body.toString('utf8'));
      if (trailer === null || trailer.stateBytes !== size - FOOT_BYTES - length) return null;
      return { ...trailer, file, bytes: size, usedAt: mtimeMs };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new Error('short read');
  return buffer;
}

function parseTrailer(text: string): Omit<Trailer, 'file' | 'bytes' | 'usedAt'> | null {
  const { key, owner, tokens, stateBytes, checksum } = Object(JSON.parse(text)) as Record<string, unknown>;
  if (typeof key !== 'string' || typeof owner !== 'string' || typeof tokens !== 'string') return null;
  if (typeof stateBytes !== 'number' || typeof checksum !== 'number') return null;
  const raw = Buffer.from(tokens, 'base64');
  const held = new Int32Array(raw.length / 4);
  for (let index = 0; index < held.length; index += 1) held[index] = raw.readInt32LE(index * 4);
  return { key, owner, tokens: held, stateBytes, checksum };
}

/** Read anew from the file: what the index says may be older than what lies there. */
async function isWhole(state: SavedState): Promise<boolean> {
  const trailer = await readTrailer(state.file);
  if (trailer === null || sharedLength(trailer.tokens, state.tokens) !== state.tokens.length) return false;
  const handle = await open(state.file, 'r');
  try {
    return (await checksumOf(handle, trailer.stateBytes)) === trailer.checksum;
  } finally {
    await handle.close();
  }
}

/** The oldest go until the folder's states, those of other models included, are within the limit. */
async function trimFolder({ folder, maxBytes }: StateFilesOptions, states: SavedState[]): Promise<void> {
  const files: { file: string; bytes: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(ENDING)) continue;
    const file = path.join(folder, name);
    const { size, mtimeMs } = await stat(file);
    files.push({ file, bytes: size, usedAt: mtimeMs });
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) return;
    total -= bytes;
    await rm(file, { force: true });
    const index = states.findIndex((state) => state.file === file);
    if (index >= 0) states.splice(index, 1);
  }
}
