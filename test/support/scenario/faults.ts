// Faults on order: the next calls at a place fail, or the process "ends" there: from then on nothing it does reaches the disk.

import type { LlamaHost, NotesStore, TranscriptStore } from '../../../electron/app/ports.ts';
import { appError, type AppError } from '../../../electron/core/errors.ts';
import { err } from '../../../electron/core/result.ts';
import type { FaultPoint } from './schema.ts';

type FaultKind = 'disk_full' | 'busy' | 'crash';

export interface Faults {
  arm(at: FaultPoint, error: FaultKind, times: number): void;
  /** Has the process ended (and not been started again)? */
  crashed(): boolean;
  /** Rejects when the process ends. */
  readonly ended: () => Promise<never>;
  revive(): void;
  wrapStore(store: TranscriptStore): TranscriptStore;
  wrapNotes(notes: NotesStore): NotesStore;
  wrapHost(host: LlamaHost): LlamaHost;
}

export class ProcessEnded extends Error {}

export function createFaults(): Faults {
  const armed: { at: FaultPoint; error: FaultKind; times: number }[] = [];
  let life = newLife();

  const take = (at: FaultPoint): AppError | null => {
    if (life.over) throw new ProcessEnded('the process has ended');
    const index = armed.findIndex((fault) => fault.at === at);
    const fault = armed[index];
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times <= 0) armed.splice(index, 1);
    if (fault.error !== 'crash') return appError(fault.error);
    life.over = true;
    life.end(new ProcessEnded(`the process ended at ${at}`));
    throw new ProcessEnded(`the process ended at ${at}`);
  };

  /** After the end, every call of the dead process goes nowhere. */
  const mortal = <Port extends object>(port: Port): Port => {
    const mine = life;
    return new Proxy(port, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (mine.over) throw new ProcessEnded('the process has ended');
          return Reflect.apply(value, target, args);
        };
      },
    });
  };

  return {
    arm: (at, error, times) => void armed.push({ at, error, times }),
    crashed: () => life.over,
    ended: () => life.ended,
    revive() {
      life = newLife();
    },
    wrapStore: (store) =>
      mortal({
        ...store,
        get readOnly() {
          return store.readOnly;
        },
        append: (entry) => {
          const fault = take('store.append');
          return fault ? err(fault) : store.append(entry);
        },
        appendIf: (entry, expected) => {
          const fault = take('store.appendIf');
          return fault ? err(fault) : store.appendIf(entry, expected);
        },
        appendAllIf: (entries, expected) => {
          const fault = take('store.appendIf');
          return fault ? err(fault) : store.appendAllIf(entries, expected);
        },
      }),
    wrapNotes: (notes) =>
      mortal({
        ...notes,
        append: (day, lines) => {
          const fault = take('notes.append');
          return fault ? err(fault) : notes.append(day, lines);
        },
      }),
    wrapHost: (host) =>
      mortal({
        ...host,
        count: async (segments) => {
          const fault = take('host.count');
          return fault ? err(fault) : host.count(segments);
        },
        generate: async (request, options) => {
          const at = POINT[request.purpose];
          const fault = at ? take(at) : null;
          return fault ? err(fault) : host.generate(request, options);
        },
      }),
  };
}

const POINT = { chat: 'host.chat', summary: 'host.summary', flush: 'host.flush', fitness: null } as const;

function newLife() {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  return { over: false, ended: promise, end: reject };
}
