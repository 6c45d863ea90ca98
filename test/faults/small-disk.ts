// A disk that is really full soon: a small tmpfs over a folder, where this process may mount one.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface SmallDisk {
  resize(bytes: number): void;
  unmount(): void;
}

/** Null where mounting is not permitted. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mount = (...args: readonly string[]): boolean =>
    process.platform === 'linux' && spawnSync('mount', [...args], { stdio: 'ignore' }).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'holdfast-faults', folder)) return null;
  return {
    resize: (size) => {
      if (!mount('-o', `remount,size=${size}`, folder)) throw new Error('the small disk could not be resized');
    },
    unmount: () => void spawnSync('umount', [folder], { stdio: 'ignore' }),
  };
}
