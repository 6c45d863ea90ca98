// How much of a clause's start is only talk: "ok, please", "so", 那麻烦你, and labels typed before it. The rule itself begins after it.

import { TALK } from './constraint-cues.ts';
import { TALK_ZH } from './constraint-cues-zh.ts';

/** In UTF-16 units; 0 where the clause begins at once. */
export const talkLength = (text: string): number => {
  const mark = LABEL.exec(text)?.[0].length ?? 0;
  if (mark > 0) return mark + talkLength(text.slice(mark));
  const zh = TALK_ZH.exec(text)?.[0].length ?? 0;
  return zh > 0 ? zh : (TALK.exec(text)?.[0].length ?? 0);
};

/** "[lifted] never …", "**": typed before a rule, they take nothing from it. */
const LABEL = /^(?:\[[^\]\n]{1,20}\]|[*_]{2,3}(?=\S))\s*/;
