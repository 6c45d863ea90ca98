// Rules by the kind of speech act, whatever the words: how things are done here ("we don't do classes"), what a thing is not for, whose it
// is, how far one can go, what somebody cannot eat, which way everything goes; 一律, 不归我们, 只留, 绕开, 过敏. Read after every other table
// found nothing in a clause of the user's own words, so that it only adds. Data for constraints.ts; decides nothing alone.

import type { Cue } from './constraint-cues.ts';

/** A subject that is a thing, not a speaker or what was spoken of before. */
const THING =
  "(?!(?:i|it|he|she|this|that|there|who|which|what|if|because|why|how|they|you|one|nobody|nothing)(?:'|\\b))";
const NOUNS = "(?:[\\w\\uFFFC'’./-]+ ){1,7}?";
const STATIVE =
  'know|think|see|understand|remember|care|mind|like|love|have|want|need|get|feel|believe|even|really|seem|hear|agree|trust|live|own|exist|work|look|talk|expect|fit|match|want|ever get|speak|sleep|come|belong|find|notice|make (?:it|sense|much)';

export const STANDING_RULE_CUES: readonly Cue[] = [
  {
    // How things are done here.
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:here )?we (?:do not|don't|never|no longer) (?!(?:${STATIVE})\\b|\\w+ed\\b)[a-z]+ \\S`,
      'i',
    ),
    unless: /\b(?:yet|much|often|because|enough|yesterday|so far|really|anyway|if|any ?more)\b/i,
  },
  {
    kind: 'requirement',
    pattern: /^(?:and |so )?we (?:always|only|(?:all )?stick (?:to|with)|keep (?:to|it to)) \S/i,
    unless: /\bwe only (?:have|had|got|noticed|saw|found)\b/i,
  },
  {
    // What a thing is not for, and where it does not go.
    kind: 'prohibition',
    pattern: new RegExp(
      `^${THING}${NOUNS}(?:isn't|is not|aren't|are not|is no|are no) (?:for|(?:a )?(?:place|playground|playthings?|toys?) (?:for)?|ours|mine|yours|there for|meant (?:for|to)|to be|suitable for|part of|open to|within)\\b`,
      'i',
    ),
  },
  {
    kind: 'prohibition',
    pattern: /^(?:that|this|the other|the \w+) one (?:isn't|is not) (?:ours|mine|yours|my|our|your)\b/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^${THING}${NOUNS}(?:doesn't|does not|don't|do not) (?:get|leave|enter|appear|belong|see|go (?:in|into|to|out|on|near|through|below|above|over|under|past)|come (?:near|in|into|with|before)|cross|exceed)\\b`,
      'i',
    ),
    unless: /\b(?:i|we|you|they) (?:don't|do not)\b|\b(?:because|yet|any more|anymore|seem|why)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:is|are|'s|would be|stays?) (?:a |an |absolutely |simply |just |strictly )*(?:non-?starter|no-?go|taboo|deal[- ]?breaker|hard no|red line|not happening|off limits|out of bounds|verboten|not welcome|unacceptable|sacred|untouchable)\b/i,
    unless: /\b(?:was|were|if)\b/i,
  },
  {
    // Asked for politely, the object first: "`a.ts` I'd ask you to leave in peace".
    kind: 'requirement',
    pattern:
      /\bi(?:'d| would|'ll| must| have to) (?:ask|beg|urge|like|want|prefer|need|advise) (?:you|everyone|everybody) (?:all )?(?:not )?to (?:leave|keep|stay|avoid|stop|treat|use|wait|respect|never|always|hold|stick|spare|let|not)\b/i,
  },
  {
    kind: 'prohibition',
    pattern: /\bleave (?:[\w\uFFFC'’.-]+ ){0,4}?(?:in peace|be$|out of (?:it|this)|well alone)/i,
    unless: /^(?:i|he|she|they) left\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\bi (?:don't|do not|won't|will not) (?:want|have|accept|need|tolerate) (?!to\b|it\b|that\b|this\b|them\b|you\b|much\b|one\b|a clue\b|time\b|any idea\b)(?:[\w\uFFFC'’-]+ ){2,}\S.*)/i,
    unless: /\bi (?:don't|do not) (?:have|need)\b|\b(?:because|yet|paper war|trouble|problems?|drama|fuss)\b/i,
  },
  { kind: 'prohibition', pattern: /\bi(?:'d| would) (?:sooner|rather) (?:\w+ ){1,5}than\b/i },
  {
    // No such thing: a noun phrase on its own.
    kind: 'prohibition',
    pattern:
      /^(?:and |so |but |please )?no (?!(?:idea|problem|worries|thanks?|doubt|wonder|luck|news|reply|answer|hurry|rush|way|need|one|end|chance|sense|use|matter|difference|change|effect|errors?|results?|kidding|joke|reason|surprise|sign|trace|longer|more|less|clue|big|pressure|reception|complaints?|offen[cs]e|question|bad)\b)(?:[\w\uFFFC'’/-]+ ){1,6}?(?:please|again|for (?:this|that|the|now|my|our)\b.*|in (?:the|this|that|my|our|any)\b.*|on (?:the|my|our|any)\b.*|[\w-]+)$/i,
    unless:
      /\b(?:is|are|was|were|has|had|have|came|went|goes|works|yet|so far|found|left|there|happened|answers|buy anything|missing)\b|^no,/i,
  },
  {
    kind: 'prohibition',
    pattern: /^(?:and |so |but )?none of (?:your|that|this|those|these|the usual|it) ["'\uFFFC\w]/i,
    unless: /\b(?:was|were|works?|worked|helps?|helped|is|are|did|matters?|made)\b/i,
  },
  {
    // How far one can go.
    kind: 'requirement',
    pattern:
      /\b(?:is|are|'s|it's) (?:the |all |as )(?:most|least|best|maximum|minimum|all|latest|earliest|far|much|little|longest|shortest|absolute \w+)(?: as)? (?:that )?(?:i|we|you|they|he|she|the [\w-]+) (?:can|could|may|will|'ll|want|get|have|allow|am|are|is)\b|\b(?:not (?:a|one) (?:cent|penny|euro|dollar|minute|day|word|line|page|gram|byte|second)s? (?:more|over|later|longer)|at the (?:outside|very most|very latest)|tops\b|and not a \w+ more)/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:deadline|code freeze|freeze|cut-?off|curfew|hand-?in|embargo)\b.{0,16}?(?:is|:|ends|falls|lifts|on|until|till) .{0,16}(?:\d|noon|midnight|\w+day)/i,
    unless: /\b(?:was|missed|yesterday)\b/i,
  },
  {
    // It stays until somebody is back.
    kind: 'requirement',
    pattern: new RegExp(
      `^${THING}${NOUNS}(?:stays?|remains?|waits?|rests?|stands?) (?:[\\w-]+ ){0,2}?(?:until|till|for (?:the|this|as long)|like (?:this|that)|the way|misspel\\w+|untouched|outside|inside|behind|below|above|within|between)\\b`,
      'i',
    ),
  },
  {
    // Which way everything goes.
    kind: 'requirement',
    pattern:
      /^(?:and |so |but )?(?:everything|anything|all(?: the| my| our)? [\w-]+|any [\w-]+|every [\w-]+|each [\w-]+)(?: [\w\uFFFC'’-]+){0,5}? (?:goes|comes|runs|passes|gets|stays|belongs|needs|carries|ends|starts|begins|is (?:to|in|on|only|written|kept|signed|billed|paid|sent)|are (?:to|in|on|only|written|kept)) \S/i,
    unless: /\b(?:was|were|wrong|fine|well|smoothly|crazy|ok|okay|to plan|better|worse|back to normal|if|why)\b/i,
  },
  {
    kind: 'requirement',
    pattern: /\b(?:only|exclusively|solely) (?:ever )?(?:through|via|from|by|with|in|on|at|after|between|for) \S/i,
    unless: /\b(?:was|were|did|had|came|went|got|knew|found|saw|complained|\w+ed)\b|\bnot only\b|\bif only\b/i,
  },
  { kind: 'requirement', pattern: /\b(?:goes|comes|go|come|runs|works) through (?:me|us|him|her|them|[A-Z]\w+)\b/ },
  {
    // Whose it is.
    kind: 'prohibition',
    pattern:
      /\b(?:that|this|it|the [\w-]+|those|these)(?:'s| is| are) (?:[A-Z]\w+'s|her|his|their|my|not (?:my|your|our)) (?:call|decision|turf|territory|business|department|domain|job|baby|area|thing)\b/,
    unless: /\bfavou?rite\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^please (?:hold(?! off)|park|freeze|bear in mind|stick|stay|spare|respect|mind|restrict|limit|reserve) \S/i,
  },
  {
    kind: 'prohibition',
    pattern: /(?<from>\bkeep (?!in touch|me |you )(?:[\w\uFFFC'’-]+ ){1,5}?(?:away|out|off|clear) (?:from|of)\b.*)/i,
    unless: /\b(?:i|he|she|they|we) keep\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:the |my |our )?(?:boss|chief|editor|client|manager|landlord|doctor|teacher|council|school|bank|insurer|lawyer|agent|publisher|mother|father|wife|husband|partner|customer|office|agency|ministry|court|supervisor|professor)(?: \w+)? (?:adds|insists|demands|orders|rules|wants|requires|says)(?: that)?$/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:end of story|full stop|period|no discussion|not up for discussion|that's final|non-negotiable)[.!]?$/i,
    unless: /\b(?:was|the period|a full stop|notice period|trial period)\b/i,
  },
];

const PAST_ZH = '(?:了|过|着)[^\\u4e00-\\u9fff]*$';
const ASKS_ZH = /[吗呢？?]\s*$|能不能|是不是|要不要|会不会|为什么|怎么/;

export const STANDING_RULE_CUES_ZH: readonly Cue[] = [
  {
    kind: 'requirement',
    pattern:
      /(?:一律|一概|统统|通通|全部|全都?)(?:要|用|走|按|绕开|避开|写|改成|标|留|给|从|经|由|算|归|不|别|得|须|以)/,
    unless: /了$|[吗？?]$|(?:全部?|全都)(?:不|没)(?:见|行|通|对|亮|响|过|动)/,
  },
  {
    kind: 'prohibition',
    pattern:
      /不(?:在|属于)(?:这次|本次|我们|咱们?|你|我|此次|讨论|考虑)?(?:的)?.{0,6}(?:范围|之列|考虑|计划)(?:里|内|之内)?|当(?:它|他|她|这个?|没)(?:这回事|不存在|没看见|没有|没这)|不归(?:我们|咱|我|你|他们?)|不是(?:我们|咱们?|你我?)(?:的|该|能)(?:动|管|碰|改|事)?/,
    unless: ASKS_ZH,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?:没有|无)(?:立足之地|商量|余地|讨价还价)|没门|免谈|想都别想|(?:绝对|肯定|坚决)不(?:行|可|干|用|要|让|给|做|碰)/,
    unless: ASKS_ZH,
  },
  {
    kind: 'requirement',
    pattern:
      /(?:让|避|绕|错|躲|留)(?:路|开|出来)(?:$|[，。])|(?:那个?|这个?)(?:点|钟点|时段|时间).{0,4}(?:让|避|绕|错|躲)/,
    unless: new RegExp(`${PAST_ZH}|[吗？?]$`),
  },
  {
    kind: 'requirement',
    pattern:
      /(?<![不如若假时但况])只(?:准|许|能|留|写|放|用|走|给|看|发|收|存|记|报|读|动|改|做|谈|说|认|在|从|对|让|由|按|接|付|买|吃|喝)(?!了|过|见|到|好|得) ?\S/,
    unless: new RegExp(
      `${ASKS_ZH.source}|^(?:他|她|它|昨天|当时|之前|结果|目前只有)|只(?:看|记|收|做|给|说|写|发)(?:到|得|了|过)|(?:了|过)$`,
    ),
  },
  {
    kind: 'prohibition',
    pattern:
      /(?:先|就|都|也|全|这次|本次|暂时?|坚决|绝对|一个?也|以后|今后|千万|里|上|中)(?:先)?不(?:谈|提|写|列|放|讲|碰|动|算|走|用|做|改|发|进|考虑|涉及|出现|公开|对外|接|收|买|装|换|签|寄|传|存|登|画|给|让|准|许)(?!到|起|来|出|好|了|成|完|过)/,
    unless: new RegExp(`${ASKS_ZH.source}|^(?:他|她|它|人家|他们|昨天|当时)|因为|所以才|再也不|其实`),
  },
  {
    kind: 'prohibition',
    pattern:
      /我(?:可|是|真)?不(?:想|愿意?|希望|要|喜欢|同意|接受)(?:让|看到|看见|变|换|动|改|要|有|在|把|被|别人|他们|任何|再要|再用|再让)/,
    unless: ASKS_ZH,
  },
  {
    kind: 'requirement',
    pattern: /(?<![觉记值显懂难获取舍晓使免省懒])得(?:先|由|经|过|等|让|有|按|走|用)(?!到|了)\S{2,}/,
    unless: /[吗？?]$|(?:跑|做|写|走|说|吃|睡|干|弄|搞|长|忙|累)得/,
  },
  {
    kind: 'requirement',
    pattern: /(?:都|也|须|必须)要(?:有|是|能|先|带|注|写|经|按|过|签|用|留|标|附)/,
    unless: /了$|[吗？?]$|我(?:都|也)要/,
  },
  {
    kind: 'requirement',
    pattern: /(?:以|按照?|依照?|根据).{1,16}(?:为准|为主|来算|来定|说了算)|.{1,10}说了(?:才)?算|听.{1,6}的$/,
    unless: ASKS_ZH,
  },
  {
    kind: 'requirement',
    pattern:
      /(?:必须|都|只|一律|统一|得|要)?(?:经过|通过|走|从)[^，。]{1,10}(?:审批|审核|审|流程|渠道|同意|签字|签批|批准|复核|盖章|口子)/,
    unless: new RegExp(`${ASKS_ZH.source}|了$`),
  },
  {
    kind: 'requirement',
    pattern: /(?:定死|卡死|雷打不动|不能再(?:多|高|晚|拖|改|加)|没得改|铁定|不(?:许|能)(?:突破|超))/,
    unless: ASKS_ZH,
  },
  {
    kind: 'requirement',
    pattern:
      /(?:截止|死线|deadline|freeze|封板|封版|交稿|交付|上限|预算)\s?(?:日期?|时间)?\s?(?:是|在|到|为|：|:|就|只有)\s?.{0,10}[\d一二三四五六七八九十百千万]/i,
    unless: ASKS_ZH,
  },
  {
    kind: 'requirement',
    pattern:
      /(?:留给|交给|归|由)(?:我|他|她|[\u4e00-\u9fff]{2,3})(?:来|自己|亲自|去)?(?:弄|做|定|改|写|谈|处理|拍板|负责|决定|管|说)?$/,
    unless: new RegExp(`了$|${ASKS_ZH.source}`),
  },
  {
    kind: 'requirement',
    pattern: /除了?.{1,14}(?:以外|之外|外)?(?:谁|都|任何|一律|其他|其余|别的).{0,10}(?:不|别|勿|没有权)/,
    unless: ASKS_ZH,
  },
];

/** A case that holds whenever it comes: what the next clause says of it is a rule. */
export const UNIVERSAL_CASE_ZH =
  /^(?:所以|那么?|但|而且|另外|还有)?(?:凡是?|但凡|任何|所有|每(?:次|个|条|张|份|页|当|一)|一旦|遇到|碰到|谁(?:要是)?)/;
export const ORDER_ZH =
  /^(?:都|就|也)?(?:先)?(?:写|标|记|算|填|留|改|换|译|叫|按|用|走|放|停|问|报|发|加|删|退|交|找|打)\S/;

/** Bodies and beliefs bind every later choice; read only where the sentence itself draws no rule from them. */
export const BODY_RULE =
  /\b(?:(?:is|am|are|'m|'s|'re) (?:severely |badly |highly |slightly )?(?:allergic|vegan|vegetarian|c(?:o)?eliac|lactose|diabetic|gluten|intolerant|pregnant|colou?r-?blind|kosher|halal)|(?:has|have) (?:an? )?(?:[\w-]+ )?(?:allergy|intolerance)|(?:can't|cannot|doesn't|don't|won't) (?:eat|drink|digest|tolerate) (?:any )?(?!it\b|this\b|that\b|out\b|much\b)\S|^(?:strongly )?allergic to)|对.{1,10}(?:严重)?过敏|过敏(?:源|体质)|忌口|忌(?:辣|口|酒|油|生冷)|不(?:能)?(?:吃|喝|沾)(?!饭|惊|亏|透|准|了|完|得|到|够)\S|吃素|素食|清真/i;
