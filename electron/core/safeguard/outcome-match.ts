// Whether a line claims the outcome its sources tell: a failure, a rejection, a ban or a mere plan must not come out as done, and a
// failure must not be invented. Looks at the latest sentences that say what the line says; a later word counts before an earlier one.

import type { EntryId } from '../ids.ts';
import { coveredShare, type ContentWords, findContentWords } from '../summary/content-words.ts';
import { splitSentences } from '../summary/sentences.ts';
import type { StateCategory } from '../summary/state-summary.ts';
import { isFinalAnswer } from '../transcript/turn.ts';
import { type Outcome, findOutcome } from './outcome-cues.ts';
import type { Sources } from './find-sources.ts';
import type { SourceIndex, SourceSentence } from './source-index.ts';

/** What the source says and the line does not; `not_done`: it neither says so nor asks anything else; `invented_failure` is the other way round, `open_request` a wish nobody has fulfilled. */
export type OutcomeFault =
  | 'failed'
  | 'rejected'
  | 'forbidden'
  | 'negated'
  | 'planned'
  | 'not_done'
  | 'invented_failure'
  | 'open_request';

export interface OutcomeClaim {
  readonly category: StateCategory;
  readonly line: string;
  readonly sources: Sources;
}

export interface OutcomeVerdict {
  /** Null where the outcomes agree. */
  readonly fault: OutcomeFault | null;
  /** The entries that tell the outcome, the decisive one first. */
  readonly tellers: readonly EntryId[];
  /** The words that tell it, as they stand in the transcript; null where nothing does. */
  readonly telling: string | null;
}

export function judgeOutcome(index: SourceIndex, claim: OutcomeClaim): OutcomeVerdict {
  const { category, sources } = claim;
  const told = sources.best.filter((sentence) => coveredShare(sources.words, sentence.words) >= TELLING_SHARE);
  const decisive = findDecisive(told, sources);
  if (decisive === null) return { fault: null, tellers: [], telling: null };
  const source = readOutcome(index, decisive, sources.words);
  const verdict = (fault: OutcomeFault | null): OutcomeVerdict => ({
    fault,
    tellers: decisive.entryIds,
    telling: decisive.role === 'state' ? null : wholeStatement(index, decisive, sources.words),
  });
  if (category === 'failedApproaches') return verdict(judgeFailure(index, told, sources, source));
  const fault = compareOutcomes(index, claim, { source, told });
  if (fault === null && category === 'decisions' && isOpenQuestion(index, decisive)) return verdict('planned');
  if (fault !== null || category !== 'completed') return verdict(fault);
  if (decisive.role === 'user' && !source.done) return judgeRequest(index, decisive);
  return verdict(judgeCompleted(claim, { decisive, source }));
}

/** The burden of proof lies with the line: its decisive sentence has to say that the thing is done. An act of a tool speaks for itself. */
function judgeCompleted(
  { line, sources }: OutcomeClaim,
  { decisive, source }: { readonly decisive: SourceSentence; readonly source: Outcome },
): OutcomeFault | null {
  if (source.planned && !findOutcome(line).planned && !(source.done && !openClause(decisive, sources.words)))
    return 'planned';
  if (QUESTION.test(decisive.text)) return 'not_done';
  const isAct = decisive.role === 'tool_call' || decisive.role === 'tool_result';
  return isAct || source.done || PAST.test(clausesWith(decisive.text, sources.words)) ? null : 'not_done';
}

/** Is what the line speaks of only planned in its own clause, whatever else of the sentence is done? */
const openClause = ({ text }: SourceSentence, words: ContentWords): boolean => {
  const beside = findOutcome(clausesWith(text, words));
  return beside.planned && !beside.done;
};

