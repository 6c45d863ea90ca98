import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { forgetStates, openStateFiles, stateOwner } from '../../../native/llama/state-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-states-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OWNER = stateOwner('conversation');
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
const open = (change: { readonly key?: string; readonly maxBytes?: number } = {}) =>
  openStateFiles({ folder, key: 'model', maxBytes: 1_000_000, ...change });
const write =
  (tokens: readonly number[], bytes = 1000) =>
  async (file: string) =>
    writeFileSync(file, Buffer.alloc(bytes, tokens.length % 251));
const save = async (tokens: readonly number[], owner = OWNER, bytes = 1000) =>
  (await open()).save(owner, tokens, write(tokens, bytes));
const onlyFile = (): string => join(folder, readdirSync(folder)[0] ?? '');
const anything = { wholeOnly: false };

describe('a saved state', () => {
  it('is found by the longest shared beginning, in another run too', async () => {
    const states = await open();
    await states.save(OWNER, range(0, 100), write(range(0, 100)));
    await states.save(stateOwner('other'), range(0, 50), write(range(0, 50)));
    const found = (await open()).find([...range(0, 80), 7, 7], anything);
    expect(found?.sharedTokens).toBe(80);
    expect(found?.state.tokens).toHaveLength(100);
  });
  it('is for its owner alone and has no part-written sibling', async () => {
    expect(await save(range(0, 9))).toBe(true);
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).every((name) => name.endsWith('.state'))).toBe(true);
  });
  it('of a model that cannot be cut counts only as a whole', async () => {
    await save(range(0, 100));
    const states = await open();
    expect(states.find(range(0, 80), { wholeOnly: true })).toBeNull();
    expect(states.find(range(0, 120), { wholeOnly: true })?.sharedTokens).toBe(100);
  });
  it('of another model or other settings is not used, and not removed', async () => {
    await save(range(0, 100));
    expect((await open({ key: 'another' })).find(range(0, 100), anything)).toBeNull();
    expect((await open()).find(range(0, 100), anything)).not.toBeNull();
  });
  it('that the same conversation has outgrown is replaced', async () => {
    const states = await open();
    await states.save(OWNER, range(0, 100), write(range(0, 100)));
    await states.save(OWNER, range(0, 200), write(range(0, 200)));
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('a file that does not hold what it says', () => {
  const loadFirst = async (read = async (): Promise<readonly number[]> => range(0, 100)) => {
    const states = await open();
    const found = states.find(range(0, 100), anything);
    return found === null ? 'not found' : states.load(found.state, read);
  };
  it('is loaded when nothing is wrong with it', async () => {
    await save(range(0, 100));
    expect(await loadFirst()).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  });
  it.each([
    ['cut short', (file: string) => truncateSync(file, statSync(file).size - 10)],
    ['empty', (file: string) => truncateSync(file, 0)],
    ['something else', (file: string) => writeFileSync(file, 'hello')],
  ])('%s is removed at the next start', async (_, damage) => {
    await save(range(0, 100));
    damage(onlyFile());
    expect(await loadFirst()).toBe('not found');
    expect(readdirSync(folder)).toEqual([]);
  });
  it('with one wrong bit is removed before the engine sees it', async () => {
    await save(range(0, 100));
    const bytes = readFileSync(onlyFile());
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    writeFileSync(onlyFile(), bytes);
    let seen = false;
    const loaded = await loadFirst(async () => {
      seen = true;
      return range(0, 100);
    });
    expect([loaded, seen, readdirSync(folder)]).toEqual([false, false, []]);
  });
  it('over other tokens than it says, or refused by the engine, is removed', async () => {
    await save(range(0, 100));
    expect(await loadFirst(async () => range(1, 101))).toBe(false);
    await save(range(0, 100));
    expect(await loadFirst(() => Promise.reject(new Error('refused')))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('that took the process with it while it was read, or while it was written, is gone at the next start', async () => {
    writeFileSync(join(folder, `${OWNER}-1.reading`), 'x');
    writeFileSync(join(folder, `${OWNER}-2.new`), 'x');
    await open();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('room', () => {
  it('is kept by removing what was used longest ago, other models’ states included', async () => {
    const old = await open({ key: 'another' });
    await old.save(stateOwner('a'), range(0, 10), write(range(0, 10)));
    utimesSync(onlyFile(), 1, 1);
    const states = await open({ maxBytes: 3000 });
    for (const name of ['b', 'c']) await states.save(stateOwner(name), range(0, 10), write(range(0, 10), 1200));
    const owners = readdirSync(folder).map((name) => name.slice(0, 24));
    expect(owners).not.toContain(stateOwner('a'));
    expect(owners).toContain(stateOwner('c'));
  });
  it('too small for one state keeps none', async () => {
    const states = await open({ maxBytes: 500 });
    expect(await states.save(OWNER, range(0, 10), write(range(0, 10)))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('that cannot be written to costs the state alone', async () => {
    const states = await open();
    const full = (): Promise<void> => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(await states.save(OWNER, range(0, 10), full)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a conversation that is purged takes its states along, with or without a process', async () => {
  await save(range(0, 10));
  await save(range(0, 10), stateOwner('other'));
  const states = await open();
  await states.forget(OWNER);
  expect(states.find(range(0, 10), anything)?.state.owner).toBe(stateOwner('other'));
  await forgetStates(folder, stateOwner('other'));
  expect(readdirSync(folder)).toEqual([]);
});
