// Taking conversations in: each whole or not at all (a savepoint), many in one transaction (a sync to disk costs more than a hundred
// small conversations). What is there stays; a conversation that has grown at its source gets what is new.
import type { Database } from 'better-sqlite3';
import type { ImportEntry, ImportOutcome, ImportUnit } from '../../electron/app/interchange-ports.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { countAdded } from '../../electron/core/interchange/import-figures.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import type { Entry, EntryPayload, NewEntry } from '../../electron/core/transcript/entry.ts';
import type { Appender, Committed } from './append-entries.ts';
import { Refusal } from './sqlite-error.ts';

interface Parts {
  readonly appender: Pick<Appender, 'appendInside'>;
  readonly conversations: {
    readConversation(id: ConversationId): Conversation | null;
    createConversation(conversation: Conversation): Conversation;
    updateConversation(id: ConversationId, change: Partial<Omit<Conversation, 'id' | 'createdAt'>>): Conversation;
  };
  readonly isOnBranch: (ancestorId: EntryId, leafId: EntryId) => boolean;
  readonly onCommitted: (committed: Committed) => void;
}

interface Taken {
  readonly outcome: ImportOutcome;
  readonly committed: Committed | null;
}

/** Ends a transaction of which nothing is to be kept. */
class DryRun extends Error {
  readonly outcomes: readonly ImportOutcome[];

  constructor(outcomes: readonly ImportOutcome[]) {
    super('dry run');
    this.outcomes = outcomes;
  }
}

export function createImport(
  db: Database,
  parts: Parts,
): (units: readonly ImportUnit[], options: { readonly dryRun: boolean }) => readonly ImportOutcome[] {
  const takeOne = db.transaction(prepareTake(db, parts));
  const attemptOne = (unit: ImportUnit): Taken => {
    try {
      return takeOne(unit);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const code = error.error.code === 'archive_changed' ? 'damaged' : 'id_taken';
      return { outcome: { kind: 'refused', code }, committed: null };
    }
  };
  const takeAll = db.transaction((units: readonly ImportUnit[], dryRun: boolean) => {
    const taken = units.map(attemptOne);
    if (dryRun) throw new DryRun(taken.map(({ outcome }) => outcome));
    return taken;
  }).immediate;

  return (units, { dryRun }) => {
    try {
      const taken = takeAll(units, dryRun);
      const committed = sumCommitted(taken);
      if (committed !== null) parts.onCommitted(committed);
      return taken.map(({ outcome }) => outcome);
    } catch (error) {
      if (error instanceof DryRun) return error.outcomes;
      throw error;
    }
  };
}

function sumCommitted(taken: readonly Taken[]): Committed | null {
  const all = taken.map(({ committed }) => committed).filter((committed) => committed !== null);
  if (all.length === 0) return null;
  return {
    lastKey: Math.max(...all.map(({ lastKey }) => lastKey)),
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    length: all.reduce((sum, { length }) => sum + length, 0),
  };
}

interface Known {
  readonly conversationId: string;
  readonly payload: string;
  readonly hash: string;
}

function prepareTake(db: Database, { appender, conversations, isOnBranch }: Parts): (unit: ImportUnit) => Taken {
  const findEntry = db.prepare<[string], Known>(
    `SELECT c.id AS conversationId, e.payload, e.hash FROM entries e JOIN conversations c ON c.key = e.conversation WHERE e.id = ?`,
  );
  return ({ conversation, entries }) => {
    const before = conversations.readConversation(conversation.id);
    if (before === null) conversations.createConversation({ ...conversation, activeLeafId: null });
    /** Where an id of the source lies here, if elsewhere. */
    const movedTo = new Map<EntryId, EntryId>();
    const added: ImportEntry[] = [];
    for (const entry of entries) {
      const place = before === null ? null : findPlace(entry, (id) => findEntry.get(id));
      if (place === null) added.push(rooted(entry, entry.id, movedTo));
      else if (place.isStored) movedTo.set(entry.id, place.id);
      else {
        movedTo.set(entry.id, place.id);
        added.push(rooted(entry, place.id, movedTo));
      }
    }
    const written = appender.appendInside(added.map(toNewEntry));
    requireHashes(added, written.entries);
    const { activeLeafId } = conversation;
    const leaf = activeLeafId === null ? null : (movedTo.get(activeLeafId) ?? activeLeafId);
    if (leaf !== null && (before === null || mayMove(before, leaf, isOnBranch))) {
      conversations.updateConversation(conversation.id, { activeLeafId: leaf });
    }
    if (before !== null && added.length > 0 && conversation.updatedAt > before.updatedAt) {
      conversations.updateConversation(conversation.id, { updatedAt: conversation.updatedAt });
    }
    const addedMessages = countAdded(added);
    const outcome = { kind: 'taken', isNew: before === null, addedEntries: added.length, addedMessages } as const;
    return { outcome, committed: written.committed };
  };
}

/** Null: not stored yet. Else the id it has or gets; the words of a message decide whether it is the same. */
function findPlace(
  { id, conversationId, payload, changedId, expectedHash }: ImportEntry,
  find: (id: EntryId) => Known | undefined,
): { readonly id: EntryId; readonly isStored: boolean } | null {
  const known = find(id);
  if (known === undefined) return null;
  const isOther = expectedHash !== undefined && known.hash !== expectedHash;
  if (isOther || known.conversationId !== conversationId) throw new Refusal('invalid_request', { entryId: id });
  if (changedId === undefined || wordsOf(JSON.parse(known.payload) as EntryPayload) === wordsOf(payload)) {
    return { id, isStored: true };
  }
  return { id: changedId, isStored: find(changedId) !== undefined };
}

const wordsOf = (payload: EntryPayload): string | null => (payload.type === 'message' ? payload.text : null);

function rooted(entry: ImportEntry, id: EntryId, movedTo: ReadonlyMap<EntryId, EntryId>): ImportEntry {
  const parentId = entry.parentId === null ? null : (movedTo.get(entry.parentId) ?? entry.parentId);
  return { ...entry, id, parentId };
}

const toNewEntry = ({ id, conversationId, parentId, createdAt, payload }: ImportEntry): NewEntry => ({
  id,
  conversationId,
  parentId,
  createdAt,
  payload,
});

function requireHashes(added: readonly ImportEntry[], written: readonly Entry[]): void {
  added.forEach(({ expectedHash, id }, index) => {
    if (expectedHash !== undefined && written[index]?.hash !== expectedHash) {
      throw new Refusal('archive_changed', { entryId: id });
    }
  });
}

/** Only forward: a person who has gone on elsewhere stays there. */
const mayMove = ({ activeLeafId }: Conversation, leaf: EntryId, isOnBranch: Parts['isOnBranch']): boolean =>
  activeLeafId === null || (activeLeafId !== leaf && isOnBranch(activeLeafId, leaf));
