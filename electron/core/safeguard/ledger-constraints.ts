// The ledger's rules: what the former state held and what the user's messages add, each word for word, with what lifted it.
// Only user messages put a rule here. A lift marks the rules it is about and stands beside them; nothing is ever dropped for age.

import type { EntryId } from '../ids.ts';
import type { StateItem } from '../summary/state-summary.ts';
import { type FoundConstraint, findConstraints, splitConstraint } from './constraints.ts';
import type { LedgerConstraint } from './ledger-items.ts';
import { findPermissionHints, type PermissionHint } from './permission-hints.ts';
import { findTopic, hasLabelsOf, sameTopic, shareOf, type Topic } from './topic.ts';

export interface SaidByUser {
  readonly id: EntryId;
  /** Without secrets. */
  readonly text: string;
}

export function collectConstraints(
  messages: readonly SaidByUser[],
  previous: readonly StateItem[],
): readonly LedgerConstraint[] {
  const rules: LedgerConstraint[] = previous.filter((item) => item.layer === 'ledger').map(readFormer);
  for (const { id, text } of messages) {
    for (const found of findConstraints(text)) addRule(rules, found, id);
    for (const hint of findPermissionHints(text)) followHint(rules, hint, { id, text });
  }
  return withoutRepeats(rules);
}

/** A rule forbidden, lifted, forbidden and lifted again stands once, where it was said last; one in force and one lifted are two. */
function withoutRepeats(rules: readonly LedgerConstraint[]): readonly LedgerConstraint[] {
  const later = new Set<string>();
  const kept = rules.toReversed().filter(({ text, liftedBy }) => {
    const key = `${liftedBy === undefined ? 'in force' : 'lifted'}\n${text}`;
    return !later.has(key) && later.add(key);
  });
  return kept.toReversed();
}

/** A rule as the former state holds it: the first source said it, the last one of a lifted rule lifted it. */
function readFormer(item: StateItem): LedgerConstraint {
  const [first = NO_SOURCE] = item.sources;
  const kind = findConstraints(item.text)[0]?.kind ?? 'requirement';
  const lifted = item.status === 'lifted' ? { liftedBy: item.sources.at(-1) ?? first } : {};
  return { kind, text: item.text, sourceId: first, ...lifted };
}

/** Stands where the person wrote a rule by hand: no entry said it. */
export const NO_SOURCE = '' as EntryId;

function addRule(rules: LedgerConstraint[], found: FoundConstraint, sourceId: EntryId): void {
  const lifts = found.kind === 'lift' || found.kind === 'permission';
  const isThere = rules.some(
    (rule) => rule.text === found.text && (rule.liftedBy === undefined || rule.sourceId === sourceId),
  );
  // A lift in the same words as an earlier one lifts what was forbidden since.
  if (isThere && !lifts) return;
  const marked = lifts ? liftRules(rules, found, sourceId) : reverseRules(rules, found, sourceId);
  rules.push({ kind: found.kind === 'permission' && marked ? 'lift' : found.kind, text: found.text, sourceId });
}

const isInForce = (rule: LedgerConstraint): boolean =>
  rule.liftedBy === undefined && (rule.kind === 'prohibition' || rule.kind === 'requirement');

/** Marks the rules that the lift is about. Of a group only the rule meant is marked: the group is taken apart first. */
function liftRules(rules: LedgerConstraint[], found: FoundConstraint, sourceId: EntryId): boolean {
  const topic = findTopic(found.text);
  const explicit = EXPLICIT_LIFT.test(found.text);
  if (topic.size === 0) return explicit && liftUnnamed(rules, found, sourceId);
  const covers = (text: string): boolean =>
    coversRule(topic, findTopic(text), explicit) && (!STATE.test(found.text) || forbidsThing(text, topic));
  takeApart(rules, covers);
  let marked = false;
  for (const [index, rule] of rules.entries()) {
    if (!isInForce(rule) || rule.sourceId === sourceId || !covers(rule.text)) continue;
    rules[index] = { ...rule, liftedBy: sourceId };
    marked = true;
  }
  return marked;
}

/** "forget what I said about …" names its rule loosely; "you can … now" must speak of nothing that the rule does not. */
function coversRule(lift: Topic, rule: Topic, explicit: boolean): boolean {
  if (rule.size === 0 || !hasLabelsOf(rule, lift)) return false;
  return explicit
    ? shareOf(lift, rule) >= 0.5
    : shareOf(lift, rule) === 1 && (lift.size >= 2 || shareOf(rule, lift) >= 0.3);
}

/** "Tables are fine again" frees what a rule forbids as a thing; "the server is fine again" frees nothing that must not be done to it. */
const STATE = /\b(?:is|are) (?:fine|ok(?:ay)?) (?:again|now)\b/i;
const forbidsThing = (rule: string, said: Topic): boolean =>
  !WORKS_ON.test(rule) && [...findTopic(rule)].slice(0, 1).every((word) => said.has(word));

