import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { asEntryId } from '../../../electron/core/ids.ts';
import { conversation, HOME } from '../../support/conformance-entries.ts';
import { open, tempFolder } from './temp-store.ts';

const WRITER = path.join(import.meta.dirname, 'writer-process.ts');
const ROUNDS = 5;

/** Runs the writer until it has reported `count` commits, then kills it with a write under way. */
async function writeAndKill(folder: string, round: number, count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [WRITER, folder, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const reported: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line);
    if (reported.length === count) child.kill('SIGKILL');
  }
  return reported;
}

describe('a process killed while it writes (B76)', () => {
  it('leaves every entry it reported, the checkpoint and a whole chain', async () => {
    const folder = tempFolder();
    const first = open(folder);
    first.createConversation(conversation());
    first.close();
    const reported: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      reported.push(...(await writeAndKill(folder, round, 20 + round * 7)));
      const store = open(folder);
      const stored = new Set(store.readAll(HOME).map(({ id }) => id));
      expect(reported.filter((id) => !stored.has(asEntryId(id)))).toEqual([]);
      expect(store.verify(HOME)).toMatchObject({ ok: true, entries: stored.size });
      expect(store.listCheckpoints()).toHaveLength(1);
      expect(store.readConversation(HOME)?.activeLeafId).toBe(store.readAll(HOME).at(-1)?.id);
      store.close();
    }
    expect(reported.length).toBeGreaterThan(100);
  });
});
