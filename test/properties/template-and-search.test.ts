// I13 Local engine: whatever a view looks like after compactions, undos and branches, it fits every kind of chat template without a word
// lost, and every cut text is well-formed. I14 Search and transfer: text is found as it was typed, by any part of Chinese, Japanese or
// Korean, no query fails, and an exported conversation is whole.
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { buildContextView } from '../../electron/core/context/context-view.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { clipEnd, clipMiddle } from '../../electron/core/transcript/clip-text.ts';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { exportJsonl } from '../../electron/core/transcript/export-transcript.ts';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { buildChatMessages, contentOf } from '../../native/llama/chat-history.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { checkProperty } from './check-property.ts';
import { compactTalk } from './compact-talk.ts';
import { Chat } from './random-chat.ts';

type Step =
  | { readonly do: 'user' | 'answer'; readonly text: string }
  | { readonly do: 'calls'; readonly ids: readonly string[]; readonly results: number }
  | { readonly do: 'compact'; readonly keep: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom<'user' | 'answer'>('user', 'answer'),
    text: fc.constantFrom('Ask', '问', 'Tell it', ''),
  }),
  fc.record({
    do: fc.constant('calls' as const),
    ids: fc.array(fc.constantFrom('1', '2'), { minLength: 1, maxLength: 2 }),
    results: fc.nat(2),
  }),
  fc.record({ do: fc.constant('compact' as const), keep: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }) }),
);
const traits = fc.record({ systemRole: fc.boolean(), toolRole: fc.boolean(), userFirst: fc.boolean() });

function callTools(chat: Chat, ids: readonly string[], results: number): void {
  const toolCalls = ids.map((id) => ({ id, name: 'read', arguments: '{}' }));
  chat.append({ type: 'message', role: 'assistant', text: '', toolCalls, status: 'complete' }, 2);
  for (const callId of ids.slice(0, results))
    chat.append({ type: 'message', role: 'tool_result', callId, text: 'found' }, 2);
}

function talk(steps: readonly Step[]): Chat {
  const chat = new Chat();
  for (const given of steps) {
    if (given.do === 'compact') compactTalk(chat, { keep: given.keep, lines: null });
    else if (given.do === 'calls') callTools(chat, given.ids, given.results);
    else if (given.do === 'user') chat.append({ type: 'message', role: 'user', text: given.text }, 3);
    else chat.append({ type: 'message', role: 'assistant', text: given.text, status: 'complete' }, 3);
  }
  return chat;
}

checkProperty(
  'I13: a view fits every template: one system message at most, no two neighbours of a role, the user first where asked, every word there, the last one kept last',
  fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), traits, (steps, given) => {
    const chat = talk(steps);
    const { segments } = buildContextView({ system: 'S', tools: 'T', branch: chat.branch, compaction: chat.inForce() });
    const messages = buildChatMessages(segments, given);
    const roles = messages.map(({ role }) => role);
    expect(roles.filter((role) => role === 'system')).toHaveLength(given.systemRole ? 1 : 0);
    expect(roles.lastIndexOf('system')).toBeLessThanOrEqual(0);
    const dialogue = messages.filter(({ role }) => role !== 'system');
    if (given.userFirst || !given.systemRole) expect(['user', undefined]).toContain(dialogue[0]?.role);
    dialogue.forEach((message, index) => {
      const next = dialogue[index + 1];
      const mayRepeat = message.role === 'tool' || message.toolCalls !== undefined;
      if (!mayRepeat) expect(next?.role).not.toBe(message.role);
      if (!given.toolRole) expect(message.role).not.toBe('tool');
    });
    const whole = messages.map(contentOf).join('\n\n');
    for (const { text } of segments) expect(whole).toContain(text);
    if (segments.at(-1)?.segment === 'current') expect(messages.at(-1)?.role).toBe('user');
  }),
);

const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
);

checkProperty(
  'I13: a cut text is well-formed and no longer than asked',
  fc.property(wild, fc.integer({ min: 0, max: 90 }), (text, maxChars) => {
    for (const cut of [clipEnd(text, maxChars), clipMiddle(text, maxChars)]) {
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(maxChars);
    }
  }),
);

const SAID = [
  '今天只改文档先别动数据库',
  '重跑build-42号任务后全部通过',
  'テスト設定を確認',
  '회의록을 정리해서 보내기',
  'ORDER-1002 don’t C++ foo.bar 100% a_b \\ col:x NEAR( "quoted"',
];
let store: TranscriptStore;
beforeAll(() => {
  store = createMemoryStore(() => 1);
  const chat = new Chat();
  const { conversationId } = (chat.append({ type: 'message', role: 'user', text: 'x' }), chat.entries[0] as Entry);
  store.createConversation({
    id: conversationId,
    title: '',
    createdAt: 1,
    updatedAt: 1,
    pinnedAt: null,
    trashedAt: null,
    activeLeafId: null,
    systemPrompt: '',
    modelId: null,
    draft: '',
    pins: [],
  } as unknown as Parameters<TranscriptStore['createConversation']>[0]);
  SAID.forEach((text, n) =>
    store.append({
      id: asEntryId(`s${n}`),
      conversationId,
      parentId: null,
      createdAt: 1,
      payload: { type: 'message', role: 'user', text },
    }),
  );
});
const part = fc.constantFrom(...[0, 2, 3]).chain((n) => {
  const text = SAID[n] ?? '';
  return fc
    .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 6 }))
    .map(([at, length]) => ({ n, text: text.slice(at, at + length) }));
});

checkProperty(
  'I14: any part of a text in Chinese, Japanese or Korean finds it, and no query fails',
  fc.property(part, wild, ({ n, text }, query) => {
    if (text.trim() !== '') expect(store.search({ text, limit: 50 }).map(({ entryId }) => entryId)).toContain(`s${n}`);
    expect(Array.isArray(store.search({ text: query, limit: 50 }))).toBe(true);
    if (query.trim() === '') expect(store.search({ text: query, limit: 50 })).toEqual([]);
  }),
);

checkProperty(
  'I14: an exported conversation holds every entry of every branch as stored',
  fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), wild, (steps, text) => {
    const chat = talk(steps);
    chat.append({ type: 'message', role: 'user', text: text.toWellFormed() });
    const lines = exportJsonl(chat.entries).split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(chat.entries)));
  }),
);
