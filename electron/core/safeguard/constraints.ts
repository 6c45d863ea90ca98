// Finds the rules a person laid down in a message: prohibitions, requirements, permissions and what lifts them, English and Chinese.
// Decides clause by clause from cue words in the person's own voice (own-words.ts). Every finding is a substring of the message:
// the shortest run of clauses that keeps object, condition, time and negation. Never rewrites, never looks inside quotations or code.

import { type Clause, findClauses } from '../summary/clauses.ts';
import { findCodeSpans } from '../summary/code-spans.ts';
import { findSentenceSpans } from '../summary/sentences.ts';
import { BEFORE_IMPERATIVE, type Cue, RUN_IN_SCOPE, TOLD_FRAME } from './constraint-cues.ts';
import {
  foldTraditional,
  LIFT_CUES_ZH,
  PERMISSION_CUES_ZH,
  PROHIBITION_CUES_ZH,
  REQUIREMENT_CUES_ZH,
} from './constraint-cues-zh.ts';
import { ADOPTED, endsAsReport, isReported } from './reported-speech.ts';
import { PROHIBITION_CUES } from './prohibition-cues.ts';
import { IMPLIED_RULE_CUES, IMPLIED_RULE_CUES_ZH } from './implied-rule-cues.ts';
import { LIFT_CUES, PERMISSION_CUES, REQUIREMENT_CUES } from './requirement-cues.ts';
import {
  BODY_RULE,
  ORDER_ZH,
  STANDING_RULE_CUES,
  STANDING_RULE_CUES_ZH,
  UNIVERSAL_CASE_ZH,
} from './standing-rule-cues.ts';
import type { ConstraintKind } from './ledger-items.ts';
import { firstNeeded, lastNeeded } from './rule-span.ts';
import { talkLength } from './talk-length.ts';
import { trimQuote } from './trim-quote.ts';
import { maskForeignWords } from './own-words.ts';

export interface FoundConstraint {
  readonly kind: ConstraintKind;
  /** A contiguous substring of the message. */
  readonly text: string;
}

/** The rules in a message, in order. Neighbouring bans and requirements of one sentence are one finding (see `splitConstraint`). */
export const findConstraints = (text: string): readonly FoundConstraint[] => findIn(text, 'grouped');

/** One finding per rule: takes a group apart, so that a later message can lift one of its rules and not the other. */
export const splitConstraint = (text: string): readonly FoundConstraint[] => findIn(text, 'single');

/** Any of these, or nothing in the sentence is looked at: keeps long messages cheap. */
const GATE =
  /\b(?:not|no|none|nobody|never|only|always|must|has|have|stays?|remains?|mine|ours|hers|ceiling|cap|floor|whatever|closed|frozen|locked|fixed|final|confidential|private|between|under|said|asked|wants|insists|refuse|hate|treat|mark|count|put|spell|everything|back|said|withdraw|brief|budget|deadline|limit|be|shall|should|may|can|avoid|stop|quit|keep|stay|leave|make sure|ensure|sure|remember|forget|ignore|disregard|scrap|drop|lift\w*|from now|from today|forward|henceforth|future|refrain|hands|off|forbid\w*|forbidden|prohibited|banned|allow\w*|permi\w+|table|limits?|free|without|nothing|nobody|prefer\w*|insist|expect|require\w*|mandatory|stick|restrict|confine|respect|obey|follow|ask|check|wait|confirm|tell|inform|notify|warn|let|show|reply|answer|respond|write|speak|talk|use|call|at most|at least|max\w*|min\w*|just|exclusively|instead|rather|throughout|everywhere|default|careful|care|mind|want|need|every|each|all|over|void|cannot|try|hold|changed|no-go|taboo|non-?starter|allergic|vegan|vegetarian|most|least|peace|through|via|everything|anything|any|stick|freeze|sooner|tops|good|ok|okay|fine|with|continue|cease|abstain|steer|ban|rule)\b|n't\b|\bdont\b|[\u4e00-\u9fff]/i;

type Grouping = 'grouped' | 'single';
interface Finding {
  readonly kind: ConstraintKind;
  readonly start: number;
  readonly end: number;
  readonly firstClause: number;
  readonly lastClause: number;
}