/** A permission that speaks of a rule in force lifts it, also where no cue word says that it is one. */
function followHint(rules: LedgerConstraint[], hint: PermissionHint, message: SaidByUser): void {
  const said = findTopic(hint.text);
  const around = hint.changed ? findTopic(message.text) : said;
  const own = rules.filter((rule) => rule.sourceId === message.id);
  const meant = rules.filter(
    (rule) =>
      rule.liftedBy === message.id ||
      (isInForce(rule) &&
        rule.sourceId !== message.id &&
        allowsAction(rule.text, hint) &&
        speaksOf(findTopic(rule.text), { said, around })),
  );
  if (meant.length === 0) return;
  for (const [index, rule] of rules.entries())
    if (meant.includes(rule)) rules[index] = { ...rule, liftedBy: message.id };
  if (own.some((rule) => rule.text.includes(hint.text))) return;
  // The sentence says what bounds the permission: its parts stand in it.
  const parts = new Set(own.filter((rule) => hint.text.includes(rule.text)));
  rules.splice(0, rules.length, ...rules.filter((rule) => !parts.has(rule)));
  rules.push({ kind: 'lift', text: hint.text, sourceId: message.id });
}

/** What may be done is what the rule forbids: "you can see the list now" does not set free what must not be mailed. */
function allowsAction(rule: string, { action, changed, text }: PermissionHint): boolean {
  if (!changed && shareOf(findTopic(text), findTopic(rule)) < 1) return false;
  if (action === null || (WORKS_ON.test(action) && WORKS_ON.test(rule))) return true;
  const verb = findTopic(action);
  return /[\u4e00-\u9fff]/.test(action)
    ? [...action].some((sign) => !FILLING_ZH.test(sign) && rule.includes(sign))
    : shareOf(verb, findTopic(rule)) === 1;
}
const WORKS_ON = /\b(?:touch|chang|modif|edit|alter|updat|us(?:e|ed|ing)\b|work)|[碰动改用]/i;
const FILLING_ZH = /[了的在到给把去来上下过着一是有]/u;

/** Two words in common, or most of the shorter one's; where the message says that things have changed, what stands around counts too. */
function speaksOf(rule: Topic, { said, around }: { readonly said: Topic; readonly around: Topic }): boolean {
  if (hasLabels(rule) && !hasLabelsOf(rule, said)) return false;
  const close = countShared(rule, said);
  const least = Math.min(rule.size, said.size);
  if (least > 0 && close / least >= 0.5 && (close >= 2 || close === said.size)) return true;
  return close >= 1 && countShared(rule, around) >= 3;
}

const hasLabels = (topic: Topic): boolean => [...topic].some((word) => /^(?:[a-z]|option-a|\d.*)$/.test(word));
const countShared = (one: Topic, other: Topic): number => [...one].filter((word) => other.has(word)).length;

const EXPLICIT_LIFT =
  /\b(?:forget|ignore|disregard|scrap|drop|cancel|never ?mind|take back|withdraw|changed my mind|lift(?:ed|ing)?|ban|rules?|restrictions?|no longer|back on the table|void|freeze)\b|作废|取消|解除|不算|无效|失效|撤销|收回|忘|忽略|放开|限制|禁令|规定/i;
const ALL_RULES = /\b(?:all|everything|every)\b|全部|所有|都/i;

function liftUnnamed(rules: LedgerConstraint[], found: FoundConstraint, sourceId: EntryId): boolean {
  const inForce = rules.flatMap((rule, index) => (isInForce(rule) && rule.sourceId !== sourceId ? [index] : []));
  const meant = ALL_RULES.test(found.text) ? inForce : inForce.slice(-1);
  for (const index of meant) {
    const rule = rules[index];
    if (rule) rules[index] = { ...rule, liftedBy: sourceId };
  }
  return meant.length > 0;
}

function takeApart(rules: LedgerConstraint[], covers: (text: string) => boolean): void {
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const rule = rules[index];
    if (!rule || !isInForce(rule)) continue;
    const parts = splitConstraint(rule.text);
    const meant = parts.filter((part) => covers(part.text)).length;
    if (parts.length < 2 || meant === 0 || meant === parts.length) continue;
    rules.splice(index, 1, ...parts.map((part) => ({ ...rule, kind: part.kind, text: part.text })));
  }
}

const ANSWER_LANGUAGE =
  /\b(?:reply|answer|respond|write|speak|talk|continue)\b.{0,40}\bin (?:english|chinese|mandarin|cantonese|japanese|korean|german|french|spanish|portuguese|italian|russian|dutch|arabic)\b|用(?:中文|英文|英语|日文|日语|韩语|德语|法语)(?:来)?(?:回|答|写|说|交流)/i;

/** A later rule that says the opposite of an earlier one about the same thing, or names another language for the answers, takes its place. */
function reverseRules(rules: LedgerConstraint[], found: FoundConstraint, sourceId: EntryId): boolean {
  const topic = findTopic(found.text);
  const isLanguage = ANSWER_LANGUAGE.test(found.text);
  let marked = false;
  for (const [index, rule] of rules.entries()) {
    if (!isInForce(rule) || rule.sourceId === sourceId) continue;
    const opposite = rule.kind !== found.kind && sameTopic(findTopic(rule.text), topic);
    if (!opposite && !(isLanguage && rule.kind === 'requirement' && ANSWER_LANGUAGE.test(rule.text))) continue;
    rules[index] = { ...rule, liftedBy: sourceId };
    marked = true;
  }
  return marked;
}
