// A stretch of conversation as data for a request of its own: one opening and one closing mark, whatever the messages hold. Secrets are
// redacted, encoded data is replaced by what it is, tool results and oversized messages keep head and tail with the omitted count stated;
// what the user wrote stays whole. Never changes an entry.

import type { EntryId } from '../ids.ts';
import { mergeRedactions, type Redacted, type Redaction, redactSecrets } from '../safeguard/redact.ts';
import { redactFileName } from '../safeguard/redact-file-name.ts';
import type { StateSummary } from '../summary/state-summary.ts';
import { escapeMarks, renderSummaryText, SUMMARY_FRAME } from '../summary/summary-text.ts';
import { clipEnd, clipMiddle, toWellFormed } from '../transcript/clip-text.ts';
import type { Attachment, MessageEntry } from '../transcript/entry.ts';
import { replaceEncodedData } from './encoded-data.ts';

export const DATA_OPEN = '<conversation>';
export const DATA_CLOSE = '</conversation>';

export interface SerializeOptions {
  /** Shown before the messages as the state so far. */
  readonly previous: StateSummary | null;
  /** Largest share (0–1] of a message's text to show, for messages too big for the window; absent = whole. */
  readonly maxShare?: (id: EntryId) => number;
}

export interface SerializedConversation {
  readonly text: string;
  readonly redactions: readonly Redaction[];
  /** What was left out of which message, in characters. */
  readonly omitted: readonly { readonly entryId: EntryId; readonly chars: number }[];
  /** The share of each message's text that is really there. */
  readonly contains: readonly { readonly entryId: EntryId; readonly share: number }[];
}

export function serializeConversation(
  messages: readonly MessageEntry[],
  options: SerializeOptions,
): SerializedConversation {
  const run: Run = { redactions: [], omitted: [], contains: [], callNames: new Map() };
  const parts = messages.flatMap((entry) => serializeEntry(entry, options, run));
  const previous = options.previous === null ? [] : [`[earlier state]\n${clean(innerText(options.previous), run)}`];
  return {
    text: [DATA_OPEN, ...previous, ...parts, DATA_CLOSE].join('\n'),
    redactions: mergeRedactions(run.redactions),
    omitted: run.omitted,
    contains: run.contains,
  };
}

/** Tool results and attached files longer than this keep head and tail: about 600 tokens of English. */
const BULK_CHARS = 2400;
/** What a person or the model wrote is shown whole up to this length: about 12,000 tokens of English. */
const MESSAGE_CHARS = 48_000;
const ARGUMENT_CHARS = 800;

interface Run {
  readonly redactions: (readonly Redaction[])[];
  readonly omitted: { entryId: EntryId; chars: number }[];
  readonly contains: { entryId: EntryId; share: number }[];
  readonly callNames: Map<string, string>;
}

function serializeEntry(entry: MessageEntry, options: SerializeOptions, run: Run): readonly string[] {
  const { payload } = entry;
  const share = Math.min(1, Math.max(0, options.maxShare?.(entry.id) ?? 1));
  const count = { chars: 0, shown: 0 };
  const show = (text: string, limit: number, name?: string): string => {
    const cleaned = clean(replaceEncodedData(text, name), run);
    const shown = clipMiddle(cleaned, Math.max(MIN_SHOWN_CHARS, Math.min(limit, Math.floor(cleaned.length * share))));
    count.chars += cleaned.length;
    count.shown += shown.length;
    return escapeLabels(escapeMarks(shown));
  };
  const lines: string[] = [];
  if (payload.role === 'user') {
    lines.push(`[user] ${show(payload.text, MESSAGE_CHARS)}`);
    for (const file of payload.attachments ?? [])
      lines.push(`[attached ${fileLabel(file, run)}]\n${show(file.text, BULK_CHARS, redactFileName(file.name).text)}`);
  } else if (payload.role === 'assistant') {
    if (payload.text.trim() !== '') lines.push(`[assistant] ${show(payload.text, MESSAGE_CHARS)}`);
    for (const call of payload.toolCalls ?? []) {
      run.callNames.set(call.id, call.name);
      lines.push(`[assistant calls ${label(call.name)}] ${show(call.arguments, ARGUMENT_CHARS)}`);
    }
  } else {
    const name = run.callNames.get(payload.callId);
    const failed = payload.isError === true ? ' (failed)' : '';
    lines.push(`[result${name === undefined ? '' : ` of ${label(name)}`}${failed}] ${show(payload.text, BULK_CHARS)}`);
  }
  if (count.shown < count.chars) run.omitted.push({ entryId: entry.id, chars: count.chars - count.shown });
  run.contains.push({ entryId: entry.id, share: count.chars === 0 ? 1 : Math.min(1, count.shown / count.chars) });
  return lines;
}

/** However small a share is asked for, this much of a message is shown. */
const MIN_SHOWN_CHARS = 160;

const clean = (text: string, run: Run): string => note(redactSecrets(toWellFormed(text)), run);
const cleanName = ({ name }: Attachment, run: Run): string => note(redactFileName(toWellFormed(name)), run);

function note(redacted: Redacted, run: Run): string {
  if (redacted.redactions.length > 0) run.redactions.push(redacted.redactions);
  return redacted.text;
}

const innerText = (state: StateSummary): string =>
  renderSummaryText(state).slice(SUMMARY_FRAME.opening.length, -SUMMARY_FRAME.closing.length).trim();

const label = (text: string): string => escapeMarks(clipEnd(text.replace(/[\][\s]+/gu, ' ').trim(), LABEL_CHARS));
const LABEL_CHARS = 120;
const fileLabel = (file: Attachment, run: Run): string =>
  label(`${cleanName(file, run)} ${clean(file.mediaType, run)}`);

/** A line of a message that looks like one of our labels gets a backslash. */
const escapeLabels = (text: string): string =>
  text.replace(/^(\\*\[(?:user|assistant|result|attached|earlier state|system)\b)/gimu, '\\$1');
