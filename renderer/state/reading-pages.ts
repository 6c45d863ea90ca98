// Pages of a branch put together: the newest part, and a far part the reader was taken to. Pure; entries never stand twice.

import type { ShownEntry } from '../../electron/contract/snapshot.ts';
import type { OpenConversation } from './window-state.ts';

interface Page {
  readonly entries: readonly ShownEntry[];
  readonly hasOlder: boolean;
}

/** Puts an older page in front of what is shown, leaving out what is held already. */
export function withOlderPage(held: OpenConversation, page: Page): OpenConversation {
  const { excursion } = held;
  const shown = excursion ?? held;
  const firstSeq = shown.entries[0]?.entry.seq ?? Number.POSITIVE_INFINITY;
  const older = page.entries.filter((other) => other.entry.seq < firstSeq);
  const part = { entries: [...older, ...shown.entries], hasOlder: page.hasOlder };
  return { ...held, ...(excursion === null ? part : { excursion: part }), loadingOlder: false };
}

/** Puts a newer page behind the far part; where that reaches the newest part, both become one. */
export function withNewerPage(held: OpenConversation, page: Page): OpenConversation {
  const { excursion } = held;
  if (excursion === null) return { ...held, loadingOlder: false };
  const lastSeq = excursion.entries.at(-1)?.entry.seq ?? 0;
  const newer = page.entries.filter((other) => other.entry.seq > lastSeq);
  return joined({ ...held, loadingOlder: false }, { ...excursion, entries: [...excursion.entries, ...newer] });
}

/** Shows the part around an entry that lies far from what is held. */
export const withPageAround = (held: OpenConversation, page: Page): OpenConversation =>
  joined(held, { entries: page.entries, hasOlder: page.hasOlder });

/** One part where the far one reaches the newest, else both. */
function joined(held: OpenConversation, far: Page): OpenConversation {
  const first = held.entries[0]?.entry;
  const last = far.entries.at(-1)?.entry;
  if (first === undefined || last === undefined) return held;
  if (last.seq < first.seq && first.parentId !== last.id) {
    return { ...held, excursion: { entries: far.entries, hasOlder: far.hasOlder } };
  }
  const before = far.entries.filter((other) => other.entry.seq < first.seq);
  if (before.length === 0) return { ...held, excursion: null };
  return { ...held, excursion: null, entries: [...before, ...held.entries], hasOlder: far.hasOlder };
}
