// What was asked for while something else runs: each with what it is and the way to take it back.

import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './operation-strip.module.css';

export function WaitingOperations() {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const waiting = useOpen((open) => open.waiting);
  if (openId === null || waiting === null || waiting.length === 0) return null;
  return (
    <ul className={css['queue']} aria-label={t('operation.waitingName')}>
      {waiting.map(({ id, kind }) => (
        <li key={id} className={css['queued']}>
          <Hourglass size={14} aria-hidden />
          <span role="status" className={css['queuedText']}>
            {t(`operation.waiting.${kind}`)}
          </span>
          <Button kind="quiet" small onClick={() => void actions.cancelWaiting(openId, id)}>
            {t('common.cancel')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
