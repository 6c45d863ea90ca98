// Opening, paging, naming, trashing, exporting and checking conversations.

import type { ConversationSnapshot } from '../../electron/contract/snapshot.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { Conversation, Pin } from '../../electron/core/transcript/conversation.ts';
import type { ActionTools } from './actions.ts';
import { saveFile } from './save-file.ts';
import { withConversation } from './reduce.ts';
import { withOlderPage } from './reduce-conversation.ts';
import { findCompaction } from './selectors.ts';
import { type OpenConversation, type WindowState, withUi } from './window-state.ts';

/** How many conversations stay in memory; the one shown longest ago is let go first. */
const HELD_CONVERSATIONS = 6;
const PAGE_ENTRIES = 200;
const SEEK_PAGE_ENTRIES = 500;

export type ConversationActions = ReturnType<typeof createConversationActions>;

export function createConversationActions(tools: ActionTools) {
  const { get, set, call, ask, run, notify } = tools;
  const reading = createReading(tools);

  async function createConversation(title?: string): Promise<ConversationId | null> {
    const created = await ask('conversation.create', title === undefined ? {} : { title });
    if (created === null) return null;
    set((state) => withConversation(state, created));
    await reading.openConversation(created.id);
    return created.id;
  }

  async function trashConversation(conversation: Conversation): Promise<void> {
    if (!(await run('conversation.trash', { conversationId: conversation.id }))) return;
    set((state) => ({ ...state, openId: state.openId === conversation.id ? null : state.openId }));
    notify({ kind: 'trashed', title: conversation.title }, conversation.id);
  }

  async function restoreConversation(id: ConversationId): Promise<void> {
    const restored = await ask('conversation.restore', { conversationId: id });
    if (restored === null) return;
    set((state) => withConversation(state, restored));
    notify({ kind: 'restored', title: restored.title }, id);
  }

  async function exportConversation(id: ConversationId, format: 'markdown' | 'jsonl'): Promise<void> {
    const file = await ask('export.conversation', { conversationId: id, format });
    if (file === null) return;
    saveFile(file.fileName, file.content, format === 'markdown' ? 'text/markdown' : 'application/jsonl');
    notify({ kind: 'exported', fileName: file.fileName });
  }

  async function verifyHistory(id: ConversationId): Promise<void> {
    notify({ kind: 'verifying', entries: 0 }, id);
    const answer = await call('history.verify', { conversationId: id });
    set((state) => ({ ...state, notices: state.notices.filter((notice) => notice.body.kind !== 'verifying') }));
    notify(answer.ok ? { kind: 'verified', ...answer.value } : { kind: 'error', error: answer.error }, id);
  }

  const changed = (conversation: Conversation | null): boolean => {
    if (conversation !== null) set((state) => withConversation(state, conversation));
    return conversation !== null;
  };
  return {
    ...reading,
    createConversation,
    trashConversation,
    restoreConversation,
    exportConversation,
    verifyHistory,
    purgeConversation: (id: ConversationId) => run('conversation.purge', { conversationId: id }),
    renameConversation: async (id: ConversationId, title: string) =>
      changed(await ask('conversation.rename', { conversationId: id, title })),
    pinConversation: async (id: ConversationId, pinned: boolean) =>
      changed(await ask('conversation.pin', { conversationId: id, pinned })),
    setSystemPrompt: async (id: ConversationId, text: string) =>
      changed(await ask('conversation.setSystemPrompt', { conversationId: id, text })),
    setPins: async (id: ConversationId, pins: readonly Pin[]) =>
      changed(await ask('conversation.pins', { conversationId: id, pins: pins.map((pin) => ({ ...pin })) })),
    isHeld: (id: ConversationId) => get().opened[id] !== undefined,
  };
}

/** Reading a conversation: its newest page on opening, older pages on demand, and on to any entry in it. */
function createReading({ get, set, setUi, call, ask, notify }: ActionTools) {
  let nonce = 0;

  async function openConversation(id: ConversationId): Promise<void> {
    set((state) =>
      withUi(
        { ...withShown(state, id), openError: null },
        { view: 'chat', drawerOpen: false, editingId: null, target: null },
      ),
    );
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
    await loadUntil(id, compactionId);
  }

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

  /** Shows an entry in its place, loading what lies between; on another branch, that branch is shown. */
  async function jumpTo(id: ConversationId, entryId: EntryId): Promise<void> {
    if (get().openId !== id || get().ui.view !== 'chat') await openConversation(id);
    if (!(await loadUntil(id, entryId))) {
      if ((await ask('branch.switch', { conversationId: id, entryId })) === null) return;
      await readConversation(id);
      if (!(await loadUntil(id, entryId))) return notify({ kind: 'error', error: { code: 'not_found' } }, id);
    }
    nonce += 1;
    setUi({ target: { entryId, nonce: -nonce } });
  }

  return { openConversation, readConversation, loadOlder, loadUntil, jumpTo };
}

function withShown(state: WindowState, id: ConversationId): WindowState {
  const openOrder = [...state.openOrder.filter((other) => other !== id), id];
  const dropped = openOrder.slice(0, -HELD_CONVERSATIONS);
  const opened = { ...state.opened };
  for (const gone of dropped) delete opened[gone];
  const { [id]: mark, ...others } = state.activity;
  const activity = mark === 'working' ? state.activity : others;
  return { ...state, openId: id, openOrder: openOrder.slice(-HELD_CONVERSATIONS), opened, activity };
}

/** A fresh snapshot; older pages that are held already and belong to the same branch stay. */
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
