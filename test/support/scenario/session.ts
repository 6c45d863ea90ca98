// The app over a real folder with a scripted model: opened, crashed and opened again as often as a scenario wants.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, type AppOptions, createApp } from '../../../electron/app/create-app.ts';
import type {
  LlamaHost,
  ModelFitness,
  ModelLibrary,
  Ports,
  ToolRunner,
  TranscriptStore,
} from '../../../electron/app/ports.ts';
import type { AppEvent } from '../../../electron/contract/events.ts';
import { appError } from '../../../electron/core/errors.ts';
import { asConversationId, type ConversationId } from '../../../electron/core/ids.ts';
import { err } from '../../../electron/core/result.ts';
import { createInterchange } from '../../../native/interchange/create-interchange.ts';
import { createNotesStore } from '../../../native/files/notes-store.ts';
import { createSettingsStore } from '../../../native/files/settings-store.ts';
import { createStoreUpkeep } from '../../../native/sqlite/store-upkeep.ts';
import { openTranscriptStore } from '../../../native/sqlite/open-transcript-store.ts';
import { createScriptedHost, type ScriptedHost } from '../scripted-host.ts';
import { createFaults, type Faults } from './faults.ts';
import type { Scenario, ScenarioAction } from './schema.ts';
import { createScenarioClock, type ScenarioClock } from './scenario-clock.ts';

const STORE_WORKER = path.join(import.meta.dirname, '../../../native/sqlite/store-worker.ts');

export const CONVERSATION: ConversationId = asConversationId('scenario');

export interface Session {
  readonly app: () => App;
  readonly store: () => TranscriptStore;
  readonly host: ScriptedHost;
  readonly clock: ScenarioClock;
  readonly faults: Faults;
  readonly events: AppEvent[];
  /** Called for every event, before it is kept. */
  onEvent: (event: AppEvent) => void;
  readonly ports: () => Omit<Ports, 'publish'>;
  reopen(): Promise<void>;
  close(): Promise<void>;
  notes(): Record<string, string>;
  /** Ids of the messages that waited in the queue when the process ended. */
  readonly leftWaiting: ReadonlySet<string>;
  /** Ids of the messages that actions gave to the app. */
  readonly sentIds: Map<ScenarioAction, string>;
  /** What a person pressing Stop or Cancel does. */
  cancel(what: 'turn' | 'compaction'): void;
}

/** @param extra ports that take the place of the scenario's own */
export async function openSession(
  scenario: Scenario,
  extra: (folder: string) => Partial<Omit<Ports, 'publish'>> = () => ({}),
  options: AppOptions = {},
): Promise<Session> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-scenario-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(withoutIdleWork(scenario.settings)));
  const clock = createScenarioClock(scenario.clock);
  const faults = createFaults();
  const host = createScriptedHost({
    windowTokens: scenario.contextWindow,
    fit: scenario.fit,
    fixedTokens: scenario.fixedTokens,
    replies: scenario.host,
    onCall: clock.tick,
  });
  const fitness = new Map<string, ModelFitness>();
  const leftWaiting = new Set<string>();
  let ids = 0;
  let store: TranscriptStore;
  let app: App;
  let ports: Omit<Ports, 'publish'>;

  const session: Session = {
    app: () => app,
    store: () => store,
    ports: () => ports,
    host,
    clock,
    faults,
    events: [],
    onEvent: () => undefined,
    leftWaiting,
    sentIds: new Map(),
    async reopen() {
      leftWaiting.clear();
      if (!faults.crashed()) await app.close();
      else {
        for (const { id } of store.listQueued(CONVERSATION)) leftWaiting.add(id);
        store.close();
      }
      faults.revive();
      await open();
      // A window shows the conversation again: what waited goes on.
      await app.invoke('conversation.open', { conversationId: CONVERSATION });
    },
    async close() {
      if (!faults.crashed()) await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
    notes: () => readNotes(folder),
    cancel(what) {
      if (what === 'turn') app.operations.stop(CONVERSATION);
      else app.operations.cancelCompaction(CONVERSATION);
    },
  };

  const open = async (): Promise<void> => {
    const opened = openTranscriptStore({ folder });
    if (!opened.ok) throw new Error(`the store did not open: ${opened.error.code}`);
    store = opened.value;
    ports = {
      store: faults.wrapStore(tickingStore(store, clock)),
      upkeep: createStoreUpkeep({ folder, workerEntry: STORE_WORKER }),
      interchange: createInterchange(folder),
      chooseFile: null,
      notes: faults.wrapNotes(createNotesStore(folder)),
      settings: createSettingsStore(folder),
      host: faults.wrapHost(host satisfies LlamaHost),
      models: NO_MODELS,
      tools: scriptedTools(scenario, host),
      fitness: { read: (key) => fitness.get(key) ?? null, write: (key, value) => void fitness.set(key, value) },
      clock,
      newId: () => {
        ids += 1;
        return `x${ids}`;
      },
      log: (level, event, data) => {
        if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(data ?? {})}\n`);
      },
      ...extra(folder),
    };
    app = createApp(
      ports,
      {
        shell: 'browser',
        version: 'scenario',
        dataFolder: folder,
        systemLocale: 'en',
        totalMemoryBytes: 8 * 2 ** 30,
      },
      options,
    );
    app.subscribe((event) => {
      if (faults.crashed()) return;
      session.onEvent(event);
      if (event.type !== 'turn_delta') session.events.push(event);
    });
    await app.start();
  };
  await open();
  return session;
}

/** Preparing while idle is off unless a scenario switches it on (scenario.md). */
function withoutIdleWork(settings: Record<string, unknown>): Record<string, unknown> {
  const compaction = settings['compaction'];
  const given = typeof compaction === 'object' && compaction !== null ? compaction : {};
  return { ...settings, compaction: { whenIdle: false, ...given } };
}

/** The clock moves on at each appended entry. */
function tickingStore(store: TranscriptStore, clock: ScenarioClock): TranscriptStore {
  return {
    ...store,
    get readOnly() {
      return store.readOnly;
    },
    append: (entry) => {
      clock.tick();
      return store.append(entry);
    },
    appendIf: (entry, expectedLastSeq) => {
      clock.tick();
      return store.appendIf(entry, expectedLastSeq);
    },
    appendAllIf: (entries, expectedLastSeq) => {
      clock.tick();
      return store.appendAllIf(entries, expectedLastSeq);
    },
  };
}

function scriptedTools(scenario: Scenario, host: ScriptedHost): ToolRunner {
  return {
    definitions: scenario.fixedTokens.tools > 0 ? '[tool definitions]' : '',
    run: async (call) => {
      const item = host.takeToolResult(call.id);
      if (!item) return { text: `error: no tool answers "${call.name}"`, isError: true };
      return { text: item.text ?? '', isError: item.isError ?? false };
    },
  };
}

const NO_MODELS: ModelLibrary = {
  find: async () => [],
  inspect: async (file) => ({
    path: file,
    name: file,
    sizeBytes: 0,
    source: 'scenario',
    quantization: null,
    trainedWindowTokens: null,
    usable: false,
    problem: appError('model_missing'),
  }),
  catalogue: () => [],
  download: async () => err(appError('not_found')),
};

function readNotes(folder: string): Record<string, string> {
  const notes = path.join(folder, 'notes');
  const files = readdirSync(folder).includes('notes') ? readdirSync(notes).filter((file) => file.endsWith('.md')) : [];
  return Object.fromEntries(
    files.sort().map((file) => [`notes/${file}`, readFileSync(path.join(notes, file), 'utf8')]),
  );
}
