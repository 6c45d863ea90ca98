// The head of a page that stands in the place of the conversation, with the way back.

import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { SidebarToggle } from './conversation-header.tsx';
import css from './page-view.module.css';

export function PageHeader({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <header className={css['pageHead']}>
      <SidebarToggle />
      <h1 className={css['pageTitle']}>{title}</h1>
      <Button kind="quiet" small icon={<ArrowLeft size={16} aria-hidden />} onClick={() => actions.showView('chat')}>
        {t('common.backToChat')}
      </Button>
    </header>
  );
}
