// The conversations, and the ways to everything that is not one.

import { Anchor, Cpu, NotebookText, Plus, Search, Settings, SquarePen, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActions, useWindow } from '../state/store.ts';
import { Button, IconButton } from './button.tsx';
import { chordHint } from './conversation-header.tsx';
import { classNames } from './class-names.ts';
import { ConversationList } from './conversation-list.tsx';
import { SearchResults } from './search-results.tsx';
import css from './sidebar.module.css';

const c = classNames(css);

export function Sidebar() {
  const { t } = useTranslation();
  const actions = useActions();
  const isOpen = useWindow((state) => state.ui.sidebarOpen);
  const isDrawerOpen = useWindow((state) => state.ui.drawerOpen);
  const searchText = useWindow((state) => state.ui.searchText);
  const isReadOnly = useWindow((state) => state.app?.readOnly ?? false);
  return (
    <>
      {isDrawerOpen ? <div className={c('shade')} onClick={actions.closeDrawer} aria-hidden /> : null}
      <aside aria-label={t('sidebar.name')} className={c('sidebar', !isOpen && 'closed', isDrawerOpen && 'drawer')}>
        <div className={c('top')}>
          <span className={c('brand')}>
            <Anchor size={17} aria-hidden className={c('brandMark')} />
            {t('app.name')}
          </span>
          <IconButton
            label={t('sidebar.new')}
            hint={t('sidebar.new') + chordHint('newConversation')}
            disabled={isReadOnly}
            onClick={() => void actions.createConversation().then(actions.focusComposer)}
          >
            <SquarePen size={18} aria-hidden />
          </IconButton>
        </div>
        <SearchField />
        <div className={c('scroll')}>{searchText.trim() === '' ? <ConversationList /> : <SearchResults />}</div>
        <SidebarFoot />
      </aside>
    </>
  );
}

function SearchField() {
  const { t } = useTranslation();
  const actions = useActions();
  const text = useWindow((state) => state.ui.searchText);
  const request = useWindow((state) => state.ui.focusRequest);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (request?.field === 'search') field.current?.focus();
  }, [request]);
  return (
    <div className={c('search')}>
      <Search size={15} aria-hidden className={c('searchIcon')} />
      <input
        ref={field}
        type="search"
        aria-label={t('search.field')}
        placeholder={t('search.placeholder')}
        value={text}
        onChange={(event) => actions.setSearchText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          actions.setSearchText('');
          actions.focusComposer();
        }}
      />
      {text === '' ? null : (
        <IconButton label={t('search.clear')} onClick={() => actions.setSearchText('')}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function SidebarFoot() {
  const { t } = useTranslation();
  const actions = useActions();
  const view = useWindow((state) => state.ui.view);
  const trashedCount = useWindow((state) => state.app?.trashed.length ?? 0);
  const entry = (icon: ReactNode, label: string, run: () => void, isCurrent = false) => (
    <Button
      kind="quiet"
      className={c('footButton', isCurrent && 'current')}
      icon={icon}
      onClick={run}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      {label}
    </Button>
  );
  return (
    <div className={c('foot')}>
      {entry(
        <NotebookText size={16} aria-hidden />,
        t('sidebar.notes'),
        () => actions.showView(view === 'notes' ? 'chat' : 'notes'),
        view === 'notes',
      )}
      {entry(
        <Trash2 size={16} aria-hidden />,
        trashedCount === 0 ? t('sidebar.trash') : t('sidebar.trashCount', { count: trashedCount }),
        () => actions.showView(view === 'trash' ? 'chat' : 'trash'),
        view === 'trash',
      )}
      {entry(<Cpu size={16} aria-hidden />, t('sidebar.models'), () => actions.openDialog({ kind: 'models' }))}
      {entry(<Settings size={16} aria-hidden />, t('sidebar.settings'), () => actions.openDialog({ kind: 'settings' }))}
    </div>
  );
}

/** A large way to start, for empty screens. */
export function NewConversationButton() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Button
      kind="primary"
      icon={<Plus size={16} aria-hidden />}
      onClick={() => void actions.createConversation().then(actions.focusComposer)}
    >
      {t('sidebar.startNew')}
    </Button>
  );
}
