// How every TranscriptStore searches, registered as tests for any factory (store-conformance.ts).
import { describe, expect, it } from 'vitest';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import type { SearchFilters } from '../../electron/app/search-ports.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import { assistant, compaction, conversation, entry, HOME, user } from './conformance-entries.ts';

const AWAY = asConversationId('away');

export function describeSearch(current: () => TranscriptStore): void {
  describe('search', () => {
    const say = (text: string, name = text) => current().append(entry(name, null, user(text)));
    const found = (text: string, limit = 50) => current().search({ text, limit });
    const foundIds = (text: string, limit = 50) => found(text, limit).map(({ entryId }) => entryId);
    const marked = (text: string) =>
      found(text).map(({ snippet, ranges }) => ranges.map(([from, to]) => snippet.slice(from, to)));

    it('finds Chinese, Japanese and Korean by any part (B113)', () => {
      const texts = [
        '今天只改文档先别动数据库',
        '重跑build-42号任务后全部通过',
        'テスト設定を確認',
        '한국어로 대답해 주세요',
      ];
      for (const text of texts) say(text);
      const [first, second, third, fourth] = texts;
      for (const query of ['数据库', '库', '先别动', '文档先别', first ?? '']) expect(foundIds(query)).toEqual([first]);
      for (const query of ['build', '号任务', '42', 'build-42号', '跑bui']) expect(foundIds(query)).toEqual([second]);
      for (const query of ['確認', '設', 'テスト', 'スト設']) expect(foundIds(query)).toEqual([third]);
      for (const query of ['국어', '대답', '요', '한국어로 대']) expect(foundIds(query)).toEqual([fourth]);
      expect(foundIds('据数')).toEqual([]);
    });

    it('folds case, width, accents and decomposed forms', () => {
      for (const text of [
        'Café au lait',
        '한글',
        'ﾃｽﾄ完了',
        'STRASSE und Straße',
        'ＡＰＩ v２',
        'İstanbul',
        'Ὀδυσσεύς',
      ]) {
        say(text);
      }
      expect(foundIds('CAFE\u0301')).toEqual(['Café au lait']);
      expect(foundIds('cafe')).toEqual(['Café au lait']);
      expect(foundIds('한글'.normalize('NFD'))).toEqual(['한글']);
      expect(foundIds('テスト')).toEqual(['ﾃｽﾄ完了']);
      expect(marked('strasse')).toEqual([['STRASSE', 'Straße']]);
      expect(foundIds('api v2')).toEqual(['ＡＰＩ v２']);
      expect(foundIds('istanbul')).toEqual(['İstanbul']);
      expect(foundIds('οδυσσευσ')).toEqual(['Ὀδυσσεύς']);
    });

    it('takes what is typed literally and never fails (B115)', () => {
      const texts = [
        'I don’t know',
        'ORDER-1002 shipped',
        'C++ and C#',
        'foo.bar(baz)',
        'say "AND" or * NEAR( x',
        'col:x is set',
      ];
      for (const text of [
        ...texts,
        "a'b",
        '100% sure',
        '1000 units',
        'a_b',
        'axb',
        'back\\slash',
        'party 🎉 👩‍👩‍👧 time',
        'plain C',
      ]) {
        say(text);
      }
      const expected: readonly (readonly [string, readonly string[]])[] = [
        ["don't", ['I don’t know']],
        ['ORDER-1002', ['ORDER-1002 shipped']],
        ['order 1002', []],
        ['C++', ['C++ and C#']],
        ['c#', ['C++ and C#']],
        ['foo.bar', ['foo.bar(baz)']],
        ['"AND"', ['say "AND" or * NEAR( x']],
        ['NEAR(', ['say "AND" or * NEAR( x']],
        ['*', ['say "AND" or * NEAR( x']],
        ['col:x', ['col:x is set']],
        ["a'b", ["a'b"]],
        ['100%', ['100% sure']],
        ['%', ['100% sure']],
        ['a_b', ['a_b']],
        ['_', ['a_b']],
        ['\\', ['back\\slash']],
        ['🎉', ['party 🎉 👩‍👩‍👧 time']],
        ['👩‍👩‍👧', ['party 🎉 👩‍👩‍👧 time']],
        ['"unbalanced', []],
        ['x OR y', []],
        ['\0', []],
        ['\ud83d', []],
      ];
      for (const [query, hits] of expected) expect([query, foundIds(query)]).toEqual([query, hits]);
      for (const blank of ['', '   ', '\n\t', '\u200b', '　']) expect(found(blank)).toEqual([]);
    });

    it('takes 2,000 characters', () => {
      const words = '把文档 write the docs first, then 100% done. '.repeat(60).slice(0, 2000);
      say(`before ${words} after`, 'long');
      say(words.slice(0, 1500), 'short');
      expect(foundIds(words)).toEqual(['long']);
      expect(found('x'.repeat(2000))).toEqual([]);
      expect(found('"'.repeat(2000))).toEqual([]);
    });

    it('finds words by their beginning, not from their middle', () => {
      say('the database schema.sql is done', 'a');
      for (const query of ['data', 'schema.sql', 'schema.s', 'is do', 'DONE']) expect(foundIds(query)).toEqual(['a']);
      for (const query of ['base', 'sqlite', 'the data base']) expect(foundIds(query)).toEqual([]);
    });

    it('gives the newest first and no more than asked', () => {
      for (let index = 1; index <= 9; index++)
        current().append({ ...entry(`e${index}`, null, user('same words')), createdAt: 100 - index });
      expect(foundIds('same', 3)).toEqual(['e9', 'e8', 'e7']);
      expect(found('same', 0)).toEqual([]);
    });

    it('reads every branch, summaries, tool calls, attachments and labels', () => {
      const store = current();
      store.append(
        entry('a', null, {
          type: 'message',
          role: 'user',
          text: 'hi',
          attachments: [{ name: 'plan.csv', mediaType: 'text/csv', text: 'ostrich' }],
        }),
      );
      const toolCalls = [{ id: 'k', name: 'read_file', arguments: '{"path":"zebra.md"}' }];
      store.append(entry('b', 'a', { type: 'message', role: 'assistant', text: '', toolCalls, status: 'complete' }));
      store.append(entry('t', 'b', { type: 'message', role: 'tool_result', callId: 'k', text: 'giraffe' }));
      store.append(entry('other', 'a', assistant('walrus')));
      const item = { text: 'never touch the penguin', sources: [], layer: 'ledger' } as const;
      const summary = { ...EMPTY_STATE_SUMMARY, constraints: [item] };
      store.append(entry('c', 't', compaction('The summary speaks of a pelican', { summary })));
      store.append(entry('l', 'c', { type: 'label', text: 'badger' }));
      const places = ['ostrich', 'plan.csv', 'zebra', 'giraffe', 'walrus', 'pelican', 'penguin', 'badger'].map(
        (query) => found(query).map(({ entryId, kind }) => `${entryId} ${kind}`),
      );
      expect(places.flat()).toEqual([
        'a message',
        'a message',
        'b message',
        't message',
        'other message',
        'c compaction',
        'c compaction',
        'l message',
      ]);
    });

    it('is narrowed by conversation, role, kind and time', () => {
      const store = current();
      const later = { ...entry('a', null, user('shared word')), createdAt: 500 };
      store.append(later);
      store.append(entry('b', 'a', assistant('shared word too')));
      store.append(entry('c', 'b', compaction('the shared word in short')));
      store.createConversation(conversation({ id: AWAY }));
      store.append({ ...entry('d', null, user('shared word elsewhere')), conversationId: AWAY });
      store.indexNote('notes/2026-03-01.md', '- a shared word noted\n');
      const ids = (filters: SearchFilters) =>
        store.search({ text: 'shared word', limit: 9, filters }).map(({ entryId, file }) => entryId ?? file);
      expect(ids({})).toEqual(['notes/2026-03-01.md', 'd', 'c', 'b', 'a']);
      expect(ids({ conversationId: AWAY })).toEqual(['d']);
      expect(ids({ conversationId: asConversationId('nowhere') })).toEqual([]);
      expect(ids({ role: 'user' })).toEqual(['d', 'a']);
      expect(ids({ role: 'user', conversationId: HOME })).toEqual(['a']);
      expect(ids({ kind: 'compaction' })).toEqual(['c']);
      expect(ids({ kind: 'note' })).toEqual(['notes/2026-03-01.md']);
      expect(ids({ kind: 'message', from: 500, to: 500 })).toEqual(['a']);
      const [hit] = store.search({ text: 'shared', limit: 1, filters: { role: 'assistant' } });
      expect(hit).toMatchObject({ conversationId: HOME, entryId: 'b', seq: 2, role: 'assistant', file: null });
    });

    it('asks the caller last, before a hit counts', () => {
      for (const name of ['a', 'b', 'c']) say(`word ${name}`, name);
      const hits = current().search({ text: 'word', limit: 1, accept: ({ entryId }) => entryId === 'a' });
      expect(hits.map(({ entryId }) => entryId)).toEqual(['a']);
    });

    it('takes quotation marks literally first, as a phrase second', () => {
      say('he said "stop now" twice', 'quoted');
      say('we stop now or never', 'plain');
      expect(foundIds('"stop now"')).toEqual(['quoted']);
      expect(foundIds('"now or"')).toEqual(['plain']);
      expect(foundIds('""')).toEqual([]);
    });

    it('leaves out the trash until it is restored', () => {
      say('hidden gem', 'a');
      current().updateConversation(HOME, { trashedAt: 1 });
      expect(found('gem')).toEqual([]);
      current().updateConversation(HOME, { trashedAt: null });
      expect(foundIds('gem')).toEqual(['a']);
    });

    it('keeps in step with notes files', () => {
      const store = current();
      const file = 'notes/2026-03-01.md';
      store.indexNote(
        file,
        '---\ndate: 2026-03-01\n---\n- prefers metric units ([source](holdfast://entry/u1))\n- 以后都用中文\n',
      );
      expect(found('metric')).toMatchObject([
        { kind: 'note', snippet: '- prefers metric units', conversationId: null },
      ]);
      expect(found('中文')).toHaveLength(1);
      expect([...found('date'), ...found('source')]).toEqual([]);
      say('metric too', 'm');
      store.indexNote(file, '- prefers metric units\n- and metric tools\n');
      expect(found('metric').map(({ snippet }) => snippet)).toEqual([
        '- and metric tools',
        'metric too',
        '- prefers metric units',
      ]);
      expect(found('中文')).toEqual([]);
      store.indexNote(file, null);
      expect(foundIds('metric')).toEqual(['m']);
    });

    it('shows the words around the hit, cut between characters, with every hit marked', () => {
      const family = '👨‍👩‍👧‍👦';
      say(`${family.repeat(60)} needle ${family.repeat(60)} Needle end`, 'a');
      const [hit] = found('needle');
      expect(hit?.snippet.isWellFormed()).toBe(true);
      expect(hit?.snippet.replaceAll(family, '').replaceAll('…', '')).toBe(' needle ');
      expect(marked('needle')).toEqual([['needle']]);
      say('葛󠄀城 cafe\u0301 cafe\u0301s\nnext line', 'b');
      expect(marked('葛')).toEqual([['葛󠄀']]);
      expect(marked('CAFE')).toEqual([['cafe\u0301', 'cafe\u0301']]);
      expect(found('next')[0]?.snippet).toBe('葛󠄀城 cafe\u0301 cafe\u0301s next line');
    });
  });
}
