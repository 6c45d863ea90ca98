import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFitnessCache } from '../../electron/compose/fitness-cache.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-fitness-'));
  file = path.join(folder, 'engine-state', 'fitness.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('remembered fitness', () => {
  it('outlives a restart', () => {
    const log = vi.fn();
    const cache = createFitnessCache(file, log);
    expect(cache.read('model')).toBe(null);
    cache.write('model', { write: true, select: false });
    cache.write('other', { write: false, select: false });
    expect(createFitnessCache(file, log).read('model')).toEqual({ write: true, select: false });
    expect(log).not.toHaveBeenCalled();
  });
  it.each(['', '{"model":{"write":"yes"}}', '[1]', 'null'])('treats a damaged file as unknown: %j', (content) => {
    const damaged = path.join(folder, 'fitness.json');
    writeFileSync(damaged, content);
    expect(createFitnessCache(damaged, vi.fn()).read('model')).toBe(null);
  });
  it('is kept in memory where it cannot be saved, and says so', () => {
    const log = vi.fn();
    writeFileSync(path.join(folder, 'engine-state'), '');
    const cache = createFitnessCache(file, log);
    cache.write('model', { write: true, select: true });
    expect(cache.read('model')).toEqual({ write: true, select: true });
    expect(log).toHaveBeenCalledWith('warn', 'fitness.not_saved', { reason: 'Error' });
  });
});
