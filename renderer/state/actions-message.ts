// Sending, drafts, stopping, branches. Typed text leaves the composer only when the app has stored it.

import type { CommandParams } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { Attachment } from '../../electron/core/transcript/entry.ts';
import type { ActionTools } from './action-tools.ts';
import type { ConversationActions } from './actions-conversation.ts';
import { type WindowState, withUi } from './window-state.ts';

const DRAFT_DELAY_MS = 400;

export function createMessageActions(tools: ActionTools, conversations: ConversationActions) {
  const { get, set, call, run, ask } = tools;
  const drafts = createDrafts(tools);

  /** @returns whether the app has the words now. */
  async function sendMessage(text: string, attachments: readonly Attachment[]): Promise<boolean> {
    const from = get().openId;
    const typed = get().ui.drafts[from ?? ''] ?? '';
    set((state) => withSendError(state, from, null));
    const id = from ?? (await conversations.createConversation());
    if (id === null) return false;
    const params: CommandParams<'message.send'> = { conversationId: id, text };
    if (attachments.length > 0) params.attachments = attachments.map((attachment) => ({ ...attachment }));
    const answer = await call('message.send', params);
    if (!answer.ok) {
      if (from === null) drafts.setDraft(id, typed);
      set((state) => withSendError(state, id, answer.error));
      return false;
    }
    conversations.leaveExcursion(id);
    drafts.clearDraft(from, typed);
    if (from === null) drafts.clearDraft(id, typed);
    if (attachments.length > 0) set((state) => withUi(state, { attached: { ...state.ui.attached, [id]: [] } }));
    return true;
  }

  async function unqueueMessage(id: ConversationId, messageId: EntryId): Promise<void> {
    const answer = await ask('message.unqueue', { conversationId: id, messageId });
    if (answer === null) return;
    const typed = get().ui.drafts[id] ?? '';
    drafts.setDraft(id, typed === '' ? answer.text : `${typed}\n\n${answer.text}`);
  }

  async function editMessage(id: ConversationId, entryId: EntryId, text: string): Promise<boolean> {
    const answer = await ask('message.edit', { conversationId: id, entryId, text });
    if (answer !== null) tools.setUi({ editingId: null });
    return answer !== null;
  }

  const setAttached = (id: ConversationId | null, list: readonly Attachment[]): void =>
    set((state) => withUi(state, { attached: { ...state.ui.attached, [id ?? '']: list } }));

  return {
    ...drafts,
    setAttached,
    sendMessage,
    unqueueMessage,
    editMessage,
    clearSendError: () => set((state) => withSendError(state, state.openId, null)),
    stopReply: (id: ConversationId) => run('message.stop', { conversationId: id }),
    retryMessage: (id: ConversationId) => run('message.retry', { conversationId: id }),
    regenerate: (id: ConversationId, entryId: EntryId) => run('message.regenerate', { conversationId: id, entryId }),
    switchBranch: (id: ConversationId, entryId: EntryId) => run('branch.switch', { conversationId: id, entryId }),
    dismissFailure: (id: ConversationId) => run('failure.dismiss', { conversationId: id }),
  };
}

const withSendError = (state: WindowState, id: ConversationId | null, error: AppError | null): WindowState => {
  const { [id ?? '']: _old, ...others } = state.ui.sendErrors;
  return withUi(state, { sendErrors: error === null ? others : { ...others, [id ?? '']: error } });
};

/** Drafts live in the window and follow to the app a moment later; `flushDrafts` hands over what is still waiting. */
function createDrafts({ get, set, call, notify }: ActionTools) {
  const waiting = new Map<string, number>();

  async function storeDraft(id: ConversationId): Promise<void> {
    window.clearTimeout(waiting.get(id));
    waiting.delete(id);
    const answer = await call('conversation.setDraft', { conversationId: id, text: get().ui.drafts[id] ?? '' });
    if (!answer.ok && answer.error.code !== 'not_found') notify({ kind: 'error', error: answer.error }, id);
  }

  function setDraft(id: ConversationId | null, text: string): void {
    set((state) => withUi(state, { drafts: { ...state.ui.drafts, [id ?? '']: text } }));
    if (id === null) return;
    window.clearTimeout(waiting.get(id));
    waiting.set(
      id,
      window.setTimeout(() => void storeDraft(id), DRAFT_DELAY_MS),
    );
  }

  /** Empties the composer after a send, unless the person has typed on meanwhile. */
  function clearDraft(id: ConversationId | null, sent: string): void {
    if ((get().ui.drafts[id ?? ''] ?? '') !== sent) return;
    set((state) => withUi(state, { drafts: { ...state.ui.drafts, [id ?? '']: '' } }));
    if (id !== null) void storeDraft(id);
  }

  const flushDrafts = (): void => {
    for (const id of [...waiting.keys()]) void storeDraft(id as ConversationId);
  };
  return { setDraft, clearDraft, flushDrafts };
}
