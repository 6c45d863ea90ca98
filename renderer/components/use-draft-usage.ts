// Counts the text in the composer with the model's own tokenizer, a moment after the person stops typing.

import { useEffect, useState } from 'react';
import type { ContextUsage } from '../../electron/core/context/token-usage.ts';
import { selectAttached, selectDraft } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';

const COUNT_DELAY_MS = 300;

/** The usage with the draft and its files in it; null while there is neither or it is not counted yet. */
export function useDraftUsage(): ContextUsage | null {
  const actions = useActions();
  const draft = useWindow(selectDraft);
  const attachments = useWindow(selectAttached);
  const conversationId = useWindow((state) => state.openId);
  const usage = useOpen((open) => open.usage);
  const [counted, setCounted] = useState<{ readonly key: string; readonly usage: ContextUsage } | null>(null);
  const isEmpty = attachments.length === 0 && (draft.trim() === '' || draft.startsWith('/'));
  useEffect(() => {
    if (conversationId === null || isEmpty) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      const files = attachments.length === 0 ? {} : { attachments: attachments.map((file) => ({ ...file })) };
      // A message of files alone is sent with the first one's name.
      const words = draft.trim() === '' ? (attachments[0]?.name ?? '') : draft;
      void actions.call('context.count', { conversationId, draft: words, ...files }).then((answer) => {
        if (isCurrent && answer.ok) setCounted({ key: conversationId, usage: answer.value });
      });
    }, COUNT_DELAY_MS);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [actions, conversationId, draft, attachments, isEmpty, usage]);
  return isEmpty || counted === null || counted.key !== conversationId ? null : counted.usage;
}
