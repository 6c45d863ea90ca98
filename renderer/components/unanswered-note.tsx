// Under a last message that nobody answers (the app was closed, or stopped before a word came): the way on.

import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { findUnansweredEntry } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './event-line.module.css';

export function UnansweredNote() {
  const { t } = useTranslation();
  const actions = useActions();
  const entry = useOpen(findUnansweredEntry);
  const isReady = useWindow((state) => state.app?.host.kind === 'ready' && !state.app.readOnly);
  if (entry === null || !isReady) return null;
  return (
    <p className={css['line']}>
      {t('message.unanswered')}
      <Button
        kind="quiet"
        small
        icon={<RefreshCw size={14} aria-hidden />}
        onClick={() => void actions.retryMessage(entry.conversationId)}
      >
        {t('message.retry')}
      </Button>
    </p>
  );
}
