// The real process, started as the browser shell starts it. No model is needed: what native code must never see is refused before.

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { createForkHost } from '../../../native/llama/fork-host.ts';
import { createHostClient, type HostClient } from '../../../native/llama/host-client.ts';
import type { HostProcess } from '../../../native/llama/host-protocol.ts';
import { buildGguf, CHAT_METADATA, writeGguf } from '../../support/gguf-file.ts';

const ENTRY = resolve('native/llama/host-main.ts');
const folder = mkdtempSync(join(tmpdir(), 'holdfast-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let client: HostClient | null = null;
afterEach(async () => {
  await client?.close();
  client = null;
});

function start(): { readonly client: HostClient; readonly processes: HostProcess[] } {
  const processes: HostProcess[] = [];
  const spawn = createForkHost({ entry: ENTRY, env: { ...process.env, HOLDFAST_GPU: 'off' } });
  const spawnHost = (): HostProcess => {
    const host = spawn();
    processes.push(host);
    return host;
  };
  client = createHostClient({ spawnHost, log: () => undefined });
  return { client, processes };
}

const load = (host: HostClient, path: string) =>
  host.load({ path }, { signal: new AbortController().signal, onProgress: () => undefined });

async function waitUntilGone(pid: number | undefined, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited <= withinMs; waited += 50) {
    if (pid === undefined || !isRunning(pid)) return true;
    await new Promise((resolve_) => setTimeout(resolve_, 50));
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

describe('a damaged or wrong file', () => {
  it('is refused with its reason, and the same process goes on', async () => {
    const { client: host, processes } = start();
    const empty = join(folder, 'empty.gguf');
    writeFileSync(empty, '');
    const words = join(folder, 'words.gguf');
    writeFileSync(words, 'only words');
    const cut = writeGguf(join(folder, 'cut.gguf'), { cut: Math.floor(buildGguf().length / 2) });
    const embedding = writeGguf(join(folder, '嵌入 模型.gguf'), { metadata: { 'general.architecture': 'bert' } });
    expect(await load(host, empty)).toMatchObject({ error: { code: 'model_not_gguf', detail: { reason: 'empty' } } });
    expect(await load(host, words)).toMatchObject({ error: { code: 'model_not_gguf' } });
    expect(await load(host, cut)).toMatchObject({ error: { code: 'model_truncated' } });
    expect(await load(host, embedding)).toMatchObject({ error: { code: 'model_not_chat' } });
    expect(await load(host, join(folder, 'none.gguf'))).toMatchObject({ error: { code: 'model_missing' } });
    expect(processes).toHaveLength(1);
  });
  it('that native code does not know is told apart from one it cannot read', async () => {
    const { client: host } = start();
    const unknown = writeGguf(join(folder, 'unknown.gguf'), {
      metadata: { ...CHAT_METADATA, 'general.architecture': 'no-such-architecture' },
    });
    const hollow = writeGguf(join(folder, 'hollow.gguf'));
    expect(await load(host, unknown)).toMatchObject({
      error: { code: 'model_unsupported', detail: { architecture: 'no-such-architecture' } },
    });
    expect(await load(host, hollow)).toMatchObject({ error: { code: 'model_load_failed' } });
  });
});

describe('the process', () => {
  it('is gone after close', async () => {
    const { client: host, processes } = start();
    await load(host, join(folder, 'none.gguf'));
    await host.close();
    expect(await waitUntilGone(processes[0]?.pid, 2000)).toBe(true);
  });
  it.each(['disconnect', 'SIGKILL'] as const)('ends by itself when its parent is gone (%s)', async (way) => {
    const script = join(folder, 'parent.mjs');
    writeFileSync(
      script,
      `import { fork } from 'node:child_process';
       const host = fork(${JSON.stringify(ENTRY)}, [], { serialization: 'advanced', stdio: 'ignore', execArgv: [] });
       host.on('spawn', () => process.send(host.pid));
       process.on('message', () => { host.disconnect(); });`,
    );
    const parent = fork(script, [], { execArgv: [] });
    const pid = await new Promise<number>((resolve_) => parent.once('message', (message) => resolve_(Number(message))));
    await new Promise((resolve_) => setTimeout(resolve_, 500));
    expect(isRunning(pid)).toBe(true);
    if (way === 'SIGKILL') parent.kill('SIGKILL');
    else parent.send('disconnect');
    expect(await waitUntilGone(pid, 5000)).toBe(true);
    parent.kill('SIGKILL');
  });
});
