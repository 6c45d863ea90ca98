// One import of a file into a fresh store, as the app does it, with nothing else in the process. Run alone (`node import-file.ts FILE
// FOLDER`) it prints its peak memory, which a process that did other things before could not tell.

import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { createNotesStore } from '../../../native/files/notes-store.ts';
import { createInterchange } from '../../../native/interchange/create-interchange.ts';
import { runImport } from '../../../electron/app/import-runner.ts';
import type { ImportReport } from '../../../electron/contract/interchange.ts';

export async function importFile(file: string, folder: string): Promise<ImportReport> {
  const opened = openTranscriptStore({ folder });
  if (!opened.ok) throw new Error(opened.error.code);
  const store = opened.value;
  const ports = {
    store,
    notes: createNotesStore(folder),
    interchange: createInterchange(folder),
    clock: { now: () => Date.now(), localDay: () => '2026-03-01' },
    publish: () => undefined,
  };
  const events = {
    conversationChanged: (id: Parameters<typeof store.readConversation>[0]) => void store.readConversation(id),
  };
  const run = { signal: new AbortController().signal, progress: () => undefined };
  const report = await runImport({ ports, events }, { path: file, dryRun: false }, run);
  store.close();
  if (!report.ok) throw new Error(report.error.code);
  return report.value;
}

const [, script, file, folder] = process.argv;
if (script === import.meta.filename && file !== undefined && folder !== undefined) {
  const { stored } = await importFile(file, folder);
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ peakMiB, conversations: stored.conversations })}\n`);
}
