// Whether words are the writer's own or told as somebody else's: "Ana said …", 文档里写着…, a rule in a story or a question about one.
// Decides from reporting verbs and their subjects before the words. What the user adopts ("so please follow that") is the user's own.

import { TOLD_RULE } from './constraint-cues.ts';

const REPORT_VERBS =
  '(?:said|says|say|told|tells|wrote|writes|claims?|claimed|thinks?|thought|believes?|warned|warns|suggested|suggests|recommends?|recommended|mentioned|mentions|stated|states|reads|answered|replied|reported|argued|argues|shouted|joked|asked|asks|goes like|used to say|according to)';
const OWN_REPORT =
  /\b(?:i|i've|i'd|as i|like i)(?: have| just| already| once)? (?:said|told|wrote|asked|mentioned|say|warned|repeat|think|thought|believe|suggest|recommend|stated)\b/i;
const REPORT = new RegExp(`\\b${REPORT_VERBS}\\b`, 'i');
const REPORT_END = new RegExp(`\\b${REPORT_VERBS}(?: me| us| you| him| her| them)?(?: that)?$`, 'i');
/** The user makes somebody's words a rule. */
export const ADOPTED =
  /\b(?:i agree|so do i|let's (?:follow|stick|respect|do|keep)|please (?:follow|respect|stick|do|obey|keep)|follow (?:that|it|this|her|his|their)|stick to (?:that|it|this)|respect (?:that|it|this)|that(?:'s| is) (?:our|my|the) rule|(?:that|same) (?:applies|holds|goes) (?:for|to) (?:us|you)|and i mean it|and so do we)\b|照办|按(?:他|她|这个|此)(?:说的)?(?:来|办|做)|我同意|我也这么/i;
const OTHERS_ZH =
  /(?:他|她|他们|她们|老板|同事|客户|用户|文档|文章|网上|有人|别人|老师|经理|对方|[A-Z][a-z]+|[\u4e00-\u9fff]{1,2}(?:总|哥|姐|经理|老师|工))(?:昨天|今天|刚才|之前|上次|都|也|就|跟我|对我|曾|曾经)*(?:说|讲|告诉|提到|写着|写道|建议|认为|觉得|表示|提醒|回复|反馈|声称|问)/;

/** Two characters before 说 or 写着 that are neither the writer nor a word like 比如说, 刚才说. */
const OTHERS_SAY_ZH =
  /[\u4e00-\u9fff](?![我们前才来话如是再别要你您先里面])[\u4e00-\u9fff](?:上|里)?(?:都|也)?(?:说|写着|写道)(?!明|服|法)/;

/** "Lab result: no asbestos": what was found, not what is wanted. */
const RESULT =
  /\b(?:results?|findings?|report|verdict|diagnosis|status|outcome|output|answer|reply)$|(?:结果|报告|结论|反馈)$/i;

/** A clause that starts as an order is one, whatever it says about others. */
const ORDER_START = /^(?:please|you|do|don't|never|always|only|make|just|no)\b/i;
const CUE_WORD =
  /\b(?:must|mustn't|should|shouldn't|shall|may|never|not|\w+n't|always|only|no|avoid|stop|off|forbidden|keep)\b/i;

/** "Ana wrote:" before a quotation on lines of its own. */
export const endsAsReport = (sentence: string): boolean =>
  /[:：]\s*$/.test(sentence) &&
  sentence.length < 200 &&
  !OWN_REPORT.test(sentence) &&
  (REPORT.test(sentence) ||
    OTHERS_ZH.test(sentence) ||
    /\b(?:here(?:'s| is| are)|this is|these are|below is|got|from|see|following)\b.{0,40}\b(?:logs?|output|error|quote|docs?|readme|manual|e?mails?|messages?|transcript|text)\b[^:]{0,30}:\s*$/i.test(
      sentence,
    ));

/** Does it tell, imagine or ask about what somebody else says? Then nothing in it is taken for the writer's own rule. */
export const tellsOthersWords = (voice: string): boolean =>
  TOLD_RULE.test(voice) ||
  ((REPORT.test(voice) || OTHERS_ZH.test(voice) || OTHERS_SAY_ZH.test(voice)) && !OWN_REPORT.test(voice));

/** Whether the words of the clause at `index` are told as somebody else's; `from` is where the rule starts in it. */
export function isReported(
  words: readonly string[],
  clauses: readonly { readonly joint: string }[],
  index: number,
  from: number,
): boolean {
  const clause = words[index] ?? '';
  const upTo = from > 0 ? clause.slice(0, from) : clause;
  if (TOLD_RULE.test(clause) || /^(?:听说|据说)/.test(clause)) return true;
  if (OTHERS_SAY_ZH.test(clause) && !/我(?:们)?(?:说|要求)/.test(clause)) return true;
  if (OTHERS_ZH.test(clause)) return !/我(?:们)?(?:说|要求|告诉)/.test(clause);
  const verb = OWN_REPORT.test(upTo) || ORDER_START.test(clause) ? -1 : upTo.search(REPORT);
  if (verb >= 0 && (from > 0 || verb < clause.search(CUE_WORD))) return true;
  const before = words[index - 1] ?? '';
  // "If Bob asks, do not tell him": a case, nobody's words.
  if (/^(?:and |but |so )?(?:if|when|whenever|unless|should|in case|once|after|until)\b/i.test(before)) return false;
  const joint = clauses[index]?.joint ?? '';
  if (/^\s*[:：]/.test(joint) && RESULT.test(before)) return true;
  if (/^\s*[:：]/.test(joint) && (REPORT.test(before) || OTHERS_ZH.test(before)) && !OWN_REPORT.test(before))
    return true;
  return (
    (REPORT_END.test(before) || /(?:说|写道|写着|表示|告诉(?:我|我们)?|提醒(?:我|我们)?)$/.test(before)) &&
    !OWN_REPORT.test(before) &&
    !/我(?:们)?(?:说|要求)$/.test(before)
  );
}
