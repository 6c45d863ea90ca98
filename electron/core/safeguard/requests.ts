// What a user message asks for: whether it asks at all, what it puts off until later, what it takes back. Decides from cue words of the
// person's own voice, English and Chinese. Everything handed back is a substring of the message.

import { findCodeSpans } from '../summary/code-spans.ts';
import { findSentenceSpans } from '../summary/sentences.ts';
import { maskForeignWords } from './own-words.ts';
import { findTopic, type Topic } from './topic.ts';

export interface MessageRequests {
  /** What stays open as long as the message has no answer, in its order; empty for thanks and other small talk. */
  readonly asks: readonly string[];
  /** What was asked for later: open even when the message was answered. */
  readonly deferred: readonly string[];
  /** What may be meant for later: open unless the answer to this message speaks of it. */
  readonly perhapsLater: readonly string[];
  readonly takesBack: TakeBack | null;
}
/** 'all': "Stop that." — everything before it; else only what has this topic: "No need for the export any more." */
export type TakeBack = 'all' | Topic;

/** A message up to this length is one request, word for word; of a longer one the sentences that ask. In UTF-16 units. */
export const WHOLE_MESSAGE_CHARS = 600;

export function readRequests(text: string): MessageRequests {
  const codeSpans = findCodeSpans(text);
  const voice = maskForeignWords(text, codeSpans);
  const sentences = findSentenceSpans(text, codeSpans).map(({ start, end }) => ({
    start,
    end,
    text: text.slice(start, end),
    voice: voice.slice(start, end),
  }));
  const deferred = findDeferred(text, sentences);
  return {
    asks: isSmallTalk(text) ? [] : findAsks(text, sentences),
    deferred,
    perhapsLater: findPerhapsLater(sentences).filter((ask) => !deferred.some((later) => later.includes(ask))),
    takesBack: findTakeBack(sentences.map((sentence) => sentence.voice)),
  };
}

/** What is put off in its own sentence, or in the one after it ("… for me? Not now, next week."): then both, as far as they are short. */
function findDeferred(text: string, sentences: readonly Sentence[]): readonly string[] {
  const deferred: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (deferred.at(-1)?.endsWith(sentence.text)) continue;
    if (isDeferred(sentence.voice)) {
      deferred.push(withObject(text, sentences[index - 1], sentence));
      continue;
    }
    const next = sentences[index + 1];
    if (next === undefined || !isWish(sentence.voice) || !PUTS_OFF.test(next.voice)) continue;
    if (isDeferred(next.voice) && !/\b(?:it|that|this)\b/i.test(next.voice)) continue;
    const both = text.slice(sentence.start, next.end);
    deferred.push(both.length <= BOTH_CHARS ? both : sentence.text);
  }
  return deferred;
}

/** "Have a look at it when you have time": what it is about stands in the sentence before. */
function withObject(text: string, before: Sentence | undefined, sentence: Sentence): string {
  if (before === undefined || findTopic(sentence.voice).size > 3 || !POINTS_BACK.test(sentence.voice))
    return sentence.text;
  const both = text.slice(before.start, sentence.end);
  return both.length <= BOTH_CHARS && !/\n\s*\n/.test(both) ? both : sentence.text;
}
const POINTS_BACK = /\b(?:it|that|this|them|those)\b|原因|为什么|怎么回事|这个|那个|它|一下|给我|也行|再说/iu;

