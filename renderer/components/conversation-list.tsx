// All conversations: pinned ones, then day by day.

import { Pin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../electron/core/transcript/conversation.ts';
import { useFigures } from '../format/figures.ts';
import { groupConversations } from '../state/selectors.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { useNow } from './use-now.ts';
import css from './conversation-list.module.css';

const c = classNames(css);
const SHOWN_AT_FIRST = 200;

export function ConversationList() {
  const { t } = useTranslation();
  const figures = useFigures();
  const conversations = useWindow((state) => state.app?.conversations);
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const groups = useMemo(() => groupConversations(conversations ?? [], shown), [conversations, shown]);
  const total = conversations?.length ?? 0;
  const now = useNow(60_000);
  return (
    <nav aria-label={t('sidebar.conversations')} className={c('list')}>
      {total === 0 ? <p className={c('empty')}>{t('sidebar.empty')}</p> : null}
      {groups.map((group) => (
        <section key={group.key} className={c('group')}>
          <h2 className={c('day')}>{group.key === 'pinned' ? t('sidebar.pinned') : figures.day(group.key, now)}</h2>
          <ul>
            {group.conversations.map((conversation) => (
              <ConversationItem key={conversation.id} conversation={conversation} />
            ))}
          </ul>
        </section>
      ))}
      {total > shown ? (
        <Button kind="quiet" small onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          {t('sidebar.showMore', { count: total - shown })}
        </Button>
      ) : null}
    </nav>
  );
}

function ConversationItem({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isCurrent = useWindow((state) => state.openId === conversation.id && state.ui.view === 'chat');
  const activity = useWindow((state) => state.activity[conversation.id]);
  const title = conversation.title === '' ? t('conversation.untitled') : conversation.title;
  return (
    <li className={c('item', isCurrent && 'current')}>
      <a
        href={`#/c/${encodeURIComponent(conversation.id)}`}
        title={title}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        onClick={(event) => {
          event.preventDefault();
          void actions.openConversation(conversation.id);
        }}
      >
        {title}
      </a>
      {conversation.pinned ? <Pin size={12} className={c('pin')} aria-label={t('sidebar.pinned')} /> : null}
      {activity === undefined ? null : (
        <span className={c('dot', activity)} role="img" aria-label={t(`activity.${activity}`)} />
      )}
    </li>
  );
}
