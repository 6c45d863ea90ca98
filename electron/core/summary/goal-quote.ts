// Which sentence of the first message says what the person is after, English and Chinese. Decides by what kind of sentence it is: an aim
// called one, a wish of one's own, a plan, a call for help; of two alike the earlier. Null where none is: what is asked for is the goal then.

import { findCue, QUOTE_CHARS, type Sentence, trim, withoutRules } from './quote-sentences.ts';

/** An aim called one; a wish of one's own. */
const AIMS: readonly RegExp[] = [
  /\b(?:goal|aim|objective|purpose|the (?:whole )?point|what (?:i|we)(?:'m|'re| am| are) after|what (?:i|we) (?:want|need)|in the end|ideally)\b|目标|目的|最终(?:要|想)/i,
  /\b(?:i|we)(?:'d| would)? (?:really |also |just )?(?:want|need|like|love|hope|have)(?: \w+)?(?: it| this| that| them)? (?:to\b|running|done|ready|finished|working|a |an |the |two |three )|(?:我|我们|咱们?|，|。|^)\s*(?:就|也|还|主要)?(?:希望|想要?(?=在|把|让|做|写|搞|弄|给|用|有|能|尽|赶|办|整|重)|打算|准备|计划)/i,
];

/** Does it say what the person is after, rather than ask for one thing? An answer does not reach an aim. */
export const namesAim = (text: string): boolean => AIMS.some((sign) => sign.test(text));

export function findGoal(sentences: readonly Sentence[]): string | null {
  const short = sentences.filter(({ text }) => text.length <= QUOTE_CHARS);
  const isPlan = (voice: string): boolean => findCue(voice, 'user')?.category === 'goal';
  const found =
    AIMS.map((sign) => short.find(({ voice }) => sign.test(voice))).find((sentence) => sentence !== undefined) ??
    short.find(({ voice }) => isPlan(voice));
  return found === undefined ? null : withoutRules(trim(found.text));
}
