// Which members of a container may hold conversations. Products put much beside them (account data, feedback, pictures, a page to look
// at), and the big accounts get their conversations in numbered parts.
import type { Member } from './container.ts';

const PARTS = /(^|\/)conversations(?:[-_. ]?\(?\d+\)?)?\.json$/i;
const JSON_FILE = /\.(json|jsonl|ndjson)$/i;
/** Known not to be conversations. */
const BESIDE =
  /(^|\/)(user|users|projects|memories|message_feedback|model_comparisons|shared_conversations|group_chats|shopping|sora|user_settings)\.json$/i;

export const isLineFile = (name: string): boolean => /\.(jsonl|ndjson)$/i.test(name);

export function chooseMembers(members: readonly Member[]): readonly Member[] {
  const visible = members.filter(({ name }) => !/(^|\/)(__MACOSX|\.[^./][^/]*)(\/|$)/.test(name));
  const parts = visible.filter(({ name }) => PARTS.test(name));
  if (parts.length > 0) return parts.toSorted(byNumber);
  return visible.filter(({ name }) => JSON_FILE.test(name) && !BESIDE.test(name)).toSorted(byNumber);
}

const collator = new Intl.Collator('en', { numeric: true });
const byNumber = (one: Member, other: Member): number => collator.compare(one.name, other.name);
