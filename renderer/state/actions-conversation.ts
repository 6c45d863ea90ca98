// Making, naming, trashing, exporting and checking conversations.

import type { ConversationId } from '../../electron/core/ids.ts';
import type { Conversation, Pin } from '../../electron/core/transcript/conversation.ts';
import type { ActionTools } from './action-tools.ts';
import type { ReadingActions } from './actions-reading.ts';
import { newTaskId } from './actions-library.ts';
import { withConversation } from './reduce.ts';
import { saveFile } from './save-file.ts';
import { type UiState, withUi } from './window-state.ts';

export type ConversationActions = ReturnType<typeof createConversationActions>;

export function createConversationActions(tools: ActionTools, reading: ReadingActions) {
  const { get, set, ask, run, notify } = tools;

  let creating: Promise<ConversationId | null> | null = null;

  /** What is typed from the click on belongs to the new conversation, however long it takes to be made. */
  function createConversation(title?: string): Promise<ConversationId | null> {
    creating ??= makeConversation(title).finally(() => {
      creating = null;
    });
    return creating;
  }

  async function makeConversation(title?: string): Promise<ConversationId | null> {
    const before = get().openId;
    set((state) => ({ ...state, openId: null }));
    const created = await ask('conversation.create', title === undefined ? {} : { title });
    if (created === null) {
      set((state) => ({ ...state, openId: state.openId ?? before }));
      return null;
    }
    const typed = get().ui.drafts[''] ?? '';
    set((state) => withUi(withConversation(state, created), withTypedMoved(state.ui, created.id)));
    if (typed !== '') void run('conversation.setDraft', { conversationId: created.id, text: typed });
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

  return {
    ...createRecordActions(tools),
    ...createHistoryActions(tools),
    createConversation,
    trashConversation,
    restoreConversation,
    leaveExcursion: reading.leaveExcursion,
    purgeConversation: (id: ConversationId) => run('conversation.purge', { conversationId: id }),
  };
}

/** What was typed and attached before its conversation existed goes along with it. */
const withTypedMoved = ({ drafts, attached }: UiState, id: ConversationId): Pick<UiState, 'drafts' | 'attached'> => ({
  drafts: { ...drafts, [id]: drafts[''] ?? '', '': '' },
  attached: { ...attached, [id]: attached[''] ?? [], '': [] },
});

/** What may change about a conversation: never what was said in it. */
function createRecordActions({ ask, set }: ActionTools) {
  const changed = (conversation: Conversation | null): boolean => {
    if (conversation !== null) set((state) => withConversation(state, conversation));
    return conversation !== null;
  };
  return {
    renameConversation: async (id: ConversationId, title: string) =>
      changed(await ask('conversation.rename', { conversationId: id, title })),
    pinConversation: async (id: ConversationId, pinned: boolean) =>
      changed(await ask('conversation.pin', { conversationId: id, pinned })),
    setSystemPrompt: async (id: ConversationId, text: string) =>
      changed(await ask('conversation.setSystemPrompt', { conversationId: id, text })),
    setPins: async (id: ConversationId, pins: readonly Pin[]) =>
      changed(await ask('conversation.pins', { conversationId: id, pins: pins.map((pin) => ({ ...pin })) })),
  };
}

function createHistoryActions({ call, ask, set, notify }: ActionTools) {
  return {
    async exportConversation(id: ConversationId, format: 'markdown' | 'jsonl'): Promise<void> {
      const file = await ask('export.conversation', { conversationId: id, format });
      if (file === null) return;
      saveFile(file.fileName, file.content, format === 'markdown' ? 'text/markdown' : 'application/jsonl');
      notify({ kind: 'exported', fileName: file.fileName });
    },
    async verifyHistory(id: ConversationId): Promise<void> {
      const taskId = newTaskId();
      notify({ kind: 'verifying', entries: 0, taskId }, id);
      const answer = await call('history.verify', { conversationId: id, taskId });
      set((state) => ({ ...state, notices: state.notices.filter((notice) => notice.body.kind !== 'verifying') }));
      notify(answer.ok ? { kind: 'verified', ...answer.value } : { kind: 'error', error: answer.error }, id);
    },
  };
}
