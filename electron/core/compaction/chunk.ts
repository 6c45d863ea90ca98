// Splits messages that do not fit the summariser's window into parts that do, in order, a call and its results always in one part.
// Decides from sizes alone; shortens nothing itself, but says which messages must be and to what size.

import type { EntryId } from '../ids.ts';
import type { MessageEntry } from '../transcript/entry.ts';
import { findToolGroups } from '../transcript/tool-pairing.ts';

export interface Chunk {
  readonly messages: readonly MessageEntry[];
  /** The biggest message of a part that cannot be made to fit by splitting; absent where everything fits whole. */
  readonly oversizedId?: EntryId;
  /** With `oversizedId`: every message of this part longer than this has to be shortened to it (head and tail). */
  readonly capTokens?: number;
}

export interface ChunkOptions {
  /** Most tokens of messages in one part. */
  readonly budgetTokens: number;
  readonly tokensOf: (id: EntryId) => number;
}

/** Parts in order; together exactly the given messages. A part over budget is one message, or one call with its results. */
export function planChunks(messages: readonly MessageEntry[], options: ChunkOptions): readonly Chunk[] {
  const { budgetTokens, tokensOf } = options;
  const chunks: Chunk[] = [];
  let open: MessageEntry[] = [];
  let openTokens = 0;
  const close = (): void => {
    if (open.length > 0) chunks.push({ messages: open });
    [open, openTokens] = [[], 0];
  };
  for (const unit of splitUnits(messages)) {
    const unitTokens = unit.reduce((sum, message) => sum + tokensOf(message.id), 0);
    if (openTokens + unitTokens > budgetTokens) close();
    if (unitTokens > budgetTokens) chunks.push(buildOversizedChunk(unit, options));
    else {
      open.push(...unit);
      openTokens += unitTokens;
    }
  }
  close();
  return chunks;
}

/** Runs of messages that must not be torn apart: single messages, or everything from a call to its last result. */
function splitUnits(messages: readonly MessageEntry[]): readonly (readonly MessageEntry[])[] {
  const groups = findToolGroups(messages);
  const units: MessageEntry[][] = [];
  let nextGroup = 0;
  let heldTo = -1;
  messages.forEach((message, index) => {
    const unit = units.at(-1);
    if (index <= heldTo && unit !== undefined) unit.push(message);
    else units.push([message]);
    for (
      let group = groups[nextGroup];
      group !== undefined && group.assistantIndex <= index;
      group = groups[nextGroup]
    ) {
      heldTo = Math.max(heldTo, group.lastIndex);
      nextGroup++;
    }
  });
  return units;
}

/** The cap lets short messages of the part stay whole and shares what they leave among the long ones. */
function buildOversizedChunk(unit: readonly MessageEntry[], { budgetTokens, tokensOf }: ChunkOptions): Chunk {
  const bySize = [...unit].sort((one, other) => tokensOf(one.id) - tokensOf(other.id));
  let leftTokens = budgetTokens;
  let capTokens = 0;
  for (const [index, message] of bySize.entries()) {
    capTokens = Math.max(0, Math.floor(leftTokens / (bySize.length - index)));
    if (tokensOf(message.id) > capTokens) break;
    leftTokens -= tokensOf(message.id);
  }
  const biggest = bySize.at(-1);
  return biggest === undefined ? { messages: unit } : { messages: unit, oversizedId: biggest.id, capTokens };
}

/** For a part that cannot be made to fit by splitting: how much of each long message is shown. */
export function shareOf(
  { capTokens }: Chunk,
  tokensOf: (id: EntryId) => number,
): { maxShare?: (id: EntryId) => number } {
  if (capTokens === undefined) return {};
  return { maxShare: (id) => Math.min(1, capTokens / Math.max(1, tokensOf(id))) };
}
