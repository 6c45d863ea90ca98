// What a message gives free: "we can open the bag", "gas is allowed on our side again", 函也可以寄了. A hint alone lifts nothing: it counts only
// beside a rule in force that it speaks of (ledger-constraints.ts). Decides from the writer's own words, clause by clause; a question, a
// condition, somebody else's words and a refusal give nothing free.

import { findClauses, isBound } from '../summary/clauses.ts';
import { findCodeSpans } from '../summary/code-spans.ts';
import { findSentenceSpans } from '../summary/sentences.ts';
import { maskForeignWords } from './own-words.ts';
import { trimQuote } from './trim-quote.ts';

export interface PermissionHint {
  /** A substring of the message: the sentence, or of a long one the clause. */
  readonly text: string;
  /** Does it say that something has changed ("now", "again", 了)? */
  readonly changed: boolean;
  /** What may be done, as it is written: the word after "can" or 可以. Null where a thing is named ("gas is allowed again"). */
  readonly action: string | null;
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
    const last = clauses.slice(index + 1).every(({ start: at, end: to }) => isBound(sentence.slice(at, to).trim()))
      ? end
      : start + clause.end;
    const from = end - start <= WHOLE_CHARS ? start : start + clause.start;
    hints.push({
      text: trimQuote(text.slice(from, last)),
      changed: CHANGED.test(sentence),
      action: findAction(sentence.slice(clause.start, clause.end)),
    });
  }
  return hints;
}

const WHOLE_CHARS = 110;
const GATE =
  /\b(?:can|may|could|allow\w*|fine|ok(?:ay)?|clear\w*|go ahead|free|drop\w*|lift\w*|again|no longer|over|back|green light)\b|可以|能|允许|放开|取消|解除|恢复|解禁|随便|同意|作废/i;
const GIVES =
  /\b(?:(?:you|we|they|everyone|everybody|the [\w-]+(?: [\w-]+)?|[A-Z]\w+|texts?|\w+s) (?:can|may)(?! (?:not|never|only|wait|see|hear|tell|imagine|find))\b|(?:is|are) (?:allowed|clear(?:ed)?|permitted|welcome|ok(?:ay)? to|fine to|free to|open to|lifted|dropped)(?! \w+ed\b)|(?:clear|cleared),? go ahead|go ahead|green light|feel free|no longer (?:have to|need|applies|holds|off)|(?:they|he|she|we|i)(?:'ve| have| has)? (?:dropped|lifted|cancelled|withdrew|withdrawn|allowed|cleared|approved|waived) )|(?:可以|能|允许|准许|放开|解禁)(?!不|否)[^吗？?]{0,24}|(?:取消|解除|作废|不算)了/i;
const REFUSES =
  /\b(?:not|never|n't|nobody|no one|only if|unless|until|if|whether|would|could have)\b|n't\b|不(?:可以|能|允许|许|准)|能不能|是否|如果|要是|除非|才(?:可以|能)|就好/i;
const CHANGED =
  /\b(?:now|again|after all|from now on|anymore|any more|no longer|dropped|lifted|clear(?:ed)?|today|since|back|onwards|finally|already|at last)\b|现在|已经|了|以后|从.{1,8}起|也可以|恢复/i;
/** A state sets nothing free ("the mail server is fine again"), unless it is a rule's ("the freeze is over"). */
const RULE_ENDS =
  /\b(?:ban|freeze|rules?|restrictions?|limit|embargo|moratorium|block|hold|lock|quarantine|prohibition|no-go)\b[^.!?]{0,30}\b(?:is|are|'s) (?:over|gone|off|lifted|dropped|void|history)\b|(?:禁令|限制|冻结|封锁|规定|禁止)[^。]{0,12}(?:没了|结束|过去了|不在了|到期)/i;

const gives = (clause: string): boolean =>
  (GIVES.test(clause.trim()) || RULE_ENDS.test(clause)) && !REFUSES.test(clause);

const ACTION =
  /\b(?:can|may)(?: (?:now|also|again|finally|go ahead and|just|already|all|both|safely|then|be|start|begin|to))* ([a-z]+)|\bgo ahead and ([a-z]+)|\bfeel free to ([a-z]+)|\b(?:allowed|permitted|free|welcome) to ([a-z]+)/i;
const ACTION_ZH =
  /(?:可以|能|允许|准许|放开)(?:再|也|去|开始|随便|正常|直接|先|都|就|重新|继续|放心)*([\u4e00-\u9fff]{1,2})/u;

function findAction(clause: string): string | null {
  const [, ...words] = ACTION.exec(clause) ?? ACTION_ZH.exec(clause) ?? [];
  const word = words.find((found) => found !== undefined);
  return word === undefined || /^(?:了|的|啦|吧)/.test(word) ? null : word;
}
