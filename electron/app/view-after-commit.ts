// The context view as it will be once a draft is committed, before anything is written: what a compaction frees is measured on it.

import { type CommitInput, makeCompactionPayload } from '../core/compaction/commit.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import { buildContextView, type ContextView } from '../core/context/context-view.ts';
import { asEntryId, type ConversationId } from '../core/ids.ts';
import type { CompactionEntry } from '../core/transcript/entry.ts';
import type { Planned } from './compaction-planner.ts';
import type { Ports } from './ports.ts';

/** The entry's own id stands for the one it will get; no text of the view shows it. */
export function viewAfterCommit(
  ports: Pick<Ports, 'tools'>,
  input: { readonly conversationId: ConversationId; readonly reason: CompactionReason; readonly planned: Planned },
  draft: Omit<CommitInput, 'firstKeptEntryId' | 'reason' | 'instructions' | 'modelId'>,
): ContextView {
  const { context, plan } = input.planned;
  const id = asEntryId('draft');
  const entry: CompactionEntry = {
    id,
    conversationId: input.conversationId,
    parentId: context.conversation.activeLeafId,
    seq: context.lastSeq + 1,
    createdAt: 0,
    hash: '',
    payload: makeCompactionPayload({
      ...draft,
      firstKeptEntryId: plan.firstKeptEntryId ?? id,
      reason: input.reason,
      modelId: null,
    }),
  };
  return buildContextView({
    system: context.conversation.systemPrompt,
    tools: ports.tools.definitions,
    branch: [...context.branch, entry],
    compaction: entry,
  });
}
