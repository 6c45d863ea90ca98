// The command around the runner: one JSON object on standard output, or exit 2 with a clear error and nothing there.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { scenarioSchema } from '../support/scenario/schema.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (...args: readonly string[]) =>
  spawnSync(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'test/support/scenario/main.ts'), ...args], {
    encoding: 'utf8',
  });
const withFile = (content: unknown) => {
  const file = path.join(folder, 'scenario.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return command(file);
};
const base = { name: 'x', contextWindow: 1000 };

describe('the command', () => {
  test('prints one object', () => {
    const ran = withFile({ ...base, actions: [{ do: 'send', text: 'Hello.' }] });
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      name: 'x',
      actions: [{ do: 'send', outcome: 'ok' }],
      chainOk: true,
    });
    expect(ran.stderr).toBe('');
  });

  test.each([
    ['no JSON', '{ "name": '],
    [
      'an entry that is there twice',
      {
        ...base,
        transcript: [
          { id: 'u1', role: 'user', text: 'a' },
          { id: 'u1', role: 'user', text: 'b' },
        ],
      },
    ],
    [
      'a compaction that keeps what is not there',
      {
        ...base,
        transcript: [
          { id: 'u1', role: 'user', text: 'a' },
          { id: 'c2', type: 'compaction', firstKeptEntryId: 'u9', summary: {} },
        ],
      },
    ],
  ])('refuses %s', (_name, content) => {
    const ran = withFile(content);
    expect(ran.status).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr.trim()).not.toBe('');
  });

  test('refuses a file that is not there', () => {
    const ran = command(path.join(folder, 'none.json'));
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('none.json');
  });
});

describe('what is no scenario', () => {
  test.each([
    ['an unknown key', { ...base, colour: 'red' }],
    ['no name', { contextWindow: 1000 }],
    ['an unknown role', { ...base, transcript: [{ id: 's1', role: 'system', text: 'x' }] }],
    ['an unknown entry type', { ...base, transcript: [{ id: 's1', type: 'poem', text: 'x' }] }],
    ['an unknown action', { ...base, actions: [{ do: 'dance' }] }],
    ['an unknown key of an action', { ...base, actions: [{ do: 'send', text: 'x', loud: true }] }],
    ['an unknown phase', { ...base, actions: [{ do: 'cancel', at: 'thinking' }] }],
    ['an unknown place to fail', { ...base, actions: [{ do: 'fail', at: 'store.read', error: 'busy' }] }],
    ['an unknown error code', { ...base, host: [{ for: 'chat', error: { code: 'tired' } }] }],
    ['an unknown purpose', { ...base, host: [{ for: 'poem', text: 'x' }] }],
    ['an unknown category', { ...base, host: [{ for: 'summary', json: { mood: ['good'] } }] }],
    ['a size below zero', { ...base, transcript: [{ id: 'u1', role: 'user', text: 'x', tokens: -1 }] }],
    ['a "during" with nothing above it', { ...base, actions: [{ do: 'send', text: 'x', during: 'flushing' }] }],
  ])('%s', (_name, content) => {
    expect(scenarioSchema.safeParse(content).success).toBe(false);
  });
});
