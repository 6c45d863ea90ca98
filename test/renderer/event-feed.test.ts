// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../electron/contract/events.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { ok } from '../../electron/core/result.ts';
import { createActions } from '../../renderer/state/actions.ts';
import { createEventFeed } from '../../renderer/state/event-feed.ts';
import { selectOpen } from '../../renderer/state/selectors.ts';
import { createWindowStore } from '../../renderer/state/window-store.ts';
import { createFakeApi, sampleApp } from './support/fake-api.ts';
import { CONVERSATION_ID, sampleEntries, sampleSnapshot, user } from './support/sample-conversation.ts';

const delta = (text: string): AppEvent => ({
  type: 'turn_delta',
  conversationId: CONVERSATION_ID,
  replyId: asEntryId('e11'),
  text,
  thinking: '',
});

describe('events and answers', () => {
  test('a stream of tokens is handed on once a frame', async () => {
    const api = createFakeApi();
    const batches: number[] = [];
    createEventFeed(api).listen(
      (events) => batches.push(events.length),
      () => undefined,
    );
    for (const text of ['a', 'b', 'c']) api.send(delta(text));
    expect(batches).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(batches).toEqual([3]);
  });

  test('what came before an answer is handed on before the answer', async () => {
    const order: string[] = [];
    const api = createFakeApi({
      'app.snapshot': () => {
        api.send(delta('x'));
        return ok(sampleApp());
      },
    });
    const feed = createEventFeed(api);
    feed.listen(
      () => order.push('events'),
      () => undefined,
    );
    await feed.api.invoke('app.snapshot', {});
    order.push('answer');
    expect(order).toEqual(['events', 'answer']);
  });
});

describe('reading a long conversation', () => {
  const all = sampleEntries(Array.from({ length: 1300 }, (_, index) => user(`message ${index}`)));
  const answers = {
    'conversation.open': () => ok(sampleSnapshot({ entries: all.slice(-100), hasOlder: true })),
    'entries.page': ({ beforeSeq, limit }: { beforeSeq: number; limit: number }) => {
      const from = Math.max(0, beforeSeq - 1 - limit);
      return ok({ entries: all.slice(from, beforeSeq - 1), hasOlder: from > 0 });
    },
    'entries.around': ({ entryId, limit }: { entryId: string; limit: number }) => {
      const at = all.findIndex(({ entry }) => entry.id === entryId);
      const to = Math.min(all.length, at + 1 + limit / 2);
      return ok({ entries: all.slice(Math.max(0, to - limit), to), hasOlder: to > limit, hasNewer: to < all.length });
    },
  };
  const start = (api: ReturnType<typeof createFakeApi>) => {
    const store = createWindowStore();
    store.setState({ app: sampleApp(), phase: 'ready' });
    return { store, actions: createActions(api, store) };
  };

  test('a search hit far back is shown at once, read on from in both directions, and left again', async () => {
    const api = createFakeApi(answers);
    const { store, actions } = start(api);
    const shown = () => (selectOpen(store.getState())?.excursion ?? selectOpen(store.getState()))?.entries ?? [];
    await actions.jumpTo(CONVERSATION_ID, asEntryId('e200'));
    expect(store.getState().ui.target).toMatchObject({ entryId: 'e200', takesFocus: true });
    expect(shown()[0]?.entry.seq).toBe(141);
    expect(shown().at(-1)?.entry.seq).toBe(260);
    expect(api.callsOf('entries.page')).toHaveLength(0);
    await actions.loadOlder(CONVERSATION_ID);
    await actions.loadNewer(CONVERSATION_ID);
    expect(shown().map(({ entry }) => entry.seq)).toEqual(Array.from({ length: 460 }, (_, index) => index + 1));
    actions.leaveExcursion(CONVERSATION_ID);
    expect(shown()[0]?.entry.seq).toBe(1201);
  });

  test('reading on from a far part ends in one piece with the newest', async () => {
    const api = createFakeApi(answers);
    const { store, actions } = start(api);
    await actions.jumpTo(CONVERSATION_ID, asEntryId('e1100'));
    while (selectOpen(store.getState())?.excursion !== null) await actions.loadNewer(CONVERSATION_ID);
    const seqs = selectOpen(store.getState())?.entries.map(({ entry }) => entry.seq) ?? [];
    expect(seqs).toEqual(Array.from({ length: 260 }, (_, index) => 1041 + index));
  });

  test('a hit on another branch shows that branch', async () => {
    let switched = false;
    const api = createFakeApi({
      'conversation.open': () =>
        ok(sampleSnapshot({ entries: switched ? sampleEntries([user('there')], 50) : sampleEntries([user('here')]) })),
      'branch.switch': () => {
        switched = true;
        return ok(null);
      },
    });
    const { store, actions } = start(api);
    await actions.jumpTo(CONVERSATION_ID, asEntryId('e50'));
    expect(store.getState().ui.target?.entryId).toBe('e50');
  });

  test('the compaction in force is always read, however far back it lies', async () => {
    const api = createFakeApi({
      ...answers,
      'conversation.open': () =>
        ok(
          sampleSnapshot({
            entries: all.slice(-100),
            hasOlder: true,
            boundary: { compactionId: asEntryId('e700'), keptFromSeq: 690, carriedIds: [], undoneIds: [] },
          }),
        ),
    });
    const { store, actions } = start(api);
    await actions.openConversation(CONVERSATION_ID);
    expect(selectOpen(store.getState())?.entries.some(({ entry }) => entry.id === 'e700')).toBe(true);
  });

  test('only some conversations stay in memory', async () => {
    const api = createFakeApi({
      'conversation.open': ({ conversationId }) =>
        ok(
          sampleSnapshot({
            conversation: { ...sampleSnapshot().conversation, id: conversationId as typeof CONVERSATION_ID },
          }),
        ),
    });
    const { store, actions } = start(api);
    for (let index = 0; index < 10; index += 1) await actions.openConversation(`c${index}` as typeof CONVERSATION_ID);
    expect(Object.keys(store.getState().opened)).toEqual(['c4', 'c5', 'c6', 'c7', 'c8', 'c9']);
  });
});
