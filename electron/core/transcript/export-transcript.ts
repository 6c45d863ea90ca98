// A conversation as text to take away: Markdown to read, JSONL to process. Reads a branch and the compaction in force; hides nothing.

import { type Region, regionOf } from '../context/region.ts';
import type { EntryId } from '../ids.ts';
import type { Conversation } from './conversation.ts';
import type { Entry, EntryPayload } from './entry.ts';

export interface ExportInput {
  readonly conversation: Conversation;
  /** The active branch, root to leaf. */
  readonly branch: readonly Entry[];
  /** Entries with a lower seq are known to the model as a summary; null = none. */
  readonly keptFromSeq: number | null;
  readonly carriedIds: readonly EntryId[];
  /** Shows a stored time (milliseconds since 1970) the way the reader wants it. */
  readonly formatTime: (createdAt: number) => string;
}

/** Readable Markdown with both regions marked and every compaction's text in its place. */
export function exportMarkdown({ conversation, branch, keptFromSeq, carriedIds, formatTime }: ExportInput): string {
  const blocks = [`# ${conversation.title === '' ? 'Conversation' : conversation.title}`];
  let region: Region | null = null;
  for (const entry of branch) {
    const block = markdownBlock(entry, formatTime(entry.createdAt));
    if (block === null) continue;
    const now = regionOf(entry, { keptFromSeq, carriedIds });
    if (keptFromSeq !== null && now !== region)
      blocks.push(now === 'summarized' ? '*Summarized for the model*' : '---\n\n*Kept verbatim*');
    region = now;
    blocks.push(block);
  }
  return `${blocks.join('\n\n')}\n`;
}

function markdownBlock(entry: Entry, time: string): string | null {
  const heading = (who: string): string => `## ${who}\n\n<!-- ${entry.id} ${time} -->`;
  const { payload } = entry;
  switch (payload.type) {
    case 'message':
      return messageBlock(payload, heading);
    case 'compaction':
      return `${heading('Compaction')}\n\n${payload.tokensBefore} → ${payload.tokensAfter} tokens (${payload.reason})\n\n${quote(payload.text)}`;
    case 'label':
      return `${heading('Label')}\n\n${payload.text}`;
    case 'compaction_undone':
    case 'compaction_redone':
    case 'memory_flush':
    case 'model_change':
      return null;
    default:
      return payload satisfies never;
  }
}

function messageBlock(payload: Extract<EntryPayload, { type: 'message' }>, heading: (who: string) => string): string {
  switch (payload.role) {
    case 'user': {
      const files = (payload.attachments ?? []).map((file) => `**${file.name}**\n\n${quote(file.text)}`);
      return [heading('You'), payload.text, ...files].join('\n\n');
    }
    case 'assistant': {
      const calls = (payload.toolCalls ?? []).map(
        (call) => `- calls \`${call.name}\` (${call.id}): \`${call.arguments}\``,
      );
      const mark = payload.status === 'interrupted' ? ['*interrupted*'] : [];
      return [heading('Assistant'), payload.text, ...(calls.length > 0 ? [calls.join('\n')] : []), ...mark].join(
        '\n\n',
      );
    }
    case 'tool_result':
      return `${heading(`Tool result (${payload.callId})`)}\n\n${quote(payload.text)}`;
    default:
      return payload satisfies never;
  }
}

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** One JSON object a line, every entry of every branch as stored, hashes included. */
export const exportJsonl = (entries: readonly Entry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
