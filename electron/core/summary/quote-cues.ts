// Cue words that tell what a sentence of a conversation is good for: goal, decision, failure, result, next step, and so on, English and
// Chinese. Data for quotes.ts; read against the speaker's own voice (quotations and code blanked). Decides nothing alone.

import type { StateCategory } from './state-summary.ts';

export type Speaker = 'user' | 'assistant' | 'tool_result';

export interface QuoteCue {
  readonly category: StateCategory;
  readonly speakers: readonly Speaker[];
  readonly pattern: RegExp;
  readonly unless?: RegExp;
  /** 1–5: how sure the words make it. */
  readonly strength: number;
  readonly status?: 'rejected';
}

const QUESTION = /[?？]\s*["'”’」)]*$|[吗呢]\s*[。.]?$/;

const DID =
  '(?:added|adjusted|applied|archived|booked|built|calculated|cancelled|canceled|changed|checked|cleaned(?: up)?|closed|collected|committed|compared|completed|converted|copied|corrected|created|deleted|deployed|documented|downloaded|drafted|edited|enabled|disabled|extended|exported|extracted|finished|fixed|formatted|generated|implemented|imported|improved|inserted|installed|merged|migrated|moved|opened|ordered|pinned|posted|prepared|printed|published|pulled|pushed|put|read|rebuilt|recorded|reduced|refactored|released|removed|renamed|replaced|reset|resolved|restarted|restored|reviewed|rewrote|rewritten|rotated|saved|scheduled|sent|set(?: up)?|shipped|shortened|solved|sorted|split|started|stored|submitted|summari[sz]ed|switched|tested|translated|turned|updated|upgraded|uploaded|verified|wired|wrote|written)';

export const QUOTE_CUES: readonly QuoteCue[] = [
  // Rejected options come before decisions: the same words decide against something.
  {
    category: 'decisions',
    status: 'rejected',
    speakers: ['user', 'assistant'],
    strength: 5,
    unless: QUESTION,
    pattern:
      /\b(?:off the table|ruled? out|(?:is|are|was|were|we(?:'ve)?|i(?:'ve)?|have|been) (?:rejected|discarded|dropped|vetoed|declined)|not an option|not going with|decided against|(?:won't|will not|not going to|don't want to|do not want to) (?:use|take|go with|choose|do|buy|adopt)|(?:we|i) (?:reject|discard|dropped|veto)|turned (?:it |that |\w+ )?down|no longer an option|out of the question)\b|(?:方案|选项|计划|版本)\s?[A-Za-z0-9一二三]?\s?(?:不行|不考虑|不用考虑|排除|否决|作罢|不选|不采用|pass)|[A-Za-z0-9]\s?(?:不行|不考虑|不用考虑|排除|否决|作罢|不选|不采用|pass掉)|(?:否决|排除|放弃|不采用|不考虑|不选)(?:了)?(?:方案|选项|[A-Za-z])/i,
  },
  {
    category: 'failedApproaches',
    speakers: ['user', 'assistant'],
    strength: 5,
    unless:
      /\b(?:if|should|would|might|could|may|when|unless|in case|error handling|no errors?|never fails?|without (?:errors?|failure)|does(?:n't| not) (?:need|have|want|matter|know|say))\b.{0,60}\b(?:fail|error|work|crash)|[?？]\s*$|如果.{0,20}(?:失败|报错)|没有(?:报错|失败)/i,
    pattern:
      /\b(?:failed|did(?:n't| not) (?:work|help|fix|solve|run|build|compile|load|start|connect)|crashed|broke|timed out|errored out|gave up|got stuck|dead end|no luck|made (?:it|things) worse|tried .{1,80}(?:fails?|does(?:n't| not) (?:work|help|scale)|crashes|same error|times out)|does(?:n't| not) scale|could(?:n't| not) (?:get|make|find|connect|open|load|install|reproduce)|was(?:n't| not) able to|were(?:n't| not) able to|unable to|rolled back|reverted|ran (?:out of|into)|went wrong|in vain|out of memory|threw|refused)\b|失败|报错|没成功|不起作用|没用|没有用|不管用|崩溃|超时|跑不通|行不通|走不通|没有效果|无法(?:连接|启动|加载|编译|安装|访问|打开)|回滚|卡住|试过.{0,40}(?:不行|没|失败|丢|太慢|错|坏|不稳|不好)/i,
  },
  {
    category: 'completed',
    speakers: ['assistant'],
    strength: 5,
    unless: /\?\s*$|？\s*$|\b(?:not|n't|never|cannot|failed|unable|error)\b|没有?(?!问题)|未|失败|无法/i,
    pattern: new RegExp(
      `^(?:(?:ok|okay|done|great|sure|all done|alright|perfect|thanks|finished|success)[.,!:—– -]+)*(?:(?:i|we)(?:'ve| have|'d)? (?:now |just |also |already |successfully )?${DID}\\b|${DID}\\b|(?:the |your |all )?\\w+(?: \\w+){0,2} ${DID}(?=[:.!,]|$)|it(?:'s| is| has been)? (?:now |all )?(?:${DID}|done|live|in place|ready)\\b|(?:the |your |all |both |every |\\d+ )?[\\w\\uFFFC][\\w\\uFFFC ./'-]{0,80} (?:is|are|was|were|has been|have been|got) (?:now |all |both |also |already |successfully )?(?:${DID}|done|live|in place|ready|complete|finished|passing)\\b|all (?:tests|checks) pass|tests? pass(?:es)?\\b)`,
      'i',
    ),
  },
  {
    category: 'completed',
    speakers: ['assistant'],
    strength: 5,
    unless: /[?？吗]\s*$|没有?(?!问题)|未|失败|无法|稍后|将会?|准备|打算|下一步|接下来/,
    pattern:
      /已经?(?:经)?(?:完成|更新|创建|添加|修改|改|写|做|发送|发|修复|处理|导出|导入|删除|移除|保存|上传|下载|部署|发布|合并|提交|重命名|移动|整理|安装|配置|测试|检查|补充|生成|翻译|预订|通知|备份|恢复|设置|替换|解决|搞定|加|换|调整|优化|清理)|(?:完成|搞定|做好|写好|改好|弄好|修好|处理好|整理好|跑通|通过)了|[\u4e00-\u9fff](?:完|好)了(?:[。，,！!]|$)|(?:全部|都)?(?:测试)?通过/,
  },
  {
    category: 'completed',
    speakers: ['user'],
    strength: 4,
    unless: QUESTION,
    pattern: new RegExp(
      `^(?:(?:ok|okay|so|fyi|by the way|btw|update),? )*(?:i|we)(?:'ve| have)? (?:now |just |already |finally )?${DID}\\b|\\b(?:is|are) (?:already |now )?(?:done|finished|complete|merged|deployed|published|live)\\b|^我(?:们)?(?:已经|刚刚?|都)?.{0,20}(?:了|好了|完了)$`,
      'i',
    ),
  },
  {
    category: 'completed',
    speakers: ['tool_result'],
    strength: 3,
    unless: /\b(?:not|0|no|failed|failure|error)\b (?:files? )?|失败|错误/i,
    pattern:
      /\b(?:finished|completed?|success(?:ful|fully)?|uploaded|created|saved|written|sent|published|deployed|deleted|renamed|updated|installed|merged|committed|done)\b|成功|完成(?![率度])|已(?:保存|创建|上传|发送|更新|删除)/i,
  },
  {
    category: 'decisions',
    speakers: ['user', 'assistant'],
    strength: 5,
    unless: /[?？]\s*$|\b(?:should we|shall we|could|might|maybe|perhaps|not sure)\b|也许|可能|要不要|或许/i,
    pattern:
      /\b(?:let's (?:go with|use|take|stick with|keep|settle on|do it with|pick|choose|call it|say)|we(?:'ll|'re going to| will| are going to) (?:go with|use|take|stick with|keep|call it)|(?:we|i)(?:'ve| have)? (?:decided|agreed|chose|chosen|picked|settled|opted)|i(?:'ll| will) (?:go with|take)|go with|going with|decision|it(?:'s| is) (?:decided|settled)|final(?:ly)? (?:answer|choice)|option [a-z\d] it is|approved|the winner is|we agreed|it is(?=[.!]?$)|i (?:choose|pick|approve|confirm)|confirmed)\b|决定|选定|就用|就按|采用|定下来|就这么|确定(?:用|选|为|是)|敲定|同意|选(?:择)?(?:方案|选项)?\s?[A-Za-z0-9一二三]|最终(?:选|用|方案)|我们(?:用|选)|改用|还是用/i,
  },
  {
    category: 'goal',
    speakers: ['user'],
    strength: 5,
    unless: /^\s*(?:no|don't)\b/i,
    pattern:
      /\b(?:(?:my|our|the) (?:goal|aim|objective|plan|task|purpose|target|idea|project) (?:is|here is|for)|i(?:'m| am) (?:trying to|working on|building|writing|preparing|planning|making|organi[sz]ing|migrating)|we(?:'re| are) (?:trying to|working on|building|writing|preparing|planning|making|organi[sz]ing|migrating)|i(?:'d like| would like| want| need) (?:to|you to|your help|help|a|an)\b|we (?:want|need) to|help me|the point is to)\b|(?:目标|目的|任务|想法|需求)是|我(?:们)?(?:想要?|打算|准备|正在|需要|计划)|帮我|帮忙/i,
  },
  {
    category: 'inProgress',
    speakers: ['assistant', 'user'],
    strength: 4,
    unless: QUESTION,
    pattern:
      /\b(?:(?:i'm|i am|we're|we are) (?:now |currently |still |just )?(?:working on|looking (?:at|into)|checking|investigating|testing|running|writing|reading|fixing|debugging|waiting|stuck|comparing|collecting|migrating|updating|rewriting|going through|in the middle)|currently|in progress|so far|halfway|half done|still (?:open|missing|to do|running|failing|need)|remaining|left to do|the (?:problem|issue|question|bug|blocker) (?:now |here |still )?is|blocked (?:by|on)|waiting for|fails? with|keeps? (?:failing|crashing)|(?:it|test|build|app|page|script|command|server|job|request)s? (?:\S+ )?(?:fails?|crash(?:es)?|times out|hangs?|does(?:n't| not) (?:work|start|build|compile|load|connect))|partly done|\d+ of \d+)\b|正在|目前|当前|进行中|还在|还差|还剩|卡在|问题是|等待|到目前为止|一半/i,
  },
  {
    category: 'nextActions',
    speakers: ['assistant', 'user'],
    strength: 4,
    unless: /[?？]\s*$|\b(?:if you (?:want|like)|let me know if|would you like|feel free)\b|如果你(?:想|需要|愿意)/i,
    pattern:
      /\b(?:next(?:,| i| we| step| up| is| comes?|:)|(?:i'll|i will|we'll|we will|let me|i'm going to|we're going to) (?:now |then |next |also |first |continue |start |begin |go |check |look |run |write |send |update |add |fix |try |do |move |test |rename |compare |prepare |draft |read |open |create |finish |make |take )|then (?:i|we|you)|after that|to ?do\b|remaining steps?|still (?:need|have) to|plan(?: is)?:|tomorrow|the (?:next|remaining|last) (?:step|thing|task|part|item)|follow[- ]up|what(?:'s| is) left)\b|下一步|接下来|然后(?:我|再|就)|之后(?:我|再|会)|待办|还需要|还要|剩下的|我(?:会|来|先|再|这就)|明天(?:再|要|会|继续)|计划/i,
  },
  {
    category: 'environment',
    speakers: ['user', 'assistant'],
    strength: 4,
    unless: QUESTION,
    pattern:
      /\b(?:running on|runs on|installed (?:at|in|on)|hosted (?:at|on|in)|deployed (?:at|on|to)|listens? on|on port|we use|we're (?:on|using)|i use|i'm (?:on|using)|using (?:node|python|java|go|rust|postgres\w*|mysql|sqlite|docker|windows|macos|linux|ubuntu|debian)|(?:the|our|my) (?:server|database|repo(?:sitory)?|project|app|machine|laptop|environment|os|operating system|config|branch|staging|production|folder|file|bucket|cluster|api|endpoint|base url|time ?zone|budget|deadline|address|room|code word|colleague|manager|boss|team|name|customer|client|company|office|doctor|school|wife|husband|son|daughter|friend|dog|cat|car|flight|hotel|event|meeting|venue|door|key|contact) (?:is|are|has|have|was|runs|lives|uses|lies|sits|stands|starts|takes|needs|called|named|works)\b|\w+ (?:is|was|are) (?:called|named|located|allergic|stored|kept|in charge|responsible))\b|(?:运行|部署|安装|托管|监听|存放|保存)(?:在|于)|环境(?:是|为|：)|我们(?:用的?|使用)(?:的)?是?|我(?:的|们的|们)[\u4e00-\u9fffA-Za-z]{1,10}(?:是|叫|在|有)|(?:服务器|数据库|仓库|项目|端口|版本|预算|截止日期|地址|同事|客户|密码本|房间)[\u4e00-\u9fffA-Za-z]{0,8}(?:是|叫|在|为)|叫做?[\u4e00-\u9fffA-Z]/i,
  },
  {
    category: 'environment',
    speakers: ['user'],
    strength: 3,
    unless:
      /[?？]\s*$|^(?:it|this|that|there|what|which|here|he|she|they|i)\b|\b(?:think|guess|hope|feel|wrong|good|great|fine|nice|ok|bad|weird|funny|sorry)\b/i,
    pattern:
      /^(?:(?:and|also|by the way|btw|note(?: that)?|fyi|remember(?: that)?|keep in mind(?: that)?),? )*(?:my|our|the|[A-Z][\w'-]+(?: [A-Z][\w'-]+)?(?:'s)?) (?:[\w'-]+ ){0,5}?(?:is|are|was|has|have|lives?|works?|costs?|starts?|ends?|opens?|closes?|arrives?|leaves?|needs?|holds?|weighs?|takes?|prefers?|likes?|hates?|eats?|speaks?|plays?)\b/,
  },
  {
    category: 'toolFindings',
    speakers: ['assistant'],
    strength: 4,
    unless: QUESTION,
    pattern:
      /\b(?:i (?:found|see|noticed|discovered)|it turns out|turns out|the (?:cause|culprit|root cause|result|output|log|logs|report|error|test run|search|file|table|data) (?:is|was|shows?|says?|contains?|lists?|has|comes? from|comes? to)|(?:results?|findings?|found|measured|counted):|shows? that|contains? \d|there (?:is|are|were) (?:\d+|no|one|two|three|four|five|only|a)|according to|caused by|because of|because the)\b|发现|原因是|结果(?:是|显示|为|：)|显示|查到|找到了?|共有|一共|根据|由于|是因为|导致/i,
  },
];

/** Words in a tool's output that make a line worth keeping. */
export const TOOL_LINE =
  /\b(?:error|warning|fail(?:ed|ure|s)?|exception|denied|not found|missing|timeout|timed out|refused|total|sum|result|found|passed|count|average|mean|max|min|version|status|receipt|summary|exit code|finished|completed?|success(?:ful|fully)?|created|saved|uploaded|updated|deleted|\d+ (?:tests?|files?|rows?|errors?|warnings?|items?|matches|results?|passed|failed))\b|错误|失败|警告|成功|完成|总计|合计|共|结果|通过|异常/i;
export const TOOL_FAILURE =
  /\b(?:error|fail(?:ed|ure|s)?|exception|denied|not found|timeout|timed out|refused|fatal|cannot|unable)\b|错误|失败|异常|拒绝|超时/i;
export const TOOL_NO_FAILURE =
  /\b(?:0|no|without|zero) (?:errors?|failures?|failed|warnings?)\b|\b(?:errors?|failed|failures?)\s*[:=]\s*0\b|没有(?:错误|失败)/i;

/** Says nothing about what is to be done. */
export const GO_ON =
  /^(?:please )?(?:(?:continue|go on|go ahead|proceed|next|keep going|carry on|again|try again|more)\b|继续|接着|下一个|再来|再试).{0,12}$/i;
/** A nod ("OK", 好的) is no report. */
export const DONE_WORD =
  /\b(?:done|finished|complet\w+|all set|ready|fixed|renamed|sent|saved|updated|deleted|removed|created|success|here you)\b|[✓✅]|好了|完成|搞定|做好|弄好|改好|已经?(?:处理|改|发|删|更|保)/i;

/** An answer that says only that something is done: what was done stands in the request. */
export const BARE_DONE =
  /^(?:(?:ok(?:ay)?|done|all done|all set|finished|completed?|sure|ready|it(?:'s| is) done|that(?:'s| is) done|i(?:'ve| have) done (?:it|that|this)|fixed|renamed|sent|saved|updated|deleted|removed|created|success|✓|✅|👍|here you (?:go|are)|no problem|as you (?:asked|wished)|好的?|好了|完成|已完成|完成了|搞定了?|做好了|弄好了|改好了|已经?(?:处理|改|发送?|删除|更新|保存)好?了?|没问题|可以了)[\s.,!。，！~]*)+$/i;
export const DONE_START =
  /^(?:done|all done|all set|finished|completed|fixed|success|✓|✅|已完成|完成了?|搞定了?|好了|已经?(?:完成|处理|改好|做好|弄好|写好))/i;
