// Trims old tool results in one request, head and tail kept and the omission stated, before a compaction is even considered.
// Works on a view and returns a view: nothing is stored, the next request starts from the full text again.

import type { EntryId } from '../ids.ts';
import { clipMiddle } from '../transcript/clip-text.ts';
import type { ContextSegment, ContextView } from './context-view.ts';

export interface PruningSettings {
  readonly enabled: boolean;
  /** Older tool results longer than this many tokens are trimmed to about that size. */
  readonly toolResultTokens: number;
  /** The newest n tool results are never trimmed. */
  readonly keepLast: number;
}

export interface PrunedView {
  readonly view: ContextView;
  /** The results that were trimmed, oldest first. */
  readonly prunedIds: readonly EntryId[];
}

/** Below this many UTF-16 units trimming would leave hardly more than the note about it. */
const LEAST_CHARS = 200;

/** @param tokensOf tokens of a segment by its index in the view */
export function pruneView(
  view: ContextView,
  settings: PruningSettings,
  tokensOf: (segmentIndex: number) => number,
): PrunedView {
  if (!settings.enabled) return { view, prunedIds: [] };
  const results = view.segments.flatMap((segment, index) => (segment.role === 'tool_result' ? [index] : []));
  const old = new Set(results.slice(0, Math.max(0, results.length - settings.keepLast)));
  const prunedIds: EntryId[] = [];
  const segments = view.segments.map((segment, index) => {
    if (!old.has(index) || segment.entryId === undefined) return segment;
    const trimmed = trimSegment(segment, tokensOf(index), settings.toolResultTokens);
    if (trimmed !== segment) prunedIds.push(segment.entryId);
    return trimmed;
  });
  return prunedIds.length === 0 ? { view, prunedIds } : { view: { ...view, segments }, prunedIds };
}

function trimSegment(segment: ContextSegment, tokens: number, limitTokens: number): ContextSegment {
  if (tokens <= limitTokens) return segment;
  const maxChars = Math.max(LEAST_CHARS, Math.floor((segment.text.length * limitTokens) / tokens));
  return segment.text.length <= maxChars ? segment : { ...segment, text: clipMiddle(segment.text, maxChars) };
}
