// What the model sees: one pure projection of the branch. The inspector, the meter and the prompt are all made from it.
// It never reads a clock, never counts tokens and never changes an entry.

import type { EntryId } from '../ids.ts';
import { toWellFormed } from '../transcript/clip-text.ts';
import { canonicalJson } from '../transcript/canonical-json.ts';
import type { CompactionEntry, Entry, MessageEntry, ToolCall } from '../transcript/entry.ts';
import { findToolGroups, type ToolGroup } from '../transcript/tool-pairing.ts';
import { findActiveWindow, windowMessages } from './active-window.ts';
import { renderUserText } from './attachment-text.ts';

/** `instruction` and `data` stand only in requests to a summariser: our instruction, and conversation serialised as data. */
export type SegmentKind = 'system' | 'tools' | 'summary' | 'entry' | 'current' | 'instruction' | 'data';
export type SegmentRole = 'system' | 'user' | 'assistant' | 'tool_result';

/** One part of the next request, in order. `text` is the content before the model's own template goes around it. */
export interface ContextSegment {
  readonly segment: SegmentKind;
  readonly role: SegmentRole;
  readonly text: string;
  /** Entries: their own id. Summary: the compaction entry's. Fixed parts: absent. */
  readonly entryId?: EntryId;
  readonly toolCalls?: readonly ToolCall[];
  readonly callId?: string;
  /** For `data`: the entries inside, each with the share of its text that is really there (1 = whole). */
  readonly contains?: readonly { readonly entryId: EntryId; readonly share: number }[];
}

export interface ContextView {
  readonly segments: readonly ContextSegment[];
  /** The highest seq on the branch this view was built from; 0 for an empty branch. */
  readonly builtFromSeq: number;
  /** The compaction in force, if any. */
  readonly compactionId: EntryId | null;
}

export interface ContextViewInput {
  /** The conversation's system prompt and the tool definitions as text; an empty text makes no segment. */
  readonly system: string;
  readonly tools: string;
  /** The path from the root to the leaf, or any end of it that starts at or before the first entry needed. */
  readonly branch: readonly Entry[];
  /** The compaction in force on this branch (transcript/branch.ts). */
  readonly compaction: CompactionEntry | null;
}

/** Stands in the view, and only there, for the result of a call that never got one: templates demand a result for each call. */
export const CANCELLED_RESULT_TEXT = '[cancelled: no result]';
/** Stands in the view, and only there, for a folded call whose result came later: templates demand a call for each result. */
export const FOLDED_CALL_NAME = 'earlier_call';

/**
 * The next request, part by part: system, tools, summary, carried and kept messages, current user message.
 *
 * The summary is the stored text, byte for byte. A call without a result gets a made-up one right after its message's other results;
 * a result whose call a compaction has folded gets a made-up call; one without any call is left out, and so is an answer without words
 * or calls. Costs as much as the live part is long.
 */
export function buildContextView(input: ContextViewInput): ContextView {
  const { system, tools, branch, compaction } = input;
  const messages = windowMessages(findActiveWindow(branch, compaction));
  const segments: ContextSegment[] = [];
  if (system !== '') segments.push({ segment: 'system', role: 'system', text: system });
  if (tools !== '') segments.push({ segment: 'tools', role: 'system', text: tools });
  if (compaction !== null) {
    segments.push({ segment: 'summary', role: 'system', text: compaction.payload.text, entryId: compaction.id });
  }
  segments.push(...buildMessageSegments(messages, compaction !== null));
  return { segments, builtFromSeq: branch.at(-1)?.seq ?? 0, compactionId: compaction?.id ?? null };
}

/** The view as it would be with an unsent message at its end. A blank draft changes nothing. */
export function withDraft(view: ContextView, draftText: string): ContextView {
  if (draftText.trim() === '') return view;
  const before = view.segments.map((segment) =>
    segment.segment === 'current' ? { ...segment, segment: 'entry' as const } : segment,
  );
  return { ...view, segments: [...before, { segment: 'current', role: 'user', text: draftText }] };
}

