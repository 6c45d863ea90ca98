// Counts the text in the composer with the model's own tokenizer, a moment after the person stops typing.

import { useEffect, useState } from 'react';
import type { ContextUsage } from '../../electron/core/context/token-usage.ts';
import { selectDraft } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';

const COUNT_DELAY_MS = 300;

/** The usage with the draft in it; null while there is no draft or it is not counted yet. */
export function useDraftUsage(): ContextUsage | null {
  const actions = useActions();
  const draft = useWindow(selectDraft);
  const conversationId = useWindow((state) => state.openId);
  const usage = useOpen((open) => open.usage);
  const [counted, setCounted] = useState<{ readonly key: string; readonly usage: ContextUsage } | null>(null);
  const isEmpty = draft.trim() === '' || draft.startsWith('/');
  useEffect(() => {
    if (conversationId === null || isEmpty) return;
    let isCurrent = true;
    const timer = window.setTimeout(() => {
      void actions.call('context.count', { conversationId, draft }).then((answer) => {
        if (isCurrent && answer.ok) setCounted({ key: conversationId, usage: answer.value });
      });
    }, COUNT_DELAY_MS);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [actions, conversationId, draft, isEmpty, usage]);
  return isEmpty || counted === null || counted.key !== conversationId ? null : counted.usage;
}
