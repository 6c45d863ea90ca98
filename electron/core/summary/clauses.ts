// Cuts a sentence into clauses and says which neighbours a clause needs so that its object, condition and time stay with it.
// Decides from punctuation and joining words, English and Chinese. Works on index pairs; the words themselves are never changed.

import type { Span } from './code-spans.ts';

export interface Clause extends Span {
  /** What stands between the clause before and this one. */
  readonly joint: string;
}

/** A clause longer than this is cut at a space: run-on text costs no more than prose does. */
const MAX_CLAUSE_CHARS = 400;
const CJK = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff';
/** Joining words after which somebody or some order begins anew. */
const NEW_START =
  "(?=(?:i|i'm|i'd|i'll|you|we|we're|he|she|they|it|nobody|no one|please|do not|don't|dont|never|always|only|make sure|be sure|keep|avoid|remember|leave|stop|ask|use|no|not|let|let's|then (?:don't|do not|never))\\b)";
const JOINT = new RegExp(
  [
    '(?<!circumstances)(?<!\\b(?:not|n.t|never), (?:ever|please))(?<!, (?:say|for example|of course))[,;](?=\\s)(?!\\s(?:under any circumstances|ever|say|for example|of course),)\\s*',
    ':(?=\\s)\\s*',
    '\\s+[-–—]+\\s+|—+',
    '\\s*[()（）]\\s*',
    '[，；：。！？]\\s*',
    `(?<=[${CJK}”」])[ \\u3000,]+(?=[${CJK}])`,
    '\\s+(?:but|because|although|though|whereas|so that|otherwise)\\s+',
    `\\s+(?:and|so)\\s+${NEW_START}`,
  ].join('|'),
  'giu',
);

/** The clauses of one sentence, in order. `sentence` may be masked; the pairs are indexes into it. */
export function findClauses(sentence: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let joint = '';
  for (const match of sentence.matchAll(JOINT)) {
    pushClause(clauses, sentence, start, match.index, joint);
    joint = match[0];
    start = match.index + match[0].length;
  }
  pushClause(clauses, sentence, start, sentence.length, joint);
  return clauses;
}

function pushClause(clauses: Clause[], sentence: string, from: number, to: number, joint: string): void {
  let start = from;
  let between = joint;
  while (to - start > MAX_CLAUSE_CHARS) {
    const space = sentence.slice(start, start + MAX_CLAUSE_CHARS).lastIndexOf(' ');
    const end = start + (space > 0 ? space : MAX_CLAUSE_CHARS);
    clauses.push({ start, end, joint: between });
    start = end;
    between = '';
  }
  if (to > start && sentence.slice(start, to).trim() !== '') clauses.push({ start, end: to, joint: between });
}

const LEADING_EN =
  /^(?:and |but |so |also |then |well |ok |okay )*(?:if|when|whenever|unless|until|till|before|after|once|while|as long as|as soon as|during|for (?:the|this|that|these|those|all|any|every|each|now|today|our|my|your|backend|frontend)|in (?:the|this|that|these|those|all|any|case|every|each|general|future|our|my|your|production|prod|code|english)|on (?:the|this|that|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|weekends?|main|production|our|my)|at (?:the|night|work|any|no|all)|from (?:now|here|today|this|tomorrow)|going forward|starting|today|tonight|tomorrow|this (?:week|month|sprint|time)|next (?:week|month)|right now|for now|with(?:out)? |regarding|concerning|as for|about|even if|even when|except|apart from|other than|under no|in no|no matter|every time|each time|until then|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|default)|as of|given|whatever|wherever|whoever|because of)\b/i;
const LEADING_ZH =
  /^(?:但|不过|而且|所以|那)?(?:(?:我)?(?:之前|以前|先前|刚才)(?:我)?(?:说|要求|讲)|如果|要是|假如|若|万一|除非|只要|一旦|当|在|直到|等|今天|今晚|明天|今后|以后|从现在|从今|目前|现在|暂时|这周|本周|这次|这个|下周|周[一二三四五六日末]|星期|上午|下午|晚上|没有?|未经|未|无论|不管|对于|关于|至于|每次|每当|凡是|凡|任何|所有|除了|除|另外|接下来|上线前|发布前|提交前|测试环境|生产环境)|(?:的时候|之前|以前|之后|以后|的话|期间|时|前|后|里|中|上|方面|环境下?|没(?:到|好|齐|来|完|定|签|批|回|过|下来))$/;
