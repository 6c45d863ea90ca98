// Scenes to look at: an app that answers in a certain way, and events that follow. Chosen by `?scene=` in the address.

import type { AppEvent } from '../../../electron/contract/events.ts';
import { DEFAULT_SETTINGS } from '../../../electron/contract/settings.ts';
import type { ConversationSnapshot } from '../../../electron/contract/snapshot.ts';
import { appError } from '../../../electron/core/errors.ts';
import { asConversationId, asEntryId } from '../../../electron/core/ids.ts';
import { err, ok } from '../../../electron/core/result.ts';
import { type Answerers, createFakeApi, type FakeApi, SAMPLE_MODELS, sampleApp } from '../support/fake-api.ts';
import {
  assistant,
  compactedSnapshot,
  CONVERSATION_ID,
  sampleEntries,
  samplePayload,
  sampleSnapshot,
  shownEntry,
  toolResult,
  user,
} from '../support/sample-conversation.ts';

interface Scene {
  readonly answers?: Answerers;
  readonly play?: (api: FakeApi) => void;
}

const open = (snapshot: ConversationSnapshot): Answerers => ({ 'conversation.open': () => ok(snapshot) });

const nearlyFull = {
  usage: { usedTokens: 5900, windowTokens: 8192, measured: true },
  decision: { kind: 'none', usedTokens: 5900, thresholdTokens: 6144, windowTokens: 8192, reserveTokens: 2048 },
} as const;

function longEntries(count: number) {
  return sampleEntries(
    Array.from({ length: count }, (_, index) =>
      index % 50 === 49
        ? toolResult(`line of a long result ${index}\n`.repeat(8000))
        : index % 2 === 0
          ? user(`Question number ${index}: what about part ${index} of the plan?`)
          : assistant(
              index % 10 === 1
                ? `Answer ${index}:\n\n\`\`\`ts\n${Array.from({ length: 300 }, (_, line) => `const value${line} = ${line};`).join('\n')}\n\`\`\``
                : `Answer ${index} with **bold** and a list:\n\n- one\n- two\n\nAnd a paragraph that goes on for a while, so that it wraps at least once in the column.`,
            ),
    ),
  );
}

const FIRST_RUN = { host: { kind: 'none' }, conversations: [] } as const;

