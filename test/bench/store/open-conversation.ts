// What opening a conversation reads: its record, the newest page, and the part of the branch the model sees.

import { readContext } from '../../../electron/app/context-reader.ts';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import type { ConversationId } from '../../../electron/core/ids.ts';

const PAGE = 101;

/** @throws when the conversation is not compacted down to a short view: then the figure would mean something else */
export function openConversation(store: TranscriptStore, id: ConversationId): void {
  const leafId = store.readConversation(id)?.activeLeafId;
  if (leafId === null || leafId === undefined) throw new Error('the conversation is empty');
  const page = store.readBranchPage(leafId, { limit: PAGE });
  for (const entry of page) store.readBranchInfo(entry.id);
  // The reader's other ports are asked for a count only.
  const context = readContext({ store, tools: NO_TOOLS }, id);
  if (page.length !== PAGE || context.view.segments.length !== 101)
    throw new Error('another view than the one to measure');
}

const NO_TOOLS = { definitions: '', run: () => Promise.reject(new Error('no tool runs here')) };
