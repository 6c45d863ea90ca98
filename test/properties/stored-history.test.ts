// I10: history only grows. Whatever is appended, refused, branched or timed how, what was stored before is stored unchanged; a write on a
// condition that does not hold any more writes nothing; order is seq; and no step of a compaction changes an entry it was given.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { canonicalEntry } from '../../electron/core/transcript/canonical-json.ts';
import type { Entry, NewEntry } from '../../electron/core/transcript/entry.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { checkProperty } from './check-property.ts';
import { compactTalk } from './compact-talk.ts';
import { Chat } from './random-chat.ts';

const HOME = asConversationId('home');
const time = fc.integer({ min: 0, max: 2_000_000_000_000 });
const op = fc.oneof(
  fc.record({
    do: fc.constant('append' as const),
    text: fc.string({ unit: 'binary', maxLength: 20 }),
    at: time,
    parent: fc.nat(30),
  }),
  fc.record({
    do: fc.constant('appendIf' as const),
    behind: fc.integer({ min: 0, max: 2 }),
    pair: fc.boolean(),
    at: time,
  }),
  fc.record({ do: fc.constant('switch' as const), to: fc.nat(30) }),
);

function openStore() {
  const store = createMemoryStore();
  store.createConversation({
    id: HOME,
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
  } as unknown as Parameters<typeof store.createConversation>[0]);
  return store;
}

const entryOf = (id: string, parentId: Entry['id'] | null, given: { at: number; text: string }): NewEntry => ({
  id: asEntryId(id),
  conversationId: HOME,
  parentId,
  createdAt: given.at,
  payload: { type: 'message', role: 'user', text: given.text },
});

checkProperty(
  'I10: rows once written stay as they were, in order of seq, chained; a write on a stale condition leaves nothing',
  fc.property(fc.array(op, { minLength: 3, maxLength: 14 }), (ops) => {
    const store = openStore();
    let before: readonly Entry[] = [];
    for (const [index, given] of ops.entries()) {
      const leaf = store.readConversation(HOME)?.activeLeafId ?? null;
      let added = 0;
      if (given.do === 'append') {
        const parent = before[given.parent]?.id ?? leaf;
        expect(store.append(entryOf(`e${index}`, parent, given)).ok).toBe(true);
        added = 1;
      } else if (given.do === 'appendIf') {
        const expected = store.lastSeq(HOME) - given.behind;
        const entries = [entryOf(`e${index}a`, leaf, { at: given.at, text: 'a' })];
        if (given.pair) entries.push(entryOf(`e${index}b`, asEntryId(`e${index}a`), { at: given.at, text: 'b' }));
        const result = store.appendAllIf(entries, expected);
        expect(result.ok).toBe(given.behind === 0);
        added = result.ok ? entries.length : 0;
      } else {
        const to = before[given.to];
        if (to !== undefined) store.updateConversation(HOME, { activeLeafId: to.id });
      }
      const after = store.readAll(HOME);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after).toHaveLength(before.length + added);
      before = after;
    }
    const byId = new Map(before.map((entry) => [entry.id, entry]));
    before.forEach((entry, place) => {
      expect(entry.seq).toBe(place + 1);
      const parentHash = entry.parentId === null ? '' : (byId.get(entry.parentId)?.hash ?? '?');
      expect(entry.hash).toBe(createHash('sha256').update(parentHash).update(canonicalEntry(entry)).digest('hex'));
    });
  }),
);

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
};

checkProperty(
  'I10: no step of a compaction changes what it was given',
  fc.property(
    fc.array(
      fc.tuple(
        fc.constantFrom('user', 'assistant'),
        fc.constantFrom("Don't touch it.", 'password: blue-Kettle-77', 'Done.', '先别动数据库。'),
      ),
      {
        minLength: 3,
        maxLength: 10,
      },
    ),
    fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
    (said, keep) => {
      const chat = new Chat();
      for (const [role, text] of said)
        chat.append(
          role === 'user'
            ? { type: 'message', role, text }
            : { type: 'message', role: 'assistant', text, status: 'complete' },
          8,
        );
      const before = JSON.stringify(chat.entries);
      const count = chat.entries.length;
      for (const entry of chat.entries) freeze(entry);
      compactTalk(chat, { keep, lines: ['Done.'] });
      compactTalk(chat, { keep: null, lines: null });
      expect(JSON.stringify(chat.entries.slice(0, count))).toBe(before);
    },
  ),
);
