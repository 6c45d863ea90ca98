// Reading a conversation: its newest page on opening, older pages on demand, and on to any entry in it.

import type { ConversationSnapshot } from '../../electron/contract/snapshot.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { withConversation } from './reduce.ts';
import { withOlderPage } from './reduce-conversation.ts';
import { findCompaction } from './selectors.ts';
import { type OpenConversation, type WindowState, withUi } from './window-state.ts';

/** How many conversations stay in memory; the one shown longest ago is let go first. */
const HELD_CONVERSATIONS = 6;
const PAGE_ENTRIES = 200;
const SEEK_PAGE_ENTRIES = 500;

export type ReadingActions = ReturnType<typeof createReadingActions>;

export function createReadingActions(tools: ActionTools) {
  const { get, set, setUi, call, ask, notify } = tools;
  const pages = createPaging(tools);
  let jumps = 0;

  async function openConversation(id: ConversationId): Promise<void> {
    set((state) => withShown(state, id));
    if (get().opened[id] === undefined) await readConversation(id);
  }

  async function readConversation(id: ConversationId): Promise<void> {
    const answer = await call('conversation.open', { conversationId: id });
    if (!answer.ok) return set((state) => (state.openId === id ? { ...state, openError: answer.error } : state));
    set((state) => withSnapshot(state, answer.value));
    await loadBoundary(id);
  }

  /** The compaction in force may lie before the newest page; the boundary is always shown, so it is fetched. */
  async function loadBoundary(id: ConversationId): Promise<void> {
    const held = get().opened[id];
    const compactionId = held?.boundary.compactionId ?? null;
    if (held === undefined || compactionId === null || findCompaction(held, compactionId) !== null) return;
    await pages.loadUntil(id, compactionId);
  }

  /** Shows an entry in its place, loading what lies between; on another branch, that branch is shown. */
  async function jumpTo(id: ConversationId, entryId: EntryId): Promise<void> {
    if (get().openId !== id || get().ui.view !== 'chat') await openConversation(id);
    if (!(await pages.loadUntil(id, entryId))) {
      const switched = await call('branch.switch', { conversationId: id, entryId });
      if (!switched.ok) return notify({ kind: 'error', error: switched.error }, id);
      await readConversation(id);
      if (!(await pages.loadUntil(id, entryId))) return notify({ kind: 'error', error: { code: 'not_found' } }, id);
    }
    jumps += 1;
    setUi({ target: { entryId, nonce: -jumps, takesFocus: true }, drawerOpen: false });
  }

  return { openConversation, readConversation, jumpTo, ...pages, readNotes: () => ask('notes.list', {}) };
}

function createPaging({ get, set, call, notify }: ActionTools) {
  async function loadOlder(id: ConversationId, limit: number = PAGE_ENTRIES): Promise<boolean> {
    const held = get().opened[id];
    const first = held?.entries[0];
    if (held === undefined || first === undefined || !held.hasOlder || held.loadingOlder) return false;
    set((state) => withHeld(state, id, (open) => ({ ...open, loadingOlder: true })));
    const answer = await call('entries.page', { conversationId: id, beforeSeq: first.entry.seq, limit });
    set((state) =>
      withHeld(state, id, (open) => (answer.ok ? withOlderPage(open, answer.value) : { ...open, loadingOlder: false })),
    );
    if (!answer.ok) notify({ kind: 'error', error: answer.error }, id);
    return answer.ok && answer.value.entries.length > 0;
  }

  /** Pages back until the entry is in memory; false when it is not on this branch. */
  async function loadUntil(id: ConversationId, entryId: EntryId): Promise<boolean> {
    const holds = (): boolean => get().opened[id]?.entries.some(({ entry }) => entry.id === entryId) ?? false;
    while (!holds()) {
      if (!(await loadOlder(id, SEEK_PAGE_ENTRIES))) return holds();
    }
    return true;
  }
  return { loadOlder, loadUntil };
}

function withShown(state: WindowState, id: ConversationId): WindowState {
  const openOrder = [...state.openOrder.filter((other) => other !== id), id];
  const kept = new Set<string>(openOrder.slice(-HELD_CONVERSATIONS));
  const opened = Object.fromEntries(Object.entries(state.opened).filter(([held]) => kept.has(held)));
  const { [id]: mark, ...others } = state.activity;
  const activity = mark === 'working' ? state.activity : others;
  return withUi(
    { ...state, openId: id, openError: null, openOrder: openOrder.slice(-HELD_CONVERSATIONS), opened, activity },
    { view: 'chat', drawerOpen: false, editingId: null, target: null, findOpen: false },
  );
}

function withSnapshot(state: WindowState, snapshot: ConversationSnapshot): WindowState {
  const id = snapshot.conversation.id;
  const draft = state.ui.drafts[id] ?? snapshot.conversation.draft;
  const next: OpenConversation = { ...snapshot, loadingOlder: false };
  const known = withConversation(state, snapshot.conversation);
  return withUi({ ...known, opened: { ...known.opened, [id]: next } }, { drafts: { ...state.ui.drafts, [id]: draft } });
}

function withHeld(
  state: WindowState,
  id: ConversationId,
  change: (open: OpenConversation) => OpenConversation,
): WindowState {
  const held = state.opened[id];
  return held === undefined ? state : { ...state, opened: { ...state.opened, [id]: change(held) } };
}
