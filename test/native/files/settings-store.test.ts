import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SettingsStore } from '../../../electron/app/ports.ts';
import { DEFAULT_SETTINGS } from '../../../electron/contract/settings.ts';
import { createSettingsStore } from '../../../native/files/settings-store.ts';

describe('the settings store', () => {
  let folder: string;
  let file: string;
  let store: SettingsStore;
  const put = (value: unknown) => writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  const stored = (): unknown => JSON.parse(readFileSync(file, 'utf8'));
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-settings-'));
    file = path.join(folder, 'settings.json');
    store = createSettingsStore(folder, () => Date.UTC(2026, 2, 1));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are the defaults without a file, and reading makes none', () => {
    expect(store.read()).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
    expect(existsSync(file)).toBe(false);
  });

  it("take the file's good values over the defaults, byte order mark or not", () => {
    put(
      `\ufeff${JSON.stringify({ theme: 'dark', compaction: { reserveTokens: 200, qualityGuard: { maxRetries: 0 } } })}`,
    );
    const { settings, problems } = store.read();
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
      compaction: { ...DEFAULT_SETTINGS.compaction, reserveTokens: 200, qualityGuard: { maxRetries: 0 } },
    });
  });

  it('use the default for each bad value, name it, and leave the file alone', () => {
    const bad = {
      theme: 'pink',
      contextTokens: -1,
      fallbackModels: ['a', 3],
      pruning: 'off',
      compaction: {
        keepRecentTokens: 'many',
        writer: 'quotes',
        maxActiveTranscriptBytes: '20 parsecs',
        qualityGuard: { maxRetries: 9 },
      },
    };
    put(bad);
    const { settings, problems } = store.read();
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      'compaction.keepRecentTokens',
      'compaction.maxActiveTranscriptBytes',
      'compaction.qualityGuard.maxRetries',
      'contextTokens',
      'fallbackModels',
      'pruning',
      'theme',
    ]);
    for (const problem of problems) expect(problem.why).not.toBe('');
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, compaction: { ...DEFAULT_SETTINGS.compaction, writer: 'quotes' } });
    expect(stored()).toEqual(bad);
  });

  it.each(['{"theme": "dark",', '[]', '"text"', '', 'null'])(
    'are the defaults, with the reason, for a file that holds %j',
    (text) => {
      put(text);
      const { settings, problems } = store.read();
      expect(settings).toEqual(DEFAULT_SETTINGS);
      expect(problems).toHaveLength(1);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('change by merging, keep unknown keys and drop what is set to null', () => {
    put({ theme: 'dark', later: { x: 1 }, compaction: { keepRecentTokens: 5, fancy: true } });
    const updated = store.update({ compaction: { keepRecentTokens: null, reserveTokens: 300 } });
    expect(updated).toMatchObject({ ok: true, value: { theme: 'dark', compaction: { reserveTokens: 300 } } });
    expect(updated.ok && 'keepRecentTokens' in updated.value.compaction).toBe(false);
    expect(stored()).toEqual({ theme: 'dark', later: { x: 1 }, compaction: { fancy: true, reserveTokens: 300 } });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('refuse a bad change and write nothing', () => {
    put({ theme: 'dark' });
    expect(store.update({ compaction: { reserveTokens: 'x' } })).toMatchObject({
      error: { code: 'settings_invalid', detail: { path: 'compaction.reserveTokens' } },
    });
    for (const change of [null, 3, [], { theme: 'pink' }, { compaction: 'x' }, { fallbackModels: [1] }]) {
      expect(store.update(change)).toMatchObject({ error: { code: 'settings_invalid' } });
    }
    expect(stored()).toEqual({ theme: 'dark' });
  });

  it('can be changed beside a bad value, which stays as the person wrote it', () => {
    put({ theme: 'pink' });
    expect(store.update({ language: 'en' })).toMatchObject({ ok: true, value: { theme: 'system', language: 'en' } });
    expect(stored()).toEqual({ theme: 'pink', language: 'en' });
  });

  it('set a damaged file aside before the first change', () => {
    put('{ broken');
    expect(store.update({ theme: 'light' })).toMatchObject({ ok: true });
    expect(stored()).toEqual({ theme: 'light' });
    const aside = readdirSync(folder).filter((name) => name !== 'settings.json');
    expect(aside).toEqual(['settings.json.bad-2026-03-01T00-00-00.000Z']);
    expect(readFileSync(path.join(folder, aside[0] ?? ''), 'utf8')).toBe('{ broken');
  });

  it('take no prototype from a file', () => {
    put('{"__proto__": {"theme": "dark"}, "compaction": {"__proto__": {"enabled": false}}}');
    expect(store.read()).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
    expect(store.update({ theme: 'dark' })).toMatchObject({ ok: true, value: { theme: 'dark' } });
    expect(({} as { theme?: string }).theme).toBeUndefined();
  });
});
