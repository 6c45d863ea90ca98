// Above the transcript: what is open, which model answers, how full its window is, and the ways to compact and to look inside.

import { FoldVertical, PanelLeft, PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WindowCommandId } from '../../electron/contract/window-keys.ts';
import { describeChord, isMacPlatform, WINDOW_COMMANDS } from '../keyboard/window-commands.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { ContextMeter } from './context-meter.tsx';
import css from './conversation-header.module.css';
import { ConversationMenu } from './conversation-menu.tsx';
import { ModelLine } from './model-line.tsx';

const c = classNames(css);

/** The shortcut of a command in brackets, for hints. */
export function chordHint(id: WindowCommandId): string {
  const chord = WINDOW_COMMANDS.find((command) => command.id === id)?.chord ?? null;
  return chord === null ? '' : ` (${describeChord(chord, isMacPlatform())})`;
}

export function SidebarToggle() {
  const { t } = useTranslation();
  const actions = useActions();
  const label = t('sidebar.toggle');
  return (
    <IconButton label={label} hint={label + chordHint('sidebar')} onClick={actions.toggleSidebar}>
      <PanelLeft size={18} aria-hidden />
    </IconButton>
  );
}

export function ConversationHeader() {
  const { t } = useTranslation();
  const actions = useActions();
  const title = useOpen((open) => open.conversation.title);
  const isOpen = title !== null;
  const isInspecting = useWindow((state) => state.ui.inspectorOpen);
  const isReadOnly = useWindow((state) => state.app?.readOnly ?? false);
  const isCompacting = useOpen((open) => open.operation?.kind === 'compaction') ?? false;
  return (
    <header className={c('header')}>
      <SidebarToggle />
      <div className={c('titles')}>
        <h1 className={c('title')}>{isOpen ? title || t('conversation.untitled') : t('app.name')}</h1>
        <ModelLine />
      </div>
      {isOpen ? (
        <>
          <ContextMeter />
          <Button
            small
            aria-label={t('compact.button')}
            title={t('compact.button') + chordHint('compact')}
            icon={<FoldVertical size={16} aria-hidden />}
            disabled={isCompacting || isReadOnly}
            onClick={() => actions.openDialog({ kind: 'compact', focus: '' })}
          >
            <span className={c('wideOnly')}>{t('compact.button')}</span>
          </Button>
          <IconButton
            label={t('inspector.show')}
            hint={t('inspector.show') + chordHint('inspector')}
            aria-expanded={isInspecting}
            className={c('toggle', isInspecting && 'pressed')}
            onClick={actions.toggleInspector}
          >
            <PanelRight size={18} aria-hidden />
          </IconButton>
          <ConversationMenu />
        </>
      ) : null}
    </header>
  );
}
