// The whole app but for its window, in a process of its own, as the browser shell composes it. Passes commands in and events out,
// each with the time it happened at in this process.

import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { composeApp } from '../../../electron/compose/compose-app.ts';
import type { GenerateReply } from '../../../electron/app/ports.ts';
import type { AppEvent } from '../../../electron/contract/events.ts';
import { createForkHost } from '../../../native/llama/fork-host.ts';
import type { HostReply, SpawnHost } from '../../../native/llama/host-protocol.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { type Seed, SEED_SUMMARY as SUMMARY, writeSeed } from './seed.ts';

export type AppRequest =
  | { readonly op: 'seed'; readonly folder: string; readonly seeds: readonly Seed[] }
  | { readonly op: 'start'; readonly folder: string; readonly modelPath: string }
  | { readonly op: 'invoke'; readonly name: string; readonly params: unknown }
  | { readonly op: 'close' };

/** What came of a request, or something that happened. `at` is this process's clock. */
export type AppMessage =
  | { readonly kind: 'answer'; readonly value: unknown; readonly startedAt: number; readonly at: number }
  | { readonly kind: 'event'; readonly event: AppEvent; readonly at: number }
  | { readonly kind: 'host'; readonly op: string; readonly value: unknown; readonly at: number }
  | { readonly kind: 'host_started'; readonly pid: number };

const say = (message: AppMessage): void => void process.send?.(message);
const now = (): number => performance.now();
let app: Awaited<ReturnType<typeof open>> | null = null;

process.on('message', (request) => {
  const startedAt = now();
  void respond(request as AppRequest).then((value) => say({ kind: 'answer', value, startedAt, at: now() }));
});
process.on('disconnect', () => process.exit(0));

async function respond(request: AppRequest): Promise<unknown> {
  switch (request.op) {
    case 'seed': {
      mkdirSync(request.folder, { recursive: true });
      const store = openTranscriptStore({ folder: request.folder });
      if (!store.ok) throw new Error(store.error.code);
      for (const seed of request.seeds) writeSeed(store.value, seed);
      store.value.close();
      return null;
    }
    case 'start':
      app = await open(request.folder, request.modelPath);
      return null;
    case 'invoke':
      return app?.app.invoke(request.name, request.params);
    case 'close':
      await app?.close();
      return null;
    default:
      return request satisfies never;
  }
}

async function open(dataFolder: string, modelPath: string) {
  const composed = await composeApp({
    shell: 'browser',
    dataFolder,
    systemLocale: 'en',
    spawnHost: watched(createForkHost({ entry: path.resolve('native/llama/host-main.ts') })),
    storeWorker: path.resolve('native/sqlite/store-worker.ts'),
    modelPath,
    // A machine that measures is busy: what is prepared while nobody waits must be prepared all the same.
    machine: async () => ({ onBattery: false, busyShare: 0 }),
  });
  if (!composed.ok) throw new Error(composed.error.code);
  composed.value.app.subscribe((event) => say({ kind: 'event', event, at: now() }));
  await composed.value.started;
  return composed.value;
}

/** A summary has as many tokens as in the measurements before; a model that has not ended by then is cut. */
const SUMMARY_TOKENS = 220;

/**
 * Tells when the model's process has finished something. The model writes its summaries whole, and their words are exchanged afterwards:
 * the audit would refuse what so small a model writes, and what is measured is the engine's work. All else on the wire stays as it is.
 */
function watched(spawn: SpawnHost): SpawnHost {
  return () => {
    const host = spawn();
    const asked = new Map<number, string>();
    say({ kind: 'host_started', pid: host.pid ?? 0 });
    return {
      ...host,
      send: (request) => {
        if (request.op === 'generate') asked.set(request.id, request.body.purpose);
        else if (request.op === 'warm') asked.set(request.id, 'warm');
        if (request.op === 'generate')
          say({ kind: 'host', op: `${request.body.purpose}_asked`, value: null, at: now() });
        const isSummary = request.op === 'generate' && request.body.purpose === 'summary';
        host.send(isSummary ? { ...request, body: { ...request.body, maxTokens: SUMMARY_TOKENS } } : request);
      },
      onMessage: (listener) =>
        host.onMessage((reply: HostReply) => {
          const op = asked.get(reply.id);
          if (op === undefined || reply.type !== 'done') return listener(reply);
          say({ kind: 'host', op, value: reply.value, at: now() });
          const value = reply.value as GenerateReply;
          const isWritten = op === 'summary' && value.stopReason !== 'aborted';
          listener(isWritten ? { ...reply, value: { ...value, text: SUMMARY, stopReason: 'stop' } } : reply);
        }),
    };
  };
}
