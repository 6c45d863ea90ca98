// The real host with a real model, as the browser shell runs it, on the processor alone.

import { resolve } from 'node:path';

import type { LoadedModel } from '../../electron/app/ports.ts';
import { createForkHost } from '../../native/llama/fork-host.ts';
import { createHostClient, type HostClient, type HostClientOptions } from '../../native/llama/host-client.ts';
import type { HostProcess } from '../../native/llama/host-protocol.ts';

export interface RealHost {
  readonly client: HostClient;
  /** Every process started, oldest first. */
  readonly processes: readonly HostProcess[];
}

export function startRealHost(options: Partial<HostClientOptions> = {}): RealHost {
  const processes: HostProcess[] = [];
  const spawn = createForkHost({
    entry: resolve('native/llama/host-main.ts'),
    env: { ...process.env, HOLDFAST_GPU: 'off' },
  });
  const spawnHost = (): HostProcess => {
    const host = spawn();
    processes.push(host);
    return host;
  };
  return { client: createHostClient({ spawnHost, log: () => undefined, ...options }), processes };
}

export async function loadInto(client: HostClient, path: string, contextTokens?: number): Promise<LoadedModel> {
  const model = { path, ...(contextTokens === undefined ? {} : { contextTokens }) };
  const loaded = await client.load(model, { signal: new AbortController().signal, onProgress: () => undefined });
  if (!loaded.ok) throw new Error(`${loaded.error.code} ${JSON.stringify(loaded.error.detail ?? {})}`);
  return loaded.value;
}
