// Reading a conversation: its newest page on opening, older pages on demand, and on to any entry in it.

import type { ConversationSnapshot } from '../../electron/contract/snapshot.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { ActionTools } from './action-tools.ts';
import { withConversation } from './reduce.ts';
import { withNewerPage, withOlderPage, withPageAround } from './reading-pages.ts';
import { findCompaction, findShown } from './selectors.ts';
import { type OpenConversation, type WindowState, withUi } from './window-state.ts';

/** How many conversations stay in memory; the one shown longest ago is let go first. */
const HELD_CONVERSATIONS = 6;
const PAGE_ENTRIES = 200;
const SEEK_PAGE_ENTRIES = 500;
/** What is read at once around an entry that lies far away: enough to fill a window and its edges. */
const AROUND_ENTRIES = 120;

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

  /** Shows an entry in its place, however far away it lies: on another branch, or in the conversation it was taken over from. */
  async function jumpTo(id: ConversationId, entryId: EntryId): Promise<void> {
    if (get().openId !== id || get().ui.view !== 'chat') await openConversation(id);
    if (!(await pages.bringIn(id, entryId)) && !(await bringInElsewhere(id, entryId))) return;
    jumps += 1;
    setUi({ target: { entryId, nonce: -jumps, takesFocus: true }, drawerOpen: false });
  }

  /** Goes to an entry of which only the id is known, in whichever conversation it lies. */
  async function openSource(entryId: EntryId): Promise<void> {
    const found = await ask('entries.locate', { entryId });
    if (found !== null) await jumpTo(found.conversationId, entryId);
  }

  async function bringInElsewhere(id: ConversationId, entryId: EntryId): Promise<boolean> {
    const found = await call('entries.locate', { entryId });
    if (found.ok && found.value.conversationId !== id) {
      await openConversation(found.value.conversationId);
      if (await pages.bringIn(found.value.conversationId, entryId)) return true;
    }
    const home = found.ok ? found.value.conversationId : id;
    const switched = await call('branch.switch', { conversationId: home, entryId });
    if (switched.ok) await readConversation(home);
    if (switched.ok && (await pages.bringIn(home, entryId))) return true;
    notify({ kind: 'error', error: switched.ok ? { code: 'not_found' } : switched.error }, home);
    return false;
  }

  return { openConversation, readConversation, jumpTo, openSource, ...pages, readNotes: () => ask('notes.list', {}) };
}

function createPaging({ get, set, call, notify }: ActionTools) {
  const leaveExcursion = (id: ConversationId): void => set((state) => withHeld(state, id, withoutExcursion));
  type Page = Parameters<typeof withOlderPage>[1];

  /** Reads the entries before a seq and folds them in; what is wrong is said. */
  async function readPage(
    id: ConversationId,
    { beforeSeq, limit }: { readonly beforeSeq: number; readonly limit: number },
    fold: (open: OpenConversation, page: Page) => OpenConversation,
  ): Promise<boolean> {
    set((state) => withHeld(state, id, (open) => ({ ...open, loadingOlder: true })));
    const answer = await call('entries.page', { conversationId: id, beforeSeq, limit });
    set((state) =>
      withHeld(state, id, (open) => (answer.ok ? fold(open, answer.value) : { ...open, loadingOlder: false })),
    );
    if (!answer.ok) notify({ kind: 'error', error: answer.error }, id);
    return answer.ok && answer.value.entries.length > 0;
  }

  async function loadOlder(id: ConversationId, limit: number = PAGE_ENTRIES): Promise<boolean> {
    const held = get().opened[id];
    const shown = held?.excursion ?? held;
    const first = shown?.entries[0];
    if (held === undefined || first === undefined || shown?.hasOlder !== true || held.loadingOlder) return false;
    return readPage(id, { beforeSeq: first.entry.seq, limit }, withOlderPage);
  }

  /** What follows the part the reader was taken to; it ends where the newest part begins. */
  async function loadNewer(id: ConversationId): Promise<boolean> {
    const held = get().opened[id];
    const last = held?.excursion?.entries.at(-1);
    if (held === undefined || last === undefined || held.loadingOlder) return false;
    return readPage(id, { beforeSeq: last.entry.seq + PAGE_ENTRIES + 1, limit: PAGE_ENTRIES }, withNewerPage);
  }

  /** Pages back until the entry is in memory; false when it is not on this branch. */
  async function loadUntil(id: ConversationId, entryId: EntryId): Promise<boolean> {
    const holds = (): boolean => get().opened[id]?.entries.some(({ entry }) => entry.id === entryId) ?? false;
    while (!holds()) {
      if (!(await loadOlder(id, SEEK_PAGE_ENTRIES))) return holds();
    }
    return true;
  }

  /** Has the entry among those that are shown; false when it is not on this branch. */
  async function bringIn(id: ConversationId, entryId: EntryId): Promise<boolean> {
    const held = get().opened[id];
    if (held !== undefined && findShown(held.excursion ?? held, entryId) !== null) return true;
    if (held !== undefined && findShown(held, entryId) !== null) {
      leaveExcursion(id);
      return true;
    }
    const answer = await call('entries.around', { conversationId: id, entryId, limit: AROUND_ENTRIES });
    if (answer.ok) set((state) => withHeld(state, id, (open) => withPageAround(open, answer.value)));
    return answer.ok;
  }

  return { loadOlder, loadNewer, loadUntil, bringIn, leaveExcursion };
}

const withoutExcursion = (open: OpenConversation): OpenConversation =>
  open.excursion === null ? open : { ...open, excursion: null };

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
  const next: OpenConversation = { ...snapshot, loadingOlder: false, excursion: null };
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
