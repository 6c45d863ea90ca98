// How a sentence says a thing ended: failed, rejected, forbidden, negated, only planned, merely considered, done. Reads cue words in
// English and Chinese after idioms that merely look like them; knows no grammar and never looks beyond the text it is given.

export interface Outcome {
  readonly failed: boolean;
  readonly rejected: boolean;
  readonly forbidden: boolean;
  readonly negated: boolean;
  readonly planned: boolean;
  readonly tentative: boolean;
  readonly done: boolean;
}

export function findOutcome(text: string): Outcome {
  const plain = text.normalize('NFKC').replace(/’/gu, "'").replace(LOOK_ALIKES, ' ');
  const failed = FAILED.test(plain);
  const rejected = REJECTED.test(plain);
  const forbidden = FORBIDDEN.test(plain);
  return {
    failed,
    rejected,
    forbidden,
    negated: failed || rejected || forbidden || NEGATED.test(plain),
    planned: PLANNED.test(plain),
    tentative: TENTATIVE.test(plain) && !DECIDED.test(plain),
    done: DONE.test(plain),
  };
}

/** Does the first clause name a thing as refused ("Option B is off the table, too dark"), not on the way to choosing another? */
export const namesRejection = (text: string): boolean => NAMED_REJECTION.test(text.split(/[,;，；]/u)[0] ?? '');

const NAMED_REJECTION =
  /\b(?:reject(?:s|ed|ing)?|off the table|rule(?:s|d)? out|ruling out|discard(?:s|ed)?|abandon(?:s|ed)?|turn(?:s|ed) down|vetoed|dismissed|decided against)\b|否决|不采用|不考虑|排除|放弃|弃用|不选|作罢/iu;

/** Phrases with a cue word in them that say nothing bad. */
const LOOK_ALIKES =
  /\b(?:not only|no (?:problems?|errors?|issues?|failures?|worries|warnings?)|without (?:any )?(?:errors?|problems?|issues?)|0 (?:failed|failures?|errors?)|zero (?:errors?|failures?)|why not|whether or not|do(?: not|n't) (?:forget|hesitate)|not bad)\b|error (?:message|handling|handler|page|code|log)s?\b|不仅|不但|不只|不过|不同|不错|不久|不断|不然|不管|不论|不如|差不多|不好意思|对不起|不客气|没关系|没问题|没错|无误|无论|未来|未必|别人|别的|别名|特别|分别|区别|级别|类别|性别|个别|告别|识别|(?:报错|错误|出错)(?:信息|处理|页面|代码|日志|码)/giu;

const FAILED =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|error(?:s|ed)?|crash(?:es|ed|ing)?|broke|broken|timed out|timeout|could(?: not|n't)|cannot|can't|can not|unable|(?:did|does|do|is|was|were|has|have)(?: not|n't) (?:work|run|start|build|compile|pass|succeed|help|manage|fit|load|open|connect|respond)\w*|no luck|gave up|got stuck|refused to|rolled back|went wrong|in vain|half-?way(?! (?:house|point))|(?:was|were|is|are|got|been|gets) (?:blocked|stuck)|blocked by|got cut off|came to nothing)\b|失败|报错|出错|崩溃|超时|没有?(?:成功|完成|通过|发出|发成|生效)|未成功|不成功|卡住|卡死|卡在|中断|只.{0,4}一半|没能|未能|无法|不起作用|没有用|没用|不行|打不开|跑不通|不通过|没通过|未通过|回滚了/iu;

const REJECTED =
  /\b(?:reject(?:s|ed|ing|ion)?|off the table|rule(?:s|d)? out|ruling out|declin(?:e|es|ed)|discard(?:s|ed)?|abandon(?:s|ed)?|turn(?:s|ed) down|vetoed|dismissed|decided against|let(?:'s| us) (?:skip|drop|leave out)|not (?:going|go) with|(?:will|do|does|did|would)(?: not|n't) (?:use|take|choose|want|adopt)|won't (?:use|take|choose))\b|否决|不采用|不考虑|排除|放弃|拒绝|不选|不用了|作罢|弃用|不要用|不想用/iu;

const FORBIDDEN =
  /\b(?:(?:do not|don't|must not|mustn't|may not|should not|shouldn't|shall not|never|please no)\b|forbid(?:s|den)?\b|forbade\b|prohibit(?:s|ed)?\b|not allowed\b|off limits\b|hands off\b|banned\b|without (?:asking|permission|approval)\b)|别|不要|不许|不准|不能|不可|禁止|勿|不得|严禁|切勿/iu;

const NEGATED =
  /\b(?:not|no|none|nothing|nobody|never|neither|nor|no longer|without success|\w+n't)\b|不|没|未|无(?!线|人机|锡)|尚未/iu;

const PLANNED =
  /\b(?:will|won't|shall|'ll|going to|gonna|plan(?:s|ned|ning)? (?:to|on|for)|intends? to|about to|want(?:s|ed)? to|would like|let me|let's|let us|todo|to do|to be \w+ed|still (?:to|need\w*|ha[sv]e? to)|not yet|yet to|next step|next i|tomorrow|later|soon|afterwards|pending|waiting (?:for|on)|scheduled|upcoming|trying to|i'd|should|needs? to|ha[sv]e? to|must)\b|^\s*(?:now )?\p{L}+ing\b|将(?!军|来时)|打算|计划(?!书|表)|准备(?!好)|待(?:办|定|完成|处理)|明天|之后|稍后|以后|还没|尚未|下一步|接下来|想要|想把|需要|马上|正要|即将|等会/iu;

const TENTATIVE =
  /\b(?:could|might|maybe|perhaps|consider(?:s|ed|ing)?|possibly|one option|an option|what if|alternatively)\b|也许|或许|可能|可以考虑|考虑一下|要不|备选/iu;

const DECIDED =
  /\b(?:decided?|cho(?:se|sen|ose)|pick(?:ed)?|go(?:ing)? with|went with|settled|agreed|let's|confirmed)\b|^use\b|决定|选定|就用|采用|确定|定下|选了|敲定|同意/iu;

const DONE =
  /\b(?:done|finish(?:ed)?|complet(?:e|ed)|already|ha(?:s|ve) (?:been )?\w+(?:ed|en|t|n)|i've|was|were|pass(?:ed|es)|succeed(?:ed|s)?|successful(?:ly)?|works now|is (?:now )?(?:live|ready|in place|up)|resolved|fixed|merged|published|sent|saved|created|added|updated|renamed|removed|deleted|installed|wrote|written|moved|deployed|built|generated|booked|confirmed)\b|✓|✅|已|完成|好了|成功|通过了|搞定|做完|写完|[\p{Script=Han}]了(?:[。，,.！!]|$)/iu;
