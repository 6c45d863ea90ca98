// Keeps the engine near what the person looks at: brings a saved state back when a conversation is opened or a compaction undone,
// reads a compacted view ahead, saves the live state once nothing happens. All of it gives way to any request; hosts that cannot do
// these things are left alone.

import type { AppEvent } from '../contract/events.ts';
import type { ConversationId } from '../core/ids.ts';
import { countNextRequest, readContext } from './context-reader.ts';
import { inBackground } from './in-background.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { WarmRequest } from './ahead-of-turns.ts';
import type { Ports } from './ports.ts';

export interface EngineKeeper {
  /** A person opened the conversation. */
  opened(id: ConversationId): void;
  onEvent(event: AppEvent): void;
  /** Nothing is begun from now on. */
  close(): void;
}

/** So long after the last event the state is saved: long enough not to write at every turn of a lively talk. */
const SAVE_AFTER_MS = 10_000;

export function createEngineKeeper(ports: Ports, queue: OperationQueue): EngineKeeper {
  let open: ConversationId | null = null;
  let closed = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;

  const warm = (id: ConversationId, how: WarmRequest['how']): void =>
    inBackground(ports, warmWhenIdle(ports, queue, { id, how, isClosed: () => closed }));
  const save = async (): Promise<void> => {
    await queue.idle();
    if (!closed) await ports.host.saveState?.();
  };
  const saveLater = (): void => {
    clearTimeout(saveTimer);
    if (closed || !ports.host.saveState) return;
    saveTimer = setTimeout(() => inBackground(ports, save()), SAVE_AFTER_MS);
    saveTimer.unref();
  };

  return {
    opened(id) {
      open = id;
      warm(id, 'restore');
    },
    onEvent(event) {
      switch (event.type) {
        case 'host_changed':
          if (event.host.kind === 'ready' && open !== null) warm(open, 'restore');
          return;
        case 'compaction_committed':
          return warm(event.conversationId, 'read');
        case 'entry_appended':
          if (event.shown.entry.payload.type.startsWith('compaction_')) warm(event.conversationId, 'restore');
          return;
        case 'conversation_purged':
          if (ports.host.forget) inBackground(ports, ports.host.forget(event.conversationId));
          return;
        case 'turn_finished':
          return saveLater();
        default:
      }
    },
    close() {
      closed = true;
      clearTimeout(saveTimer);
    },
  };
}

async function warmWhenIdle(
  ports: Ports,
  queue: OperationQueue,
  wanted: { readonly id: ConversationId; readonly how: WarmRequest['how']; readonly isClosed: () => boolean },
): Promise<void> {
  const { id, how } = wanted;
  // What is under way in the conversation will itself ask for what it needs.
  await queue.idle(id);
  if (wanted.isClosed() || !ports.host.warm || !ports.host.loaded() || !ports.store.readConversation(id)) return;
  const { segments } = (await countNextRequest(ports, readContext(ports, id).view)).view;
  const { signal } = new AbortController();
  const warmed = await ports.host.warm({ conversationId: id, segments, how }, { signal });
  if (!warmed.ok) return ports.log('info', 'engine.not_warmed', { code: warmed.error.code });
  const { outcome, readyTokens, promptTokens } = warmed.value;
  ports.log('info', 'engine.warmed', { how, outcome, ready: readyTokens, prompt: promptTokens });
}