const TRAILING_EN =
  /^(?:(?:or|nor) .{1,60}$|and (?:not|nor|never|the|a|an|any|all|my|our|your|no)\b|unless|until|till|before|after|when|while|as long as|as soon as|once|except|except(?:ing)? |apart from|other than|without|even if|even when|even though|even for|not even|no matter|not (?!sure|bad|yet|really|only|that|my|it|i)[a-z]+ |not (?:before|until|without|today|tomorrow)|if |if it|only (?:if|when|after|on|for|the|in|today|this)|today\b|tonight\b|tomorrow\b|for now|for the (?:time|moment|rest)|this (?:week|month|sprint|time|session)|from now on|going forward|at all\b|ever\b|especially|including|such as|like |i\.e|e\.g|instead|in (?:any|this|all) |on (?:any|main|production)|under any|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|the end)|and nothing|nothing (?:else|more)|at least not|at most|please$|whatever|whether|(?:[\w'’-]+ ){1,5}(?:included|excluded|aside|either)$|(?:so )?we [\w ]{2,20}(?:around|without|past) (?:it|them|those|that)[.!]?$)/i;
const TRAILING_ZH =
  /^(?:(?:就是|也就是|比如|例如|像).{1,40}|除非|除了|除|直到|等|如果|要是|若|只要|前提是|包括|包含|尤其|特别是|哪怕|即使|就算|无论|不管|也(?:不|别|要)|更(?:不|别)|或者?|以及|和|今天|明天|暂时|目前|在.{1,20}(?:之前|以前|前)|直至|例外|从.{1,14}(?:开始|起|到|至)|到.{1,14}(?:停|止|结束|为止))|(?:除外|之前|以前|为止|期间|例外)$/;
const LIST_ITEM = /^(?:the |a |an |any |my |our |your |all |no )?[\w\uFFFC.'’/@-]+(?: [\w\uFFFC.'’/@-]+){0,3}$/i;
const FINITE =
  /\b(?:i|you|we|he|she|they|it|is|are|was|were|will|has|have|can|thanks|thank|please|just|then|let|yes|no|ok|okay)\b/i;

/** Whether a clause only says when, where or on which condition the one after it holds. */
export const isLeadingCondition = (clause: string): boolean => LEADING_EN.test(clause) || LEADING_ZH.test(clause);

/** Whether a clause only adds a condition, a time or an exception to the one before it. */
export const isTrailingCondition = (clause: string): boolean => TRAILING_EN.test(clause) || TRAILING_ZH.test(clause);

/** What bounds the words before it: "…, but only counts", "…, no one else", 其他的不行. A permission without it says too much. */
const BOUND =
  /^(?:but |and |or |just )*(?:(?:nothing|no ?one|nobody|none) (?:else|more)\b|only |just |at most |(?:no|not) (?:a |an |one )?(?:[\w'’-]+ )?more\b).{0,60}$|^(?:但|不过|可)?(?:只|仅|最多|(?:其[他它余]|别|旁)的?人?(?:的|都|一律|全)*(?:不|别|免)).{0,20}$/iu;

export const isBound = (clause: string): boolean => BOUND.test(clause);

/** An item that closes a list may carry what holds for all of them: "…, dates or names without asking me". */
const CLOSING_ITEM = /^(?:(?:and|or|nor) |(.{1,60}?) (?:and|or|nor) (?=\S))/i;
const CLOSING_CHARS = 120;
const CLOSING_ITEM_ZH = /^(?:还有|以及|和|或者?|与|跟|及)\S{1,16}$/u;
const LIST_ITEM_ZH = /^[\u4e00-\u9fffA-Za-z\d]{1,8}$/u;
const MOST_ITEMS = 12;

/** How many clauses from `index` on carry on the list of objects that the clause before began ("the database, the config or the scripts"). */
export function countListItems(clauses: readonly string[], index: number): number {
  let count = 0;
  for (let at = index; at < clauses.length && at < index + MOST_ITEMS; at += 1) {
    const clause = (clauses[at] ?? '').replace(/[.!。！]+$/, '');
    if (CLOSING_ITEM_ZH.test(clause)) return count + 1;
    const closing = CLOSING_ITEM.exec(clause);
    if (closing !== null) {
      const first = closing[1] ?? clause.slice(closing[0].length).split(' ').slice(0, 4).join(' ');
      const isItem = isListItem(first) && !FINITE.test(clause) && clause.length <= CLOSING_CHARS;
      return isItem ? count + 1 : 0;
    }
    if (!isListItem(clause) && !LIST_ITEM_ZH.test(clause)) return 0;
    count += 1;
  }
  // Nothing closes it: only a list of bare names that ends the sentence is one ("hotels, flights, trains").
  const last = clauses.slice(index);
  return last.length >= 2 && count === last.length && last.every((item) => item.split(' ').length <= 2) ? count : 0;
}

const isListItem = (item: string): boolean => LIST_ITEM.test(item) && !FINITE.test(item);

/**
 * The clause that an aside in brackets before `index` leads on to, or the last of the aside where the sentence ends with it; -1 where no
 * bracket opens there or the aside is long.
 */
export function findAsideEnd(clauses: readonly Clause[], index: number): number {
  if (!/[(（]/.test(clauses[index]?.joint ?? '')) return -1;
  const start = clauses[index]?.start ?? 0;
  for (let at = index; at < clauses.length; at += 1) {
    if (at > index && /[)）]/.test(clauses[at]?.joint ?? ''))
      return /[,;，；：:—]/.test(clauses[at]?.joint ?? '') ? at - 1 : at;
    if ((clauses[at]?.end ?? 0) - start > ASIDE_CHARS) return -1;
  }
  return clauses.length - 1;
}
const ASIDE_CHARS = 60;
