import { describe, expect, it } from 'vitest';
import { checkCommands, checkLocales } from '../../scripts/rules/contract-rules.mjs';
import {
  checkBarrels,
  checkCoreComments,
  checkMarks,
  checkNames,
  checkSql,
  type Problem,
} from '../../scripts/rules/text-rules.mjs';

const file = (path: string, text = '') => ({ path, text });
const places = (problems: readonly Problem[]): string[] =>
  problems.map(({ rule, path, line }) => `${rule} ${path}:${line}`);
// Put together, or the rules would find them here.
const mark = (...parts: string[]): string => parts.join('');

describe('the house rules', () => {
  it('file names are kebab-case and say something', () => {
    const good = [
      'electron/core/ids.ts',
      'renderer/components/app-window.tsx',
      'test/a/b-c.test.ts',
      'renderer/locales/zh-CN.ts',
      'eslint.config.js',
    ];
    expect(checkNames(good.map((path) => file(path)))).toEqual([]);
    const bad = ['a/TurnRunner.ts', 'a/turn_runner.ts', 'a/string-utils.ts', 'a/helpers.ts', 'a/common/x.ts'];
    expect(new Set(checkNames(bad.map((path) => file(path))).map(({ path }) => path))).toEqual(new Set(bad));
  });

  it('no unfinished work, no switched-off rule, no test that does not run', () => {
    const text = `a();\n// ${mark('TO', 'DO')} later\n/* ${mark('eslint', '-disable')} x */\n// ${mark('@ts-', 'ignore')}\n`;
    expect(places(checkMarks([file('electron/a.ts', text)]))).toEqual([
      'unfinished electron/a.ts:2',
      'unfinished electron/a.ts:3',
      'unfinished electron/a.ts:4',
    ]);
    expect(checkMarks([file('electron/a.ts', `const WORDS = ['${mark('TO', 'DO')}'];`)])).toEqual([]);
    expect(places(checkMarks([file('test/a.test.ts', `it('a');\n${mark('it.', 'skip')}('b');`)]))).toEqual([
      'test-off test/a.test.ts:2',
    ]);
  });

  it('a core file opens by saying what it decides', () => {
    expect(checkCoreComments([file('electron/core/a.ts', '// One.\n// Two.\nexport {};')])).toEqual([]);
    expect(
      places(checkCoreComments([file('electron/core/a.ts', 'export {};'), file('electron/app/a.ts', 'export {};')])),
    ).toEqual(['core-comment electron/core/a.ts:1']);
  });

  it('no barrels', () => {
    expect(places(checkBarrels([file('a/index.ts', "export * from './b.ts';\nexport { c } from './c.ts';")]))).toEqual([
      'barrel a/index.ts:1',
    ]);
    expect(checkBarrels([file('a/b.ts', "export type { C } from './c.ts';\nexport const d = 1;")])).toEqual([]);
  });

  it('SQL stands in the store alone, and prose is no SQL', () => {
    const sql =
      "db.prepare('SELECT * FROM entry');\ndb.exec(`insert into entry values (${id})`);\ndb.all('select id from entry');";
    expect(places(checkSql([file('electron/app/a.ts', sql)]))).toEqual([
      'sql-in-store electron/app/a.ts:1',
      'sql-in-store electron/app/a.ts:2',
      'sql-in-store electron/app/a.ts:3',
    ]);
    expect(checkSql([file('native/sqlite/a.ts', sql), file('test/native/a.ts', sql)])).toEqual([]);
    expect(
      checkSql([
        file('a.ts', "say('Select a model from the list'.slice(1)); say('Update available'); say('Delete from disk?')"),
      ]),
    ).toEqual([]);
  });

  it('every command has a handler and a test', () => {
    const app = file('electron/app/command-handlers.ts', "const h = { 'a.b': () => 1, search: () => 2 };");
    const test = file('test/app/a.test.ts', "invoke('a.b'); invoke('search');");
    expect(checkCommands([app, test], ['a.b', 'search'])).toEqual([]);
    expect(checkCommands([app, test], ['a.c']).map(({ rule }) => rule)).toEqual(['command-handler', 'command-test']);
    expect(checkCommands([file('electron/app/x.ts', 'axb: 1'), test], ['a.b']).map(({ rule }) => rule)).toEqual([
      'command-handler',
    ]);
  });

  it('every error has words in every language; no wording is missing, empty or unused', () => {
    const uses = file('renderer/a.tsx', 't("title"); t(`error.${code}`); t("count", { count });');
    const en = { title: 'Title', error: { full: 'Full' }, count_one: '1', count_other: '{{count}}' };
    const zh = { title: '标题', error: { full: '满' }, count_other: '{{count}}' };
    const check = (codes: readonly string[], words: { en: object; zh: object }): readonly string[] =>
      checkLocales([uses], codes, words).map(({ rule, advice }) => `${rule}: ${advice.slice(0, 30)}`);
    expect(check(['full'], { en, zh })).toEqual([]);
    expect(check(['full', 'busy'], { en, zh })).toHaveLength(2);
    expect(check(['full'], { en: { ...en, more: 'More' }, zh })).toEqual([
      'locale-missing: "more" stands in another langu',
      'locale-unused: Nothing uses "more": remove it',
    ]);
    expect(check(['full'], { en, zh: { ...zh, title: ' ' } })).toEqual([
      'locale-empty: "title" is empty: give it word',
    ]);
  });
});
