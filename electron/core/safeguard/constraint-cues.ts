// What the English cue tables share: the shape of a cue, the talk around an order, and the frames in which a rule is only told.
// Read against one clause of the user's own words, lead-ins cut off, apostrophes straight. Data for constraints.ts; decides nothing alone.

import type { ConstraintKind } from './ledger-items.ts';

export interface Cue {
  readonly kind: ConstraintKind;
  /** Where it matches, the clause is of this kind; a group named `from` marks where the quotation starts, else it is the whole clause. */
  readonly pattern: RegExp;
  readonly unless?: RegExp;
}

/** Somebody else's rule told, imagined or asked about, not laid down. */
export const TOLD_RULE =
  /^(?:please )?(?:explain|describe|list|translate|imagine|define|discuss|tell (?:me|us) (?:why|how|what|about|which)|show me (?:why|how|what)|name|write (?:me )?an? (?:short |funny |long |sad )?(?:poem|story|song|novel|tale|fairy tale|joke|dialogue|script|haiku|essay|limerick|scene)|what|why|how|which|who|where|when does)\b.*\b(?:must|mustn't|should|shouldn't|never|always|may|not allowed|only|can't|cannot)\b|\b(?:someone|somebody|people|a (?:man|woman|king|queen|knight|child|person|hero|robot)) who (?:must|should|may|can|never|always)\b|写(?:一个|个|一篇|一首|篇|首)(?:故事|小说|诗|剧本|笑话|作文)|^(?:解释|说明|翻译|描述|列出)(?:一下)?(?:为什么|怎么|如何|什么)/i;
/** Before a clause that tells what holds in a story or in somebody's text. */
export const TOLD_FRAME =
  /^(?:in (?:the|a|my|this|that) (?:story|film|movie|book|novel|game|play|song|poem|dream|chapter|scene|fairy tale)|once upon a time|according to|as (?:the|my|our) (?:docs?|manual|readme|doctor|teacher) (?:says?|states?|puts it))\b|写(?:一个|个|一篇|一首|篇|首)(?:故事|小说|诗|剧本|笑话|作文)|(?:故事|电影|小说|游戏|书|梦)里$|^根据/i;

/** Words before an order that belong to the talk around it, not to the order. */
export const TALK =
  /^(?:(?:and|but|so|also|or|then|yet|ok|okay|oh|well|hey|hi|hello|actually|anyway|anyways|btw|by the way|fyi|note|nb|important|reminder|remember|seriously|listen|look|fine|great|good|thanks|thank you|sorry|yes(?=[,:!.])|yeah(?=[,:!.])|no(?=[,:!.])|right(?=[,:!.])|sure|again|of course|obviously|one more thing|another thing|first of all|just so you know|i think(?: that)?|i guess|i believe(?: that)?|i repeat|as i said|like i said|i said|i told you(?: that)?|it(?:'s| is) (?:very |really |so )?(?:important|crucial|essential|critical|vital|imperative|key)(?: to me)? that|we agreed(?: that)?|note that|remember that|(?:the|my|one|our|a) (?:hard |only |important |strict )?(?:rule|constraint|condition|requirement)s? (?:is|here is|stays)(?: that)?|rule|to be clear|once more)(?:[,:!.]+\s*|\s+)(?!that\b))+/i;
/** Words that may stand before an imperative and are part of it. */
export const BEFORE_IMPERATIVE =
  /^(?:(?:please|pls|plz|kindly|just|really|still|ever|again|now|today|tonight|tomorrow|for now|right now|this time|this week|for the moment|at least|in general|generally|and|then|also|everyone|guys|do(?! not)|absolutely|let's|let us|simply|in future|in the future|from now on|as of (?:today|now|tomorrow)|going forward|until then|team)\s+)+/i;
/** A scope or condition run into the order without a comma: "for the report don't use tables". */
export const RUN_IN_SCOPE =
  /^(?:(?:in|on|for|at|during|under|from|with|inside|within|between|by) (?:(?!\b(?:who|which|that)\b)[^,]){1,60}?|(?:when|whenever|while|before|after|if|until|unless|once|every time)\b(?:(?!,).){1,70}?(?<!\b(?:i|you|we|they|he|she|it|who|which|that|people|users)))\s(?=(?:please |then )?(?:never|always|make sure|do not|don't|dont|avoid|only|nobody|no one|nothing|no|leave|keep|stay)\b)/i;
