// Cuts a message into statements short enough to quote: whole short sentences, the clauses of long ones with the conditions that belong to
// them, without talk before them. Decides from punctuation and joining words. Never rewrites: each is a substring of the message.

import { findClauses, isLeadingCondition, isTrailingCondition } from './clauses.ts';
import { type Sentence, trim } from './quote-sentences.ts';

export interface Statement {
  readonly text: string;
  /** The same with quotations and code blanked. */
  readonly voice: string;
  readonly start: number;
}

/** A sentence up to this size is one statement, in letters; an ideograph counts as two and a bit. */
const WHOLE_SIZE = 60;
/** Clauses are joined up to this size. */
const JOINED_SIZE = 75;

export const sizeOf = (text: string): number =>
  text.length + 1.3 * (text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0);

export function cutStatements(whole: Sentence): readonly Statement[] {
  const sentence = withoutQuestion(whole);
  const clauses = findClauses(sentence.voice);
  const first = clauses.findIndex(({ start, end }) => !isNod(sentence.voice.slice(start, end)));
  if (first < 0) return [];
  const from = clauses[first]?.start ?? 0;
  if (sizeOf(sentence.text.slice(from)) <= WHOLE_SIZE)
    return [make(sentence, from, sentence.text.length)].filter(hasText);
  const statements: Statement[] = [];
  let start = from;
  let end = from;
  for (const [index, clause] of clauses.entries()) {
    if (index < first) continue;
    const words = sentence.voice.slice(clause.start, clause.end).trim();
    const before = sentence.voice.slice(start, end).trim();
    const belongs = isTrailingCondition(words) || isLeadingCondition(lastClause(before));
    const limit = belongs ? JOINED_SIZE * 1.5 : JOINED_SIZE;
    if (end > start && sizeOf(sentence.text.slice(start, clause.end)) > limit) {
      // A condition goes with what it is for: the clause after it.
      const condition = clauses[index - 1];
      const moves = condition !== undefined && condition.start > start && isLeadingCondition(lastClause(before));
      statements.push(make(sentence, start, moves ? (clauses[index - 2]?.end ?? start) : end));
      start = moves ? condition.start : clause.start;
    }
    end = clause.end;
  }
  statements.push(make(sentence, start, Math.max(end, start)));
  return statements.filter(hasText);
}

/** A question tagged on: "先定L型吧，灶放哪边？" tells something before it asks. */
function withoutQuestion(sentence: Sentence): Sentence {
  if (!/[?？]\s*["'”’」)]*$/.test(sentence.voice)) return sentence;
  const clauses = findClauses(sentence.voice);
  const last = clauses.at(-1);
  if (clauses.length < 2 || last === undefined) return sentence;
  const end = clauses.at(-2)?.end ?? 0;
  const told = sentence.voice.slice(0, end);
  if (ASKS_AHEAD.test(told)) return sentence;
  return { ...sentence, text: sentence.text.slice(0, end), voice: told, end: sentence.start + end };
}

/** The question began before its last clause. */
const ASKS_AHEAD =
  /^(?:\w+,? )?(?:what|how|why|who|where|when|which|can|could|would|will|should|shall|is|are|was|were|do|does|did|has|have|may|any|if|wait|and|or|so what)\b|[吗呢]|什么|怎么|多少|哪|是不是|能不能|要不要|为什么/iu;

/** "Cork! Warm feet." A statement of a word or two is quoted with the one after it. */
export function joinShort(text: string, statements: readonly Statement[]): readonly Statement[] {
  const joined: Statement[] = [];
  for (const statement of statements) {
    const before = joined.at(-1);
    const between = before === undefined ? '' : text.slice(before.start + before.text.length, statement.start);
    if (before === undefined || !isFragment(before.text) || between.length > 4 || /\n/.test(between)) {
      joined.push(statement);
      continue;
    }
    const whole = text.slice(before.start, statement.start + statement.text.length);
    const voice = `${before.voice}${between}${statement.voice}`;
    joined[joined.length - 1] = { text: whole, voice, start: before.start };
  }
  return joined;
}

const isFragment = (text: string): boolean => sizeOf(text) <= 12 && !/[,，;；:：]$/.test(text);

const lastClause = (text: string): string => text.split(/[,;，；]\s*/u).at(-1) ?? '';

const make = (sentence: Sentence, start: number, end: number): Statement => {
  const text = trim(sentence.text.slice(start, end));
  const at = sentence.text.indexOf(text, start);
  return { text, voice: sentence.voice.slice(at, at + text.length), start: sentence.start + at };
};

const hasText = ({ text }: Statement): boolean => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(text);

/** A clause that only nods, greets, thanks or turns to something else. */
const isNod = (clause: string): boolean => NOD.test(clause.trim());
const NOD =
  /^(?:(?:ok|okay|oh|ah|ha+|haha+|hm+|hmm+|well|so|yes|yeah|yep|no|right|true|sure|fine|great|good|nice|super|perfect|exactly|thanks|thank you|good idea|good to know|good point|makes sense|i know|i see|got it|agreed|love it|cool|wow|hi|hello|hey|there|morning|good morning|by the way|btw|anyway|actually|also|one more thing|another thing|speaking of \w+|let's see|great compromise|tight but ok|clear|lol|done|and|but)[\s.,!:;…–—-]*)+$|^(?:好的?|好吧|嗯+|哦+|对了?|行|是的?|没错|谢谢|了解|明白|赞|厉害|哈+|哎+|唉|呃|啊+|那|不过|另外|还有|顺便(?:说下|问下)?|话说|说个题外话|天哪|我去|太棒了|可以|你看看?|那么|其实)[\s，。！!,~…]*$/iu;
