// The data folder itself: several processes that want it in the same moment, and a file system that takes nothing.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { conversation } from '../support/conformance-entries.ts';
import { mountSmallDisk } from './small-disk.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-folder-'));
  folders.push(folder);
  return folder;
}

test('of processes that race for a folder with the lock of a dead one exactly one gets it', async () => {
  const folder = tempFolder();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const dead = { pid, host: (await import('node:os')).hostname(), bootId: null, startedAt: '1', token: 'dead' };
  writeFileSync(path.join(folder, 'holdfast.lock'), JSON.stringify(dead));
  const racers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'lock-racer.ts'), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const said = await Promise.all(
    racers.map(
      (racer) => new Promise<string>((resolve) => createInterface({ input: racer.stdout }).once('line', resolve)),
    ),
  );
  expect(said.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'data_folder_in_use'), 'got it']);
  await Promise.all(
    racers.map((racer) => {
      racer.stdin.end();
      return new Promise((resolve) => racer.once('close', resolve));
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written is refused with a code, and what is in it stays', () => {
  const folder = tempFolder();
  const disk = mountSmallDisk(folder, 8_000_000);
  if (disk === null) {
    process.stdout.write('a folder that cannot be written: skipped, nothing may be mounted here\n');
    expect(lockDataFolder('/dev/null/nowhere').ok).toBe(false);
    return;
  }
  try {
    const store = openTranscriptStore({ folder });
    expect(store.ok && store.value.createConversation(conversation()).ok).toBe(true);
    if (store.ok) store.value.close();
    const before = readdirSync(folder);
    expect(spawnSync('mount', ['-o', 'remount,ro', folder]).status).toBe(0);
    expect(lockDataFolder(folder)).toMatchObject({ ok: false, error: { code: 'data_folder_not_writable' } });
    const again = openTranscriptStore({ folder });
    expect(again.ok).toBe(false);
    expect(readdirSync(folder)).toEqual(before);
  } finally {
    disk.unmount();
  }
});

test('a first start on a full disk answers with a code and leaves no half database', () => {
  const folder = tempFolder();
  const disk = mountSmallDisk(folder, 20_000);
  if (disk === null) {
    process.stdout.write('a first start on a full disk: skipped, nothing may be mounted here\n');
    expect(openTranscriptStore({ folder: '/dev/null/nowhere' }).ok).toBe(false);
    return;
  }
  try {
    expect(openTranscriptStore({ folder })).toMatchObject({ ok: false, error: { code: 'disk_full' } });
    expect(readdirSync(folder)).not.toContain('transcripts.sqlite');
    disk.resize(8_000_000);
    const store = openTranscriptStore({ folder });
    expect(store.ok).toBe(true);
    if (store.ok) store.value.close();
  } finally {
    disk.unmount();
  }
});
