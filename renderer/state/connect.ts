// Ties the store to the app: takes the first snapshot, then folds events in, batched per frame so that a stream of tokens draws once.

import type { HoldfastApi } from '../../electron/contract/commands.ts';
import type { AppEvent } from '../../electron/contract/events.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import type { Actions } from './actions.ts';
import { reduce } from './reduce.ts';
import type { WindowStore } from './store.ts';

/** Frames stop while the window is hidden; events then wait no longer than this. */
const MAX_BATCH_DELAY_MS = 120;

export function connect(api: HoldfastApi, store: WindowStore, actions: Actions): () => void {
  const batch = createEventBatch((events) => {
    store.setState((state) => events.reduce(reduce, state), true);
    for (const event of events) followUp(event, store, actions);
  });
  const stop = api.stream(batch.push, (error) => {
    batch.flush();
    store.setState({ phase: 'lost', phaseError: error });
  });
  const onHide = (): void => actions.flushDrafts();
  window.addEventListener('pagehide', onHide);
  document.addEventListener('visibilitychange', onHide);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.openId !== before.openId) rememberConversation(state.openId);
  });
  void start(store, actions);
  return () => {
    stop();
    unsubscribe();
    window.removeEventListener('pagehide', onHide);
    document.removeEventListener('visibilitychange', onHide);
  };
}

export async function start(store: WindowStore, actions: Actions): Promise<void> {
  store.setState({ phase: 'starting', phaseError: null });
  const answer = await actions.call('app.snapshot', {});
  if (!answer.ok) return failStart(store, answer.error);
  const app = answer.value;
  store.setState({ phase: 'ready', app });
  const remembered = rememberedConversation();
  const newest = [...app.conversations].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  const first = app.conversations.find((conversation) => conversation.id === remembered) ?? newest;
  if (first !== undefined && store.getState().openId === null) await actions.openConversation(first.id);
}

const failStart = (store: WindowStore, error: AppError): void => store.setState({ phase: 'failed', phaseError: error });

/** What an event asks for beyond the state: another branch has to be read. */
function followUp(event: AppEvent, store: WindowStore, actions: Actions): void {
  if (event.type !== 'branch_switched') return;
  if (store.getState().opened[event.conversationId] === undefined) return;
  void actions.readConversation(event.conversationId);
}

function createEventBatch(apply: (events: readonly AppEvent[]) => void) {
  let events: AppEvent[] = [];
  let frame = 0;
  let timer = 0;
  const flush = (): void => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    frame = 0;
    const due = events;
    events = [];
    if (due.length > 0) apply(due);
  };
  const push = (event: AppEvent): void => {
    events.push(event);
    if (frame !== 0) return;
    frame = requestAnimationFrame(flush);
    timer = window.setTimeout(flush, MAX_BATCH_DELAY_MS);
  };
  return { push, flush };
}

const HASH_PREFIX = '#/c/';

function rememberConversation(id: string | null): void {
  const hash = id === null ? '#/' : `${HASH_PREFIX}${encodeURIComponent(id)}`;
  if (window.location.hash !== hash) window.history.replaceState(null, '', hash);
}

function rememberedConversation(): string | null {
  const { hash } = window.location;
  return hash.startsWith(HASH_PREFIX) ? asConversationId(decodeURIComponent(hash.slice(HASH_PREFIX.length))) : null;
}
