// Commits a person's words to the transcript. Refuses what could never fit before it is stored; only what is stored reaches the model.

import { renderUserText } from '../core/context/attachment-text.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { err, type Result } from '../core/result.ts';
import { clipEnd } from '../core/transcript/clip-text.ts';
import type { Attachment, Entry, UserMessage } from '../core/transcript/entry.ts';
import { countView, readContext } from './context-reader.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { Ports } from './ports.ts';

const TITLE_CHARS = 60;

export interface NamedMessage {
  readonly entryId: EntryId;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export interface StoreMessageDeps {
  readonly ports: Ports;
  readonly events: ConversationEvents;
}

/** @param at where another wording stands: below this parent, which becomes the active branch; absent = at the active leaf */
export async function storeMessage(
  { ports, events }: StoreMessageDeps,
  id: ConversationId,
  message: NamedMessage,
  at?: { readonly parentId: EntryId | null },
): Promise<Result<Entry, AppError>> {
  const payload: UserMessage = {
    type: 'message',
    role: 'user',
    text: message.text,
    ...(message.attachments && message.attachments.length > 0 ? { attachments: message.attachments } : {}),
  };
  const tooLarge = await findTooLarge(ports, id, { entryId: message.entryId, text: renderUserText(payload) });
  if (tooLarge) return err(tooLarge);
  const conversation = ports.store.readConversation(id);
  if (!conversation) return err(appError('not_found'));
  const entry = ports.store.append({
    id: message.entryId,
    conversationId: id,
    parentId: at ? at.parentId : conversation.activeLeafId,
    createdAt: ports.clock.now(),
    payload,
  });
  if (!entry.ok) return entry;
  if (at) {
    const moved = ports.store.updateConversation(id, { activeLeafId: entry.value.id });
    if (!moved.ok) return moved;
  }
  if (conversation.title === '') ports.store.updateConversation(id, { title: titleFrom(message.text) });
  events.entryAppended(entry.value);
  events.conversationChanged(id);
  return entry;
}

const titleFrom = (text: string): string => clipEnd(text.trim().replace(/\s+/g, ' '), TITLE_CHARS);

/** @param message its text as the model would read it, attached files included */
async function findTooLarge(
  ports: Ports,
  id: ConversationId,
  message: { readonly entryId: EntryId; readonly text: string },
): Promise<AppError | null> {
  const windowTokens = ports.host.loaded()?.windowTokens ?? null;
  if (windowTokens === null) return null;
  const { view } = readContext(ports, id);
  const fixed = view.segments.filter(({ segment }) => segment === 'system' || segment === 'tools');
  const alone = await countView(ports, {
    ...view,
    segments: [...fixed, { segment: 'current', role: 'user', ...message }],
  });
  const { usedTokens, measured } = alone.usage;
  if (!measured || usedTokens < windowTokens) return null;
  return appError('message_too_large', {
    messageTokens: usedTokens - alone.fixedTokens,
    fixedTokens: alone.fixedTokens,
    windowTokens,
  });
}
