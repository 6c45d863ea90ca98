// An app that answers from memory: what a window is handed in its tests and pictures. Each command can be given its own answer;
// events are sent by the test.

import type {
  CommandAnswer,
  CommandName,
  CommandParams,
  HoldfastApi,
  ModelsView,
} from '../../../electron/contract/commands.ts';
import type { AppEvent } from '../../../electron/contract/events.ts';
import { DEFAULT_SETTINGS } from '../../../electron/contract/settings.ts';
import type { AppSnapshot, ConversationSnapshot, InspectorView } from '../../../electron/contract/snapshot.ts';
import { type AppError, appError } from '../../../electron/core/errors.ts';
import { asConversationId, asEntryId, asModelId } from '../../../electron/core/ids.ts';
import { err, ok, type Result } from '../../../electron/core/result.ts';
import { sampleConversation, SAMPLE_STATE, sampleSnapshot, T0 } from './sample-conversation.ts';

type Answerer<Name extends CommandName> = (
  params: CommandParams<Name>,
) => Result<CommandAnswer<Name>, AppError> | Promise<Result<CommandAnswer<Name>, AppError>>;
export type Answerers = { readonly [Name in CommandName]?: Answerer<Name> };

export interface FakeApi extends HoldfastApi {
  readonly calls: readonly { readonly name: CommandName; readonly params: unknown }[];
  readonly send: (event: AppEvent) => void;
  readonly lose: (error: AppError) => void;
  readonly callsOf: <Name extends CommandName>(name: Name) => readonly CommandParams<Name>[];
}

export function createFakeApi(answerers: Answerers = {}, shell: Pick<HoldfastApi, 'upload'> = {}): FakeApi {
  const calls: { name: CommandName; params: unknown }[] = [];
  const listeners = new Set<(event: AppEvent) => void>();
  let onLost: (error: AppError) => void = () => undefined;
  const all: Answerers = { ...DEFAULT_ANSWERS, ...answerers };
  return {
    shell: 'browser',
    ...shell,
    calls,
    async invoke(name, params) {
      calls.push({ name, params });
      const answer = all[name];
      return answer === undefined ? err(appError('invalid_request', { command: name })) : answer(params);
    },
    stream(listener, lost) {
      listeners.add(listener);
      onLost = lost;
      return () => listeners.delete(listener);
    },
    send: (event) => {
      for (const listener of listeners) listener(event);
    },
    lose: (error) => onLost(error),
    callsOf: <Name extends CommandName>(name: Name) =>
      calls.filter((call) => call.name === name).map((call) => call.params as CommandParams<Name>),
  };
}

export function sampleApp(change: Partial<AppSnapshot> = {}): AppSnapshot {
  return {
    shell: 'browser',
    version: '0.1.0',
    dataFolder: '/home/me/.local/share/holdfast',
    readOnly: false,
    systemLocale: 'en-GB',
    settings: DEFAULT_SETTINGS,
    settingsProblems: [],
    conversations: [
      sampleConversation(),
      sampleConversation({ id: asConversationId('c-pin'), title: 'House rules for reviews', pinned: true }),
      sampleConversation({
        id: asConversationId('c-zh'),
        title: '周末去杭州的行程安排',
        updatedAt: T0 - 86_400_000,
      }),
      sampleConversation({
        id: asConversationId('c-old'),
        title: 'Recipe: lentil soup without onions',
        updatedAt: T0 - 5 * 86_400_000,
      }),
    ],
    trashed: [],
    host: {
      kind: 'ready',
      modelId: asModelId('model'),
      name: 'Qwen2.5 1.5B Instruct',
      path: '/models/qwen.gguf',
      windowTokens: 8192,
      trainedWindowTokens: 32768,
      fitness: { write: true, select: false },
    },
    network: { requests: 0 },
    ...change,
  };
}

