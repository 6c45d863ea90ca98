// Whether two lines say the same, the second says more, or the second takes the first back. Decides from content words, numbers and the
// outcome cues; never from wording alone, so that a changed number or a "not" is always another statement.

import { findOutcome } from '../safeguard/outcome-cues.ts';
import { coveredShare, findContentWords, haveSameNumbers, plainForm, type ContentWords } from './content-words.ts';

export interface Statement {
  readonly plain: string;
  readonly words: ContentWords;
  readonly negated: boolean;
  readonly takesBack: boolean;
}

export function readStatement(text: string): Statement {
  return {
    plain: plainForm(text),
    words: findContentWords(text),
    negated: findOutcome(text).negated,
    takesBack: TAKES_BACK.test(text),
  };
}

/** Doubles, exact or nearly: the same numbers, the same outcome, and both mostly the same words. */
export function saySame(a: Statement, b: Statement): boolean {
  if (a.plain === b.plain) return true;
  if (a.negated !== b.negated || !haveSameNumbers(a.words, b.words)) return false;
  return coveredShare(a.words, b.words) >= SAME_SHARE && coveredShare(b.words, a.words) >= SAME_SHARE;
}

/** Is everything in `part` also in `whole`, with the same outcome? */
export function isCoveredBy(part: Statement, whole: Statement, share = COVERED_SHARE): boolean {
  if (part.negated !== whole.negated) return false;
  for (const number of part.words.numbers) if (!whole.words.numbers.has(number)) return false;
  return coveredShare(part.words, whole.words) >= share;
}

/** Does a later decision take an earlier one back: by the opposite outcome, by words such as "instead of", or by another figure? */
export function takesBack(later: Statement, earlier: Statement): boolean {
  if (later.plain === earlier.plain) return false;
  const shared = coveredShare(earlier.words, later.words);
  if (later.negated !== earlier.negated) return shared >= SUBJECT_SHARE;
  if (later.takesBack && !earlier.takesBack) return shared >= SUBJECT_SHARE / 2;
  const sameWords = shared >= SAME_SHARE && coveredShare(later.words, earlier.words) >= SAME_SHARE;
  return sameWords && later.words.numbers.size > 0 && !haveSameNumbers(later.words, earlier.words);
}

/** Is a step now reported as done? The order of words and endings may differ, its numbers may not. */
export const finishes = (done: Statement, step: Statement): boolean =>
  !done.negated && isCoveredBy({ ...step, negated: false }, done, SUBJECT_SHARE);

/** Is the whole of a goal reported as done? A part of it is not enough. */
export const fulfils = (done: Statement, goal: Statement): boolean =>
  !done.negated && isCoveredBy({ ...goal, negated: false }, done, COVERED_SHARE);

const SAME_SHARE = 0.85;
const COVERED_SHARE = 0.85;
const SUBJECT_SHARE = 0.6;

const TAKES_BACK =
  /\b(?:instead of|rather than|no longer|not .{1,60} any ?more|switch(?:ed|ing)? (?:from|to|over)|chang(?:e|ed|ing) (?:from|to|my|our)|replac(?:e|es|ed|ing)|scrap(?:ped)?|reverse(?:d|s)?|superseded?|went back|on second thought)\b|改用|改为|改成|换成|换用|不再|取消|推翻|改主意/iu;
