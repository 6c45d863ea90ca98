// The real app over a temporary folder with a real store: messages go in one by one, compactions as a person would order them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../../electron/app/create-app.ts';
import { effectiveSettings, readContext } from '../../electron/app/context-reader.ts';
import type { CompactionOutcome } from '../../electron/app/outcomes.ts';
import type { LlamaHost, ModelFitness, ModelLibrary, Ports } from '../../electron/app/ports.ts';
import { noTools } from '../../electron/compose/system-ports.ts';
import type { EffectiveCompactionSettings } from '../../electron/core/compaction/settings.ts';
import type { ContextView } from '../../electron/core/context/context-view.ts';
import { appError } from '../../electron/core/errors.ts';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { err } from '../../electron/core/result.ts';
import type { MessagePayload } from '../../electron/core/transcript/entry.ts';
import { createInterchange } from '../../native/interchange/create-interchange.ts';
import { createNotesStore } from '../../native/files/notes-store.ts';
import { createSettingsStore } from '../../native/files/settings-store.ts';
import { createStoreUpkeep } from '../../native/sqlite/store-upkeep.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { createScenarioClock } from '../support/scenario/scenario-clock.ts';
import { asToolCalls } from '../support/scripted-host.ts';
import type { CaseMessage } from './case.ts';

export interface FidelityApp {
  append(message: CaseMessage): void;
  /** Keeps the tail an automatic compaction keeps. */
  compact(): Promise<CompactionOutcome>;
  view(): ContextView;
  effective(): EffectiveCompactionSettings;
  close(): Promise<void>;
}

const STORE_WORKER = path.resolve(import.meta.dirname, '../../native/sqlite/store-worker.ts');
const CONVERSATION = asConversationId('fidelity');

/** `host` outlives the app; `fitness` is what is known of its model so far. */
export async function openFidelityApp(host: LlamaHost, fitness: Map<string, ModelFitness>): Promise<FidelityApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-fidelity-'));
  // Notes are written beside the view and are no part of it: a model is not asked for them here.
  const compaction = { whenIdle: false, memoryFlush: { enabled: false } };
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ compaction }));
  const clock = createScenarioClock({ start: '2026-03-01T10:00:00+00:00', stepMs: 1000 });
  const opened = openTranscriptStore({ folder });
  if (!opened.ok) throw new Error(`the store did not open: ${opened.error.code}`);
  const store = opened.value;
  let ids = 0;
  const ports: Omit<Ports, 'publish'> = {
    store,
    upkeep: createStoreUpkeep({ folder, workerEntry: STORE_WORKER }),
    interchange: createInterchange(folder),
    chooseFile: null,
    notes: createNotesStore(folder),
    settings: createSettingsStore(folder),
    host: { ...host, close: async () => undefined },
    models: NO_MODELS,
    tools: noTools,
    fitness: { read: (key) => fitness.get(key) ?? null, write: (key, value) => void fitness.set(key, value) },
    clock,
    newId: () => `c${(ids += 1)}`,
    log: (level, event, data) => {
      if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(data ?? {})}\n`);
    },
  };
  const app = createApp(ports, {
    shell: 'browser',
    version: 'fidelity',
    dataFolder: folder,
    systemLocale: 'en',
    totalMemoryBytes: 8 * 2 ** 30,
  });
  await app.start();
  createConversation(ports);
  return {
    append: (message) => appendMessage(ports, message),
    compact: () => app.operations.compact(CONVERSATION, { keep: 'recent' }),
    view: () => readContext(ports, CONVERSATION).view,
    effective: () => effectiveSettings(ports),
    async close() {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createConversation({ store, clock }: Pick<Ports, 'store' | 'clock'>): void {
  const createdAt = clock.now();
  const created = store.createConversation({
    id: CONVERSATION,
    title: 'fidelity',
    createdAt,
    updatedAt: createdAt,
    pinned: false,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: '',
    draft: '',
    modelId: null,
    pins: [],
  });
  if (!created.ok) throw new Error(`the conversation was not created: ${created.error.code}`);
}

function appendMessage({ store, clock }: Pick<Ports, 'store' | 'clock'>, message: CaseMessage): void {
  const appended = store.append({
    id: asEntryId(`m-${message.id}`),
    conversationId: CONVERSATION,
    parentId: store.readConversation(CONVERSATION)?.activeLeafId ?? null,
    createdAt: clock.now(),
    payload: payloadOf(message),
  });
  if (!appended.ok) throw new Error(`message "${message.id}" was not stored: ${appended.error.code}`);
}

function payloadOf(message: CaseMessage): MessagePayload {
  switch (message.role) {
    case 'user':
      return { type: 'message', role: 'user', text: message.text };
    case 'assistant': {
      const toolCalls = asToolCalls(message.toolCalls);
      const calls = toolCalls.length > 0 ? { toolCalls, stopReason: 'tool_use' as const } : {};
      return { type: 'message', role: 'assistant', text: message.text, status: 'complete', ...calls };
    }
    case 'tool_result': {
      const isError = message.isError === undefined ? {} : { isError: message.isError };
      return { type: 'message', role: 'tool_result', callId: message.callId, text: message.text, ...isError };
    }
    default:
      return message satisfies never;
  }
}

const NO_MODELS: ModelLibrary = {
  find: async () => [],
  inspect: async (file) => ({
    path: file,
    name: file,
    sizeBytes: 0,
    source: 'fidelity',
    quantization: null,
    trainedWindowTokens: null,
    usable: false,
    problem: appError('model_missing'),
  }),
  catalogue: () => [],
  download: async () => err(appError('not_found')),
};
