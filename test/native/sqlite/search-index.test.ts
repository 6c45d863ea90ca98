import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asConversationId } from '../../../electron/core/ids.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { conversation, entry, HOME, user } from '../../support/conformance-entries.ts';
import { appendTo, around, must, open, tempFolder } from './temp-store.ts';

const OTHER = asConversationId('other');

const indexIsWhole = (folder: string) => {
  const db = around(folder);
  db.exec(`INSERT INTO entry_search (entry_search) VALUES ('integrity-check')`);
  db.exec(`INSERT INTO note_search (note_search) VALUES ('integrity-check')`);
  return db.pragma('integrity_check', { simple: true });
};

describe('the search index', () => {
  it('stays whole and complete through appends, purges and keys that are given again', () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    for (let round = 0; round < 3; round++) {
      store.createConversation(conversation({ id: OTHER }));
      const added = Array.from({ length: 300 }, (_, index) => ({
        ...entry(`${round}-${index}`, null, user(`gone ${round} 数据库`)),
        conversationId: index % 10 === 0 ? HOME : OTHER,
      }));
      must(store.appendAll(added));
      store.updateConversation(OTHER, { trashedAt: 1 });
      must(store.purgeConversation(OTHER));
      expect(store.search({ text: `gone ${round}`, limit: 500 })).toHaveLength(30);
    }
    must(store.appendAll(Array.from({ length: 500 }, (_, index) => entry(`filler ${index}`, null))));
    expect(store.search({ text: '据库', limit: 500 })).toHaveLength(90);
    expect(indexIsWhole(folder)).toBe('ok');
  });

  it('finds entries before and after the newest batch alike, also after opening again', () => {
    const folder = tempFolder();
    let store = open(folder);
    store.createConversation(conversation());
    for (let index = 0; index < 150; index++) appendTo(store, entry(`e${index}`, null, user(`needle ${index}`)));
    expect(store.search({ text: 'needle', limit: 500 })).toHaveLength(150);
    store.close();
    store = open(folder);
    expect(store.search({ text: 'needle', limit: 500 })).toHaveLength(150);
    const indexedTo = around(folder).prepare('SELECT indexed_to FROM search_state').pluck().get();
    expect(indexedTo).toBe(128);
  });

  it('takes no message away when the index cannot be written', () => {
    const folder = tempFolder();
    const store = open(folder);
    store.createConversation(conversation());
    const db = around(folder);
    db.unsafeMode(true);
    db.exec('UPDATE entry_search_data SET block = zeroblob(9)');
    for (let index = 0; index < 70; index++) appendTo(store, entry(`e${index}`, null, user('needle')));
    expect(store.readAll(HOME)).toHaveLength(70);
    expect(store.search({ text: 'nothing else', limit: 9 })).toEqual([]);
    store.close();
    expect(open(folder).search({ text: 'needle', limit: 500 })).toHaveLength(70);
  });

  it('answers as a plain look through all texts does', () => {
    const store = open(tempFolder());
    const memory = createMemoryStore();
    const words = [
      '数据库',
      '今天',
      'build',
      'C++',
      'don’t',
      '100%',
      'テスト',
      '한국어',
      'schema.sql',
      'a_b',
      '🎉',
      'Ünïcode',
      '42号',
      ' ',
      ', ',
      '\n',
    ];
    let added = 0;
    for (const each of [store, memory]) must(each.createConversation(conversation()));
    const texts = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((list) => list.join(''));
    for (const batch of fc.sample(fc.array(texts, { minLength: 100, maxLength: 100 }), { numRuns: 10, seed: 7 })) {
      const entries = batch.map((text) => entry(`n${added++}`, null, user(text)));
      for (const each of [store, memory]) must(each.appendAll(entries));
    }
    fc.assert(
      fc.property(texts, fc.nat({ max: 4 }), fc.nat({ max: 8 }), (text, cut, limit) => {
        const query = { text: Array.from(text).slice(cut).join(''), limit: limit + 1 };
        expect(store.search(query)).toEqual(memory.search(query));
      }),
      { numRuns: 200 },
    );
  });
});