/** One text for one view, over kind, role and text of its segments: what `viewHash` is taken over. */
export const viewHashText = (view: ContextView): string =>
  canonicalJson(view.segments.map(({ segment, role, text }) => [segment, role, text]));

function buildMessageSegments(messages: readonly MessageEntry[], isFolded: boolean): readonly ContextSegment[] {
  const groups = findToolGroups(messages);
  const groupAt = new Map(groups.map((group) => [group.assistantIndex, group]));
  const paired = new Set(groups.flatMap((group) => group.resultIndexes));
  const cancelledAt = placeCancelledResults(messages, groups);
  const late = isFolded ? findLateResults(messages, paired) : new Map<number, ContextSegment>();
  const segments: ContextSegment[] = [];
  messages.forEach((message, index) => {
    const segment = buildMessageSegment(message, {
      isLast: index === messages.length - 1,
      isPaired: paired.has(index) || late.has(index),
      makesCalls: groupAt.has(index),
    });
    const call = late.get(index);
    if (call !== undefined) segments.push(call);
    if (segment !== null) segments.push({ ...segment, text: toWellFormed(segment.text) });
    segments.push(...(cancelledAt.get(index) ?? []));
  });
  return segments;
}

interface Place {
  readonly isLast: boolean;
  /** For a tool result: has it a call in the view? */
  readonly isPaired: boolean;
  readonly makesCalls: boolean;
}

function buildMessageSegment(message: MessageEntry, place: Place): ContextSegment | null {
  const { payload, id: entryId } = message;
  switch (payload.role) {
    case 'user':
      return { segment: place.isLast ? 'current' : 'entry', role: 'user', text: renderUserText(payload), entryId };
    case 'assistant': {
      const segment = { segment: 'entry', role: 'assistant', text: payload.text, entryId } as const;
      if (place.makesCalls) return { ...segment, toolCalls: payload.toolCalls ?? [] };
      return payload.text.trim() === '' ? null : segment;
    }
    case 'tool_result':
      if (!place.isPaired) return null;
      return { segment: 'entry', role: 'tool_result', text: payload.text, entryId, callId: payload.callId };
    default:
      return payload satisfies never;
  }
}

/** Made-up results by the index they follow: the last of the results that stand directly after the calling message. */
function placeCancelledResults(
  messages: readonly MessageEntry[],
  groups: readonly ToolGroup[],
): ReadonlyMap<number, readonly ContextSegment[]> {
  const places = new Map<number, readonly ContextSegment[]>();
  for (const group of groups) {
    if (group.missingCallIds.length === 0) continue;
    let index = group.assistantIndex;
    while (messages[index + 1]?.payload.role === 'tool_result') index++;
    places.set(index, group.missingCallIds.map(cancelledResult));
  }
  return places;
}

/** Made-up calls by the index of the result they stand before: of results that no message of the window has called for. */
function findLateResults(
  messages: readonly MessageEntry[],
  paired: ReadonlySet<number>,
): ReadonlyMap<number, ContextSegment> {
  const called = new Set<string>();
  const late = new Map<number, ContextSegment>();
  messages.forEach(({ payload }, index) => {
    if (payload.role === 'assistant') for (const call of payload.toolCalls ?? []) called.add(call.id);
    if (payload.role === 'tool_result' && !paired.has(index) && !called.has(payload.callId))
      late.set(index, foldedCall(payload.callId));
  });
  return late;
}

const foldedCall = (id: string): ContextSegment => ({
  segment: 'entry',
  role: 'assistant',
  text: '',
  toolCalls: [{ id, name: FOLDED_CALL_NAME, arguments: '{}' }],
});

const cancelledResult = (callId: string): ContextSegment => ({
  segment: 'entry',
  role: 'tool_result',
  text: CANCELLED_RESULT_TEXT,
  callId,
});
