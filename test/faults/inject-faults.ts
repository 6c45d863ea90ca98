// Makes one call go wrong in the victim's own process: a statement of SQLite, a call of the file system inside the data folder, or a
// method of the store. A crash is a real one: the process kills itself.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import type { Fault, FaultKind } from './round-plan.ts';

type Call = (...args: unknown[]) => unknown;
type ErrorKind = Exclude<FaultKind, 'crash_before' | 'crash_after' | 'half'>;

export interface Injection {
  wrapStore(store: TranscriptStore): TranscriptStore;
}

/** Before anything is opened. `onFault` is told when one is about to happen. */
export function injectFaults(fault: Fault | null, folder: string, onFault: () => void): Injection {
  let calls = 0;
  const due = (place: Fault['place']): FaultKind | null => {
    if (fault?.place !== place) return null;
    calls += 1;
    if (calls < fault.nth || calls >= fault.nth + fault.times) return null;
    onFault();
    return fault.kind;
  };
  injectIntoStatements(() => due('sql'));
  injectIntoFiles(folder, () => due('file'));
  return { wrapStore: (store) => wrapStore(store, () => due('store')) };
}

function crash(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/** Runs `call` with the fault around it. */
function around<Value>(kind: FaultKind | null, call: () => Value, fail: (kind: ErrorKind) => Value): Value {
  if (kind === null) return call();
  if (kind === 'crash_before') return crash();
  if (kind === 'crash_after' || kind === 'half') {
    call();
    return crash();
  }
  return fail(kind);
}

const SQLITE_CODES: Readonly<Record<ErrorKind, string>> = {
  disk_full: 'SQLITE_FULL',
  busy: 'SQLITE_BUSY',
  io: 'SQLITE_IOERR_WRITE',
};

function injectIntoStatements(due: () => FaultKind | null): void {
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as { run: Call };
  probe.close();
  const run = statements.run;
  statements.run = function (...args) {
    return around(
      due(),
      () => Reflect.apply<unknown, unknown[], unknown>(run, this, args),
      (kind) => {
        throw new Database.SqliteError('injected', SQLITE_CODES[kind]);
      },
    );
  };
}

const ERRNO: Readonly<Record<ErrorKind, string>> = { disk_full: 'ENOSPC', busy: 'EAGAIN', io: 'EIO' };
const BY_PATH = [
  'openSync',
  'renameSync',
  'writeFileSync',
  'unlinkSync',
  'mkdirSync',
  'linkSync',
  'rmSync',
  'appendFileSync',
];
const BY_DESCRIPTOR = ['writeSync', 'fsyncSync', 'ftruncateSync', 'closeSync'];

function injectIntoFiles(folder: string, due: () => FaultKind | null): void {
  const calls = fs as unknown as Record<string, Call>;
  const mine = new Set<unknown>();
  const isMine = (place: unknown): boolean => typeof place === 'string' && path.resolve(place).startsWith(folder);
  const fail = (name: string) => (kind: ErrorKind) => {
    throw Object.assign(new Error(`${ERRNO[kind]}: injected`), { code: ERRNO[kind], syscall: name });
  };
  for (const name of BY_PATH) {
    const real = calls[name];
    if (real === undefined) continue;
    calls[name] = (...args) => {
      if (!isMine(args[0])) return real(...args);
      const answer = around(due(), () => real(...args), fail(name));
      if (name === 'openSync') mine.add(answer);
      return answer;
    };
  }
  for (const name of BY_DESCRIPTOR) {
    const real = calls[name];
    if (real === undefined) continue;
    calls[name] = (...args) => {
      if (!mine.has(args[0])) return real(...args);
      const kind = due();
      if (kind === 'half' && name === 'writeSync') return writeHalf(real, args);
      const answer = around(kind, () => real(...args), fail(name));
      if (name === 'closeSync') mine.delete(args[0]);
      return answer;
    };
  }
  syncBuiltinESMExports();
}

/** Half of the bytes, then the end: what a power cut in the middle of a write leaves. */
function writeHalf(real: Call, [descriptor, data, offset, length]: readonly unknown[]): never {
  const bytes = typeof data === 'string' ? Buffer.from(data) : (data as Buffer);
  const from = typeof data !== 'string' && typeof offset === 'number' ? offset : 0;
  const size = typeof data !== 'string' && typeof length === 'number' ? length : bytes.length - from;
  real(descriptor, bytes, from, Math.floor(size / 2));
  return crash();
}

const METHODS = [
  'createConversation',
  'updateConversation',
  'purgeConversation',
  'append',
  'appendIf',
  'appendAllIf',
  'appendAll',
  'checkpointReply',
  'dropCheckpoint',
  'queueMessage',
  'unqueueMessage',
  'indexNote',
] as const satisfies readonly (keyof TranscriptStore)[];
const STORE_CODES = { disk_full: 'disk_full', busy: 'busy', io: 'store_error' } as const;

function wrapStore(store: TranscriptStore, due: () => FaultKind | null): TranscriptStore {
  const wrapped: Record<string, Call> = {};
  for (const name of METHODS) {
    const real = store[name] as Call;
    wrapped[name] = (...args) =>
      around(
        due(),
        () => real(...args),
        (kind) => err(appError(STORE_CODES[kind])),
      );
  }
  return { ...store, ...wrapped };
}
