// The signs by which a statement shows what it is: forbidding, obliging, choosing, failing, being done, naming, doubting. Wide classes of
// words and forms in English and Chinese, none of which decides alone; statement-score.ts weighs them. Read against one statement of a
// person's own voice, apostrophes straight.

export type SignName = keyof typeof STATEMENT_SIGNS;

const IRREGULAR_PAST =
  'sent|put|made|got|bought|took|went|built|found|paid|did|wrote|told|gave|brought|left|met|ran|cut|set|sold|spoke|chose|drew|came|drove|hung|kept|swept|threw|won|began|saw|heard|held|lost|fell|stood|said|read|rang|had|was|were';

export const STATEMENT_SIGNS = {
  // ---- bidding and forbidding
  forbids:
    /\b(?:do not|don't|dont|never|must not|mustn't|may not|can't|cannot|shouldn't|should not|no more|avoid|stop|refrain|forbid\w*|off[- ]limits|hands off)\b|别(?!的|人|处)|不要|勿|不许|不准|不得|不能|不可以|不用|禁止|严禁|不想|不希望|宁可不|免(?!费|得)|不要了|绕开|绕着|越界|敬而远之/iu,
  forbidsFirst:
    /^(?:(?:and|but|so|please|also|then|just|ok)[,:]? )*(?:do not|don't|dont|never|no|not|nothing|nobody|none|avoid|stop)\b|^(?:请|先|也|都|千万|绝对|就|但)*(?:别|不要|勿|不许|不准|不得|不能|不用|禁止|严禁|不)/iu,
  negates: /\b(?:not|no|nothing|nobody|none|neither|nor|without|never)\b|n't\b|不|没|无|未|非/iu,
  obliges:
    /\b(?:must|ha(?:s|ve) to|needs? to|should|shall|ought|make sure|be sure|required?|rules?|always|insist\w*|mandatory|got to)\b|必须|一定|务必|应该|得(?=先|由|等|让|有|按|走|用|在|把|给|是|跟|经)|都要|需要|要求|规定|规矩|记得|切记|(?<![只不需重])要(?=在|把|先|走|有|留|等|用|带|写|经|给|和|跟|隔|能)/iu,
  only: /\b(?:only|just|exclusively|solely|at most|no more than|at least|max(?:imum)?|min(?:imum)?|up to|limit|ceiling|cap)\b|只(?!是|好|有点)|仅|最多|最少|至少|不超过|顶多|上限|以内|之内/iu,
  universal:
    /\b(?:every|each|all|any|anything|everything|anyone|anybody|whatever|whoever|whichever|wherever|always|throughout|across)\b|凡|每|任何|所有|一律|统一|全部?|一概|统统|无论|不管|(?<=[\u4e00-\u9fff])都/iu,
  until:
    /\b(?:until|till|before|unless|first|by (?:\w+day|the|noon|\d)|as long as|no later)\b|之前|以前|才|再(?=动|说|跑|改|发|付|写|做|删|决定|给)|除非|先(?!生)|为止/iu,
  stays:
    /\b(?:stays?|stayed|remains?|keep|kept|leave|left|stick|untouched|unchanged|alone|intact|as (?:it|they) (?:is|are)|out of|away from)\b|留|保持|照旧|原样|不变|不动|保留|照样|放着/iu,
  isFrozen:
    /\b(?:closed|frozen|locked|fixed|final|sacred|confidential|private|secret|taboo|banned|dead|read[- ]only)\b|冻结|保密|空着|先(?:空|放|留|搁|压|缓|停|不)|收着|不存在|只读|锁/iu,
  bounded:
    /(?:\b(?:at most|at least|no (?:more|less|later|earlier) than|under|over|above|below|between|within|exceed\w*|up to|longer than|more than|less than|by|after|before|only)\b|顶多|最多|至少|最少|别超过|不超过|不能超过|超过|小于|低于|高于|大于|以内|以下|以上|之内|不到|控制在|限)[^.。,，]{0,14}[\p{Nd}一二两三四五六七八九十]/iu,
  getsDone:
    /\b(?:gets?|be|is to be|are to be|to be|stays?|goes|go|goes? in(?:to)?|comes?) (?:\w+ed|\w+en|shut|put|cut|read|sent|in|out|through|on|off|up)\b|被/iu,
  thenOrder:
    /[,，] ?(?:(?:and|then|so|please|just|but) )*(?:treat|leave|keep|stop|use|ask|let|send|put|write|mark|wait|call|do|don't|never|make|check|skip|count|take|hold|tell|round|show)\b|(?:就|再|才|先|都|也)(?:停|退|写|改|用|走|标|问|发|删|留|放|换|按|给|叫|记)/iu,
  isOut:
    /\b(?:is|are|'s|'re|stays?) (?:\w+ )?(?:out|off|in|over|on|closed|frozen|fixed|final)\b(?! of (?:the office|town))/iu,
  authority:
    /\b(?:belongs? to|approv\w+|sign(?:ed|s)? off|permission|allow\w*|ask (?:me|him|her|us)|show me|tell me|check with|wants? to see|let me|responsible|my call|owner)\b|同意|批准|点头|确认|拍板|签字|问过?我|经过我|归|负责|审批/iu,
  wish: /\b(?:i|we)(?:'d| would)? (?:really |also |still |actually )?(?:want|like|need|prefer|rather|appreciate|insist|be (?:grateful|glad|happy))\b|\bplease\b|\b(?:could|would|can) you\b|\bif you(?:'d| would| could)\b|请|麻烦|希望|想要|宁可|拜托/iu,
  order:
    /^(?:(?:and|but|so|please|also|then|just|ok|now|first|next)[,:]? )*(?:keep|leave|make|use|put|write|call|treat|mark|count|stick|check|ask|send|show|tell|add|remember|note|hold|wait|include|give|take|go|skip|drop|let|call|run|try|fix|do|build|quote|list|draft|start)\b(?! (?:me )?(?:out loud|about))|^(?:请|先|再|就|那)*(?:用|写|改|换|把|给|按|放|留|帮|记|加|发|走|查|列|做)/iu,
  permits:
    /\b(?:you|we|they) (?:can|may)\b|\b(?:is|are) (?:fine|ok|okay|allowed|free|welcome)\b|\bfeel free|go ahead|again\b|可以|允许|随便|放开|恢复|能(?=用|动|改|发|印|写)/iu,
  reason:
    /\b(?:because|since|so that|due to|otherwise|or (?:else|we|i|he|she|they|it))\b|因为|由于|不然|否则|免得|省得/iu,
  condition: /\b(?:if|when|whenever|in case|once|while)\b|如果|要是|万一|假如|的时候|时$|的话/iu,
  later:
    /\b(?:later|not (?:now|today|yet)|no (?:rush|hurry)|some ?(?:day|time|stage|point)|when you (?:get|have)|eventually|in the end|at the end|at some|afterwards|once|remind|last one|towards|for later|needed (?:by|for))\b|以后|回头|不急|到时|有空|找个时间|最后再|晚点|过几天|下次|等.{1,16}(?:再|后|了)|之后/iu,
  // ---- choosing
  chooses:
    /\b(?:let's|go(?:ing)? with|went with|settled?|decid\w+|decision|agreed?|ch(?:oo|o)se\w*|pick(?:ed)?|opt(?:ed)?|instead|rather than|it is|final(?:ly)?|the plan|approved?|confirmed?|deal|we(?:'ll|'re| will| are)|i(?:'ll| will)|stick|switch|change my mind|changing my mind|fine by)\b|就(?=用|选|定|按|这|走|要|行|改|叫|放|写|做|是|先)|定(?:了|下|在|为)?|用(?!户|力)|改成|改为|改用|换成|选|那就|决定|说好|改主意|敲定|采用|沿用|不动了|就这样|还是/iu,
  changes:
    /\b(?:becomes?|chang(?:e|ed|ing)|switch\w*|instead of|replace[ds]?|moved? to|from now on|new|now|back to|scrap|make it|make that|after all|no longer)\b|改|换(?!盘)|挪到|调到|降到|升到|从.{1,10}(?:起|开始)|现在|重新/iu,
  thenFirst:
    /^(?:(?:ok(?:ay)?|so|right|fine|yes|no|good|well|alright)[,.!:]? )*(?:then|so|let's|we(?:'ll|'re)?|make it|it's|take|use|go|no)\b|^(?:那|就|好|行|嗯|对)+[，, ]?/iu,
  thenLast:
    /\b(?:then|instead|it is|after all|as well|too|for now|please)[.!]*$|(?:吧|好了|就行|算了|为准|这么定)[。！!]*$/iu,
  rejects:
    /\b(?:off the table|rule[ds]? out|reject\w*|discard\w*|drop(?:ped)?|scrap\w*|ditch\w*|abandon\w*|against|no longer|not (?:an option|going)|forget)\b|不考虑|否决|排除|放弃|作罢|不选|不采用|算了|拿掉|取消/iu,
  // ---- what happened
  fails:
    /\b(?:fail\w*|did(?:n't| not)|does(?:n't| not)|could(?:n't| not)|was(?:n't| not)|won't|broke\w*|crack\w*|leak\w*|worse|worst|crash\w*|error\w*|time[ds]? ?out|useless|disaster|mess|wrong|stuck|ruin\w*|reject\w*|refus\w*|turned .{0,24}down|bounced?|lost|fell|burn\w*|melt\w*|stale|flop|in vain|nothing (?:happened|but)|all it did|too \w+|unable|denied|froze|corrupt\w*|collapsed?|jammed|complain\w*|rolled back|reverted|back out|brown(?:s|ed)? out|locked up|hunt(?:s|ed)|hung|glitch\w*|flak\w*|missed|never (?:found|worked|came|arrived)|again and again|for nothing|no (?:use|good|luck|effect|difference))\b|没(?:过|快|变|成|好|反应|搞定|法|效果|动静)|杀掉|还慢|更慢|更糟|不成立|弃了|放弃|白[做弄折搞跑费忙搭]|没用|没有用|不行|不了|失败|报错|坏|掉(?:了|下|线)|崩|白(?!色|天|糖|酒|葡|名|板)|裂|漏|化了|丢|乱|错|退回|被拒|驳回|反而|不成|不管用|砸|废|卡住|超时|断了|糊|不合格|打回|碎|不通过/iu,
  tried: /\b(?:tri(?:ed|al)|attempt\w*|experiment\w*|tested|had a go)\b|试(?!卷|题|图|行|点)|折腾|照着/iu,
  done: /\b(?:done|is live|are live|finished|complete[d]?|signed|booked|paid|sent|merged|approved|ordered|installed|delivered|submitted|published|deployed|fixed|passed|in place|ready|sorted|handed|filed|arrived|cleared|uploaded|went (?:out|through|live)|is (?:up|in|out|back))\b|(?:好|完|过|到|付|签|发|装|换|买|订|交|寄|搬|拆|做|改|测|跑|拿|收|开|上|补|贴|定|线)了|搞定|已经|完成|上线|通过|验收|下单|办好|齐了/iu,
  past: new RegExp(`\\b(?:${IRREGULAR_PAST}|\\w{3,}ed)\\b|了|过(?!来|去|程|敏|期)`, 'iu'),
  found:
    /\b(?:found|turn(?:s|ed) out|measur\w+|results?|says?|shows?|means|reads|counted|report|apparently|according|actually|discovered|noticed|it was|contains?|cause[ds]?|because of|comes? from|per cent|percent|average|median|total\w*)\b|发现|结果|查|量(?!产)|原来|显示|说明|其实|测|一共|总共|共|平均|占|才知道|是因为|看到/iu,
  will: /\b(?:will|'ll|going to|gonna|tomorrow|next (?:week|month)|soon|plan(?:s|ning)? to)\b|会(?!议|员|计|上)|打算|明天|准备|将|下周/iu,
  aims: /\b(?:goal|aim|objective|want to|need to|trying to|help me|plan(?:ning)?|the point|working on|preparing|i have to|we have to|so that)\b|目标|想(?=在|把|请|要|让)|打算|帮我|计划|任务|正在|准备/iu,
  // ---- what stands around
  ours: /\b(?:my|our|we|us|ours|i|i'm|i've)\b|我/iu,
  theirs: /\b(?:he|she|they|his|her|their|him|them)\b|他|她/iu,
  you: /\b(?:you|your)\b|你|您/iu,
  is: /\b(?:is|are|'s|has|have|runs?|lives?|sits?|uses?|costs?|called|named|stands for|holds?|comes? with)\b|是|叫|在(?!想)|有(?!点|空)|装的|跑在|放在|共/iu,
  lists: /(?:[,，、;；][^,，、;；]+){2,}/u,
  habit:
    /\b(?:rule|habit|policy|convention|style|standard|standing|usual(?:ly)?|as a matter of|by default|in general|in principle|format|tone)\b|规矩|习惯|讲究|原则|口味|格式|统一|风格|约定|硬性|规范|惯例/iu,
  colon: /[:：]/u,
  startsWithIt:
    /^(?:it|that|this|they|these|those|he|she|which|who|and|but|so|or)\b|^(?:它|这|那个|他|她|而且|但|所以|也|然后)/iu,
  startsLow: /^[a-z]/u,
  // ---- exactness
  exact: /[\w-]+[/\\._@#][\w./\\@-]*\w|`[^`]+`|\b[A-Z]{2,}[-\d]|#\w+|\b[A-Z]+_[A-Z_]+|\b[\w]+-\d+/u,
  number:
    /\p{Nd}|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|once|twice|half|double)\b|[一二两三四五六七八九十百千万](?=[个台份张天周月年块次条页桌人万千百十成])/iu,
  measure:
    /\p{Nd}\s?(?:%|percent|[kmgt]i?b|ms|s\b|secs?|seconds?|min|h\b|hours?|days?|weeks?|months?|years?|mm|cm|m\b|km|kg|g\b|°|[€$£¥]|euros?|pages?|words?|px|pt|people|rows?)|[€$£¥]\s?\p{Nd}|\p{Nd}\s?(?:元|块|万|天|周|月|年|小时|分钟|秒|人|页|字|条|米|厘米|公斤|度|个|台|份|次|寸)/iu,
  day: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|\b\d{1,2}(?:st|nd|rd|th)\b|周[一二三四五六日末]|\p{Nd}月|\p{Nd}[号日点]|星期/iu,
  proper: /(?<=[a-z,;:] )[A-Z][a-z]+/u,
  version:
    /\b[A-Za-z]+ ?\d+(?:\.\d+)+|\bv\d|(?:port|端口) ?\d|\b(?:GB|TB|RAM|CPU|GPU|SSD|Ubuntu|Debian|Windows|macOS|iOS|Android|Linux|Postgres|MySQL|Python|Node|Java|Excel|Word|LaTeX)\b/u,
  // ---- weakness
  hedges:
    /\b(?:maybe|perhaps|might|probably|guess|hmm+|tempted|wonder\w*|not sure|i think|i suppose|seems?|sort of|kind of|i hope|would be|could be)\b|也许|可能|大概|估计|感觉|好像|我猜|吧$/iu,
  smallTalk:
    /\b(?:haha+|lol|love|beautiful|funny|sorry|thanks?|thank you|great|nice|perfect|super|awesome|cool|wonderful|dream|coffee|lunch|god|joke|laugh\w*|cried|bless|morning|brave|happy|sad|glad|weekend)\b|哈哈|谢谢|厉害|太好了|不错|午饭|辛苦|高兴|哭|笑|早上好|天哪|神秘|好吃/iu,
  exclaims: /[!！…]|\.\.\./u,
  asks: /[?？]|\b(?:what|why|how|which|who|where)\b|什么|怎么|为什么|多少|哪|吗|呢/iu,
} as const satisfies Readonly<Record<string, RegExp>>;
