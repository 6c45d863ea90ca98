// What an import did, gathered while it runs: counts, places of what was left out, one line for each conversation. Bounded lists.

import type { ImportedView, ImportReport, SkippedItem } from '../contract/interchange.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ImportFormat } from '../core/interchange/imported-conversation.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ImportItem, ImportOutcome } from './interchange-ports.ts';

type ConversationItem = Extract<ImportItem, { kind: 'conversation' }>;

export interface ImportReporter {
  skip(item: SkippedItem): void;
  note(outcome: 'stored' | 'there' | 'differs', place: string): void;
  conversation(item: ConversationItem, outcome: ImportOutcome | undefined): void;
  /** `fault`: where the file could not be read on. An error where nothing in the file was known. */
  finish(fault: AppError | null): Result<ImportReport, AppError>;
}

/** Places kept of each kind. */
const REPORTED = 1000;

interface Gathered {
  readonly read: { conversations: number; messages: number };
  readonly stored: { conversations: number; messages: number };
  readonly notes: { read: number; stored: number };
  readonly skipped: SkippedItem[];
  readonly notices: ImportReport['notices'][number][];
  /** By id: a conversation that stands twice in a file (numbered parts overlap) is one. */
  readonly conversations: Map<string, ImportedView>;
  readonly formats: Set<ImportFormat>;
  skippedTotal: number;
  alreadyThere: number;
}

export function createImportReport(dryRun: boolean): ImportReporter {
  const gathered: Gathered = {
    read: { conversations: 0, messages: 0 },
    stored: { conversations: 0, messages: 0 },
    notes: { read: 0, stored: 0 },
    skipped: [],
    notices: [],
    conversations: new Map(),
    formats: new Set(),
    skippedTotal: 0,
    alreadyThere: 0,
  };
  return {
    skip: (item) => addSkip(gathered, item),
    note(outcome, place) {
      gathered.notes.read += 1;
      if (outcome === 'stored') gathered.notes.stored += 1;
      if (outcome === 'differs') gathered.notices.push({ place, code: 'note_differs', count: 1 });
    },
    conversation(item, outcome) {
      gathered.formats.add(item.format);
      if (outcome?.kind === 'taken') addTaken(gathered, item, outcome);
      else addSkip(gathered, { place: item.place, code: outcome?.code ?? 'damaged', detail: item.format });
    },
    finish: (fault) => finish(gathered, fault, dryRun),
  };
}

function addSkip(gathered: Gathered, item: SkippedItem): void {
  // A file that was not opened is nothing that was read.
  if (item.code !== 'not_read') gathered.read.conversations += 1;
  gathered.skippedTotal += 1;
  if (gathered.skipped.length < REPORTED) gathered.skipped.push(item);
}

function addTaken(
  gathered: Gathered,
  { place, unit, figures, notices }: ConversationItem,
  { isNew, addedEntries, addedMessages }: Extract<ImportOutcome, { kind: 'taken' }>,
): void {
  const { read, stored, conversations } = gathered;
  read.conversations += 1;
  read.messages += figures.messages;
  if (isNew || addedEntries > 0) stored.conversations += 1;
  else gathered.alreadyThere += 1;
  stored.messages += addedMessages;
  const { id, title } = unit.conversation;
  const added = addedMessages + (conversations.get(id)?.added ?? 0);
  conversations.set(id, { id, title, ...figures, added });
  for (const notice of notices) if (gathered.notices.length < REPORTED) gathered.notices.push({ place, ...notice });
}

function finish(gathered: Gathered, fault: AppError | null, dryRun: boolean): Result<ImportReport, AppError> {
  const { skipped, formats, conversations, read, stored, notes, notices, alreadyThere } = gathered;
  const [first] = skipped;
  const isKnown = formats.size > 0 || notes.read > 0 || skipped.some(({ code }) => code === 'empty');
  if (!isKnown && fault !== null) return err(fault);
  if (!isKnown && first !== undefined) {
    const { place, code, detail } = first;
    return err(appError('import_unknown_format', { place, reason: code, detail }));
  }
  if (fault !== null) {
    const { place = '', reason = fault.code } = fault.detail ?? {};
    addSkip(gathered, { place: String(place), code: 'damaged', detail: String(reason) });
  }
  const [format = null] = formats;
  const views = [...conversations.values()];
  return ok({
    format: formats.size > 1 ? 'mixed' : format,
    dryRun,
    read,
    stored,
    alreadyThere,
    notes,
    skipped,
    skippedTotal: gathered.skippedTotal,
    notices,
    conversationIds: views.map(({ id }) => id),
    conversations: views,
  });
}
