// What must be there, kept by the parent from what the victims said, over all rounds of one folder.
import type { Attempt, JournalLine } from './journal-line.ts';

export interface ConversationRecord {
  /** Values the draft may have: the last one answered for, and those still under way when the process ended. */
  drafts: Set<string>;
  titles: Set<string>;
  /** `unsure`: under way when the process ended. */
  purged: 'no' | 'unsure' | 'yes';
}

export interface Journal {
  /** Words answered for, by the id of their entry. */
  readonly words: Map<string, { readonly conversationId: string; readonly text: string }>;
  readonly entries: Map<string, { readonly conversationId: string; readonly hash: string }>;
  readonly compactions: Map<string, string>;
  readonly conversations: Map<string, ConversationRecord>;
  /** Texts of imports that were answered for. */
  readonly imported: string[];
  /** Words of replies seen in a window. */
  readonly told: Map<string, { readonly conversationId: string; readonly words: number }>;
  /** Contents the person's own note may have; null: none yet. */
  notes: Set<string | null>;
  readonly bugs: string[];
}

export const createJournal = (): Journal => ({
  words: new Map(),
  entries: new Map(),
  compactions: new Map(),
  conversations: new Map(),
  imported: [],
  told: new Map(),
  notes: new Set([null]),
  bugs: [],
});

export function recordOf(journal: Journal, id: string): ConversationRecord {
  const found = journal.conversations.get(id);
  if (found !== undefined) return found;
  const record: ConversationRecord = { drafts: new Set(['']), titles: new Set(), purged: 'no' };
  journal.conversations.set(id, record);
  return record;
}

/** Takes in what one process said. */
export function readLines(journal: Journal, lines: readonly JournalLine[]): void {
  const open = new Map<number, Attempt>();
  for (const line of lines) {
    switch (line.type) {
      case 'try':
        open.set(line.id, line.attempt);
        expectMaybe(journal, line.attempt);
        break;
      case 'done':
        expectDone(journal, open, line);
        open.delete(line.id);
        break;
      case 'refused':
        open.delete(line.id);
        break;
      case 'entry':
        journal.entries.set(line.id, line);
        break;
      case 'committed':
        journal.compactions.set(line.compactionId, line.conversationId);
        break;
      case 'delta':
        journal.told.set(line.replyId, line);
        break;
      case 'bug':
        journal.bugs.push(line.name);
        break;
      case 'opened':
      case 'open_failed':
      case 'injected':
      case 'finished':
        break;
      default:
        line satisfies never;
    }
  }
}

/** From its start on, and for good when nobody answers, an attempt may have happened. */
function expectMaybe(journal: Journal, attempt: Attempt): void {
  if (attempt.what === 'draft') recordOf(journal, attempt.conversationId).drafts.add(attempt.text);
  // Sending clears the draft; that is no promise, so the draft may stay.
  if (attempt.what === 'send') recordOf(journal, attempt.conversationId).drafts.add('');
  if (attempt.what === 'rename') {
    // Of an imported conversation no title is known: one that was only attempted says nothing of what it was before.
    const { titles } = recordOf(journal, attempt.conversationId);
    if (titles.size > 0) titles.add(attempt.title);
  }
  if (attempt.what === 'note') journal.notes.add(attempt.content);
  if (attempt.what === 'purge') recordOf(journal, attempt.conversationId).purged = 'unsure';
}

function expectDone(
  journal: Journal,
  open: ReadonlyMap<number, Attempt>,
  { id, made }: { readonly id: number; readonly made: string | null },
): void {
  const attempt = open.get(id);
  if (attempt === undefined) return;
  switch (attempt.what) {
    case 'create':
      if (made !== null) recordOf(journal, made).titles = new Set([attempt.title]);
      break;
    case 'send':
    case 'edit':
      if (made !== null) journal.words.set(made, attempt);
      break;
    case 'draft':
      recordOf(journal, attempt.conversationId).drafts = new Set([
        attempt.text,
        ...[...open.values()].flatMap((other) => draftAfter(other, attempt.conversationId)),
      ]);
      break;
    case 'rename':
      recordOf(journal, attempt.conversationId).titles = new Set([attempt.title]);
      break;
    case 'purge':
      recordOf(journal, attempt.conversationId).purged = 'yes';
      break;
    case 'note':
      journal.notes = new Set([attempt.content]);
      break;
    case 'import':
      journal.imported.push(...attempt.words);
      break;
    case 'trash':
    case 'restore':
    case 'compact':
    case 'undo':
    case 'redo':
    case 'switch':
    case 'stop':
    case 'regenerate':
    case 'backup':
    case 'verify':
      break;
    default:
      attempt satisfies never;
  }
}

/** What an attempt that is under way beside it may yet make of the draft. */
function draftAfter(attempt: Attempt, conversationId: string): readonly string[] {
  if (!('conversationId' in attempt) || attempt.conversationId !== conversationId) return [];
  if (attempt.what === 'draft') return [attempt.text];
  return attempt.what === 'send' ? [''] : [];
}
