// At start: a reply that a dead process was streaming becomes an entry, marked as interrupted, where it would have stood.

import type { Ports } from './ports.ts';

/** Answers with how many replies were settled. Leaves a checkpoint alone when it cannot be written yet. */
export function settleInterrupted(ports: Pick<Ports, 'store' | 'clock' | 'log'>): number {
  const { store, clock, log } = ports;
  if (store.readOnly) return 0;
  let settled = 0;
  for (const reply of store.listCheckpoints()) {
    if (store.readEntry(reply.entryId) || `${reply.text}${reply.thinking}`.trim() === '') {
      store.dropCheckpoint(reply.entryId);
      continue;
    }
    const entry = store.append({
      id: reply.entryId,
      conversationId: reply.conversationId,
      parentId: reply.parentId,
      createdAt: clock.now(),
      payload: {
        type: 'message',
        role: 'assistant',
        text: reply.text,
        ...(reply.thinking === '' ? {} : { thinking: reply.thinking }),
        status: 'interrupted',
        stopReason: 'error',
        ...(reply.modelId === null ? {} : { modelId: reply.modelId }),
      },
    });
    if (!entry.ok) {
      log('warn', 'reply_not_settled', { code: entry.error.code });
      continue;
    }
    store.dropCheckpoint(reply.entryId);
    settled += 1;
  }
  return settled;
}