function findIn(text: string, grouping: Grouping): readonly FoundConstraint[] {
  const codeSpans = findCodeSpans(text);
  const voice = foldTraditional(maskForeignWords(text, codeSpans));
  const found: FoundConstraint[] = [];
  const read = remember((sentence: string) =>
    GATE.test(sentence) && !isQuestion(sentence) ? findInSentence(sentence, grouping) : [],
  );
  let reported = false;
  let listed = false;
  let afterIntro = false;
  for (const span of findSentenceSpans(text, codeSpans)) {
    const sentence = voice.slice(span.start, span.end);
    if (/\n\s*\n/.test(text.slice(Math.max(0, span.start - 12), span.start))) reported = false;
    if (endsAsReport(sentence)) {
      reported = true;
      continue;
    }
    const told = introduced(sentence, afterIntro);
    afterIntro = RULE_INTRO.test(sentence) && told === null && sentence.length < 90;
    if (told !== null) {
      const quoted = trimQuote(text.slice(span.start + told, span.end));
      if (quoted.length > 1 && quoted.length <= INTRODUCED_CHARS) {
        found.push({ kind: 'requirement', text: quoted });
        continue;
      }
    }
    if (RULE_HEADING.test(sentence)) {
      listed = true;
      reported = false;
      continue;
    }
    const inList = listed && isListItem(text, span.start);
    if (!inList) listed = false;
    if (reported) continue;
    const findings = read(sentence);
    for (const finding of findings) {
      const quoted = trimQuote(text.slice(span.start + finding.start, span.start + finding.end));
      if (quoted.length > 1) found.push({ kind: finding.kind, text: quoted });
    }
    // "Do not delete any of these:" and the list below it.
    if (findings.length > 0 && /[:：]$/.test(sentence)) listed = true;
    if (inList && findings.length === 0 && !isQuestion(sentence))
      found.push({ kind: 'requirement', text: trimQuote(text.slice(span.start, span.end)) });
  }
  return found;
}

/** "Style rules before we start: past tense, close third." Where the rules begin in the sentence, or null where it brings none. */
function introduced(sentence: string, afterIntro: boolean): number | null {
  if (isQuestion(sentence)) return null;
  const colon = sentence.search(/[:：]\s/);
  if (RULE_INTRO.test(colon < 0 ? '' : sentence.slice(0, colon))) return colon + 1;
  return afterIntro ? (colon < 0 ? 0 : colon + 1) : null;
}
const RULE_INTRO =
  /\b(?:style|house|ground|hard|project|basic|formatting|naming|some|a few) (?:ground )?rules\b|\b(?:my|our|the) (?:\w+ )?rules (?:are|for|before)\b|(?:几条|约法|规矩|格式要求|写作要求)/i;
const INTRODUCED_CHARS = 200;

