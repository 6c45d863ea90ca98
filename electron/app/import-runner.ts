// Imports a file: takes conversations from the source in batches, stores each whole or not at all, and reports what was read, stored,
// skipped and why. Importing again adds what is new and nothing else.

import type { ImportReport } from '../contract/interchange.ts';
import { type AppError, appError } from '../core/errors.ts';
import { err, type Result } from '../core/result.ts';
import type { ConversationEvents } from './conversation-events.ts';
import { importNote } from './import-note.ts';
import { createImportReport } from './import-report.ts';
import type { Ports } from './ports.ts';
import type { ImportItem, ImportOutcome, ImportSource, TaskRun } from './interchange-ports.ts';

interface Deps {
  readonly ports: Pick<Ports, 'store' | 'interchange' | 'notes' | 'clock' | 'publish'>;
  readonly events: Pick<ConversationEvents, 'conversationChanged'>;
}

type ConversationItem = Extract<ImportItem, { kind: 'conversation' }>;

/** One transaction takes so many at most: enough that syncing to disk costs little, few enough that the app stays responsive. */
const BATCH_BYTES = 3_000_000;
const BATCH_CONVERSATIONS = 300;

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
  const report = createImportReport(dryRun);
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
    if (item.kind === 'skip') report.skip({ place: item.place, ...item.skip });
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
    if (outcome.isNew) {
      ports.publish({ type: 'conversation_changed', conversation: unit.conversation });
      return;
    }
    events.conversationChanged(unit.conversation.id);
    // One that may be on screen is read again.
    ports.publish({ type: 'branch_switched', conversationId: unit.conversation.id });
  });
}
