import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_TRAITS } from '../../electron/core/errors.ts';
import { en } from '../../renderer/locales/en.ts';
import { resolveLanguage } from '../../renderer/locales/start-language.ts';
import { zhCN } from '../../renderer/locales/zh-CN.ts';

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, path = ''): ReadonlyMap<string, string> {
  const pairs = Object.entries(tree).flatMap(([key, value]): (readonly [string, string])[] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : [...flatten(value, `${path}${key}.`)],
  );
  return new Map(pairs);
}
const english = flatten(en);
const chinese = flatten(zhCN);
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe('both languages', () => {
  test('have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('name the same figures in each text', () => {
    for (const [key, text] of english)
      expect([key, placeholders(chinese.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  test('word every error', () => {
    for (const code of Object.keys(ERROR_TRAITS)) {
      expect(english.get(`error.${code}`), code).toMatch(/\w/);
      expect(chinese.get(`error.${code}`), code).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test('are not mixed: Chinese texts of more than a word hold Chinese, English ones none', () => {
    const same = new Set([
      'settings.option.en',
      'settings.version',
      'models.pathPlaceholder',
      'models.progress',
      'import.format.open_webui',
    ]);
    for (const [key, text] of chinese) {
      if (same.has(key) || !/[a-z]{4,} [a-z]{3,}/i.test(text.replace(/\{\{\w+\}\}/g, ''))) continue;
      expect(text, key).toMatch(/[\u4e00-\u9fff]/);
    }
    for (const [key, text] of english)
      if (key !== 'settings.option.zh-CN') expect(text, key).not.toMatch(/[\u4e00-\u9fff]/);
  });

  test('every fixed key in the components exists', () => {
    const folder = join(import.meta.dirname, '../../renderer/components');
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const used = sources.flatMap((source) => [...source.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1] ?? ''));
    expect(used.length).toBeGreaterThan(150);
    for (const key of used) expect(english.has(key) || english.has(`${key}_other`), key).toBe(true);
  });
});

describe('the language of the window', () => {
  test.each([
    ['system', 'zh-Hans-CN', 'zh-CN'],
    ['system', 'en-GB', 'en'],
    ['system', 'fr-FR', 'en'],
    ['en', 'zh-CN', 'en'],
    ['zh-CN', 'en-US', 'zh-CN'],
  ] as const)('chosen %s on a %s system: %s', (chosen, locale, expected) => {
    expect(resolveLanguage(chosen, locale)).toBe(expected);
  });
});