/** Wishes with a word of waiting in their own sentence or in the two after it. */
function findPerhapsLater(sentences: readonly Sentence[]): readonly string[] {
  return sentences
    .filter(({ text, voice }, index) => {
      if (text.length > WISH_CHARS || !isWish(voice) || isDeferred(voice)) return false;
      const around = sentences.slice(index, index + 3).map((sentence) => sentence.voice);
      return around.some((voice) => WAITS.test(voice));
    })
    .map(({ text }) => text);
}
const WISH_CHARS = 220;
const WAITS =
  /\b(?:later|not (?:now|today|yet|urgent|tonight|this week)|no (?:rush|hurry)|whenever|when (?:you|i|we|it|he|she|they|the)\b|once\b|after\b|before (?:we|i|you|they|the|she|he)\b|at some|some ?(?:day|time)|eventually|one day|(?:on|for) (?:your|my|the) (?:\w+ )?list|park (?:that|it)|towards|in the end|at the (?:very )?end|last thing|do that (?:one )?last|(?:i'd|i would) like (?:it|that|them)|by (?:then|the|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|needed?(?: it)? (?:by|for|before)|one more|while you're at it|remind|for (?:that|the) (?:evening|day|trip|meeting|night)|in the meantime)\b|以后|回头|不急|不着急|先放|放着|先不|先别|到时|有空|等[^，。]{1,20}(?:再|后|完|好|了)|最后|晚点|之后|再说|再弄|也行|都行|提醒|记得|[之以]?前(?:给|要|弄|写|做)|顺便/iu;

/** The wishes in a message, for one that its answer puts off: "Will do, once the dates are fixed." */
export function findWishes(text: string): readonly string[] {
  const codeSpans = findCodeSpans(text);
  const voice = maskForeignWords(text, codeSpans);
  return findSentenceSpans(text, codeSpans)
    .filter(({ start, end }) => isWish(voice.slice(start, end)))
    .map(({ start, end }) => text.slice(start, end));
}

/** Does an answer promise the thing for later instead of giving it? Read at its start. */
export const putsOff = (answer: string): boolean => ANSWER_PUTS_OFF.test(answer.slice(0, 240));
const ANSWER_PUTS_OFF =
  /^(?:[\w']+[,.!] ?){0,3}(?:(?:of course|gladly|sure|noted|fine|understood|happy to|ok(?:ay)?)[,.!:]? )*(?:i(?:'ll| will) (?:\w+ ){1,8}?(?:when|once|as soon as|after|until|later|next|then|at that point|in time)\b|will do\b.{0,20}\b(?:when|once|as soon as|after|later|next|then)\b|(?:next week|later|then) then\b|.{0,24}\b(?:remind you|come back to (?:it|that|this)|bring it up)\b)|^.{0,14}(?:到时候?|届时|之后|以后|等.{1,24}(?:再|就|后)|(?:会|再)提醒|记(?:着|下|住)了?，.{0,12}(?:再|之后|以后))/iu;

const BOTH_CHARS = 180;

/** Asks for a thing to be made or done, not for a fact. */
const isWish = (voice: string): boolean =>
  (isAsk(voice) || WISH.test(voice)) &&
  !/^(?:\w+,? )?(?:what|why|how|who|where|when|which|is|are|was|does|do|did|has|any)\b/i.test(voice.trim());
const WISH =
  /\bi(?:'d| would) (?:like|love|need|want)\b|\b(?:i|we)(?:'ll| will)? (?:also )?need\b|\b(?:can|could|would|will) you\b|帮我|请你?|麻烦|想要|想让你|给我/i;
/** Says of the wish just told that it can wait, and for what. */
const PUTS_OFF =
  /^(?:and |but |so |though )*(?:not (?:now|today|yet|urgent|this (?:week|month))|no (?:hurry|rush)|later\b|next (?:week|month|time)|wait with (?:it|that)|it can wait|there's no (?:hurry|rush)|(?:only )?(?:when|once|after|as soon as)\b|i(?:'d| would) (?:want|like) to (?:look at|see|have|read|get) it (?:later|next|when|once|after|in)|ask me for it|remind me|i don't (?:want|need) (?:it|to see it) (?:before|until|yet|now)|before (?:that|then) i)|\b(?:not now|not today|no hurry|no rush|not before|wait with (?:it|that)|but not yet)\b|^(?:这个|那个)?(?:不急|不着急|不赶|先不用|等.{1,24}(?:再|后|之后)|以后再说|回头再|晚点)/i;

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly voice: string;
}

function findAsks(text: string, sentences: readonly Sentence[]): readonly string[] {
  const whole = text.trim();
  if (whole.length <= WHOLE_MESSAGE_CHARS) return whole === '' ? [] : [whole];
  const asking = sentences.filter((sentence) => sentence.text.length <= WHOLE_MESSAGE_CHARS && isAsk(sentence.voice));
  const chosen =
    asking.length > 0
      ? asking
      : sentences.filter((sentence) => sentence.text.length <= WHOLE_MESSAGE_CHARS).slice(0, 1);
  if (chosen.length === 0) return [clipAtSpace(whole)];
  return joinNeighbours(text, chosen);
}

/** Sentences with nothing but white space between them are quoted as one. */
function joinNeighbours(text: string, sentences: readonly Sentence[]): readonly string[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of sentences) {
    const before = joined.at(-1);
    const near = before && text.slice(before.end, start).trim() === '' && end - before.start <= WHOLE_MESSAGE_CHARS;
    if (before && near) before.end = end;
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => text.slice(start, end));
}

