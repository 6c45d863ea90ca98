// Opens what a killed process left behind, as the next start would, and compares it with the journal. What it finds missing has a kind.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type App, createApp } from '../../electron/app/create-app.ts';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { err } from '../../electron/core/result.ts';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import { type Entry, isAssistant, isCompaction, isUser } from '../../electron/core/transcript/entry.ts';
import { newId, noTools, systemClock } from '../../electron/compose/system-ports.ts';
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { createInterchange } from '../../native/interchange/create-interchange.ts';
import { createNotesStore } from '../../native/files/notes-store.ts';
import { createSettingsStore } from '../../native/files/settings-store.ts';
import { listBackups } from '../../native/sqlite/backup-list.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';
import type { Journal } from './journal.ts';
import { createRandom } from './random.ts';
import { answerText, createStreamingHost } from './streaming-host.ts';

export interface Loss {
  readonly kind: 'lostWords' | 'halfCompactions' | 'brokenChains' | 'unreadable' | 'bugs';
  readonly what: string;
}

/** A reply may be this much behind what was seen of it (spec §1: 64 tokens), and the parent hears of every eighth word. */
const BEHIND_WORDS = 64 + 8;

/** @param couldWrite false where calls were made to fail: then replies, which the model wrote, may be behind. Words of the person never. */
export async function checkFolder(folder: string, journal: Journal, couldWrite: boolean): Promise<readonly Loss[]> {
  const lock = lockDataFolder(folder);
  if (!lock.ok) return [{ kind: 'unreadable', what: `the lock of a dead process holds: ${lock.error.code}` }];
  const opened = openTranscriptStore({ folder });
  if (!opened.ok) {
    lock.value.release();
    return [{ kind: 'unreadable', what: `does not open: ${JSON.stringify(opened.error)}` }];
  }
  const store = opened.value;
  const app = startApp(folder, store);
  await app.start();
  const losses: Loss[] = journal.bugs.splice(0).map((what) => ({ kind: 'bugs', what }));
  const conversations = [true, false].flatMap((trashed) => store.listConversations({ trashed }));
  losses.push(...missingConversations(store, journal, conversations), ...missingWords(store, journal));
  for (const conversation of conversations) losses.push(...(await checkConversation(app, store, conversation)));
  losses.push(...missingEntries(store, journal), ...checkNotes(folder, journal));
  if (couldWrite) losses.push(...shortReplies(store, journal));
  journal.told.clear();
  losses.push(...missingImports(store, journal, conversations));
  if (store.listCheckpoints().length > 0) losses.push({ kind: 'unreadable', what: 'a reply was left unsettled' });
  for (const { file, verified } of listBackups(path.join(folder, 'backups')))
    if (!verified) losses.push({ kind: 'unreadable', what: `backup ${path.basename(file)} is not whole` });
  await app.close();
  lock.value.release();
  return losses;
}

function startApp(folder: string, store: TranscriptStore): App {
  return createApp(
    {
      store,
      upkeep: createStoreUpkeep({ folder, workerEntry: '' }),
      interchange: createInterchange(folder),
      chooseFile: null,
      notes: createNotesStore(folder),
      settings: createSettingsStore(folder),
      host: createStreamingHost(createRandom(1)),
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
      log: () => undefined,
    },
    { shell: 'browser', version: 'faults', dataFolder: folder, systemLocale: 'en', totalMemoryBytes: 2 ** 33 },
  );
}

function missingConversations(
  store: TranscriptStore,
  journal: Journal,
  conversations: readonly Conversation[],
): readonly Loss[] {
  const found = new Map(conversations.map((conversation) => [String(conversation.id), conversation]));
  return [...journal.conversations].flatMap(([id, record]): readonly Loss[] => {
    const conversation = found.get(id);
    if (conversation === undefined) {
      if (record.purged === 'no') return [{ kind: 'lostWords', what: `conversation ${id} is gone` }];
      const left = store.readAll(asConversationId(id)).length;
      record.purged = 'yes';
      return left === 0 ? [] : [{ kind: 'brokenChains', what: `${left} entries of the purged conversation ${id}` }];
    }
    if (record.purged === 'yes') return [{ kind: 'unreadable', what: `conversation ${id} came back from its purge` }];
    record.purged = 'no';
    const losses: Loss[] = [];
    if (!record.drafts.has(conversation.draft))
      losses.push({ kind: 'lostWords', what: `the draft of ${id} is ${JSON.stringify(conversation.draft)}` });
    // A conversation without a name is named after its first message.
    if (record.titles.size > 0 && !record.titles.has('') && !record.titles.has(conversation.title))
      losses.push({ kind: 'lostWords', what: `the title of ${id} is ${JSON.stringify(conversation.title)}` });
    // What it is now is what it must be at the next look.
    record.drafts = new Set([conversation.draft]);
    record.titles = new Set([conversation.title]);
    return losses;
  });
}

