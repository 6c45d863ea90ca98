import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../../native/files/data-folder-lock.ts';

const LOCK_MODULE = path.resolve('native/files/data-folder-lock.ts');

describe('the lock on a data folder', () => {
  let folder: string;
  const lockFile = () => path.join(folder, 'holdfast.lock');
  const pretend = (owner: Record<string, unknown>) =>
    writeFileSync(
      lockFile(),
      JSON.stringify({ pid: process.pid, host: hostname(), bootId: null, startedAt: null, token: 'old', ...owner }),
    );
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lock = () => {
    const result = lockDataFolder(folder);
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  };

  it('makes the folder for its owner alone', () => {
    const inside = path.join(folder, 'new', 'deep');
    const result = lockDataFolder(inside);
    expect(result.ok).toBe(true);
    expect(statSync(inside).mode & 0o777).toBe(0o700);
  });

  it('leaves the rights of a folder that was there', () => {
    chmodSync(folder, 0o755);
    lock().release();
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it('is held by one at a time and leaves nothing behind', () => {
    const held = lock();
    expect(lockDataFolder(folder)).toEqual({
      ok: false,
      error: { code: 'data_folder_in_use', detail: { pid: process.pid, folder } },
    });
    held.release();
    expect(readdirSync(folder)).toEqual([]);
    const again = lock();
    held.release();
    expect(lockDataFolder(folder).ok).toBe(false);
    again.release();
  });

  it('is refused while another process runs, and free once that process is killed', async () => {
    const script = `import { lockDataFolder } from ${JSON.stringify(LOCK_MODULE)};
      console.log(lockDataFolder(${JSON.stringify(folder)}).ok); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(lockDataFolder(folder)).toMatchObject({ error: { code: 'data_folder_in_use', detail: { pid: child.pid } } });
    child.kill('SIGKILL');
    await once(child, 'exit');
    lock().release();
    expect(existsSync(lockFile())).toBe(false);
  });

  it('knows the lock of a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    pretend({ pid });
    lock().release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('knows a pid that another process has now', () => {
    pretend({ startedAt: '1' });
    lock();
    expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it.runIf(process.platform === 'linux')('knows a lock from before the machine was restarted', () => {
    pretend({ bootId: 'another boot' });
    lock();
  });

  it('is not taken from a process on another machine', () => {
    pretend({ host: 'elsewhere', pid: 1 });
    expect(lockDataFolder(folder)).toMatchObject({ error: { code: 'data_folder_in_use', detail: { pid: 1 } } });
  });

  it.each(['', 'no json', '{}', 'null'])('is taken over from a file that names nobody: %j', (content) => {
    writeFileSync(lockFile(), content);
    lock().release();
  });

  it('answers with a code where no folder can be', () => {
    const inFile = path.join(folder, 'file');
    writeFileSync(inFile, '');
    expect(lockDataFolder(inFile)).toMatchObject({ error: { code: 'data_folder_not_writable' } });
    expect(lockDataFolder(path.join(inFile, 'below'))).toMatchObject({ error: { code: 'data_folder_not_writable' } });
  });
});