function clipAtSpace(text: string): string {
  const cut = text.slice(0, WHOLE_MESSAGE_CHARS);
  const space = cut.lastIndexOf(' ');
  const clipped = space > WHOLE_MESSAGE_CHARS / 2 ? cut.slice(0, space) : cut;
  return /[\ud800-\udbff]$/.test(clipped) ? clipped.slice(0, -1) : clipped;
}

const SMALL_TALK =
  /^(?:(?:ok(?:ay)?|okey|thanks|thank you|thx|ty|great|good|nice|perfect|cool|fine|sure|yes|yep|yeah|no|nope|hi|hello|hey|got it|i see|understood|sounds good|looks good|well done|awesome|wonderful|excellent|alright|all right|right|bye|good morning|good night|so much|very much|a lot|for (?:that|this|the help|your help)|that's (?:great|fine|good|all)|makes sense|lgtm|haha|wow|好的?|好吧|谢谢你?|多谢|感谢|嗯+|哦|行|可以|收到|明白了?|知道了|没问题|不错|很好|太好了|是的?|对|辛苦了|你好|您好|早|晚安|再见|哈哈+)[\s.,!?。，！？~…:;)-]*)+$/i;

/** Thanks, greetings and nods: nothing is left to do. */
export const isSmallTalk = (text: string): boolean => text.length <= 120 && SMALL_TALK.test(text.trim());

const IMPERATIVE =
  '(?:add|analy[sz]e|answer|apply|arrange|ask|book|build|buy|calculate|call|change|check|choose|clean|collect|combine|compare|compute|continue|convert|copy|correct|cut|compile|crop|cook|highlight|invite|map|mark|mix|paste|pay|reserve|resize|shuffle|swap|track|count|create|debug|decide|delete|deploy|describe|design|do|download|draft|draw|edit|email|estimate|evaluate|expand|explain|export|extend|extract|fetch|figure|ping|sign|phone|assemble|prep|work out|type up|put together|list out|figure out|fill|find|finish|fix|format|generate|get|give|go (?:on|ahead|through)|group|help|implement|import|improve|include|insert|install|investigate|keep|let|list|load|look|make|measure|merge|migrate|move|name|note|open|optimi[sz]e|order|organi[sz]e|outline|parse|pick|plan|plot|polish|prepare|print|propose|proofread|publish|put|read|rebuild|record|redo|refactor|reformat|remind|remove|rename|reorder|repeat|rephrase|replace|reply|report|research|restart|restore|return|review|rewrite|run|save|schedule|search|see (?:if|whether)|select|send|set|shorten|show|simplify|sketch|solve|sort|split|start|suggest|sum|summari[sz]e|switch|take|tell|test|think|translate|trim|try|turn|uninstall|update|upgrade|upload|use|verify|visuali[sz]e|wait|walk|write)';
const ASK = new RegExp(
  [
    '[?？][\\s"\'”’)]*$',
    `^(?:(?:and|then|also|so|now|next|ok|okay|first|finally|please|pls|just|but|after that|in addition|again|let's|let us),? )*${IMPERATIVE}\\b`,
    `\\bplease ${IMPERATIVE}\\b`,
    '\\b(?:can|could|would|will) you\\b',
    "\\bi(?:(?:'d| would) like| want| need| wish) (?:you|to|a|an|the|some|help|it)\\b",
    '\\b(?:help me|let me know|tell me|i need|we need (?:to|you)|your task|what i need)\\b',
    '^(?:请|帮|麻烦|给我|把|替我|再|先|接着|继续|然后|现在|还有)',
    '(?:帮我|请你?|麻烦你?|给我|我想(?:要|让你)?|我需要|需要你|能不能|可不可以|能否|怎么|如何|为什么|什么|哪[个些里]|多少|是否)',
    '[吗呢吧]$',
  ].join('|'),
  'i',
);

/** Whether the sentence asks for something to be done or said. */
export const isAsk = (voice: string): boolean => ASK.test(voice.trim());

const LATER_EN =
  /\b(?:later(?: on| today| this week)?|afterwards?|after (?:that|this|the \w+|we|you|lunch|it)|tomorrow|tonight|next (?:week|month|time|session|sprint|monday|tuesday|wednesday|thursday|friday)|at the (?:very )?end|when(?:ever)? (?:you(?:'re| are)|that(?:'s| is)|it(?:'s| is)|this is|everything(?:'s| is)|all (?:is|of this)|we(?:'re| are)|they(?:'re| are)|(?:all |the )+\w+(?: \w+)? (?:is|are))(?: all)? (?:done|finished|ready|through|complete|over|live|merged|in)|when you (?:finish|have time|get a chance|get to it)|once .{1,60}?(?:is|are|has|have|'s|you|lands?|passes|arrives?|finish\w*)|as soon as|before (?:we|you) (?:finish|stop|close|wrap|end)|at some point|some ?time(?! ago)|some ?day|when i (?:ask|tell|say|need)|later in the|for (?:the )?later|in (?:autumn|spring|summer|winter|january|february|march|april|june|july|august|september|october|november|december)|in a (?:bit|moment|while|minute)|in a few(?= (?:minute|hour|day|week|moment)s\b|[.,;!?]|$)|in (?:an?|\d+|two|three) (?:hour|minute|day|week)s?|for later|not now,? but|eventually|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/i;
const REMIND =
  /\b(?:remind me|don't let me forget|do not let me forget|make a note to (?:ask|tell|remind|come back)|come back to (?:this|that|it)|get back to (?:this|that|me))\b/i;
const LATER_ZH =
  /提醒我|(?:等会儿?|等下|待会儿?|稍后|回头|之后再|以后再|晚点|晚些时候|过会儿?|有空|下次|改天|明天|后天|下周).{0,40}|(?:等|完成|做完|弄完|弄好|写完|改完|跑完|搞定|结束|上线|发布|测试).{0,20}(?:完|好|后|之后|以后|了)(?:，|,)?(?:再|就|顺便|也|记得|别忘|请|帮|把|给)|最后(?:再|记得|别忘)/;
const OWN_PLAN =
  /^(?:(?:and|but|so|then|ok|okay|well|also|super|great|good|maybe|fine)[,.!]? )*(?:i(?:'ll| will| can|'m going to| am going to| was)|we did|he|she|they|ana|[A-Z]\w+ (?:will|is|has|was))\b(?!.*\b(?:please|you)\b)/i;
const OWN_PLAN_ZH =
  /(?:^|[，,])我(?:们)?(?:会|要|准备|打算)?(?:等会|等下|待会|稍后|回头|之后|以后|晚点|过会|有空|下次|明天|后天|下周|最后)/;
const DEFERRED_ORDER = new RegExp(
  `^(?:\\w+[,.!]? )?(?:at some point|some ?time|some ?day|one day|later(?: on)?|afterwards|eventually|tomorrow|tonight|next \\w+|in (?:an?|the|\\d+) \\w+|(?:when|once|after|before|as soon as|on)\\b(?:(?!,).){2,60}?)[, ]+(?:please |also |do )?${IMPERATIVE}\\b|\\bi(?:'d| would) (?:like|love|want|need)(?: you)? (?:a|an|the|to|some|one)\\b|(?:^|[,;:]\\s*|\\b(?:and|then|also|please|just|let's|we(?:'ll| will| can| should| need to| have to)|you (?:can|should|could|need to)|(?:can|could|would) you(?: please)?|i (?:want|need|would like|'d like) you to|i'd like you to|remember to|don't forget to)\\s+(?:also |then |please |still )?)${IMPERATIVE}\\b`,
  'i',
);
const PROHIBITS = /\b(?:don't|do not|never|no)\b|不要|别(?!忘)|不许|禁止/i;

/** Whether the sentence asks for something to be done later. */
export function isDeferred(voice: string): boolean {
  const own = voice.trim();
  if (/\byou (?:may|are allowed|are free)\b/i.test(own)) return false;
  if (/[\u4e00-\u9fff]/.test(own) && LATER_ZH.test(own)) {
    return (
      !/[?？吗]$/.test(own) &&
      (!OWN_PLAN_ZH.test(own) || /提醒我/.test(own)) &&
      !/(?:明天|晚点|回头|下次|改天|待会儿?|之后|以后)(?:再|接着|继续)?(?:来|聊|见|说|谈|继续|弄)(?:吧|了)?[。！!]?$/.test(
        own,
      ) &&
      (!PROHIBITS.test(own) || /提醒我/.test(own)) &&
      /提醒我|记得|别忘|再|帮|把|请|给|顺便|也/.test(own)
    );
  }
  if (REMIND.test(own)) return !/\b(?:don't|do not|no need to|stop) remind/i.test(own);
  return (
    LATER_EN.test(own) &&
    (DEFERRED_ORDER.test(own) || /\b(?:can|could|would) you\b/i.test(own)) &&
    !OWN_PLAN.test(own) &&
    !PROHIBITS.test(own.replace(/\b(?:don't forget|not now)\b/gi, ''))
  );
}

const TAKE_BACK_ALL =
  /^(?:(?:please|ok|okay|no|wait|hm+|sorry|actually|oh|well),? )*(?:stop(?:$|[.!,]| (?:that|this|it|everything|here|what you(?:'re| are) doing|working on (?:that|it|this)))|forget (?:that|it|this|everything|about (?:that|it|this))(?!\s+(?:i|ban|rule))|never ?mind(?:$|[.!,]| that| it| this| my)|scratch (?:that|it)|cancel (?:that|it|this|everything)|drop (?:that|it|this)(?:$|[.!,])|ignore (?:that|my (?:last|previous) (?:message|request|question))|abandon (?:that|it|this)|don't bother(?:$|[.!,]| with (?:that|it|this))|change of plans?|new plan|instead(?:,| of that| of this)|(?:let's|i'd rather|i want to) .{1,80}\binstead$)|\binstead[.!]?$|\b(?:that|this|it)(?:'s| is) (?:no longer|not) needed(?: any ?more)?\b/i;
const TAKE_BACK_ALL_ZH =
  /^(?:等等|不对|哦|那个|请|先|好了)?[，,]?(?:停(?:下|止|一下|手)?(?:$|[。！，,吧])|算了|不用了|不用做了|先?别(?:做|弄|搞|写|改|查)(?:了|这个|那个|它)|别管(?:那个|这个|它|之前)|取消吧?(?:$|[。！，,])|作罢|不做了|忘了(?:它|那个|这个|刚才)|换个任务|换一个)/;
const TAKE_BACK_ONE: readonly RegExp[] = [
  /^(?:(?:please|ok|okay|actually|and|also),? )*(?:forget (?:about )?(?!what i|that\b|it\b)|no need (?:to|for) |never ?mind (?:about )?|skip |drop |cancel |don't bother (?:with|to) |you (?:don't|do not|no longer) (?:need|have) to |stop (?:working on|doing) )(?<what>.{3,160})/i,
  /^(?:不用|不必|别|先不)(?:再)?(?<what>.{2,60})了/,
  /(?<what>.{2,40})(?:不用(?:做|弄|管|写|改|查)?了|先?不做了|取消了?|先放一放|作罢)/,
];

function findTakeBack(voices: readonly string[]): TakeBack | null {
  for (const voice of voices.map((text) => text.trim())) {
    if (/[?？]$/.test(voice)) continue;
    if (TAKE_BACK_ALL.test(voice) || TAKE_BACK_ALL_ZH.test(voice)) return 'all';
    for (const pattern of TAKE_BACK_ONE) {
      const what = pattern.exec(voice)?.groups?.['what'];
      if (what === undefined) continue;
      const topic = findTopic(what);
      if (topic.size > 0) return topic;
    }
  }
  return null;
}

const DONE =
  /\b(?:done|finished|completed?|sent|posted|published|updated|created|added|renamed|fixed|written|wrote|saved|exported|moved|deleted|removed|booked|called|scheduled|uploaded|here (?:is|are|'s)|as (?:you )?(?:asked|requested|promised)|i(?:'ve| have)|is ready|are ready|now (?:has|have|contains|lists|holds))\b|\breminder: |已经?(?:完成|发送|更新|创建|添加|改好|写好|做好|发|处理|修复|导出|删除|保存|上传|预订|提醒|整理|补)|好了|完成了|搞定|写完|做完|改完|^(?:温馨)?提醒(?:您|你)?[:：]/i;
const NOT_YET =
  /到时|届时|记下|记着|记住|会提醒|再提醒|\b(?:will|i'll|going to|later|tomorrow|once|when you|after|next|not yet|still (?:to|need)|plan to|remains?|should i|shall i|want me to|would you like|can(?:'t|not)|could not|couldn't|failed|unable)\b|稍后|之后|等会|将会?|明天|还没|尚未|下一步|准备|无法|失败|要我|需要我/i;

/** Whether a sentence reports something as done: not promised, not asked about, not failed. */
export const reportsDone = (sentence: string): boolean =>
  DONE.test(sentence) && !NOT_YET.test(sentence) && !/[?？]\s*$/.test(sentence);