const isPurged = (journal: Journal, conversationId: string): boolean =>
  journal.conversations.get(conversationId)?.purged === 'yes';

function missingWords(store: TranscriptStore, journal: Journal): readonly Loss[] {
  return [...journal.words].flatMap(([id, { conversationId, text }]): readonly Loss[] => {
    if (isPurged(journal, conversationId)) return [];
    const entry = store.readEntry(asEntryId(id));
    const waiting = store.listQueued(asConversationId(conversationId)).find((message) => message.id === id);
    const kept = entry !== null && isUser(entry) ? entry.payload.text : waiting?.text;
    return kept === text ? [] : [{ kind: 'lostWords', what: `message ${id} of ${conversationId}` }];
  });
}

function missingEntries(store: TranscriptStore, journal: Journal): readonly Loss[] {
  const losses: Loss[] = [];
  for (const [id, { conversationId, hash }] of journal.entries) {
    if (isPurged(journal, conversationId)) continue;
    const found = store.readEntry(asEntryId(id));
    if (found?.hash !== hash) losses.push({ kind: 'brokenChains', what: `entry ${id} of ${conversationId}` });
  }
  for (const [id, conversationId] of journal.compactions) {
    if (isPurged(journal, conversationId) || store.readEntry(asEntryId(id)) !== null) continue;
    losses.push({ kind: 'halfCompactions', what: `compaction ${id} was told of and is not there` });
  }
  return losses;
}

async function checkConversation(app: App, store: TranscriptStore, { id }: Conversation): Promise<readonly Loss[]> {
  const losses: Loss[] = [];
  const verified = store.verify(id);
  if (!verified.ok) losses.push({ kind: 'brokenChains', what: `${id} at ${verified.firstBadEntryId}` });
  const entries = store.readAll(id);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  losses.push(...entries.filter(isCompaction).flatMap((entry) => halfCompaction(entry, byId)));
  const inspected = await app.invoke('context.inspect', { conversationId: id, draft: '' });
  if (!inspected.ok) losses.push({ kind: 'unreadable', what: `the view of ${id}: ${inspected.error.code}` });
  for (const entry of entries.filter(isAssistant)) {
    const { text } = entry.payload;
    if (text !== 'Noted.' && !answerText(200).startsWith(text))
      losses.push({ kind: 'brokenChains', what: `reply ${entry.id} is no beginning of what was said` });
  }
  return losses;
}

function halfCompaction(
  entry: Entry & { readonly payload: { readonly type: 'compaction' } },
  byId: ReadonlyMap<string, Entry>,
): readonly Loss[] {
  if (!isCompaction(entry)) return [];
  const { firstKeptEntryId, coveredRange, text, carriedEntryIds } = entry.payload;
  const whole =
    text !== '' &&
    byId.has(firstKeptEntryId) &&
    byId.get(coveredRange.toId)?.hash === coveredRange.hash &&
    carriedEntryIds.every((carried) => byId.has(carried));
  return whole ? [] : [{ kind: 'halfCompactions', what: `compaction ${entry.id}` }];
}

/** What a window showed of a reply is there, but for the newest 64 tokens at most. */
function shortReplies(store: TranscriptStore, journal: Journal): readonly Loss[] {
  const losses: Loss[] = [];
  for (const [id, { conversationId, words }] of journal.told) {
    if (isPurged(journal, conversationId)) continue;
    const entry = store.readEntry(asEntryId(id));
    const kept = entry !== null && isAssistant(entry) ? entry.payload.text.split(' ').length - 1 : 0;
    if (kept < words - BEHIND_WORDS)
      losses.push({ kind: 'lostWords', what: `reply ${id}: ${kept} of ${words} words that were seen` });
  }
  return losses;
}

function checkNotes(folder: string, journal: Journal): readonly Loss[] {
  const notes = createNotesStore(folder);
  const mine = notes.read('notes/mine.md');
  const fits = journal.notes.has(mine);
  journal.notes = new Set([mine]);
  const losses: Loss[] = fits ? [] : [{ kind: 'lostWords', what: 'notes/mine.md is not as it was saved' }];
  for (const file of notes.list()) {
    const bytes = readFileSync(path.join(folder, file));
    if (!Buffer.from(bytes.toString('utf8')).equals(bytes))
      losses.push({ kind: 'unreadable', what: `${file} is no text` });
  }
  return losses;
}

function missingImports(
  store: TranscriptStore,
  journal: Journal,
  conversations: readonly Conversation[],
): readonly Loss[] {
  if (journal.imported.length === 0) return [];
  const gone = [...journal.conversations.values()].some(({ purged }) => purged === 'yes');
  if (gone) return [];
  const there = new Set(
    conversations.flatMap(({ id }) =>
      store.readAll(id).flatMap((entry) => (isUser(entry) ? [entry.payload.text] : [])),
    ),
  );
  return journal.imported
    .filter((text) => !there.has(text))
    .map((text) => ({ kind: 'lostWords', what: `imported: ${text.slice(0, 40)}` }));
}
