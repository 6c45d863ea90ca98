// Another answer: beside an assistant message, instead of one that broke off, or the first to a message that has none yet.

import { appError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { isAssistant } from '../core/transcript/entry.ts';
import type { TurnOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';
import type { TurnRunner } from './turn-runner.ts';

interface AnswerAgainDeps {
  readonly ports: Ports;
  readonly turns: TurnRunner;
}

/** @param options `entryId`: an assistant message to answer beside; undefined = go on from the newest message */
export async function answerAgain(
  { ports, turns }: AnswerAgainDeps,
  id: ConversationId,
  options: { readonly entryId: EntryId | undefined; readonly signal: AbortSignal },
): Promise<TurnOutcome> {
  const { store, publish } = ports;
  const { entryId, signal } = options;
  if (signal.aborted) return { outcome: 'aborted', compactions: [] };
  const target = entryId ?? findInterruptedLeaf(ports, store.readConversation(id)?.activeLeafId ?? null);
  if (target !== null) {
    const entry = store.readEntry(target);
    if (!entry || !isAssistant(entry) || entry.conversationId !== id)
      return { outcome: 'failed', error: appError('not_found'), compactions: [] };
    const moved = store.updateConversation(id, { activeLeafId: entry.parentId });
    if (!moved.ok) return { outcome: 'failed', error: moved.error, compactions: [] };
    publish({ type: 'branch_switched', conversationId: id });
  }
  return turns.answer(id, signal);
}

/** An answer that broke off is answered anew beside itself; anything else is gone on from. */
function findInterruptedLeaf({ store }: Pick<Ports, 'store'>, leafId: EntryId | null): EntryId | null {
  const leaf = leafId === null ? null : store.readEntry(leafId);
  return leaf && isAssistant(leaf) && leaf.payload.status === 'interrupted' ? leaf.id : null;
}
