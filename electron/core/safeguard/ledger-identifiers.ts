// The ledger's exact names, from any message of the covered part and from the former state, with where they stand and how often.
// Quantities and quoted names count only where a person or the model wrote them: in tool results they are data.

import type { EntryId } from '../ids.ts';
import type { StateItem } from '../summary/state-summary.ts';
import type { MessageEntry } from '../transcript/entry.ts';
import { findIdentifiers, type IdentifierKind } from './identifiers.ts';
import type { LedgerIdentifier } from './ledger-items.ts';

/** Sources kept per identifier: the first and the newest ones. */
const MAX_SOURCES = 8;

interface Counted {
  readonly kind: IdentifierKind;
  readonly sourceIds: EntryId[];
  mentions: number;
  namedByUser: boolean;
}

export function collectIdentifiers(
  messages: readonly MessageEntry[],
  previous: readonly StateItem[],
): readonly LedgerIdentifier[] {
  const counted = new Map<string, Counted>();
  for (const { text, sources, layer } of previous) {
    if (layer !== 'ledger') continue;
    // What has outlived a compaction had its place among the first; who named it is not known any more.
    const kind = findIdentifiers(text)[0]?.kind ?? 'name';
    counted.set(text, {
      kind,
      sourceIds: [...sources],
      mentions: Math.max(1, sources.length),
      namedByUser: kind !== 'quantity',
    });
  }
  for (const entry of messages) for (const found of identifiersOf(entry)) count(counted, found, entry);
  return [...counted].map(([text, { kind, sourceIds, mentions, namedByUser }]) => ({
    text,
    kind,
    sourceIds:
      sourceIds.length <= MAX_SOURCES ? sourceIds : [...sourceIds.slice(0, 1), ...sourceIds.slice(1 - MAX_SOURCES)],
    mentions,
    namedByUser,
  }));
}

function count(
  counted: Map<string, Counted>,
  found: { text: string; kind: IdentifierKind },
  entry: MessageEntry,
): void {
  const byUser = entry.payload.role === 'user';
  const known = counted.get(found.text);
  if (!known) {
    counted.set(found.text, { kind: found.kind, sourceIds: [entry.id], mentions: 1, namedByUser: byUser });
    return;
  }
  known.namedByUser ||= byUser;
  if (known.sourceIds.includes(entry.id)) return;
  known.mentions += 1;
  known.sourceIds.push(entry.id);
}

const DATA_KINDS: ReadonlySet<IdentifierKind> = new Set<IdentifierKind>(['quantity', 'name']);

function identifiersOf({ payload }: MessageEntry): readonly { text: string; kind: IdentifierKind }[] {
  switch (payload.role) {
    case 'user':
      return findIdentifiers([payload.text, ...(payload.attachments ?? []).map(({ name }) => name)].join('\n'));
    case 'assistant':
      return findIdentifiers(
        [payload.text, ...(payload.toolCalls ?? []).map((call) => argumentText(call.arguments))].join('\n'),
      );
    case 'tool_result':
      return findIdentifiers(payload.text).filter(({ kind }) => !DATA_KINDS.has(kind));
    default:
      return payload satisfies never;
  }
}

/** The strings inside a call's arguments; the text itself where it is no JSON. */
function argumentText(text: string): string {
  const strings: string[] = [];
  try {
    collectStrings(JSON.parse(text), strings);
  } catch {
    return text;
  }
  return strings.join('\n');
}

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value);
  else if (Array.isArray(value)) for (const item of value) collectStrings(item, into);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectStrings(item, into);
}
