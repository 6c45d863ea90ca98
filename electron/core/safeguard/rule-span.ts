// How far a rule reaches in its sentence: from the clause that holds its object or condition to the one that ends its list, bounds it or
// says when it holds. Decides from clauses alone; on doubt the rule takes along rather than leaves behind.

import {
  type Clause,
  countListItems,
  findAsideEnd,
  isBound,
  isLeadingCondition,
  isTrailingCondition,
} from '../summary/clauses.ts';
import type { ConstraintKind } from './ledger-items.ts';
import { talkLength } from './talk-length.ts';

/** A clause longer than this is not taken along for its object, in UTF-16 units. */
const OBJECT_CHARS = 120;

export function firstNeeded(words: readonly string[], index: number, taken: number, joint: string): number {
  let first = index;
  while (first - 1 > taken && index - first < 2 && isLeadingCondition(words[first - 1] ?? '')) first -= 1;
  if (first === index && first - 1 > taken && leansOn(words[first - 1] ?? '', words[index] ?? '', joint)) {
    const isList = SCOPE_ALONE.test(words[index] ?? '') && first - 2 > taken && (words[first - 2] ?? '').length < 30;
    const isFar =
      /^(?:这|那)(?:个|些|份|条|事)/.test(words[index] ?? '') &&
      first - 2 > taken &&
      (words[first - 2] ?? '').length + (words[first - 1] ?? '').length <= 40;
    return isList || isFar ? first - 2 : first - 1;
  }
  if (first === index && LIST_POINTER_ZH.test(words[index] ?? '')) {
    while (index - first < 4 && first - 1 > taken && (words[first - 1] ?? '').length <= 12) first -= 1;
    if (first !== index) return first;
  }
  // "Send it, but not before Thursday": the ban has its object in the clause before.
  const bare =
    /^(?:and |but |just |only )*(?:not (?:before|without|until|unless|on|in|during|to|at|with|for)|only (?:after|when|if|on|with))\b/i.test(
      words[index] ?? '',
    );
  if (first !== index || !(bare || pointsBack(words[index] ?? ''))) return first;
  // What 它 stands for may lie two clauses back: the clauses are short.
  const most = /它/.test(words[index] ?? '') ? 2 : 1;
  while (index - first < most && first - 1 > taken && (words[first - 1] ?? '').length <= OBJECT_CHARS) first -= 1;
  return first;
}

/** "Reuse that one and don't invent another", "谁想挪一下，都给我免了": the order before belongs to the rule; a scope alone ("everywhere") has it there. */
function leansOn(before: string, clause: string, joint: string): boolean {
  if (before.length > ORDER_CHARS || before === '') return false;
  if (
    /^\s*[:：]/.test(joint) &&
    before.length <= 24 &&
    !/^(?:and|but|so|(?:one|another|a) (?:more )?(?:thing|point)|note|important|\w+ rule)\b/i.test(before)
  )
    return true;
  if (/^(?:that's|that is|this is)\b/i.test(clause) && !/^(?:i|we|ok|so|and)\b/i.test(before)) return true;
  if (/^\s+and\s+$/i.test(joint) && POINTS_AT.test(clause))
    return !/^(?:i|i'm|i've|we|he|she|they|it|there|this|that|you)\b/i.test(before.slice(talkLength(before)));
  return (
    SCOPE_ALONE.test(clause) ||
    (/^(?:这|那)(?:个|些|份|条)/.test(clause) && /[\u4e00-\u9fff]/.test(before)) ||
    (/^(?:都|也|一律|统统|全)\S{1,9}$/.test(clause) && /[\u4e00-\u9fff]$/.test(before))
  );
}
const ORDER_CHARS = 56;
const POINTS_AT = /\b(?:one|it|them|that|those|these|another|instead|others?)\b/i;
/** 「cause, effect, impact 这些一概不用」: the list before it is its object. */
const LIST_POINTER_ZH = /^(?:\S{1,16} ?)?(?:这些|那些|这几[个样种])/;
const SCOPE_ALONE =
  /^(?:everywhere|throughout|all the way through|across the board|every time|no exceptions?|without exception|from start to finish|always)$/i;

/** A short ban whose object is only pointed at has it in the clause before: "That file is read-only, don't write to it". */
const pointsBack = (clause: string): boolean =>
  (/\b(?:it|them|him|her|this|that|these|those)(?= (?:again|any ?more|either|at all|directly|yet))?(?: (?:again|any ?more|either|at all|directly|yet))?[.!]?$/i.test(
    clause,
  ) &&
    clause.split(' ').length <= 7) ||
  (/它们?(?:了|吧)?$/.test(clause) && clause.length <= 12);

export interface SentenceClauses {
  readonly classify: (clause: string) => { readonly kind: ConstraintKind } | null;
  readonly clauses: readonly Clause[];
}

export function lastNeeded(words: readonly string[], index: number, { classify, clauses }: SentenceClauses): number {
  let last = index;
  while (last + 1 < words.length && last - index < 12) {
    const next = words[last + 1] ?? '';
    const items = countListItems(words, last + 1);
    const aside = findAsideEnd(clauses, last + 1);
    if (aside > last) last = aside;
    else if (items > 0) last += items;
    else if (isBound(next)) last += 1;
    // A condition between two rules belongs to the one after it.
    else if (isLeadingCondition(next) && classify(words[last + 2] ?? '')?.kind !== undefined) break;
    else if (
      isTrailingCondition(/^please\b/i.test(next) ? next : next.replace(/[.。]+$/, '')) &&
      classify(next)?.kind === undefined
    )
      last += 1;
    else break;
  }
  return last;
}