const RULE_HEADING =
  /^(?:\*\*|#+ )?(?:(?:the|my|our|some|a few|ground|house|hard|these|here are the|here are my|project|basic) )*(?:rules|constraints|requirements|restrictions|guidelines|conditions|don'?ts|do's and don'ts|limits)(?: for [^:]{1,40})?(?:\*\*)?:(?:\*\*)?$|^(?:几条|以下|我的|项目)?(?:规则|要求|约束|限制|规定|注意事项|原则)(?:如下)?[:：]$/i;
const isListItem = (text: string, start: number): boolean =>
  /(?:^|\n)\s*(?:[-*+•·]|\(?\d{1,2}[.)、])\s*$/.test(text.slice(Math.max(0, start - 10), start));

/** Polite orders in the form of a question are orders all the same. */
const POLITE =
  /^(?:\w+,? )?(?:please,? )?(?:can|could|would|will) you (?:please |also |maybe |kindly |just )*(?:not|avoid|stop|refrain|never|keep|make sure|leave|only|always|ensure)\b|^would you mind not\b|^(?:你)?(?:能不能|可不可以|能否|可否|麻烦你?)(?:请|先|也|都|以后|今天)*(?:别|不要|只|不)/i;
const TAG_QUESTION =
  /[,，]?\s*(?:ok|okay|right|alright|all right|please|got it|understood|yes|deal|好吗|好不好|行吗|行不行|可以吗|明白吗|知道吗|懂吗|好么|ok吗)\s*[?？]+["'”’)\s]*$/i;

function isQuestion(sentence: string): boolean {
  if (POLITE.test(sentence)) return false;
  if (/(?:什么意思|怎么办|是什么|为什么|怎么回事)[。.\s]*$/.test(sentence)) return true;
  if (!/[?？]["'”’)\]\s]*$/.test(sentence))
    return /(?:吗|呢|么)[。.\s]*$/.test(sentence) && !TAG_QUESTION.test(`${sentence}?`);
  return !TAG_QUESTION.test(sentence);
}

function findInSentence(sentence: string, grouping: Grouping): readonly Finding[] {
  const clauses = findClauses(sentence);
  const words = clauses.map((clause) => sentence.slice(clause.start, clause.end).trim());
  const adopted = ADOPTED.test(sentence);
  const frame = words.findIndex((clause) => TOLD_FRAME.test(clause));
  const findings: Finding[] = [];
  const classify = remember(classifyClause);
  for (const [index, clause] of clauses.entries()) {
    const before = findings.at(-1);
    if (before && index <= before.lastClause) continue;
    const raw = sentence.slice(clause.start, clause.end);
    const match = classify(raw) ?? (adopted ? classifyReported(raw) : null) ?? classifyCase(words, index);
    // "Do not, I repeat, do not delete it": the rule stands after the aside.
    if (BARE_BAN.test(words[index] ?? '') && classify(words[index + 2] ?? '') !== null) continue;
    const isTold = !adopted && frame >= 0 && (frame < index || /^according to/i.test(words[frame] ?? ''));
    if (!match || isTold || (!adopted && isReported(words, clauses, index, match.from))) continue;
    const needed = BARE_BAN.test(words[index] ?? '')
      ? Math.min(index + 2, clauses.length - 1)
      : Math.max(
          lastNeeded(words, index, { classify, clauses }),
          TIME_ALONE.test(words[index] ?? '') ? index + 1 : index,
        );
    const lastClause =
      spellsOut(clauses[needed + 1]?.joint, words[needed + 1]) && classify(words[needed + 1] ?? '') === null
        ? needed + 1
        : needed;
    if (lastClause >= clauses.length) continue;
    const firstClause = match.isEmbedded ? index : firstNeeded(words, index, before?.lastClause ?? -1, clause.joint);
    const start =
      firstClause === index ? clause.start + match.from : startOf(sentence, clauses[firstClause]?.start ?? 0);
    const end = clauses[lastClause]?.end ?? clause.end;
    const finding = { kind: match.kind, start, end, firstClause, lastClause };
    const joined = grouping === 'grouped' && before ? joinFindings(before, finding) : null;
    if (joined) findings[findings.length - 1] = joined;
    else findings.push(finding);
  }
  if (findings.length === 0 && !adopted && frame < 0) findings.push(...bodyRules(words, clauses));
  return findings;
}

/** "The number must not clash: Jakob has 0051": what stands behind the colon says what is meant. */
const spellsOut = (joint: string | undefined, words: string | undefined): boolean =>
  joint !== undefined && /^\s*[:：]/.test(joint) && words !== undefined && words.length <= SPELLED_CHARS;
const SPELLED_CHARS = 48;

/** "My daughter is allergic to nuts": no order, and yet it binds. */
function bodyRules(words: readonly string[], clauses: readonly Clause[]): readonly Finding[] {
  const index = words.findIndex((clause) => BODY_RULE.test(clause));
  const clause = clauses[index];
  if (clause === undefined || isReported(words, clauses, index, clause.start)) return [];
  const last = lastNeeded(words, index, { classify: classifyClause, clauses });
  const end = clauses[last]?.end ?? clause.end;
  return [{ kind: 'requirement', start: clause.start, end, firstClause: index, lastClause: last }];
}

/** "From now on, …": the rule itself is the clause after it. */
const TIME_ALONE =
  /^(?:and |so |but )?(?:from (?:now|today|here|tomorrow|this \w+)(?: on(?:wards)?)?|going forward|in (?:the )?future|henceforth|until further notice)$|^(?:从现在(?:开始|起)?|从今(?:天起|以后|往后|天开始)|以后|今后|往后)$/i;

const startOf = (sentence: string, start: number): number => start + talkLength(sentence.slice(start, start + 120));

const isBinding = (kind: ConstraintKind): boolean => kind === 'prohibition' || kind === 'requirement';
/** A group longer than this stays apart, in UTF-16 units. */
const GROUP_LIMIT = 240;

function joinFindings(before: Finding, finding: Finding): Finding | null {
  if (!isBinding(before.kind) || !isBinding(finding.kind)) return null;
  if (finding.firstClause !== before.lastClause + 1 || finding.end - before.start > GROUP_LIMIT) return null;
  const kind = before.kind === 'prohibition' || finding.kind === 'prohibition' ? 'prohibition' : 'requirement';
  return { ...before, kind, end: finding.end, lastClause: finding.lastClause };
}

/** Run-on text repeats itself: the same words are read once. */
function remember<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    known.set(text, value);
    return value;
  };
}

interface Classified {
  readonly kind: ConstraintKind;
  /** Where the quotation starts in the clause. */
  readonly from: number;
  /** Words of another kind than talk stand before it: a condition before those is theirs. */
  readonly isEmbedded: boolean;
}

function classifyClause(clause: string): Classified | null {
  const lead = clause.length - clause.trimStart().length;
  const talk = lead + talkLength(clause.slice(lead));
  const written = clause.slice(talk).replace(/[\s.!。！?？]+$/, '');
  // As it reads: without emphasis, and every space a plain one.
  const body = written
    .replace(/\*{1,3}|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (body === '' || !GATE.test(body)) return null;
  if (BARE_BAN.test(body)) return { kind: 'prohibition', from: talk, isEmbedded: false };
  // A rule of one's own told again, to be lifted in the next clause: 之前说不能用表格，现在可以了.
  if (TOLD_AGAIN_ZH.test(body) && match(body, LIFT_CUES_ZH, talk) === null) return null;
  return /[\u4e00-\u9fff]/.test(body) ? (match(body, ZH, talk) ?? matchEnglish(body, talk)) : matchEnglish(body, talk);
}

/** "Do not, unless I say so, send it": what is forbidden comes after the aside. */
const BARE_BAN = /^(?:please )?(?:you )?(?:do not|don't|must not|mustn't|may not|never)$/i;

const TOLD_AGAIN_ZH = /^我?(?:之前|以前|先前|刚才)我?(?:说|要求|讲)/;

/** 凡是不是真跑出来的数，写成 TBD: the case stands in the clause before, the order in this one. */
const classifyCase = (words: readonly string[], index: number): Classified | null =>
  UNIVERSAL_CASE_ZH.test(words[index - 1] ?? '') && ORDER_ZH.test(words[index] ?? '')
    ? { kind: 'requirement', from: 0, isEmbedded: false }
    : null;

/** "Ana said never deploy on Fridays", once the user made it a rule of their own. */
function classifyReported(clause: string): Classified | null {
  const report =
    /^.{1,40}?\b(?:said|says|told (?:me|us)|wrote|insists?)\b(?: that| to us)? /i.exec(clause)?.[0].length ?? 0;
  const match = report > 0 ? classifyClause(clause.slice(report)) : null;
  return match && { ...match, from: match.from + report };
}

const EN: readonly Cue[] = [
  ...LIFT_CUES,
  ...PROHIBITION_CUES,
  ...REQUIREMENT_CUES,
  ...PERMISSION_CUES,
  ...IMPLIED_RULE_CUES,
  ...STANDING_RULE_CUES,
];
const ZH: readonly Cue[] = [
  ...LIFT_CUES_ZH,
  ...PROHIBITION_CUES_ZH,
  ...REQUIREMENT_CUES_ZH,
  ...PERMISSION_CUES_ZH,
  ...IMPLIED_RULE_CUES_ZH,
  ...STANDING_RULE_CUES_ZH,
];

function matchEnglish(body: string, talk: number): Classified | null {
  const direct = match(body, EN, talk);
  if (direct) return direct;
  const before = BEFORE_IMPERATIVE.exec(body)?.[0].length ?? 0;
  const order = before > 0 ? match(body.slice(before), EN, talk) : null;
  if (order) return { kind: order.kind, from: talk, isEmbedded: false };
  const scope = RUN_IN_SCOPE.exec(body)?.[0].length ?? 0;
  if (scope === 0) return null;
  const rest = body.slice(scope).replace(/^(?:please|then) /i, '');
  const scoped = match(rest, EN, talk);
  return scoped ? { kind: scoped.kind, from: talk, isEmbedded: false } : null;
}

function match(body: string, cues: readonly Cue[], talk: number): Classified | null {
  for (const { kind, pattern, unless } of cues) {
    const found = pattern.exec(body);
    if (!found || unless?.test(body)) continue;
    const at = found.groups?.['from'] === undefined ? 0 : body.indexOf(found.groups['from']);
    const isEmbedded = !BEFORE_ONLY.test(body.slice(0, at));
    return { kind, from: talk + (isEmbedded ? at : 0), isEmbedded };
  }
  return null;
}

/** Nothing but "please", "always" and the like. */
const BEFORE_ONLY = /^(?:(?:please|pls|just|always|now|also|really|do|then|only)\s+)*$/i;
