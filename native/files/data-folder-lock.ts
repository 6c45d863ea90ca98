// One process owns a data folder: the one named in its `holdfast.lock`. The file is made whole and at once (link), and the lock
// of a process that is gone (crashed, killed, from before a restart of the machine) is recognised and replaced.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { StoreResult } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { attemptFiles, errnoOf, ifThere } from './file-error.ts';

export interface DataFolderLock {
  /** Gives the folder free; a second call does nothing. */
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Names one start of the machine; null where the system does not say. */
  readonly bootId: string | null;
  /** Tells a process from a later one with the same pid; null where the system does not say. */
  readonly startedAt: string | null;
  readonly token: string;
}

/** A folder that others keep taking in the same moment is in use. */
const TRIES = 10;

/** Makes the folder (for its owner alone) where it is missing. Failures: data_folder_in_use (detail pid), data_folder_not_writable, disk_full. */
export function lockDataFolder(folder: string): StoreResult<DataFolderLock> {
  const lockFile = path.join(folder, 'holdfast.lock');
  const owner = describeProcess();
  const holder = attemptFiles('data_folder_not_writable', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return takeLock(lockFile, owner);
  });
  if (!holder.ok) return err({ ...holder.error, detail: { ...holder.error.detail, folder } });
  if (holder.value.token !== owner.token) return err(appError('data_folder_in_use', { pid: holder.value.pid, folder }));
  return ok({ release: () => releaseLock(lockFile, owner) });
}

/** Answers with who holds the folder now: `owner`, or the process that has it. */
function takeLock(lockFile: string, owner: Owner): Owner {
  const draft = `${lockFile}.${owner.token}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    let holder = owner;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (createFrom(draft, lockFile)) return owner;
      const found = readOwner(lockFile);
      if (found !== null) {
        holder = found;
        if (isAlive(found)) return found;
      }
      removeStale(lockFile, found, owner.token);
    }
    return holder.token === owner.token ? { ...owner, pid: 0, token: '' } : holder;
  } finally {
    unlinkSync(draft);
  }
}

/** A link appears with all its content or not at all, and never over a file that is there. */
function createFrom(draft: string, lockFile: string): boolean {
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    const reason = errnoOf(error);
    if (reason === 'EEXIST') return false;
    if (reason !== 'EPERM' && reason !== 'ENOTSUP' && reason !== 'ENOSYS' && reason !== 'EOPNOTSUPP') throw error;
    return createWithoutLinks(draft, lockFile);
  }
}

/** For file systems that know no links (FAT). */
function createWithoutLinks(draft: string, lockFile: string): boolean {
  try {
    writeFileSync(lockFile, readFileSync(draft), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the stale file away first: of two processes that found it only one gets it, and a fresh lock taken by mistake goes back. */
function removeStale(lockFile: string, stale: Owner | null, token: string): void {
  const aside = `${lockFile}.stale-${token}`;
  if (ifThere(() => (renameSync(lockFile, aside), true)) === null) return;
  const moved = readOwner(aside);
  if (moved !== null && moved.token !== stale?.token) createFrom(aside, lockFile);
  unlinkSync(aside);
}

const NO_PROOF = { bootId: null, startedAt: null } as const;

/** Null when the file is gone or holds no owner: nobody can be asked whether they are alive. */
function readOwner(file: string): Owner | null {
  const text = ifThere(() => readFileSync(file, 'utf8'));
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<Owner> | null;
    const isOwner = typeof value?.pid === 'number' && typeof value.host === 'string' && typeof value.token === 'string';
    return isOwner ? { ...NO_PROOF, ...(value as Owner) } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAlive(owner: Owner): boolean {
  // A process on another machine cannot be asked: a folder shared over a network stays theirs.
  if (owner.host !== hostname()) return true;
  const bootId = readBootId();
  if (owner.bootId !== null && bootId !== null && owner.bootId !== bootId) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') return false;
  }
  const found = readProcess(owner.pid);
  if (found === null) return true;
  return found.isRunning && (owner.startedAt === null || owner.startedAt === found.startedAt);
}

const describeProcess = (): Owner => ({
  pid: process.pid,
  host: hostname(),
  bootId: readBootId(),
  startedAt: readProcess(process.pid)?.startedAt ?? null,
  token: randomUUID(),
});

const readBootId = (): string | null =>
  ifThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.trim() ?? null;

/** From /proc/PID/stat (Linux; null elsewhere): state, and start in clock ticks since the machine started. */
function readProcess(pid: number): { readonly isRunning: boolean; readonly startedAt: string | null } | null {
  const stat = ifThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === null) return null;
  // The name in field 2 may hold spaces and brackets; field 3 is the state, field 22 the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A killed process whose parent has not asked for its end yet is a zombie: it holds nothing any more.
  return { isRunning: fields[0] !== 'Z' && fields[0] !== 'X', startedAt: fields[19] ?? null };
}

/** A lock that cannot be removed (full or lost disk) is one of a dead process soon, and known as such. */
function releaseLock(lockFile: string, owner: Owner): void {
  attemptFiles('data_folder_not_writable', () => {
    if (readOwner(lockFile)?.token === owner.token) unlinkSync(lockFile);
  });
}
