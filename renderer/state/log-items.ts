// Arranges the entries of a branch as the transcript shows them: what is summarised, the compaction in force, what is kept.
// Decides by the boundary alone; entries are never left out and never stand twice.

import { regionOf } from '../../electron/core/context/region.ts';
import type { BoundaryState, ShownEntry } from '../../electron/contract/snapshot.ts';
import type { EntryId } from '../../electron/core/ids.ts';
import { type CompactionEntry, isCompaction, isMessage } from '../../electron/core/transcript/entry.ts';
import type { LogMeasure } from './log-window.ts';

export interface LogItem {
  readonly shown: ShownEntry;
  /** `boundary` is the compaction in force; it stands between the two regions, wherever its own `seq` would put it. */
  readonly region: 'summarized' | 'boundary' | 'kept';
  /** Summarised and kept word for word as well: an unanswered message that was carried over. */
  readonly carried: boolean;
}

export interface LogItems {
  readonly items: readonly LogItem[];
  readonly indexById: ReadonlyMap<EntryId, number>;
  readonly inForce: CompactionEntry | null;
  readonly hasSummarized: boolean;
}

export function buildLogItems(entries: readonly ShownEntry[], boundary: BoundaryState): LogItems {
  const summarized: LogItem[] = [];
  const carriedItems: LogItem[] = [];
  const middle: LogItem[] = [];
  const kept: LogItem[] = [];
  let inForce: CompactionEntry | null = null;
  for (const shown of entries) {
    const { entry } = shown;
    if (entry.id === boundary.compactionId && isCompaction(entry)) {
      inForce = entry;
      middle.push({ shown, region: 'boundary', carried: false });
    } else if (regionOf(entry, boundary) === 'summarized') {
      summarized.push({ shown, region: 'summarized', carried: false });
    } else if (boundary.keptFromSeq !== null && entry.seq < boundary.keptFromSeq) {
      carriedItems.push({ shown, region: 'kept', carried: true });
    } else {
      kept.push({ shown, region: 'kept', carried: false });
    }
  }
  const items = [...summarized, ...middle, ...carriedItems, ...kept];
  return {
    items,
    indexById: new Map(items.map((item, index) => [item.shown.entry.id, index])),
    inForce,
    hasSummarized: boundary.compactionId !== null,
  };
}

/** Long texts are drawn in part: an item never costs more than this, and none is free. */
const MOST_CHARS_DRAWN = 20_000;
const ITEM_CHARS = 400;

/** The items as the window over them sees them. */
export function measureLog({ items, indexById }: LogItems): LogMeasure {
  return {
    total: items.length,
    indexById,
    idAt: (index) => (items[index] as LogItem).shown.entry.id,
    weightAt: (index) => {
      const entry = items[index]?.shown.entry;
      const chars = entry !== undefined && isMessage(entry) ? entry.payload.text.length : ITEM_CHARS;
      return ITEM_CHARS + Math.min(chars, MOST_CHARS_DRAWN);
    },
  };
}
