// The rules every TranscriptStore keeps, registered as tests for any factory: the fake cannot be kinder than the real one.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptStore } from '../../electron/app/ports.ts';
import { asConversationId, asEntryId, asModelId, type EntryId } from '../../electron/core/ids.ts';
import { canonicalEntry } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { assistant, compaction, conversation, entry, HOME, user } from './conformance-entries.ts';
import { describeSearch } from './search-conformance.ts';

const ids = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);
const id = (text: string): EntryId => asEntryId(text);

/** @param create makes an empty store; called before each test */
export function describeStore(name: string, create: () => TranscriptStore): void {
  describe(`${name} as a TranscriptStore`, () => {
    let store: TranscriptStore;
    const append = (added: NewEntry): Entry => {
      const result = store.append(added);
      if (!result.ok) throw new Error(`append refused: ${result.error.code}`);
      return result.value;
    };
    const search = (text: string, limit = 50) => store.search({ text, limit });
    beforeEach(() => {
      store = create();
      store.createConversation(conversation());
    });

    describe('conversations', () => {
      it('come back as they were made', () => {
        const full = conversation({
          id: asConversationId('full'),
          title: 'half an emoji \ud83d',
          draft: 'typed \0 and \udc00 not sent',
          systemPrompt: '简短回答。',
          pinned: true,
          modelId: asModelId('m1'),
          pins: [{ kind: 'pin', category: 'constraints', text: 'docs only', sourceId: id('a') }],
        });
        expect(store.createConversation(full)).toEqual({ ok: true, value: full });
        expect(store.readConversation(full.id)).toEqual(full);
        expect(store.readConversation(asConversationId('none'))).toBeNull();
      });

      it('are made once', () => {
        expect(store.createConversation(conversation())).toMatchObject({ error: { code: 'invalid_request' } });
      });

      it('are made with their first entries, or not at all', () => {
        const at = asConversationId('begun');
        const made = (entryId: string, parentId: string | null): NewEntry => ({
          ...entry(entryId, parentId),
          conversationId: at,
        });
        const begun = conversation({ id: at });
        expect(store.createConversation(begun, [made('n1', null), made('n2', 'gone')])).toMatchObject({ ok: false });
        expect(store.readConversation(at)).toBeNull();
        expect(store.readEntry(id('n1'))).toBeNull();
        const created = store.createConversation(begun, [made('n1', null), made('n2', 'n1')]);
        expect(created).toEqual({ ok: true, value: { ...begun, activeLeafId: 'n2' } });
        expect(store.readBranch(id('n2')).map((one) => one.id)).toEqual(['n1', 'n2']);
        expect(store.verify(at)).toMatchObject({ ok: true, entries: 2 });
      });

      it('are listed newest change first, apart from the trash', () => {
        store.createConversation(conversation({ id: asConversationId('later'), updatedAt: 3000 }));
        store.createConversation(conversation({ id: asConversationId('thrown'), trashedAt: 4000 }));
        expect(store.listConversations({ trashed: false }).map((one) => one.id)).toEqual(['later', 'home']);
        expect(store.listConversations({ trashed: true }).map((one) => one.id)).toEqual(['thrown']);
      });

      it('change by field', () => {
        const changed = store.updateConversation(HOME, { title: 'Renamed', draft: 'wip', trashedAt: 9 });
        expect(changed).toEqual({ ok: true, value: conversation({ title: 'Renamed', draft: 'wip', trashedAt: 9 }) });
        expect(store.updateConversation(HOME, { trashedAt: null })).toMatchObject({ value: { draft: 'wip' } });
        expect(store.updateConversation(asConversationId('none'), {})).toMatchObject({ error: { code: 'not_found' } });
      });

      it('point only to a leaf of their own', () => {
        append(entry('a', null));
        expect(store.updateConversation(HOME, { activeLeafId: id('zz') })).toMatchObject({
          error: { code: 'not_found' },
        });
        expect(store.updateConversation(HOME, { activeLeafId: null })).toMatchObject({ value: { activeLeafId: null } });
        expect(store.updateConversation(HOME, { activeLeafId: id('a') })).toMatchObject({
          value: { activeLeafId: 'a' },
        });
      });

      it('leave only from the trash, with everything that is theirs', () => {
        append(entry('a', null, user('vanishing words')));
        store.queueMessage({ id: id('q'), conversationId: HOME, text: 'waiting', queuedAt: 1 });
        expect(store.purgeConversation(HOME)).toMatchObject({ error: { code: 'invalid_request' } });
        store.updateConversation(HOME, { trashedAt: 7 });
        expect(store.purgeConversation(HOME)).toMatchObject({ ok: true });
        expect(store.readConversation(HOME)).toBeNull();
        expect(store.readEntry(id('a'))).toBeNull();
        expect(store.lastSeq(HOME)).toBe(0);
        expect(store.listQueued(HOME)).toEqual([]);
        expect(search('vanishing')).toEqual([]);
        expect(store.purgeConversation(HOME)).toMatchObject({ error: { code: 'not_found' } });
      });
    });

    describe('append', () => {
      it('numbers entries, chains their hashes and gives back what is stored', () => {
        const first = append(entry('a', null));
        const second = append(entry('b', 'a', assistant('yes')));
        expect([first.seq, second.seq, store.lastSeq(HOME)]).toEqual([1, 2, 2]);
        const sha = (text: string) => createHash('sha256').update(text).digest('hex');
        expect(first.hash).toBe(sha(canonicalEntry(entry('a', null))));
        expect(second.hash).toBe(sha(first.hash + canonicalEntry(entry('b', 'a', assistant('yes')))));
        expect(store.readEntry(id('b'))).toEqual(second);
        expect(store.readAll(HOME)).toEqual([first, second]);
      });

      it('orders by seq when times are equal or run backwards', () => {
        append({ ...entry('z', null), createdAt: 9000 });
        append({ ...entry('y', 'z'), createdAt: 9000 });
        append({ ...entry('x', 'y'), createdAt: 1.5 });
        expect(store.readBranch(id('x')).map((one) => [one.id, one.createdAt])).toEqual([
          ['z', 9000],
          ['y', 9000],
          ['x', 1.5],
        ]);
      });

      it('moves the active leaf only when the entry continues it', () => {
        append(entry('a', null));
        append(entry('b', 'a'));
        append(entry('c', 'a'));
        expect(store.readConversation(HOME)).toMatchObject({ activeLeafId: 'b', updatedAt: 5000 });
        append(entry('d', 'b'));
        expect(store.readConversation(HOME)?.activeLeafId).toBe('d');
        append(entry('root2', null));
        expect(store.readConversation(HOME)?.activeLeafId).toBe('d');
      });

      it('is refused without its conversation or parent, and for an id that is there', () => {
        append(entry('a', null));
        store.createConversation(conversation({ id: asConversationId('other') }));
        const code = (added: NewEntry) => store.append(added);
        expect(code(entry('b', 'zz'))).toMatchObject({ error: { code: 'not_found' } });
        expect(code({ ...entry('b', null), conversationId: asConversationId('no') })).toMatchObject({
          error: { code: 'not_found' },
        });
        expect(code({ ...entry('b', 'a'), conversationId: asConversationId('other') })).toMatchObject({
          error: { code: 'not_found' },
        });
        expect(code(entry('a', null))).toMatchObject({ error: { code: 'invalid_request' } });
        expect(code(entry('\ud800', null))).toMatchObject({ error: { code: 'invalid_request' } });
        expect(store.lastSeq(HOME)).toBe(1);
      });

      it('on condition is refused once the conversation has moved on', () => {
        append(entry('a', null));
        expect(store.appendIf(entry('b', 'a'), 1)).toMatchObject({ ok: true, value: { seq: 2 } });
        expect(store.appendIf(entry('c', 'a'), 1)).toMatchObject({ error: { code: 'branch_moved' } });
        expect(store.appendIf({ ...entry('c', 'a'), conversationId: asConversationId('no') }, 0)).toMatchObject({
          error: { code: 'not_found' },
        });
        expect(ids(store.readAll(HOME))).toEqual(['a', 'b']);
      });

      it('of entries that belong together is all or nothing, on condition, and moves the active leaf', () => {
        append(entry('a', null));
        expect(store.appendAllIf([entry('b', 'a'), entry('c', 'zz')], 1)).toMatchObject({
          error: { code: 'not_found' },
        });
        expect(store.appendAllIf([entry('b', 'a'), entry('c', 'b')], 0)).toMatchObject({
          error: { code: 'branch_moved' },
        });
        expect(ids(store.readAll(HOME))).toEqual(['a']);
        expect(store.readConversation(HOME)).toMatchObject({ activeLeafId: 'a' });
        expect(store.appendAllIf([entry('b', 'a'), entry('c', 'b')], 1)).toMatchObject({
          ok: true,
          value: [{ seq: 2 }, { seq: 3 }],
        });
        expect(store.readConversation(HOME)).toMatchObject({ activeLeafId: 'c' });
      });

      it('of many is all or nothing and leaves the active leaf', () => {
        const many = store.appendAll([entry('a', null), entry('b', 'a'), entry('c', 'a')]);
        expect(many).toMatchObject({ ok: true, value: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
        expect(store.readConversation(HOME)).toMatchObject({ activeLeafId: null, updatedAt: 1000 });
        expect(store.appendAll([entry('d', 'a'), entry('e', 'zz')])).toMatchObject({ error: { code: 'not_found' } });
        expect(ids(store.readAll(HOME))).toEqual(['a', 'b', 'c']);
        expect(store.lastSeq(HOME)).toBe(3);
        expect(store.appendAll([])).toEqual({ ok: true, value: [] });
      });

      it('keeps every text as it was typed, lone surrogates and NUL included', () => {
        const texts = ['\ud83d half', 'NUL \0 inside', 'e\u0301', '👩‍👩‍👧 \u202e rtl', '', '\udc00\ud800'];
        for (const [index, text] of texts.entries()) append(entry(`t${index}`, null, user(text)));
        const stored = store.readAll(HOME).map(({ payload }) => (payload.type === 'message' ? payload.text : null));
        expect(stored).toEqual(texts);
        expect(store.verify(HOME).ok).toBe(true);
      });

      it('takes over what waited under the same id', () => {
        store.queueMessage({ id: id('a'), conversationId: HOME, text: 'a', queuedAt: 1 });
        append(entry('a', null));
        expect(store.listQueued(HOME)).toEqual([]);
        store.checkpointReply({ ...checkpoint, entryId: id('b') });
        append(entry('b', 'a', assistant('done')));
        expect(store.listCheckpoints()).toEqual([]);
      });
    });

    describe('branches', () => {
      // a ─ b ─ c ─ d
      //      └─ x ─ y      (x is regenerated c)
      // r                  (a edited)
      beforeEach(() => {
        for (const added of [entry('a', null), entry('b', 'a'), entry('c', 'b', assistant('c')), entry('d', 'c')]) {
          append(added);
        }
        append(entry('x', 'b', assistant('x')));
        append(entry('y', 'x'));
        append(entry('r', null));
      });

      it('are read from the root, or from an entry on them', () => {
        expect(ids(store.readBranch(id('d')))).toEqual(['a', 'b', 'c', 'd']);
        expect(ids(store.readBranch(id('y')))).toEqual(['a', 'b', 'x', 'y']);
        expect(ids(store.readBranch(id('y'), { sinceId: id('b') }))).toEqual(['b', 'x', 'y']);
        expect(ids(store.readBranch(id('y'), { sinceId: id('y') }))).toEqual(['y']);
        expect(store.readBranch(id('zz'))).toEqual([]);
      });

      it('are read whole when the entry to start from lies elsewhere', () => {
        expect(ids(store.readBranch(id('y'), { sinceId: id('c') }))).toEqual(['a', 'b', 'x', 'y']);
        expect(ids(store.readBranch(id('y'), { sinceId: id('zz') }))).toEqual(['a', 'b', 'x', 'y']);
      });

      it('are read by pages from the newest end', () => {
        expect(ids(store.readBranchPage(id('y'), { limit: 2 }))).toEqual(['x', 'y']);
        expect(ids(store.readBranchPage(id('y'), { beforeSeq: 5, limit: 2 }))).toEqual(['a', 'b']);
        expect(ids(store.readBranchPage(id('y'), { beforeSeq: 2, limit: 9 }))).toEqual(['a']);
        expect(store.readBranchPage(id('y'), { beforeSeq: 1, limit: 9 })).toEqual([]);
        expect(store.readBranchPage(id('y'), { limit: 0 })).toEqual([]);
      });

      it('hold their entries and no others', () => {
        const all = ['a', 'b', 'c', 'd', 'x', 'y', 'r'];
        const on = (leaf: string) => all.filter((one) => store.isOnBranch(id(one), id(leaf)));
        expect(on('d')).toEqual(['a', 'b', 'c', 'd']);
        expect(on('y')).toEqual(['a', 'b', 'x', 'y']);
        expect(on('b')).toEqual(['a', 'b']);
        expect(on('r')).toEqual(['r']);
        expect(store.isOnBranch(id('zz'), id('d'))).toBe(false);
        expect(store.isOnBranch(id('a'), id('zz'))).toBe(false);
      });

      it('know their siblings of the same role', () => {
        append(entry('u', 'b', user('same parent, other role')));
        expect(store.readBranchInfo(id('x'))).toEqual({ siblingIds: ['c', 'x'] });
        expect(store.readBranchInfo(id('a'))).toEqual({ siblingIds: ['a', 'r'] });
        expect(store.readBranchInfo(id('y'))).toEqual({ siblingIds: ['y'] });
        expect(store.readBranchInfo(id('zz'))).toEqual({ siblingIds: [] });
      });

      it('lead to their newest leaf', () => {
        expect(store.newestLeafBelow(id('a'))).toBe('y');
        expect(store.newestLeafBelow(id('c'))).toBe('d');
        expect(store.newestLeafBelow(id('y'))).toBe('y');
        expect(store.newestLeafBelow(id('r'))).toBe('r');
        append(entry('e', 'd'));
        expect(store.newestLeafBelow(id('b'))).toBe('e');
      });

      it('carry their markers by seq', () => {
        append(entry('k1', 'd', compaction('one')));
        append(entry('f1', 'k1', { type: 'memory_flush', file: null, notes: [], coveredToId: id('a') }));
        append(entry('k2', 'f1', { type: 'compaction_undone', compactionId: id('k1') }));
        append(entry('l', 'k2', { type: 'label', text: 'here' }));
        append(entry('k3', 'l', { type: 'compaction_redone', compactionId: id('k1') }));
        expect(ids(store.readMarkers(HOME))).toEqual(['k1', 'f1', 'k2', 'k3']);
        expect(store.readMarkers(HOME)[0]?.payload).toEqual(compaction('one'));
      });
    });

    describe('waiting texts', () => {
      it('keep the latest state of each streamed reply', () => {
        append(entry('a', null));
        store.checkpointReply(checkpoint);
        store.checkpointReply({ ...checkpoint, text: 'Hello wor\ud83d' });
        expect(store.listCheckpoints()).toEqual([{ ...checkpoint, text: 'Hello wor\ud83d' }]);
        expect(store.dropCheckpoint(checkpoint.entryId)).toMatchObject({ ok: true });
        expect(store.dropCheckpoint(checkpoint.entryId)).toMatchObject({ ok: true });
        expect(store.listCheckpoints()).toEqual([]);
        expect(store.checkpointReply({ ...checkpoint, conversationId: asConversationId('no') })).toMatchObject({
          error: { code: 'not_found' },
        });
      });

      it('keep queued messages in order', () => {
        const message = (name: string) => ({ id: id(name), conversationId: HOME, text: name, queuedAt: 1 });
        for (const name of ['second', 'first']) expect(store.queueMessage(message(name))).toMatchObject({ ok: true });
        expect(store.listQueued(HOME)).toEqual([message('second'), message('first')]);
        expect(store.queueMessage(message('first'))).toMatchObject({ error: { code: 'invalid_request' } });
        store.unqueueMessage(id('second'));
        expect(store.unqueueMessage(id('second'))).toMatchObject({ ok: true });
        expect(store.listQueued(HOME)).toEqual([message('first')]);
        const elsewhere = { ...message('x'), conversationId: asConversationId('no') };
        expect(store.queueMessage(elsewhere)).toMatchObject({ error: { code: 'not_found' } });
      });
    });

    describe('verify', () => {
      it('counts a whole conversation', () => {
        append(entry('a', null));
        append(entry('b', 'a'));
        expect(store.verify(HOME)).toEqual({ ok: true, entries: 2, firstBadEntryId: null });
        expect(store.verify(asConversationId('none'))).toEqual({ ok: true, entries: 0, firstBadEntryId: null });
      });
    });

    describeSearch(() => store);
  });
}

const checkpoint = {
  entryId: asEntryId('reply'),
  conversationId: HOME,
  parentId: asEntryId('a'),
  modelId: asModelId('m'),
  startedAt: 3,
  text: 'Hello',
  thinking: '',
};
