// Which members of a container may hold conversations. Products put much beside them (account data, feedback, pictures, a page to look
// at), and the big accounts get their conversations in numbered parts.
import type { Member } from './container.ts';

const PARTS = /(^|\/)conversations(?:[-_. ]?\(?\d+\)?)?\.json$/i;
const JSON_FILE = /\.(json|jsonl|ndjson)$/i;
/** Known not to be conversations. */
const BESIDE =
  /(^|\/)(user|users|projects|memories|message_feedback|model_comparisons|shared_conversations|group_chats|shopping|sora|user_settings)\.json$/i;

export const isLineFile = (name: string): boolean => /\.(jsonl|ndjson)$/i.test(name);

export interface ChosenMembers {
  readonly read: readonly Member[];
  /** What may hold conversations too and is not read: the report names it. */
  readonly left: readonly Member[];
}

export function chooseMembers(members: readonly Member[]): ChosenMembers {
  const visible = members.filter(({ name }) => !/(^|\/)(__MACOSX|\.[^./][^/]*)(\/|$)/.test(name));
  const parts = visible.filter(({ name }) => PARTS.test(name));
  const others = visible.filter(({ name }) => JSON_FILE.test(name) && !BESIDE.test(name) && !PARTS.test(name));
  return parts.length > 0
    ? { read: parts.toSorted(byNumber), left: others.toSorted(byNumber) }
    : { read: others.toSorted(byNumber), left: [] };
}

const collator = new Intl.Collator('en', { numeric: true });
const byNumber = (one: Member, other: Member): number => collator.compare(one.name, other.name);
