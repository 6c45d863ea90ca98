// Rules that people lay down without a word of forbidding: what has to wait or stay, whose business a thing is, where the ceiling lies,
// what nobody does until then; 绕着走, 都给我免了, 一个字都不想写, 等…才付. Read after the tables of open bans and requirements found nothing
// in a clause of the user's own words. Data for constraints.ts; decides nothing alone.

import type { Cue } from './constraint-cues.ts';

const HUMAN = '(?:i|we|you|he|she|they|people|somebody|someone|everyone|who)';
const UNTIL = '(?:until|till|before|unless|without|except|more than|any more|anything|any)';

export const IMPLIED_RULE_CUES: readonly Cue[] = [
  {
    kind: 'requirement',
    pattern: new RegExp(
      `^(?!(?:${HUMAN}|no|any|there|all i)\\b)(?:[\\w\\uFFFC'’-]+ ){1,9}?(?:has|have|needs?|ought|is|are) to (?:be|stay|keep|work|wait|go|come|happen|remain|match|fit|run|look|sound|read|start|end|carry|show|hold|have|land|sit|stand|survive|last|contain|include|name)\\b`,
      'i',
    ),
    unless:
      /\b(?:seems?|appears?|turns?|happens?|tends?|going|used|able|likely|supposed|somebody|someone|no|nothing) (?:has |have )?to\b|\bhave to be (?:kidding|joking)\b|^there\b|\b(?:was|were|had|did|yesterday|because|how|what|why)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:[\w\uFFFC'’-]+ ){0,8}?(?:can't|cannot|can not|mustn't|may not|won't) (?:go (?:in|into|to|out|on)|appear|be (?:named|in|on|seen|shown|moved|touched|changed|later|longer|more|over|late|visible|recognised|recognizable|traced)|end up|show up|turn up|leave|land|get (?:out|into)|reach|touch|cross|exceed|slip|move)\b/i,
    unless:
      /\b(?:i|he|she|why|because|yesterday|error|says?|figure|find|see)\b|\bwon't (?:go (?:in|out|on)|move|leave)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:nobody|no one|no-one|none of (?:that|this|it|them|us|those|these|my|our|the)|nothing)\b(?: [\w\uFFFC'’-]+){0,6}? (?!(?:is|was|has|does|cares|knows|minds|answers|likes|wants|needs|reads|says|helps|works|happens|changes|remembers|understands|believes|asks|complains|seems|makes|comes close|gets)\b)[\w-]{2,}s\b/i,
    unless:
      /\b(?:was|were|did|has been|have been|yesterday|so far|yet|ever|beats|anyway)\b|^(?:\w+ ){1,5}(?:likes|knows|cares|minds|answers|wants|needs|reads|says|helps|works|happens|remembers|understands|believes|asks|complains|seems|is|has)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:is|are|'s) (?:not|n't) (?:on the table|up for|negotiable|an option|for (?:sale|discussion|public|the public|sharing|publication)|ours to|yours to|mine to|to be|going (?:in|into|out|anywhere|on|to) )|\b(?:isn't|aren't) (?:on the table|up for|negotiable|an option|for (?:sale|discussion|public|sharing|publication)|ours to|yours to|going (?:in|into|out|on))\b/i,
    unless: /\b(?:why|whether|if|because)\b/i,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:i'm|i am|we're|we are) not (?!(?:sure|feeling|saying|getting|seeing|talking|kidding|joking|asking|being|complaining|expecting|looking for|having|doing well|going to (?:lie|pretend|complain)|making this up|losing)\\b)(?:\\w+ing)\\b.*\\b(?:${UNTIL}|again|twice|for (?:this|that|it)|this (?:year|week|time)|a (?:single )?\\w+)\\b`,
      'i',
    ),
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?:i|we) (?:(?:won't|will not) (?!be|have|get|make it|know|come|arrive|see|need|finish|manage|reach|start|hear)|refuse to |(?:do not|don't) (?:ever )?(?!know|think|see|understand|remember|care|mind|like|have|need|want|get|feel|believe|even|really)\\w+)\\b.*\\b${UNTIL}\\b`,
      'i',
    ),
    unless: /\b(?:yet|any ?more|idea|anything about|know)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?<from>\bi (?:don't|do not|won't|would not|wouldn't) (?:want|need|have) (?:[\w\uFFFC'’-]+ ){1,5}?(?:\w{3,}ing|touching|in|on|near|around|inside) \S.*)/i,
    unless: /\b(?:anything|something|to) \w+ing\b|\bmorning|evening\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:stays?|remains?|is to stay|are to stay) (?:as (?:it|they|he|she) (?:is|are)|put|where (?:it|they)|the same|closed|in\b|on\b|at\b|with (?:me|us)|for now|until)\b/i,
    unless: /\b(?:if|he|she|who|yesterday|guests?|hotel)\b|\bstays? in (?:bed|touch|a hotel)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:[\w\uFFFC'’-]+ ){1,6}?(?:is|are|stays?) (?:mine|ours|hers|his|theirs|\w+'s)(?: alone| only| to (?:make|decide|do|touch|change|give|sign)\b|$)|^(?:leave|that's|this is|it's) .{0,30}\b(?:to me|my (?:job|call|decision)|for me to|between me and)\b/i,
    unless: /\b(?:fault|turn|favou?rite|birthday|idea)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:that's|that is|this is|is|as) (?:the|my|our|a|an) (?:hard |absolute |upper |lower |outer |very )*(?:ceiling|limit|cap|maximum|max|minimum|floor|line|red line|rule|condition|deal[- ]?breaker|bottom line|last word|must)\b/i,
    unless:
      /\b(?:what|which|where|whether|file|new|log|next|first|last) (?:line|rule|condition)\b|\bis (?:a|the) (?:line|floor) (?:of|in|at|from)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:whatever (?:we|you|happens|else|comes)|come what may|no matter what)\b.{0,80}\b(?:no|not|never|keep|stay|leave)\b|^whatever (?:we|you|happens)\b.{1,20}$/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:all the way through|throughout|across the board|every single time|in (?:each|every) (?:case|file|table|chapter|report|document|letter|mail|message|scene|reply))[.!]?$|^(?:[\w\uFFFC'’-]+ ?){1,4}: ?(?:treat|use|write|mark|keep|count|leave|put|spell|call|always|never)\b/i,
    unless: /\b(?:was|were|did|had|read|looked)\b/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /\b(?:(?:those|these|both|all)(?: [\w-]+)?|they|that|it|the [\w-]+(?: [\w-]+)?) (?:is|are|'s|'re) (?:closed|frozen|locked|sacred|untouchable|set in stone|fixed|final|confidential|private|secret|embargoed|not ours)\b(?=.{0,60}$)/i,
    unless: /\b(?:shop|store|restaurant|office|road|museum|library|today|monday|sunday|because|door|window|if)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /\b(?:word count|length|budget|size|total|pages?|font(?: size)?|margin|price|duration|temperature|weight|width|height) (?:is |stays? |must be |should be )?(?:between|under|below|over|above|within|no more than|at most|at least|up to|max(?:imum)?) ?[\d€$£]/i,
    unless: /\b(?:was|were|went|came)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:\w+ )?(?:wants?|asked|insists?|requires?|demands?|expects?|needs) (?:us |me |you |everyone |them |it |that )?(?:to |all |every |only |the [\w-]+ (?:to|in|on|by)\b).{3,}/i,
    unless:
      /^(?:i|who|what|nobody|he|she|it|this|that|customer|client|the)\b|^\w+ asked (?:me |us )?(?:if|whether|what|how|why)|\bneeds (?:to|the) (?:see|know)\b/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\b(?:said|asked(?: me| us| you)?|told (?:me|us)|wants (?:me|us)|begged(?: me| us)?) (?:not )?to (?:call|ask|wait|tell|let|leave|keep|stop|avoid|use|send|check|bring|never|always|not)\b.{0,80}\b(?:before|until|first|unless|without|after|when|if)\b.*)/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:please )?(?:plan|keep|write|cook|design|build|make|draw|draft|do|work|calculate|set it up|prepare|answer|phrase|word|say it|describe|sort|sync|copy|test|print|format|finish|arrange|organi[sz]e)\b.{0,60}?\bwithout (?:any |a |an |the )?[\w-]+/i,
    unless:
      /\bwithout (?:problems?|errors?|issues?|doubt|asking why|question)\b|^(?:make|do) (?:it|that) without .{0,10}\?$/i,
  },
  {
    kind: 'requirement',
    pattern:
      /(?<from>\bi(?:'d| would)? (?:want|like|need|prefer) (?:it|them|him|her|this|that|those|these|the [\w-]+(?: [\w-]+)?|everything|all of (?:it|them)|my [\w-]+) (?:left|kept|untouched|unchanged|out|off|alone|gone|as (?:it|they)|to (?:stay|remain|be (?:left|kept|the same|exactly|reversible|readable)))\b.*)/i,
  },
  {
    kind: 'prohibition',
    pattern: /^(?:not|and not) (?:a|an|one|any) (?:single )?[\w-]+ (?:of|from|to|in|into|on|without|before|until)\b/i,
  },
  { kind: 'prohibition', pattern: /^(?:i|we)(?:'d| would) (?:hate|die)(?: it)? (?:if|to have|to see)\b/i },
  {
    kind: 'prohibition',
    pattern:
      /(?<=\b(?:promise[ds]?|agreed|swore|swear|deal (?:is|was)|condition (?:is|was)|point is)(?: (?:me|us|him|her|them|that)){0,2} )(?<from>(?:nobody|no one|nothing|none|no|never|not|only)\b.*)/i,
  },
  {
    kind: 'prohibition',
    pattern:
      /^(?:he|she|they|[A-Z]\w+) (?:doesn't|don't|does not|do not|won't) (?:want|allow|accept|permit|tolerate) (?:it|them|any|anything|anyone|that|this|these|the|to (?:see|have|find|be)|us|me|you)\b/,
    unless: /\b(?:to (?:come|go|talk|eat|sleep|pay)|because|yet)\b/i,
  },
  { kind: 'requirement', pattern: /^(?:treat|count|mark|code|regard|handle|file) (?:[\w-]+ ){0,4}as \S/i },
];

const PERSON_ZH = '(?:我|他|她|它)';

export const IMPLIED_RULE_CUES_ZH: readonly Cue[] = [
  {
    kind: 'prohibition',
    pattern:
      /(?:都)?(?:给我)?免了(?:吧)?$|免谈|(?:绕着|绕开|躲着|离.{1,8}远(?:一)?点|敬而远之)(?:走|它|点)?|(?:想都别想|门都没有|没得商量|没有商量)/,
    unless: /[吗？?]$/,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?:一|半)个?(?:字节?|个字|分钱?|毛钱?|步|点儿?|下|句|张|条|行|块|颗|根|次|口|眼)(?:都|也)(?:不|别|没)(?:能|想|要|准|许|可|得|用|让|给|碰|动|改|看|出|进|留)?/,
    unless: new RegExp(`[吗？?]$|^${PERSON_ZH}?(?:昨天|刚才|之前|当时)`),
  },
  { kind: 'prohibition', pattern: /我?宁(?:可|愿|肯)(?:没有|不|空|少|慢|晚|贵|重)/, unless: /[吗？?]$/ },
  {
    kind: 'prohibition',
    pattern: /(?:^|[^\u4e00-\u9fff])?连.{1,16}(?:都|也)(?:算越界|别|不(?:能|要|准|许|可|行|用))/,
    unless: /[吗？?]$/,
  },
  {
    kind: 'prohibition',
    pattern: new RegExp(
      `^(?!${PERSON_ZH})[^吗？?]{1,24}(?<![能要是])不能(?:进|出|露|带|留|丢|断|停|少|多|错|晚|早|变|脏|见|混|挂|传|存|拷|打|寄|签|付|收|走|超|高|低|跨|碰|写|放|给|让|有|用|算|省|落)`,
    ),
    unless: /能不能|为什么|怎么|原因|了$/,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:[^吗？?，]{1,14})?(?:写|用|说|讲|标|起|发)(?:成)?(?:英文|中文|英语|日文|日语|繁体|简体|德语|法语|大写|小写|拼音|全称|缩写|数字|汉字|半角|全角)(?:的|吧|哈|就(?:行|好|可以))?$/,
    unless: /他|她|怎么|原来|本来|已经|之前|不会/,
  },
  {
    kind: 'requirement',
    pattern:
      /^(?:但凡|凡是?|只要|一旦|任何|每(?:次|个|条|张|份|页|天|一)).{1,24}(?:都|也|就|一律|统统)?(?:要|得|须|必须|应该?|别|不)/,
    unless: /[吗？?]$|就好了|就行了吧|会(?:报|出|崩)/,
  },
  {
    kind: 'requirement',
    pattern: /等.{2,24}(?:才|再)(?:能|可以|准|许)?(?:付|给|发|签|动|交|打|寄|走|上|用|开|改|删|说|公布|公开|告诉|转)/,
    unless: /[吗？?]$|^我(?:要|想|会|先)?等|我再/,
  },
  {
    kind: 'prohibition',
    pattern:
      /(?:先|暂时|目前)?(?:放着|留着|搁着|晾着|压着|原样|原封不动|保密|别声张|不外传|不对外|不公开|不提)(?:就好|就行|吧|别动|，)?$/,
    unless: /[吗？?]$|我(?:先|就)?(?:放|留)着|一直.{0,4}(?:放|留)着/,
  },
  {
    kind: 'requirement',
    pattern: /^(?:也|都|一律)(?:要|得|须)(?:在|把|先|写|注|标|留|给|用|按|带|附|加|存|报|走|算|列|分)\S/,
    unless: /[吗？?]$/,
  },
  { kind: 'requirement', pattern: /以.{1,14}为准(?!备)/, unless: /[吗？?]$/ },
  {
    kind: 'requirement',
    pattern:
      /(?:归|由|让)(?:我|她|他|[\u4e00-\u9fff]{2,4})(?:来|自己)(?:定|管|改|做|发|签|说|决定|处理|弄)|只有(?:我|她|他)(?:能|可以|才能)/,
    unless: /[吗？?]$/,
  },
  {
    kind: 'requirement',
    pattern: /(?:上限|下限|封顶|顶多|顶天|死线|最晚|最迟|最早|不晚于|不早于).{0,10}(?:\d|[一二三四五六七八九十百千万])/,
    unless: /[吗？?]$|是多少/,
  },
  {
    kind: 'requirement',
    pattern: /(?:要求|规定|叮嘱|交代|嘱咐|强调|坚持)(?:我们|我|大家|了)?(?:过)?(?:一定|必须|务必|只|不|别|要|得)/,
    unless: /[吗？?]$/,
  },
];
