// Conversations that were deleted. They stay until they are deleted for good here.

import { RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './page-view.module.css';
import { PageHeader } from './page-header.tsx';

export function TrashView() {
  const { t } = useTranslation();
  const actions = useActions();
  const figures = useFigures();
  const trashed = useWindow((state) => state.app?.trashed);
  return (
    <section className={css['page']} aria-label={t('trash.name')}>
      <PageHeader title={t('trash.name')} />
      <div className={css['pageBody']}>
        {trashed === undefined || trashed.length === 0 ? (
          <p className={css['empty']}>{t('trash.empty')}</p>
        ) : (
          <ul className={css['rows']}>
            {trashed.map((conversation) => (
              <li key={conversation.id} className={css['row']}>
                <span className={css['rowTitle']}>
                  {conversation.title === '' ? t('conversation.untitled') : conversation.title}
                </span>
                <span className={css['rowNote']}>
                  {conversation.trashedAt === null
                    ? ''
                    : t('trash.since', { date: figures.dateTime(conversation.trashedAt) })}
                </span>
                <Button
                  small
                  icon={<RotateCcw size={15} aria-hidden />}
                  onClick={() => void actions.restoreConversation(conversation.id)}
                >
                  {t('trash.restore')}
                </Button>
                <Button
                  small
                  kind="danger"
                  icon={<Trash2 size={15} aria-hidden />}
                  onClick={() => actions.openDialog({ kind: 'purge', conversationId: conversation.id })}
                >
                  {t('trash.purge')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
