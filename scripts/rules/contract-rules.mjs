// Rules that span files: every command is handled and tested, every error has words in both languages, no wording is missing or unused.
import { parse, visitStrings } from './text-rules.mjs';

/** Keys of object literals and strings, by file group. */
function collect(files) {
  const found = new Set();
  for (const { path, text } of files) visitStrings(parse(path, text), (value) => found.add(value));
  return found;
}

const problem = (rule, path, advice) => ({ rule, path, line: 1, advice });

/** @param {string[]} commands names of the contract */
export function checkCommands(files, commands) {
  const tested = collect(files.filter(({ path }) => /^test\/.*\.(ts|tsx)$/.test(path)));
  const handled = files.filter(({ path }) => path.startsWith('electron/app/'));
  const isHandled = (name) => {
    const key = new RegExp(
      `(^|[\\s{,])(['"]${name.replaceAll('.', '\\.')}['"]|${/^\w+$/.test(name) ? name : '(?!)'})\\s*[:(]`,
    );
    return handled.some(({ text }) => key.test(text));
  };
  return commands.flatMap((name) => [
    ...(isHandled(name)
      ? []
      : [
          problem(
            'command-handler',
            'electron/contract/commands.ts',
            `"${name}" has no handler: add one in electron/app/commands, or remove the command.`,
          ),
        ]),
    ...(tested.has(name)
      ? []
      : [
          problem(
            'command-test',
            'electron/contract/commands.ts',
            `No test names "${name}": a command nobody ever gave is a guess. Test it through App.invoke.`,
          ),
        ]),
  ]);
}

/**
 * @param {string[]} codes of electron/core/errors.ts
 * @param {Record<string, object>} dictionaries by language
 */
export function checkLocales(files, codes, dictionaries) {
  const keysByLanguage = Object.entries(dictionaries).map(([language, words]) => [language, flatten(words)]);
  const all = new Set(keysByLanguage.flatMap(([, keys]) => [...keys.keys()]));
  const fileOf = (language) => `renderer/locales/${language}.ts`;
  const missing = keysByLanguage.flatMap(([language, keys]) => [
    ...codes
      .filter((code) => !keys.has(`error.${code}`))
      .map((code) =>
        problem(
          'error-wording',
          fileOf(language),
          `The error "${code}" has no words: add error.${code} (what happened, what helps).`,
        ),
      ),
    ...[...all]
      .filter((key) => !keys.has(key) && !hasPlural(keys, key))
      .map((key) =>
        problem(
          'locale-missing',
          fileOf(language),
          `"${key}" stands in another language only: translate it, or people read mixed texts.`,
        ),
      ),
    ...[...keys]
      .filter(([, words]) => words.trim() === '')
      .map(([key]) => problem('locale-empty', fileOf(language), `"${key}" is empty: give it words, or remove it.`)),
  ]);
  const isUsed = findUses(files);
  const unused = [...all]
    .filter((key) => !isUsed(key))
    .map((key) => problem('locale-unused', fileOf('en'), `Nothing uses "${key}": remove it from every language.`));
  return [...missing, ...unused];
}

/** A language has the plural forms its grammar has: `x_one` and `x_other` in one may be `x_other` alone in another. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
const hasPlural = (keys, key) => PLURAL.test(key) && keys.has(key.replace(PLURAL, '_other'));

function flatten(words, lead = '') {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'object' ? [...flatten(value, `${lead}${key}.`)] : [[`${lead}${key}`, String(value)]],
    ),
  );
}

function findUses(files) {
  const literal = new Set();
  const patterns = [];
  for (const { path, text } of files) {
    if (!/^(renderer|electron\/main)\/.*\.tsx?$/.test(path) || path.startsWith('renderer/locales/')) continue;
    visitStrings(parse(path, text), (value) => {
      if (!value.includes('\0')) literal.add(value);
      // `error.${code}`: whatever stands for the value, the rest must fit.
      else if (/^[\w.-]*\0/.test(value) && /\./.test(value)) patterns.push(toPattern(value));
    });
  }
  return (key) => {
    const plain = key.replace(PLURAL, '');
    return [key, plain].some((name) => literal.has(name) || patterns.some((pattern) => pattern.test(name)));
  };
}

const toPattern = (template) =>
  new RegExp(
    `^${template
      .split('\0')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
