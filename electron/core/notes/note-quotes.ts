// Notes without a model: sentences of the person that state a lasting fact (preferences, standing rules, "remember that", what is called
// how), quoted word for word. Decides by cue words in English and Chinese; passes over questions, quotations, code, tasks of the day
// and anything with a secret in it.

import { BLANK, maskForeignWords } from '../safeguard/own-words.ts';
import { redactSecrets } from '../safeguard/redact.ts';
import { plainForm } from '../summary/content-words.ts';
import { findSentenceSpans } from '../summary/sentences.ts';
import { isUser, type MessageEntry } from '../transcript/entry.ts';
import type { FoundNote } from './note.ts';

/** In the order said, each once. */
export function pickNoteQuotes(messages: readonly MessageEntry[]): readonly FoundNote[] {
  const notes = new Map<string, FoundNote>();
  for (const entry of messages.filter(isUser)) {
    const { text } = entry.payload;
    const own = maskForeignWords(text);
    for (const { start, end } of findSentenceSpans(text)) {
      const sentence = text.slice(start, end).replace(/\s+/gu, ' ');
      const spoken = own.slice(start, end);
      const quote = trimQuote(sentence);
      if (!isLasting(spoken) || quote.length > QUOTE_CHARS || notes.has(plainForm(quote))) continue;
      if (redactSecrets(sentence).redactions.length > 0 || sentence.includes('[redacted:')) continue;
      notes.set(plainForm(quote), { text: quote, sourceId: entry.id });
    }
  }
  return [...notes.values()].slice(0, MAX_NOTES);
}

/** Longer sentences rarely state one fact. */
const QUOTE_CHARS = 240;
const MAX_NOTES = 8;

function isLasting(spoken: string): boolean {
  const words = spoken.replaceAll(BLANK, '').trim();
  if (words.length < 4 || /[?？]["'”’」)]*$/u.test(words) || QUESTION.test(words)) return false;
  if (EXPLICIT.test(words)) return true;
  return LASTING.test(words) && !MOMENTARY.test(words);
}

const QUESTION =
  /^(?:what|which|who|whom|whose|where|when|why|how|do|does|did|can|could|would|will|should|is|are|was|were)\b.*[^.!。！]$|[吗呢]\s*$/iu;

/** Asked to be remembered: kept whatever else the sentence says. */
const EXPLICIT =
  /\b(?:(?:please |do |always )?remember (?:that|this|my|our|the|i|we|:)|don'?t forget (?:that|my|our|i)|keep in mind|make a note|note (?:down|that my)|for (?:future|later) reference|from now on|going forward|in (?:the )?future,|every time|as a (?:standing )?rule)\b|记住|记下|记得我|别忘了我|以后都|今后|从现在起|从今以后|往后都/iu;

const LASTING =
  /\bi(?:'d| would)? (?:always |really |generally |usually |much |strongly )?(?:prefer|like|love|hate|dislike|favou?r)\b|\bi(?:'m| am) (?:a|an|allergic|vegetarian|vegan|based|left-handed|colou?r.?blind|from)\b|\bi (?:always|never|usually|normally|typically|only) \w|\bi (?:live|work|study|teach) (?:in|at|as|for|on)\b|\bi (?:use|speak|write in|drive|run) \w|\b(?:always|never) (?:use|write|answer|reply|give|send|ask|put|format|start|end|include|add|call|show|explain|keep|address|translate|quote|cite)\b|\bcall me\b|\bmy (?:\p{L}+ ){1,4}(?:is|are|lives?|sits?|works?|stands?)\b|\bour (?:\p{L}+ ){1,4}(?:is|are|lives?|uses?)\b|\bmy name\b|\b(?:by default|standing (?:rule|decision|order)|house rule)\b|我(?:更)?(?:喜欢|偏好|习惯|讨厌|不喜欢|住在|叫|姓|是(?:一[名个位])|对.{1,8}过敏|一般|通常|总是|从不|平时)|我(?:的|们的|家的|们组的)?[\p{Script=Han}]{1,8}(?:是|叫|在|号码是)|叫我|请?(?:总是|一律|永远|始终)|默认(?:用|使用|是)|都用/iu;

/** Bound to the task at hand. */
const MOMENTARY =
  /\b(?:today|tonight|tomorrow|this (?:time|once|week|morning|afternoon|evening|one|file|task|message)|right now|for now|at the moment|just now|currently|my (?:next |last |first )?(?:question|point|guess|problem|plan|idea|mistake|bad|concern|understanding)\b)|今天|今晚|明天|这次|这一次|现在|目前|暂时|刚才|先(?:别|不|把|做)|我的(?:问题|意思|想法)是/iu;

/** "Please remember that my …" is about "my …": the fact alone is kept. */
const trimQuote = (sentence: string): string => {
  const fact =
    /^(?:(?:and|also|oh|ok|okay|by the way|btw|please|so)[, ]+)*(?:please )?(?:remember|note|keep in mind|don'?t forget)(?: that|:|,)? ?((?:my|our|i|we)\b.*)$/iu.exec(
      sentence,
    )?.[1];
  return fact === undefined ? sentence : fact.charAt(0).toUpperCase() + fact.slice(1);
};
