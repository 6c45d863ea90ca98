// How many bytes the live part of a branch has: what `maxActiveTranscriptBytes` is held against. Counts what was said, in UTF-8:
// words, thinking, calls and attached files. What a compaction folded does not count any more.

import type { CompactionEntry, Entry, MessagePayload } from '../transcript/entry.ts';
import { findActiveWindow, windowMessages } from './active-window.ts';

/** @param branch as for the context view: the path from the root, or any end of it that holds every live entry */
export function measureActiveBytes(branch: readonly Entry[], compaction: CompactionEntry | null): number {
  let bytes = 0;
  for (const message of windowMessages(findActiveWindow(branch, compaction))) bytes += messageBytes(message.payload);
  return bytes;
}

function messageBytes(message: MessagePayload): number {
  let bytes = utf8Bytes(message.text);
  if (message.role === 'user') {
    for (const attachment of message.attachments ?? []) bytes += utf8Bytes(attachment.text);
  } else if (message.role === 'assistant') {
    bytes += utf8Bytes(message.thinking ?? '');
    for (const call of message.toolCalls ?? []) bytes += utf8Bytes(call.name) + utf8Bytes(call.arguments);
  }
  return bytes;
}

/** A lone surrogate half counts three bytes, as the replacement character written for it. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index++;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
