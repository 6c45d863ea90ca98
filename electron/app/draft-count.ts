// The exact size of the next request, draft included, for every key pressed. The view behind the draft is read and handed over once;
// as long as nothing was appended and nothing set, only the draft is counted again.

import { thresholdTokensOf } from '../core/compaction/trigger.ts';
import type { ContextView } from '../core/context/context-view.ts';
import type { ContextUsage } from '../core/context/token-usage.ts';
import type { ConversationId } from '../core/ids.ts';
import { renderAttachment, renderUserText } from '../core/context/attachment-text.ts';
import { estimateTokens } from '../core/context/estimate-tokens.ts';
import { countNextRequest, effectiveSettings, readContext, viewWithDraft } from './context-reader.ts';
import type { Attachment } from '../core/transcript/entry.ts';
import type { Ports } from './ports.ts';

export interface DraftCount {
  /** `attachments` count as they will stand behind the words. */
  of(id: ConversationId, draft: string, attachments?: readonly Attachment[]): Promise<ContextUsage>;
  /** What each file takes in a message. */
  ofAttachments(
    attachments: readonly Attachment[],
  ): Promise<{ readonly tokens: readonly number[]; readonly measured: boolean }>;
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
    async of(id, words, attachments = []) {
      const draft = renderUserText({ type: 'message', role: 'user', text: words, attachments });
      const loaded = ports.host.loaded();
      const { key, view } = viewOf(id);
      if (loaded !== null && ports.host.countDraft) {
        const counted = await ports.host.countDraft({ key, segments: () => view.segments }, draft);
        const threshold = thresholdTokensOf(effectiveSettings(ports));
        const isTrimmed = threshold !== null && counted.ok && counted.value > threshold && hasResults(view);
        if (counted.ok && !isTrimmed)
          return { usedTokens: counted.value, windowTokens: loaded.windowTokens, measured: true };
      }
      return (await countNextRequest(ports, viewWithDraft(view, draft))).usage;
    },
    async ofAttachments(attachments) {
      const texts = attachments.map(renderAttachment);
      const counted = ports.host.loaded() ? await ports.host.countText(texts) : null;
      return counted?.ok
        ? { tokens: counted.value, measured: true }
        : { tokens: texts.map(estimateTokens), measured: false };
    },
  };
}

const hasResults = ({ segments }: ContextView): boolean => segments.some(({ role }) => role === 'tool_result');
