// The exact size of the next request, draft included, for every key pressed. The view behind the draft is read and handed over once;
// as long as nothing was appended and nothing set, only the draft is counted again.

import type { ContextView } from '../core/context/context-view.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ConversationId } from '../core/ids.ts';
import { countView, readContext, viewWithDraft } from './context-reader.ts';
import type { Ports } from './ports.ts';

export interface DraftCount {
  of(id: ConversationId, draft: string): Promise<ContextUsage>;
}

export function createDraftCount(ports: Ports): DraftCount {
  let known: { readonly key: string; readonly view: ContextView } | null = null;
  const viewOf = (id: ConversationId): { readonly key: string; readonly view: ContextView } => {
    const conversation = ports.store.readConversation(id);
    const { activeLeafId, systemPrompt } = conversation ?? {};
    // Compactions, undos and branches all append an entry or move the leaf.
    const facts = [id, ports.store.lastSeq(id), activeLeafId, systemPrompt, ports.tools.definitions];
    const key = JSON.stringify(facts);
    if (known?.key !== key) known = { key, view: readContext(ports, id).view };
    return known;
  };
  return {
    async of(id, draft) {
      const loaded = ports.host.loaded();
      const { key, view } = viewOf(id);
      if (loaded !== null && ports.host.countDraft) {
        const counted = await ports.host.countDraft({ key, segments: () => view.segments }, draft);
        if (counted.ok) return { usedTokens: counted.value, windowTokens: loaded.windowTokens, measured: true };
      }
      return (await countView(ports, viewWithDraft(view, draft))).usage;
    },
  };
}