const QUESTION =
  /[?？]["'”’)）\]]?\s*$|^(?:shall|should|may|can|could|do you want|would you like)\b[^.]*\b(?:I|we|me)\b|(?:要不要|是否|吗)[^。！]*$/iu;
/** A deed told in the past, and Chinese endings that say so in the middle of a sentence. */
const PAST =
  /(?:^\W*|\b(?:I|we|it|they|and|then|also|just|now) (?:\w+ly )?)(?!need|want|plan|intend)\p{L}{2,}ed\b|\p{Script=Han}(?:了|好了|完)/iu;

/** A question is no decision, unless the one asked agrees at once or somebody settles it. */
function isOpenQuestion(index: SourceIndex, { text, role, order }: SourceSentence): boolean {
  if (role === 'state' || !/[?？]\s*$/u.test(text)) return false;
  const next = index.messages[order - index.firstMessageOrder + 1];
  const answer = next === undefined ? '' : next.payload.text.slice(0, ANSWER_CHARS);
  return !AGREES.test(answer) || findOutcome(answer).tentative;
}

const AGREES =
  /^\W*(?:yes|yep|yeah|ok(?:ay)?|sure|agreed|right|exactly|do (?:it|that)|go ahead|please do|good idea|fine)\b|\b(?:decided?|go(?:ing)? with|take|use|choose|chose|picked?|prefer|recommend)\b|^(?:好|是|对|行|可以|嗯|同意|没问题)|就用|选|决定|采用/iu;

/** A sentence, with the one after it where that goes on about the same thing. */
function wholeStatement(index: SourceIndex, sentence: SourceSentence, words: ContentWords): string {
  const next = index.sentences[sentence.index + 1];
  return next !== undefined && continues(sentence, next, words) ? `${sentence.text} ${next.text}` : sentence.text;
}

interface Told {
  readonly source: Outcome;
  readonly told: readonly SourceSentence[];
}

function compareOutcomes(
  index: SourceIndex,
  { category, line, sources }: OutcomeClaim,
  { source, told }: Told,
): OutcomeFault | null {
  const said = findOutcome(line);
  if (FUTURE.has(category)) {
    if (source.forbidden && !said.negated) return 'forbidden';
    return source.rejected && !source.failed && !said.negated ? 'rejected' : null;
  }
  if (!said.negated) {
    if (source.rejected) return 'rejected';
    if (source.failed) return category === 'completed' ? 'failed' : 'negated';
    if (source.forbidden) return 'forbidden';
    if (source.negated) return 'negated';
  } else if (!near(told, sources).some((sentence) => readOutcome(index, sentence, sources.words).negated)) {
    return 'invented_failure';
  }
  return category === 'decisions' && source.tentative && !said.tentative ? 'planned' : null;
}

/** A sentence with this share of the line's words tells the same story. */
const TELLING_SHARE = 0.5;
/** Sentences this close to the best one count as telling it too: the latest of them decides. */
const CLOSE_SHARE = 0.25;
/** What stands here is open by nature: a plan is no fault, and a failure behind it is a reason. */
const FUTURE: ReadonlySet<StateCategory> = new Set<StateCategory>([
  'goal',
  'pendingRequests',
  'inProgress',
  'nextActions',
]);

function findDecisive(told: readonly SourceSentence[], { best, words }: Sources): SourceSentence | null {
  const shares = told.map((sentence) => coveredShare(words, sentence.words));
  const top = Math.max(0, ...shares);
  const close = told.filter((_, place) => (shares[place] ?? 0) >= top - CLOSE_SHARE);
  const latest = close.reduce<SourceSentence | null>((a, b) => (a === null || b.index > a.index ? b : a), null);
  return latest ?? best[0] ?? null;
}

/** The outcome of a sentence: failures and rejections anywhere in it or in the "it failed" after it, negations only beside shared words. */
function readOutcome(index: SourceIndex, sentence: SourceSentence, words: ContentWords): Outcome {
  const statement = wholeStatement(index, sentence, words);
  const goesOn = statement !== sentence.text;
  const whole = findOutcome(statement);
  const beside = findOutcome(clausesWith(sentence.text, words));
  const state = stateOutcome(sentence);
  const failed = whole.failed || sentence.isError || state === 'failed';
  const rejected = beside.rejected || (goesOn && whole.rejected) || state === 'rejected';
  return {
    failed,
    rejected,
    forbidden: beside.forbidden && sentence.role !== 'tool_result',
    negated: failed || rejected || beside.negated,
    planned: beside.planned || state === 'planned',
    tentative: beside.tentative,
    done: (whole.done || state === 'done') && state !== 'planned',
  };
}

/** Does the next sentence go on about the same thing: "It failed.", "I could not validate it."? */
function continues(sentence: SourceSentence, next: SourceSentence, words: ContentWords): boolean {
  if (next.order !== sentence.order || next.role !== sentence.role) return false;
  if (GOES_ON.test(next.text)) return true;
  const isAboutIt = /\b(?:it|them|this|that|these|those)\b|它|这|那/iu.test(next.text);
  return isAboutIt && [...words.words].some((word) => next.words.words.has(word) && !sentence.words.words.has(word));
}

const GOES_ON =
  /^(?:(?:but|however|though|unfortunately|sadly|it|that|this|which|they|and it|so)\b|但|可是|不过|然而|结果|它|这|那|可惜)/iu;

/** The clauses that share a word with the line; the whole sentence where none does. */
function clausesWith(text: string, words: ContentWords): string {
  const clauses = text.split(
    /[,;，；、—]|\.\s|:\s|：|\b(?:but|because|although|whereas|while|so that)\b|但是?|因为|所以|不过/iu,
  );
  const near = clauses.filter((clause) => coveredShare(findContentWords(clause), words) > 0);
  return near.length === 0 ? text : near.join(', ');
}

function stateOutcome({ from }: SourceSentence): 'failed' | 'rejected' | 'planned' | 'done' | null {
  if (from === undefined) return null;
  if (from.status !== undefined) return from.status === 'lifted' ? null : 'rejected';
  if (from.category === 'failedApproaches') return 'failed';
  if (from.category === 'completed') return 'done';
  return FUTURE.has(from.category) ? 'planned' : null;
}

/** The sentences that tell the story, or where none tells enough of it, those of its sources that share a word. */
const near = (told: readonly SourceSentence[], { best, entryIds }: Sources): readonly SourceSentence[] =>
  told.length > 0 ? told : best.filter((sentence) => sentence.entryIds.some((id) => entryIds.includes(id)));

/** Something stands under "failed" only when its source, or what follows it at once, says so. */
function judgeFailure(
  index: SourceIndex,
  told: readonly SourceSentence[],
  sources: Sources,
  source: Outcome,
): OutcomeFault | null {
  if (source.failed || source.rejected || source.negated) return null;
  return near(told, sources).some(
    (sentence) => readOutcome(index, sentence, sources.words).negated || failsNext(index, sentence),
  )
    ? null
    : 'invented_failure';
}

/** Does the message of this sentence, or the one right after it, report a failure? */
function failsNext(index: SourceIndex, sentence: SourceSentence): boolean {
  for (let at = sentence.index + 1; at < index.sentences.length; at++) {
    const next = index.sentences[at];
    if (next === undefined || next.order > sentence.order + 1 || at > sentence.index + NEXT_SENTENCES) return false;
    if (next.isError || findOutcome(next.text).failed) return true;
  }
  return false;
}

const NEXT_SENTENCES = 12;

/** A request reported as completed: done only when its turn was answered, and the answer does not say otherwise. */
function judgeRequest(index: SourceIndex, request: SourceSentence): OutcomeVerdict {
  for (let at = request.order - index.firstMessageOrder + 1; at < index.messages.length; at++) {
    const entry = index.messages[at];
    if (entry === undefined || entry.payload.role === 'user') break;
    if (!isFinalAnswer(entry)) continue;
    const answer = entry.payload.text.slice(0, ANSWER_CHARS);
    const outcome = findOutcome(answer);
    const tellers = [entry.id, ...request.entryIds];
    const telling = splitSentences(answer).find((sentence) => findOutcome(sentence).negated) ?? request.text;
    if (outcome.failed) return { fault: 'failed', tellers, telling };
    if (outcome.rejected) return { fault: 'rejected', tellers, telling };
    if (offersIt(answer, request.words)) return { fault: 'not_done', tellers, telling };
    if (outcome.done) return { fault: null, tellers, telling };
    if (outcome.negated) return { fault: 'negated', tellers, telling };
    // A reply that is the thing asked for need not say so; a short one has to.
    const delivers = entry.payload.text.length >= DELIVERY_CHARS && !QUESTION.test(answer);
    return { fault: delivers ? null : 'not_done', tellers, telling };
  }
  return { fault: 'open_request', tellers: request.entryIds, telling: request.text };
}

/** Does the answer ask whether to do the very thing ("Shall I email it to Kim?")? */
const offersIt = (answer: string, words: ContentWords): boolean =>
  splitSentences(answer).some(
    (sentence) =>
      OFFER.test(sentence) &&
      !/\b(?:also|else|next|too|as well)\b|另外|再|还/iu.test(sentence) &&
      coveredShare(words, findContentWords(sentence)) >= OFFER_SHARE,
  );

const OFFER = /\b(?:shall|should|may|can) (?:I|we)\b|\b(?:want|like) me to\b|要不要|需要我|是否要/iu;
const OFFER_SHARE = 0.34;

/** From this length a reply may be what was asked for: a text, a table, a piece of code. */
const DELIVERY_CHARS = 120;
/** How much of an answer is read for its outcome: it says so at its start. */
const ANSWER_CHARS = 400;
