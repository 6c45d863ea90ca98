// The figures a report gives for one imported conversation. Counts what the source had as messages, not our entries: one foreign answer
// may have become a call, a result and words. Reads roles and texts, decides nothing.

import type { EntryPayload } from '../transcript/entry.ts';
import type { EntryId } from '../ids.ts';
import type { ImportedConversation, ImportedEntry } from './imported-conversation.ts';

export interface ImportFigures {
  /** User and assistant messages with something to show, on all branches; calls and results are not among them. */
  readonly messages: number;
  /** Ends of the tree. */
  readonly branches: number;
  /** As `messages`, on the branch that is shown. */
  readonly activeMessages: number;
}

export function countFigures({
  entries,
  activeKey,
}: Pick<ImportedConversation, 'entries' | 'activeKey'>): ImportFigures {
  const parents = new Set(entries.map(({ parentKey }) => parentKey));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const path: ImportedEntry[] = [];
  for (let at = activeKey === null ? undefined : byKey.get(activeKey); at !== undefined; ) {
    path.push(at);
    at = at.parentKey === null ? undefined : byKey.get(at.parentKey);
  }
  return {
    messages: countShown(entries),
    branches: entries.filter(({ key }) => !parents.has(key)).length,
    activeMessages: countShown(path),
  };
}

/** Of any entries: foreign messages with something to show, each once, however many entries it became. */
export const countShown = (
  entries: readonly { readonly sourceKey: string; readonly payload: EntryPayload }[],
): number => new Set(entries.filter(({ payload }) => isShown(payload)).map(({ sourceKey }) => sourceKey)).size;

/** As `countShown`, of entries on their way into the store. */
export const countAdded = (
  added: readonly { readonly id: EntryId; readonly sourceKey?: string; readonly payload: EntryPayload }[],
): number => countShown(added.map(({ id, sourceKey = id, payload }) => ({ sourceKey, payload })));

/** An answer that only calls tools is shown as the calls. */
function isShown(payload: EntryPayload): boolean {
  if (payload.type !== 'message' || payload.role === 'tool_result') return false;
  if (payload.role === 'user') return true;
  return payload.text !== '' || (payload.toolCalls ?? []).length === 0;
}
