// Every key of settings.json against values it must not take: named, its default in force, the rest as it is, the file untouched.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../electron/contract/settings.ts';
import { settingsDocuments } from '../../../electron/contract/settings-documents.ts';
import { createSettingsStore } from '../../../native/files/settings-store.ts';

const NO_FLAG = ['yes', 1, null, []];
const NO_COUNT = [-1, 1.5, '3', true, null, 1e15];
const NO_TEXT = ['', 7, null, {}];
const NO_BYTES = [0, -5, '20 parsecs', 'mb', '', true, null];
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  language: ['klingon', 1, null],
  theme: ['pink', {}, null],
  modelPath: [7, [], null],
  contextTokens: NO_COUNT,
  systemPrompt: [7, null, 'x'.repeat(100_001)],
  fallbackModels: ['one', [3], [''], {}, null],
  'engineState.enabled': NO_FLAG,
  'engineState.maxBytes': NO_BYTES,
  'pruning.enabled': NO_FLAG,
  'pruning.toolResultTokens': NO_COUNT,
  'pruning.keepLast': NO_COUNT,
  'backups.enabled': NO_FLAG,
  'backups.keep': [0, ...NO_COUNT],
  'backups.folder': NO_TEXT,
  'mirror.enabled': NO_FLAG,
  'mirror.folder': NO_TEXT,
  'extensions.folder': NO_TEXT,
  'compaction.enabled': NO_FLAG,
  'compaction.mode': ['fast', true, null],
  'compaction.reserveTokens': NO_COUNT,
  'compaction.keepRecentTokens': NO_COUNT,
  'compaction.summaryTokens': NO_COUNT,
  'compaction.model': NO_TEXT,
  'compaction.writer': ['nobody', 1, null],
  'compaction.provider': [...NO_TEXT, 'x'.repeat(61)],
  'compaction.identifierPolicy': ['lax', 1, null],
  'compaction.identifierInstructions': [7, 'x'.repeat(2001)],
  'compaction.qualityGuard.maxRetries': [4, ...NO_COUNT],
  'compaction.maxActiveTranscriptBytes': NO_BYTES,
  'compaction.timeoutSeconds': [0, -1, '180', null, 90_000],
  'compaction.whenIdle': NO_FLAG,
  'compaction.memoryFlush.enabled': NO_FLAG,
  'compaction.memoryFlush.model': NO_TEXT,
};

const documents = settingsDocuments();
const KEYS = [...(documents['settings.md'] ?? '').matchAll(/^\| `([\w.]+)`/gmu)].map(([, key]) => key ?? '');

/** `{ a: { b: value } }` for `a.b`. */
const nested = (key: string, value: unknown): object =>
  key.split('.').reduceRight<unknown>((below, part) => ({ [part]: below }), value) as object;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-settings-'));
  file = path.join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every key has values that are tried', () => {
  expect(Object.keys(BAD).sort()).toEqual([...KEYS].sort());
});

describe('a bad value', () => {
  it.for(Object.entries(BAD))('of %s', ([key, values]) => {
    const store = createSettingsStore(folder);
    for (const value of values) {
      const text = JSON.stringify({ ...nested(key, value), unknown: { stays: true } });
      writeFileSync(file, text);
      const { settings, problems } = store.read();
      expect(problems.map((problem) => problem.path)).toEqual([key]);
      expect(problems[0]?.why).not.toBe('');
      expect(settings).toMatchObject(DEFAULT_SETTINGS);
      expect(readFileSync(file, 'utf8')).toBe(text);
      // Null takes a key back to its default; everything else is refused, and nothing is written.
      if (value === null) continue;
      expect(store.update(nested(key, value))).toMatchObject({
        ok: false,
        error: { code: 'settings_invalid', detail: { path: key } },
      });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

test.for(Object.keys(documents))('docs/%s is what the schema says (node scripts/settings-schema.mjs)', (name) => {
  const written = readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8');
  expect(written).toBe(documents[name]);
});

test('every key says what it is for', () => {
  const rows = (documents['settings.md'] ?? '').split('\n').filter((row) => row.startsWith('| `'));
  for (const row of rows) expect(row).toMatch(/\| [^|]{10,} \|$/u);
});
