// Ties the store to the app: takes the first snapshot, then folds events in.

import type { AppEvent } from '../../electron/contract/events.ts';
import type { Actions } from './actions.ts';
import type { EventFeed } from './event-feed.ts';
import { reduce } from './reduce.ts';
import type { WindowStore } from './window-store.ts';

/** @returns how to let go again. */
export function connect(feed: EventFeed, store: WindowStore, actions: Actions): () => void {
  const stop = feed.listen(
    (events) => {
      store.setState((state) => events.reduce(reduce, state), true);
      for (const event of events) followUp(event, store, actions);
    },
    (error) => store.setState({ phase: 'lost', phaseError: error }),
  );
  const handOver = (): void => actions.flushDrafts();
  window.addEventListener('pagehide', handOver);
  document.addEventListener('visibilitychange', handOver);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.openId !== before.openId) rememberConversation(state.openId);
  });
  void start(store, actions);
  return () => {
    stop();
    unsubscribe();
    window.removeEventListener('pagehide', handOver);
    document.removeEventListener('visibilitychange', handOver);
  };
}

/** Takes the app's snapshot and opens the conversation that was open last, or the newest. */
export async function start(store: WindowStore, actions: Actions): Promise<void> {
  store.setState({ phase: 'starting', phaseError: null });
  const answer = await actions.call('app.snapshot', {});
  if (!answer.ok) return store.setState({ phase: 'failed', phaseError: answer.error });
  const app = answer.value;
  store.setState({ phase: 'ready', app });
  const remembered = rememberedConversation();
  const newest = [...app.conversations].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  const first = app.conversations.find((conversation) => conversation.id === remembered) ?? newest;
  if (first !== undefined && store.getState().openId === null) await actions.openConversation(first.id);
}

/** What an event asks for beyond the state: another branch has to be read. */
function followUp(event: AppEvent, store: WindowStore, actions: Actions): void {
  if (event.type !== 'branch_switched') return;
  if (store.getState().opened[event.conversationId] === undefined) return;
  void actions.readConversation(event.conversationId);
}

const HASH_PREFIX = '#/c/';

function rememberConversation(id: string | null): void {
  const hash = id === null ? '#/' : `${HASH_PREFIX}${encodeURIComponent(id)}`;
  if (window.location.hash !== hash) window.history.replaceState(null, '', hash);
}

function rememberedConversation(): string | null {
  const { hash } = window.location;
  return hash.startsWith(HASH_PREFIX) ? decodeURIComponent(hash.slice(HASH_PREFIX.length)) : null;
}
