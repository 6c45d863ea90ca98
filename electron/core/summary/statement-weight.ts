// How much a statement is worth in a state of bounded size: what it names (exact things, figures, days), what it gives as a reason, what it
// is good for; less for fragments, guesses, jokes and mere liking. Decides from the text and its category alone, so that an old item is
// weighed like a new one. The figures are log odds of being among what a careful reader notes down, rounded.

import type { StateCategory } from './state-summary.ts';

/** Log odds plus a constant: most lie between 0 and 6. Below `LEAST_WORTH` a statement is not worth a line. */
export function weighStatement(category: StateCategory, text: string): number {
  const plain = text.replace(/’/gu, "'");
  const size = sizeInWords(plain);
  let weight = 3 + BASE[category];
  for (const [pattern, worth] of SIGNS) if (pattern.test(plain)) weight += worth;
  if (size < 3) weight -= 1;
  else if (size < 6) weight -= 0.9;
  else if (size >= 12) weight += 0.3;
  return Math.round(weight * 1000) / 1000;
}

export const LEAST_WORTH = 2.95;

/** What an item of this weight brings for its size: the better the earlier it is taken. */
export const worthPerToken = (weight: number, tokens: number): number => Math.exp(weight) / (tokens + 2) ** 0.7;

const BASE: Readonly<Record<StateCategory, number>> = {
  goal: 2,
  constraints: 3,
  pendingRequests: 3,
  decisions: 0.9,
  failedApproaches: 1.2,
  completed: 0.3,
  toolFindings: 0.3,
  environment: -0.3,
  nextActions: 0.4,
  inProgress: -0.3,
  identifiers: 1,
};

const SIGNS: readonly (readonly [RegExp, number])[] = [
  // An exact thing: a path, an address, a code, something in backticks.
  [/[\w-]+[/\\._@#][\w./\\@-]+\w|`[^`]+`|\b[A-Z]{2,}[-\d]|#\w+/u, 1.2],
  [/\p{Nd}/u, 1],
  [
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|周[一二三四五六日]|\p{Nd}月|\p{Nd}[号日]/iu,
    0.3,
  ],
  [/\b(?:because|since|so that|due to)\b|因为|由于|所以/iu, 0.4],
  [
    /\b(?:only|until|before|without|unless|must|at most|at least|always|every|all|stays?|keep|instead|rather than|no longer)\b|只|必须|一定|全部|才|仅|改/iu,
    0.3,
  ],
  [
    /\b(?:maybe|perhaps|might|could|would|probably|guess|hmm+|tempted|wonder\w*|not sure|i think|i suppose|seems?)\b|也许|可能|大概|估计|感觉|好像|我猜/iu,
    -0.5,
  ],
  [
    /\b(?:haha+|lol|love|beautiful|funny|sorry|thanks?|great|nice|perfect|super|awesome|cool|wonderful|dream|coffee|lunch)\b|哈哈|谢谢|厉害|太好了|不错|午饭|辛苦/iu,
    -0.7,
  ],
  [/…|\.\.\.|\p{Extended_Pictographic}/u, -0.3],
  [/\byou\b|你|您/iu, -0.4],
  [/\b(?:will|going to|'ll|tomorrow|later|soon)\b|明天|待会|等下/iu, -0.2],
  [/^(?:it|that|this|they|these|those|he|she|which|and|but)\b|^(?:它|这|那个|他|她)/iu, -0.1],
];

/** Words; an ideograph counts as a little over half of one. */
function sizeInWords(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{Script=Latin}\p{N}']+/gu)?.length ?? 0;
  return han / 1.8 + words;
}
