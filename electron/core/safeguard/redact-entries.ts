// Copies of messages without their secrets: what every step of a compaction works on. The stored entries stay as they are.

import type { StateSummary } from '../summary/state-summary.ts';
import type { MessageEntry, MessagePayload } from '../transcript/entry.ts';
import { mergeRedactions, type Redacted, type Redaction, redactSecrets } from './redact.ts';
import { redactFileName } from './redact-file-name.ts';

export function redactEntries(messages: readonly MessageEntry[]): {
  readonly messages: readonly MessageEntry[];
  readonly redactions: readonly Redaction[];
} {
  const found: (readonly Redaction[])[] = [];
  const note = (redacted: Redacted): string => {
    if (redacted.redactions.length > 0) found.push(redacted.redactions);
    return redacted.text;
  };
  const clean = (text: string): string => note(redactSecrets(text));
  const cleanName = (name: string): string => note(redactFileName(name));
  const copies = messages.map((entry) => ({ ...entry, payload: redactPayload(entry.payload, clean, cleanName) }));
  return { messages: copies, redactions: mergeRedactions(found) };
}

/** An earlier state without its secrets: one that was imported, or made before a kind of secret was known, may hold some. */
export function redactState(state: StateSummary): StateSummary {
  const clean = Object.entries(state).map(([category, items]: [string, StateSummary[keyof StateSummary]]) => [
    category,
    items.map((item) => ({ ...item, text: redactSecrets(item.text).text })),
  ]);
  return Object.fromEntries(clean) as StateSummary;
}

type Clean = (text: string) => string;

function redactPayload(payload: MessagePayload, clean: Clean, cleanName: Clean): MessagePayload {
  switch (payload.role) {
    case 'user':
      return payload.attachments
        ? {
            ...payload,
            text: clean(payload.text),
            attachments: payload.attachments.map((file) => ({
              ...file,
              name: cleanName(file.name),
              text: clean(file.text),
            })),
          }
        : { ...payload, text: clean(payload.text) };
    case 'assistant':
      return payload.toolCalls
        ? {
            ...payload,
            text: clean(payload.text),
            toolCalls: payload.toolCalls.map((call) => ({ ...call, arguments: clean(call.arguments) })),
          }
        : { ...payload, text: clean(payload.text) };
    case 'tool_result':
      return { ...payload, text: clean(payload.text) };
    default:
      return payload satisfies never;
  }
}
