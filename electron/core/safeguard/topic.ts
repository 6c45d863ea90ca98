// What a rule or a request is about: the stems of its content words, without the words that make it a rule, a lift or an order.
// Two texts with the same topic speak of the same thing, whatever their polarity. Never looks at meaning beyond the words.

import { stemWord } from '../summary/content-words.ts';
import { foldTraditional } from './constraint-cues-zh.ts';

export type Topic = ReadonlySet<string>;

/** Comparable words of a text: stems, numbers, single capitals ("Option B"), pairs of Chinese characters. */
export function findTopic(text: string): Topic {
  const topic = new Set<string>();
  const plain = text.replace(/[’]/g, "'").replace(/\b(?:off|on) the table\b/gi, ' ');
  for (const [token] of plain.matchAll(TOKEN)) {
    if (/^[\u3400-\u9fff]/.test(token)) addPairs(foldTraditional(token), topic);
    else if (/^[A-Z\d]$/.test(token) && token !== 'I' && token !== 'A') topic.add(token.toLowerCase());
    else if (token === 'A') topic.add('option-a');
    else for (const word of token.split('-')) addWord(word, topic);
  }
  return topic;
}

/** Whether the whole has every label of the part: of "Option B" and "room 12" it is the B and the 12 that tell them from others. */
export function hasLabelsOf(whole: Topic, part: Topic): boolean {
  for (const word of part) if (/^(?:[a-z]|option-a|\d.*)$/.test(word) && !whole.has(word)) return false;
  return true;
}

/** Share (0–1) of the part's words that the whole has; 0 for an empty part. */
export function shareOf(part: Topic, whole: Topic): number {
  if (part.size === 0) return 0;
  let shared = 0;
  for (const word of part) if (whole.has(word)) shared += 1;
  return shared / part.size;
}

export const sameTopic = (one: Topic, other: Topic): boolean =>
  one.size > 0 && one.size === other.size && shareOf(one, other) === 1;

const TOKEN = /[\u3400-\u9fff]+|[A-Za-z\u00c0-\u024f][\w'\u00c0-\u024f-]*|\d[\w.-]*/g;

/** Words that turn a statement into a rule, a lift or an order, and words of time: no part of what it is about. */
const CUE_WORDS = new Set(
  (
    "please don't do not never no always only must mustn't should shouldn't can can't cannot could may might will won't would shall need needn't have has be is are was were been being " +
    'stop avoid quit cease forbid forbidden prohibited banned ban bans lift lifted lifting rule rules restriction restrictions limit freeze constraint constraints off limits ' +
    'allowed allow permitted permission free feel ok okay fine go ahead back again now today tonight tomorrow later longer anymore any more forget ignore disregard drop scrap cancel cancelled nevermind mind ' +
    'said say told tell asked ask what everything about earlier previous before after until unless without when while once then also just still yet from on in at of to for with and or but so the a an this that these those it its my our your me you we i us ' +
    "make sure keep remember ensure let let's want wanted like prefer rather over gone void removed applies apply change touch modify edit alter update use using used work working remind reminder done finish finished complete completed already all every each " +
    'think know see instead actually ever at least most thing things something anything nothing if there here how which who'
  ).split(' '),
);
const CUE_STEMS = new Set([...CUE_WORDS].map(stemOf));

/** The stem, without the ending of a plural that the stemmer spares (emojis, buses). */
function stemOf(word: string): string {
  return (stemWord(word) ?? word).replace(/(?<=[a-z]{3})(?<!s)s$/, '');
}

function addWord(token: string, topic: Set<string>): void {
  const lower = token.toLowerCase();
  if (CUE_WORDS.has(lower)) return;
  const stem = lower.length === 1 ? '' : stemOf(lower);
  if (stem !== '' && !CUE_STEMS.has(stem)) topic.add(/^(?:db|databas.*)$/.test(stem) ? 'database' : stem);
}

const CUE_CHARS =
  /不再|不要|不许|不准|不得|不能|不可以?|不用|不必|千万|绝对|务必|必须|一定|一律|禁止|严禁|请勿|只能|只要|只许|只准|可以|允许|准许|现在|今天|明天|今后|以后|之后|之前|以前|刚才|暂时|从|起|开始|先|别|勿|只|仅|都|了|的|吧|再|也|就|还|把|对|在|和|与|或|我|你|您|们|说|过|请|限制|禁令|规定|规则|要求|作废|取消|解除|记得|记住|提醒|随便|随意|碰|动|改|修改|更改|使用|用|做|弄|完成|已经|好|关于|对于|有关|那条|这条|这个|那个|这|那|顺便|然后|等会儿?|等|帮|给|完|要|是|会|有|没/g;

function addPairs(run: string, topic: Set<string>): void {
  for (const part of run.replace(CUE_CHARS, ' ').split(' ')) {
    if (part.length === 1) topic.add(part);
    for (let at = 0; at + 1 < part.length; at += 1) topic.add(part.slice(at, at + 2));
  }
}
