// What a message gives free: "we can open the bag", "gas is allowed on our side again", 函也可以寄了. A hint alone lifts nothing: it counts only
// beside a rule in force that it speaks of (ledger-constraints.ts). Decides from the writer's own words, clause by clause; a question, a
// condition, somebody else's words and a refusal give nothing free.

import { findClauses } from '../summary/clauses.ts';
import { findCodeSpans } from '../summary/code-spans.ts';
import { findSentenceSpans } from '../summary/sentences.ts';
import { maskForeignWords } from './own-words.ts';

export interface PermissionHint {
  /** A substring of the message: the sentence, or of a long one the clause. */
  readonly text: string;
  /** Does it say that something has changed ("now", "again", 了)? */
  readonly changed: boolean;
}

export function findPermissionHints(text: string): readonly PermissionHint[] {
  const codeSpans = findCodeSpans(text);
  const voice = maskForeignWords(text, codeSpans);
  const hints: PermissionHint[] = [];
  for (const { start, end } of findSentenceSpans(text, codeSpans)) {
    const sentence = voice.slice(start, end);
    if (!GATE.test(sentence) || /[?？]\s*["'”’」)]*$|[吗呢]\s*[。.]?$/u.test(sentence)) continue;
    const clauses = findClauses(sentence);
    const index = clauses.findIndex((clause) => gives(sentence.slice(clause.start, clause.end)));
    const clause = clauses[index];
    if (clause === undefined) continue;
    // "…, but only counts": what bounds it belongs to it.
    const last = clauses.slice(index + 1).every(({ start: at, end: to }) => BOUNDS.test(sentence.slice(at, to)))
      ? end
      : start + clause.end;
    const from = end - start <= WHOLE_CHARS ? start : start + clause.start;
    hints.push({ text: trimQuote(text.slice(from, last)), changed: CHANGED.test(sentence) });
  }
  return hints;
}

const WHOLE_CHARS = 110;
const GATE =
  /\b(?:can|may|could|allow\w*|fine|ok(?:ay)?|clear\w*|go ahead|free|drop\w*|lift\w*|again|no longer|over|back|green light)\b|可以|能|允许|放开|取消|解除|恢复|解禁|随便|同意|作废/i;
const GIVES =
  /\b(?:(?:you|we|they|everyone|everybody|the [\w-]+(?: [\w-]+)?|[A-Z]\w+|texts?|\w+s) (?:can|may)(?! (?:not|never|only|wait|see|hear|tell|imagine|find))\b|(?:is|are) (?:allowed|fine|ok(?:ay)?|clear(?:ed)?|free|back|permitted|welcome|over|gone|off|lifted|dropped|good)(?! \w+ed\b)|(?:clear|cleared),? go ahead|go ahead|green light|feel free|no longer (?:have to|need|applies|holds|off)|(?:they|he|she|we|i)(?:'ve| have| has)? (?:dropped|lifted|cancelled|withdrew|withdrawn|allowed|cleared|approved|waived) )|(?:可以|能|允许|准许|放开|恢复|解禁)(?!不|否)[^吗？?]{0,24}|(?:取消|解除|作废|不算)了/i;
const REFUSES =
  /\b(?:not|never|n't|nobody|no one|only if|unless|until|if|whether|would|could have)\b|n't\b|不(?:可以|能|允许|许|准)|能不能|是否|如果|要是|除非|才(?:可以|能)|就好/i;
const CHANGED =
  /\b(?:now|again|after all|from now on|anymore|any more|no longer|dropped|lifted|clear(?:ed)?|today|since|back|onwards|finally|already|at last)\b|现在|已经|了|以后|从.{1,8}起|也可以|恢复/i;
const BOUNDS = /^\s*(?:but |and )?(?:only|just|at most|no more|not more)\b|^\s*(?:但|不过)?(?:只|仅|最多)/i;

const gives = (clause: string): boolean => GIVES.test(clause.trim()) && !REFUSES.test(clause);

const trimQuote = (text: string): string =>
  text.replace(/^[\s,;:，；：\-–—•*]+/, '').replace(/[\s,;:，；：.。!！?？\-–—*]+$/, '');