export const SAMPLE_MODELS: ModelsView = {
  found: [
    {
      path: '/models/qwen.gguf',
      name: 'Qwen2.5 1.5B Instruct',
      sizeBytes: 1_117_320_768,
      source: 'LM Studio',
      quantization: 'Q4_K_M',
      trainedWindowTokens: 32768,
      usable: true,
      problem: null,
    },
    {
      path: '/home/me/.cache/llama.cpp/old-model.gguf',
      name: 'old-model',
      sizeBytes: 52_000_000,
      source: 'llama.cpp',
      quantization: null,
      trainedWindowTokens: null,
      usable: false,
      problem: appError('model_not_chat'),
    },
  ],
  catalogue: [
    {
      id: 'starter',
      name: 'SmolLM2 135M Instruct',
      sizeBytes: 98_362_432,
      license: 'Apache-2.0',
      source: 'HuggingFaceTB',
      minMemoryBytes: 1_000_000_000,
      note: 'starter',
      fitsMemory: true,
    },
    {
      id: 'best',
      name: 'Qwen2.5 32B Instruct',
      sizeBytes: 19_800_000_000,
      license: 'Apache-2.0',
      source: 'Qwen',
      minMemoryBytes: 32_000_000_000,
      note: 'best',
      fitsMemory: false,
    },
  ],
  memoryBytes: 16_000_000_000,
  loadedPath: '/models/qwen.gguf',
};

export const SAMPLE_PROMPT =
  '<|im_start|>system\nYou help with a documentation project.<|im_end|>\n<|im_start|>user\nHow far are we?<|im_end|>\n<|im_start|>assistant\n';

export const SAMPLE_INSPECTION: InspectorView = {
  segments: [
    { segment: { segment: 'system', role: 'system', text: 'You help with a documentation project.' }, tokens: 12 },
    {
      segment: {
        segment: 'summary',
        role: 'system',
        text: '[earlier conversation, as data] ## Goal',
        entryId: asEntryId('e11'),
      },
      tokens: 640,
    },
    {
      segment: { segment: 'entry', role: 'user', text: 'How far are we?', entryId: asEntryId('e9') },
      tokens: 18,
    },
    {
      segment: { segment: 'entry', role: 'assistant', text: 'Here is the state: …', entryId: asEntryId('e10') },
      tokens: 1160,
    },
  ],
  prompt: SAMPLE_PROMPT,
  usage: { usedTokens: 1830, windowTokens: 8192, measured: true },
  ledger: {
    constraints: [
      {
        kind: 'prohibition',
        text: "Don't touch the database, docs only today.",
        sourceId: asEntryId('e1'),
      },
      { kind: 'prohibition', text: '今天只改文档，先别动数据库。', sourceId: asEntryId('e5') },
    ],
    pendingRequests: [{ text: 'Then check every link on the install page.', sourceId: asEntryId('e7') }],
    identifiers: [
      { text: 'v4.2.0', kind: 'version', sourceIds: [asEntryId('e5')], mentions: 2, namedByUser: true },
      {
        text: 'docs/guide/install.md',
        kind: 'path',
        sourceIds: [asEntryId('e3')],
        mentions: 3,
        namedByUser: false,
      },
    ],
  },
  reuse: { reusedTokens: 1640, evaluatedTokens: 190 },
  compactions: [
    {
      id: asEntryId('e11'),
      createdAt: T0 + 660_000,
      reason: 'threshold',
      tokensBefore: 6120,
      tokensAfter: 1480,
      undone: false,
      inForce: true,
    },
  ],
};

