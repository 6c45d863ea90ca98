// Whether generated lines are in the language they were asked for. Decides by script where scripts differ, else by the language found in
// the lines as a whole; code, names and numbers do not count, and a few short lines prove nothing.

import type { Finding } from '../safeguard/audit.ts';
import { makeFinding } from '../safeguard/finding.ts';
import { findCodeSpans } from './code-spans.ts';
import { detectLanguage, type Language } from './language.ts';

export function findWrongLanguage(lines: readonly string[], wanted: Language): readonly Finding[] {
  const prose = lines.map(withoutCode).join('\n');
  const letters = count(prose, /\p{L}/gu);
  if (letters < MIN_LETTERS) return [];
  const kana = count(prose, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(prose, /\p{Script=Han}/gu);
  const hangul = count(prose, /\p{Script=Hangul}/gu);
  const words = count(prose, /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}]+/gu);
  const eastAsian = kana + han + hangul;
  const isWrong = ((): boolean => {
    switch (wanted) {
      case 'zh':
        return han < words * MIN_RATIO || kana + hangul > han;
      case 'ja':
        return kana < words * MIN_RATIO && han < words * MIN_RATIO;
      case 'ko':
        return hangul < words * MIN_RATIO;
      case 'en':
        return eastAsian > words;
      case 'pt':
      case 'es':
      case 'fr':
      case 'de':
      case 'it':
      case 'nl':
      case 'other':
        return eastAsian > words || (words >= MIN_WORDS && detectLanguage([prose]) === 'en');
      default:
        return wanted satisfies never;
    }
  })();
  return isWrong ? [makeFinding('wrong_language', wanted, prose)] : [];
}

/** Under this many letters a line may be a name or two. */
const MIN_LETTERS = 12;
const MIN_WORDS = 8;
/** Ideographs (or kana, syllables) per foreign word below which the text is not in that language: Chinese full of English names has more. */
const MIN_RATIO = 0.5;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Prose alone: no code spans, addresses, paths, identifiers. */
function withoutCode(line: string): string {
  let prose = line;
  for (const { start, end } of [...findCodeSpans(line)].reverse()) prose = prose.slice(0, start) + prose.slice(end);
  return prose.replace(/[^\s\p{Script=Han}，。；：、]*[\d_/\\.:@#=-][^\s\p{Script=Han}，。；：、]*/gu, (piece) =>
    /^\p{L}+[.:,-]?$/u.test(piece) ? piece : ' ',
  );
}
