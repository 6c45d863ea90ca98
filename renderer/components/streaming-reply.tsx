// The reply that is being written, as an item of the transcript like those that are stored; its words come from the stream.

import { useMemo } from 'react';
import { asEntryId } from '../../electron/core/ids.ts';
import type { LogItem } from '../state/log-items.ts';
import { useOpen } from '../state/store.ts';
import { Waiting } from './waiting.tsx';

/** Null while no reply is written. The same item until its entry takes its place. */
export function useStreamingItem(): LogItem | null {
  const conversationId = useOpen((open) => open.conversation.id);
  const replyId = useOpen((open) => open.streaming?.entryId ?? null);
  const startedAt = useOpen((open) => open.operation?.startedAt ?? 0) ?? 0;
  return useMemo(() => {
    if (conversationId === null || replyId === null) return null;
    const id = asEntryId(replyId);
    const payload = { type: 'message', role: 'assistant', text: '', status: 'complete' } as const;
    const header = { id, conversationId, parentId: null, seq: Number.MAX_SAFE_INTEGER, createdAt: startedAt, hash: '' };
    return {
      shown: { entry: { ...header, payload }, siblingIds: [id] },
      region: 'kept',
      carried: false,
    };
  }, [conversationId, replyId, startedAt]);
}

/** A turn has begun and nothing of its reply is there. */
export function WaitingForReply() {
  const isWaiting = useOpen((open) => open.streaming === null && open.operation?.kind === 'turn') ?? false;
  return isWaiting ? <Waiting /> : null;
}