const DEFAULT_ANSWERS: Answerers = {
  'app.snapshot': () => ok(sampleApp()),
  'conversation.create': ({ title }) =>
    ok(sampleConversation({ id: asConversationId('c-new'), title: title ?? '', systemPrompt: '' })),
  'conversation.open': ({ conversationId }) => ok(openSample(conversationId)),
  'conversation.rename': ({ title }) => ok(sampleConversation({ title })),
  'conversation.pin': ({ pinned }) => ok(sampleConversation({ pinned })),
  'conversation.trash': () => ok(sampleConversation({ trashedAt: T0 })),
  'conversation.restore': () => ok(sampleConversation()),
  'conversation.purge': () => ok(null),
  'conversation.setSystemPrompt': ({ text }) => ok(sampleConversation({ systemPrompt: text })),
  'conversation.setDraft': () => ok(null),
  'conversation.pins': ({ pins }) =>
    ok(
      sampleConversation({
        pins: pins.map((pin) => ({ ...pin, sourceId: pin.sourceId === null ? null : asEntryId(pin.sourceId) })),
      }),
    ),
  'message.send': () => ok({ entryId: asEntryId('e99'), queued: false }),
  'message.stop': () => ok(null),
  'message.retry': () => ok(null),
  'message.edit': () => ok({ entryId: asEntryId('e98') }),
  'message.regenerate': () => ok(null),
  'message.unqueue': () => ok({ text: 'taken back' }),
  'branch.switch': () => ok(null),
  'compaction.outlook': () =>
    ok({
      preselected: 'recent',
      choices: [
        {
          keep: 'recent',
          foldedMessages: 8,
          keptMessages: 2,
          tokensBefore: 6120,
          tokensAfterAtMost: 2400,
          possible: true,
        },
        {
          keep: 'nothing',
          foldedMessages: 10,
          keptMessages: 0,
          tokensBefore: 6120,
          tokensAfterAtMost: 1300,
          possible: true,
        },
      ],
    }),
  'compaction.run': () => ok(null),
  'compaction.cancel': () => ok(null),
  'compaction.preview': () =>
    ok({
      draftId: 'd1',
      editsId: null,
      summary: SAMPLE_STATE,
      text: "## Goal\n- Move all pages under /docs to the new site.\n## Constraints\n- Don't touch the database, docs only today.",
      notes: ['Prefers one page at a time.'],
      foldedMessages: 8,
      keptMessages: 2,
      tokensBefore: 6120,
      tokensAfter: 1480,
      audit: { ok: true, findings: [] },
    }),
  'compaction.edit': ({ compactionId }) =>
    ok({
      draftId: 'd2',
      editsId: asEntryId(compactionId),
      summary: SAMPLE_STATE,
      text: '## Goal\n- Move all pages under /docs to the new site.',
      notes: [],
      foldedMessages: 8,
      keptMessages: 2,
      tokensBefore: 6120,
      tokensAfter: 1480,
      audit: { ok: true, findings: [] },
    }),
  'compaction.savePreview': () => ok(null),
  'compaction.discardPreview': () => ok(null),
  'compaction.undo': () => ok({ compactionId: asEntryId('e11') }),
  'compaction.redo': () => ok({ compactionId: asEntryId('e11') }),
  'operation.cancelWaiting': () => ok(null),
  'failure.dismiss': () => ok(null),
  'context.inspect': () => ok(SAMPLE_INSPECTION),
  'context.count': ({ draft }) =>
    ok({ usedTokens: 3412 + Math.ceil(draft.length / 4), windowTokens: 8192, measured: true }),
  'context.countAttachments': ({ attachments }) =>
    ok({ tokens: attachments.map((file) => Math.ceil(file.text.length / 4)), measured: true }),
  search: ({ text }) =>
    ok([
      {
        conversationId: 'c-main',
        conversationTitle: 'Moving the docs to the new site',
        entryId: asEntryId('e7'),
        kind: 'message',
        role: 'user',
        seq: 1,
        file: null,
        region: null,
        snippet: `Then check every ${text} on the install page.`,
        ranges: [[17, 17 + text.length]],
        createdAt: T0,
      },
    ]),
  'export.conversation': () => ok({ fileName: 'moving-the-docs.md', content: '# Moving the docs' }),
  'history.verify': () =>
    ok({ ok: true, entries: 1204, conversations: 1, firstBadEntryId: null, firstBadConversationId: null }),
  'task.cancel': () => ok(null),
  'backup.list': () => ok([]),
  'backup.create': () =>
    ok({ file: '/backups/a.sqlite', createdAt: T0, sizeBytes: 40_960, reason: 'manual', verified: true }),
  'backup.restore': () => ok({ folder: '/home/person/holdfast-restored', verified: true }),
  'notes.list': () =>
    ok([
      { file: 'notes/2026-11-30.md', sizeBytes: 412 },
      { file: 'notes/2026-11-28.md', sizeBytes: 1210 },
    ]),
  'notes.read': ({ file }) =>
    ok({
      file,
      content: '---\ndate: 2026-11-30\n---\n\n- Prefers one page at a time. ([source](holdfast://entry/e7))\n',
    }),
  'notes.save': () => ok(null),
  'models.list': () => ok(SAMPLE_MODELS),
  'models.load': () => ok(null),
  'models.download': () => ok(null),
  'models.cancelDownload': () => ok(null),
  'extensions.list': () => ok({ folder: null, problem: null, extensions: [] }),
  'entries.locate': () =>
    ok({ conversationId: asConversationId('c-main'), conversationTitle: 'Moving the docs', trashed: false }),
  'settings.update': () => ok(DEFAULT_SETTINGS),
};

function openSample(conversationId: string): ConversationSnapshot {
  if (conversationId === 'c-main') return sampleSnapshot();
  return sampleSnapshot({
    conversation: sampleConversation({ id: asConversationId(conversationId), title: '' }),
    entries: [],
    usage: { usedTokens: 14, windowTokens: 8192, measured: true },
    foldable: { messages: 0, tokens: 0 },
  });
}