export const SCENES: Readonly<Record<string, Scene>> = {
  chat: {},
  compacted: { answers: open(compactedSnapshot()) },
  undone: {
    answers: open(
      compactedSnapshot({
        boundary: { compactionId: null, keptFromSeq: null, carriedIds: [], undoneIds: [asEntryId('e11')] },
      }),
    ),
  },
  hard: {
    answers: open(
      compactedSnapshot({
        entries: compactedSnapshot().entries.slice(0, 11),
        boundary: { compactionId: asEntryId('e11'), keptFromSeq: 11, carriedIds: [], undoneIds: [] },
      }),
    ),
  },
  quoted: {
    answers: open(
      compactedSnapshot({
        entries: compactedSnapshot().entries.map((shown) =>
          shown.entry.id === 'e11'
            ? shownEntry(
                samplePayload({
                  writer: 'quotes',
                  strategy: 'quotes',
                  writtenItems: 0,
                  reason: 'overflow',
                  instructions: 'the install page',
                  audit: {
                    ok: true,
                    findings: [{ code: 'item_not_grounded', subject: 'completed', excerpt: 'Deployed to production' }],
                  },
                }),
                11,
              )
            : shown,
        ),
      }),
    ),
  },
  branches: {
    answers: open(
      sampleSnapshot({
        entries: [
          ...sampleSnapshot().entries.slice(0, 8),
          shownEntry(user('How far are we?'), 9, [asEntryId('e9'), asEntryId('e20')]),
          shownEntry(assistant('Half of the reference is', { status: 'interrupted', stopReason: 'aborted' }), 10, [
            asEntryId('e10'),
            asEntryId('e21'),
            asEntryId('e22'),
          ]),
        ],
      }),
    ),
  },
  streaming: {
    answers: open(
      sampleSnapshot({
        ...nearlyFull,
        entries: [...sampleSnapshot().entries, shownEntry(user('And the reference?'), 11)],
        operation: { kind: 'turn', phase: 'writing', startedAt: Date.now() },
      }),
    ),
    play: (api) => {
      const replyId = asEntryId('e12');
      const events: AppEvent[] = [{ type: 'turn_started', conversationId: CONVERSATION_ID, replyId }];
      for (const text of [
        'The reference has **nine** pages. ',
        'Four are moved:\n\n- `cli.md`\n- `con',
        'fig.md`\n\nThe **rest',
      ])
        events.push({ type: 'turn_delta', conversationId: CONVERSATION_ID, replyId, text, thinking: '' });
      setTimeout(() => events.forEach((event) => api.send(event)), 400);
    },
  },
  compacting: {
    answers: open(
      sampleSnapshot({
        ...nearlyFull,
        operation: {
          kind: 'compaction',
          phase: 'summarizing',
          part: 2,
          parts: 5,
          tokens: 184,
          startedAt: Date.now() - 14_000,
          reason: 'threshold',
        },
        queued: [
          {
            id: asEntryId('q1'),
            conversationId: CONVERSATION_ID,
            text: 'And after that, the changelog please.',
            queuedAt: Date.now(),
          },
        ],
      }),
    ),
  },
  failed: {
    answers: open(
      sampleSnapshot({
        ...nearlyFull,
        failure: {
          kind: 'compaction',
          error: appError('summary_rejected'),
          audit: {
            ok: false,
            findings: [
              {
                code: 'constraint_missing',
                subject: 'constraints',
                excerpt: "Don't touch the database, docs only today.",
              },
              { code: 'truncated', subject: '', excerpt: '' },
            ],
          },
          actions: ['retry', 'use_quoted_summary', 'dismiss'],
        },
      }),
    ),
  },
  firstrun: {
    answers: {
      'app.snapshot': () => ok(sampleApp(FIRST_RUN)),
      'models.list': () => ok({ ...SAMPLE_MODELS, found: [], loadedPath: null }),
    },
  },
  firstrunfound: {
    answers: {
      'app.snapshot': () => ok(sampleApp(FIRST_RUN)),
      'models.list': () => ok({ ...SAMPLE_MODELS, loadedPath: null }),
    },
  },
  empty: { answers: { 'app.snapshot': () => ok(sampleApp({ conversations: [] })) } },
  loading: {
    answers: { 'app.snapshot': () => ok(sampleApp({ host: { kind: 'loading', name: 'qwen.gguf', fraction: 0.42 } })) },
  },
  startfailed: { answers: { 'app.snapshot': () => err(appError('data_folder_in_use', { pid: 4711 })) } },
  readonly: { answers: { 'app.snapshot': () => ok(sampleApp({ readOnly: true })), ...open(compactedSnapshot()) } },
  lost: { play: (api) => void setTimeout(() => api.lose(appError('connection_lost')), 300) },
  errors: {
    answers: {
      'message.send': () => err(appError('no_model')),
      'compaction.run': () => err(appError('nothing_to_compact')),
      'history.verify': () =>
        ok({
          ok: false,
          entries: 80,
          conversations: 1,
          firstBadEntryId: asEntryId('e7'),
          firstBadConversationId: asConversationId('c1'),
        }),
    },
  },
  estimate: {
    answers: open(
      sampleSnapshot({
        usage: { usedTokens: 3300, windowTokens: null, measured: false },
        decision: null,
      }),
    ),
  },
  long: { answers: open(sampleSnapshot({ entries: longEntries(2000) })) },
  paged: {
    answers: {
      ...open(sampleSnapshot({ entries: longEntries(5000).slice(-200), hasOlder: true })),
      'entries.page': ({ beforeSeq, limit }) => {
        const from = Math.max(0, beforeSeq - 1 - limit);
        return ok({ entries: longEntries(5000).slice(from, beforeSeq - 1), hasOlder: from > 0 });
      },
    },
  },
};

export function createSceneApi(search: URLSearchParams): FakeApi {
  const scene = SCENES[search.get('scene') ?? 'chat'] ?? {};
  const settings = {
    ...DEFAULT_SETTINGS,
    language: search.get('lang') === 'zh' ? ('zh-CN' as const) : ('en' as const),
    theme: search.get('theme') === 'dark' ? ('dark' as const) : ('light' as const),
  };
  const snapshot = scene.answers?.['app.snapshot'] ?? (() => ok(sampleApp()));
  const api = createFakeApi({
    ...scene.answers,
    'app.snapshot': async (params) => {
      const answer = await snapshot(params);
      return answer.ok ? ok({ ...answer.value, settings }) : answer;
    },
    'settings.update': () => ok(settings),
  });
  scene.play?.(api);
  return api;
}
