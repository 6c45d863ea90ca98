// Messages that wait for their turn: stored already, sent when the conversation is free.

import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActions, useOpen } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './operation-strip.module.css';

export function QueuedMessages() {
  const { t } = useTranslation();
  const actions = useActions();
  const queued = useOpen((open) => open.queued);
  if (queued === null || queued.length === 0) return null;
  return (
    <ul className={css['queue']} aria-label={t('queue.name')}>
      {queued.map((message) => (
        <li key={message.id} className={css['queued']}>
          <Clock size={14} aria-label={t('queue.waiting')} />
          <span className={css['queuedText']}>{message.text}</span>
          <Button kind="quiet" small onClick={() => void actions.unqueueMessage(message.conversationId, message.id)}>
            {t('queue.takeBack')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
