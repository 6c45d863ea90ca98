// A conversation as a file to take away: reads everything, changes nothing.

import type { ConversationId } from '../core/ids.ts';
import { branchOf } from '../core/transcript/branch.ts';
import { exportJsonl, exportMarkdown } from '../core/transcript/export-transcript.ts';
import { readContext } from './context-reader.ts';
import { boundaryOf } from './conversation-events.ts';
import type { Ports } from './ports.ts';

export function exportConversation(
  ports: Ports,
  id: ConversationId,
  format: 'markdown' | 'jsonl',
): { readonly fileName: string; readonly content: string } {
  const context = readContext(ports, id);
  const { conversation } = context;
  const entries = ports.store.readAll(id);
  const base = fileNameFrom(conversation.title);
  if (format === 'jsonl') return { fileName: `${base}.jsonl`, content: exportJsonl(entries) };
  const { keptFromSeq, carriedIds } = boundaryOf(context);
  const branch = conversation.activeLeafId === null ? [] : branchOf(entries, conversation.activeLeafId);
  const formatTime = (createdAt: number): string => new Date(createdAt).toISOString();
  return {
    fileName: `${base}.md`,
    content: exportMarkdown({ conversation, branch, keptFromSeq, carriedIds, formatTime }),
  };
}

/** A title as a file name every system takes. */
function fileNameFrom(title: string): string {
  const safe = title
    .normalize('NFC')
    .replace(/[\p{Cc}\\/:*?"<>|.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...safe].slice(0, 80).join('') || 'conversation';
}
