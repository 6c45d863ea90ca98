// Imports a file: takes conversations from the source in batches, stores each whole or not at all, and reports what was read, stored,
// skipped and why. Importing again adds what is new and nothing else.

import type { ImportReport, ImportedView, SkippedItem } from '../contract/interchange.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ImportFormat } from '../core/interchange/imported-conversation.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ConversationEvents } from './conversation-events.ts';
import { importNote } from './import-note.ts';
import type { ImportItem, ImportOutcome, ImportSource, Ports, TaskRun } from './ports.ts';

interface Deps {
  readonly ports: Ports;
  readonly events: Pick<ConversationEvents, 'conversationChanged' | 'viewChanged'>;
}

type ConversationItem = Extract<ImportItem, { kind: 'conversation' }>;

/** One transaction takes so many at most: enough that syncing to disk costs little, few enough that the app stays responsive. */
const BATCH_BYTES = 1_000_000;
const BATCH_CONVERSATIONS = 100;
const REPORTED = 1000;

export async function runImport(
  { ports, events }: Deps,
  { path, dryRun }: { readonly path: string; readonly dryRun: boolean },
  run: TaskRun,
): Promise<Result<ImportReport, AppError>> {
  if (ports.store.readOnly && !dryRun) return err(appError('store_newer_version'));
  const opened = await ports.interchange.openImport(path, ports.clock.now());
  if (!opened.ok) return opened;
  const source = opened.value;
  try {
    const taken = await takeAll({ ports, events }, source, { dryRun, run });
    if (taken.ok && !dryRun) await ports.interchange.dropUpload(path);
    return taken;
  } finally {
    source.close();
  }
}

async function takeAll(
  { ports, events }: Deps,
  source: ImportSource,
  { dryRun, run }: { readonly dryRun: boolean; readonly run: TaskRun },
): Promise<Result<ImportReport, AppError>> {
  const report = createReport(dryRun);
  let batch: ConversationItem[] = [];
  let bytes = 0;
  const flush = async (): Promise<AppError | null> => {
    const items = batch;
    batch = [];
    bytes = 0;
    if (items.length === 0) return null;
    const outcomes = ports.store.importAll(
      items.map(({ unit }) => unit),
      { dryRun },
    );
    if (!outcomes.ok) return outcomes.error;
    items.forEach((item, index) => report.conversation(item, outcomes.value[index]));
    if (!dryRun) tellWindows({ ports, events }, items, outcomes.value);
    run.progress(source.readBytes(), source.totalBytes);
    await letOthersRun();
    return null;
  };
  for await (const item of source.items()) {
    if (run.signal.aborted) return err(appError('cancelled'));
    if (item.kind === 'skip') report.skip(item.place, item.skip.code, item.skip.detail);
    else if (item.kind === 'note') report.note(importNote(ports, item, dryRun), item.place);
    else {
      batch.push(item);
      bytes += item.bytes;
      const failure = bytes >= BATCH_BYTES || batch.length >= BATCH_CONVERSATIONS ? await flush() : null;
      if (failure !== null) return err(failure);
    }
  }
  if (run.signal.aborted) return err(appError('cancelled'));
  const failure = await flush();
  if (failure !== null) return err(failure);
  return report.finish(source.fault());
}

/** Windows and streams get their turn between batches. */
const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function tellWindows(
  { ports, events }: Deps,
  items: readonly ConversationItem[],
  outcomes: readonly ImportOutcome[],
): void {
  items.forEach(({ unit }, index) => {
    const outcome = outcomes[index];
    if (outcome?.kind !== 'taken' || (!outcome.isNew && outcome.addedEntries === 0)) return;
    events.conversationChanged(unit.conversation.id);
    // One that may be on screen is read again.
    if (!outcome.isNew) ports.publish({ type: 'branch_switched', conversationId: unit.conversation.id });
  });
}

// ---- the report -------------------------------------------------------------------------------------------------------

function createReport(dryRun: boolean) {
  const read = { conversations: 0, messages: 0 };
  const stored = { conversations: 0, messages: 0 };
  const notes = { read: 0, stored: 0 };
  const skipped: SkippedItem[] = [];
  const notices: ImportReport['notices'][number][] = [];
  const conversations: ImportedView[] = [];
  const formats = new Set<ImportFormat>();
  let skippedTotal = 0;
  let alreadyThere = 0;

  const skip = (place: string, code: SkippedItem['code'], detail: string): void => {
    read.conversations += 1;
    skippedTotal += 1;
    if (skipped.length < REPORTED) skipped.push({ place, code, detail });
  };
  return {
    skip,
    note(outcome: 'stored' | 'there' | 'differs', place: string): void {
      notes.read += 1;
      if (outcome === 'stored') notes.stored += 1;
      if (outcome === 'differs') notices.push({ place, code: 'note_differs', count: 1 });
    },
    conversation(
      { place, format, unit, figures, notices: mended }: ConversationItem,
      outcome: ImportOutcome | undefined,
    ) {
      formats.add(format);
      if (outcome === undefined || outcome.kind === 'refused') {
        skip(place, outcome?.code ?? 'damaged', format);
        return;
      }
      read.conversations += 1;
      read.messages += figures.messages;
      const { addedMessages, addedEntries, isNew } = outcome;
      if (isNew || addedEntries > 0) stored.conversations += 1;
      else alreadyThere += 1;
      stored.messages += addedMessages;
      const { id, title } = unit.conversation;
      // The same conversation twice in a file (numbered parts overlap) is one in the report.
      const before = conversations.findIndex((one) => one.id === id);
      const view = { id, title, ...figures, added: addedMessages };
      if (before === -1) conversations.push(view);
      else conversations[before] = { ...view, added: view.added + (conversations[before]?.added ?? 0) };
      for (const notice of mended) if (notices.length < REPORTED) notices.push({ place, ...notice });
    },
    finish(fault: AppError | null): Result<ImportReport, AppError> {
      const [first] = skipped;
      const recognised = formats.size > 0 || notes.read > 0 || skipped.some(({ code }) => code === 'empty');
      if (!recognised && fault !== null) return err(fault);
      if (!recognised && first !== undefined) {
        const { place, code, detail } = first;
        return err(appError('import_unknown_format', { place, reason: code, detail }));
      }
      if (fault !== null) {
        const { place = '', reason = fault.code } = fault.detail ?? {};
        skip(String(place), 'damaged', String(reason));
      }
      const [format = null] = formats;
      return ok({
        format: formats.size > 1 ? 'mixed' : format,
        dryRun,
        read,
        stored,
        alreadyThere,
        notes,
        skipped,
        skippedTotal,
        notices,
        conversationIds: conversations.map(({ id }) => id),
        conversations,
      });
    },
  };
}
