// logs/holdfast.log: one JSON line an event, ids and counts only. Rotated by size, so that it never needs looking after.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../app/ports.ts';

const MAX_BYTES = 1_000_000;
const OLD_FILES = 3;

/** A log that cannot be written goes silent: it must never stop a conversation. */
export function createLogFile(folder: string, { maxBytes = MAX_BYTES, now = () => new Date() } = {}): Log {
  const file = path.join(folder, 'holdfast.log');
  let bytes = 0;
  let usable = attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  });
  return (level, event, data) => {
    if (!usable) return;
    const line = `${JSON.stringify({ at: now().toISOString(), level, event, ...data })}\n`;
    usable = attempt(() => {
      if (bytes > 0 && bytes + line.length > maxBytes) {
        rotate(file);
        bytes = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      bytes += line.length;
    });
  };
}

function rotate(file: string): void {
  rmSync(`${file}.${OLD_FILES}`, { force: true });
  for (let age = OLD_FILES - 1; age >= 1; age--) attempt(() => renameSync(`${file}.${age}`, `${file}.${age + 1}`));
  renameSync(file, `${file}.1`);
}

function attempt(step: () => void): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}
