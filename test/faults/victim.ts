// The process that is killed: the real app over the real store and files, with a scripted model. Does what the round's seed says and
// writes each thing that happens to standard output.
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../electron/app/create-app.ts';
import type { AppEvent } from '../../electron/contract/events.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';
import { newId, noTools, systemClock } from '../../electron/compose/system-ports.ts';
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { createInterchange } from '../../native/interchange/create-interchange.ts';
import { createNotesStore } from '../../native/files/notes-store.ts';
import { createSettingsStore } from '../../native/files/settings-store.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';
import { injectFaults } from './inject-faults.ts';
import type { JournalLine } from './journal-line.ts';
import { createRandom } from './random.ts';
import type { RoundPlan } from './round-plan.ts';
import { createStreamingHost } from './streaming-host.ts';
import { performSteps } from './victim-steps.ts';

const say = (line: JournalLine): void => {
  let bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(writeSome(bytes));
};

/** The parent may be busy comparing: a full pipe is waited for. */
function writeSome(bytes: Buffer): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    return 0;
  }
}

const [folder = '', planText = ''] = process.argv.slice(2);
const plan = JSON.parse(planText) as RoundPlan;
const injection = injectFaults(plan.fault, folder, () => say({ type: 'injected' }));
process.on('uncaughtException', (error) => end({ type: 'bug', name: `${error.name}: ${error.message}` }));
process.on('unhandledRejection', (error) => end({ type: 'bug', name: String(error) }));
await main();

function end(line: JournalLine): void {
  say(line);
  process.exit(0);
}

async function main(): Promise<void> {
  const lock = lockDataFolder(folder);
  if (!lock.ok) return end({ type: 'open_failed', code: lock.error.code });
  const store = openTranscriptStore({ folder });
  if (!store.ok) return end({ type: 'open_failed', code: store.error.code });
  const random = createRandom(plan.seed);
  const app = createApp(
    {
      store: injection.wrapStore(store.value),
      upkeep: createStoreUpkeep({ folder, workerEntry: path.join(import.meta.dirname, 'store-worker.js') }),
      interchange: createInterchange(folder),
      chooseFile: null,
      notes: createNotesStore(folder),
      settings: createSettingsStore(folder),
      host: createStreamingHost(random),
      models: {
        find: async () => [],
        inspect: () => Promise.reject(new Error('no model is looked for here')),
        catalogue: () => [],
        download: async () => err(appError('not_found')),
      },
      tools: noTools,
      fitness: { read: () => null, write: () => undefined },
      clock: systemClock,
      newId,
      log: (level, event, data) => {
        if (event.endsWith('threw')) say({ type: 'bug', name: `${event} ${JSON.stringify(data ?? {})}` });
      },
    },
    { shell: 'browser', version: 'faults', dataFolder: folder, systemLocale: 'en', totalMemoryBytes: 2 ** 33 },
  );
  const words = new Map<string, number>();
  app.subscribe((event) => tell(event, words));
  await app.start();
  say({ type: 'opened' });
  await performSteps({ app, random, say, steps: plan.steps, folder });
  say({ type: 'finished' });
  if (!plan.closes) return;
  await app.close();
  lock.value.release();
  process.exit(0);
}

function tell(event: AppEvent, words: Map<string, number>): void {
  if (event.type === 'entry_appended') {
    const { id, hash, seq } = event.shown.entry;
    say({ type: 'entry', conversationId: event.conversationId, id, hash, seq });
  } else if (event.type === 'compaction_committed') {
    say({ type: 'committed', conversationId: event.conversationId, compactionId: event.compactionId });
  } else if (event.type === 'turn_delta') {
    const said = (words.get(event.replyId) ?? 0) + 1;
    words.set(event.replyId, said);
    if (said % 8 === 0)
      say({ type: 'delta', conversationId: event.conversationId, replyId: event.replyId, words: said });
  }
}
