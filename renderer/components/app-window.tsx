// The whole window: conversations on the left, the transcript in the middle, the inspector on the right.

import i18next from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { resolveLanguage } from '../locales/start-language.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Announcer } from './announcer.tsx';
import css from './app-window.module.css';
import { Button } from './button.tsx';
import { Composer } from './composer.tsx';
import { ContextInspector } from './context-inspector.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { ErrorText } from './error-text.tsx';
import { FailureAlert, SendErrorAlert } from './failure-alert.tsx';
import { FindBar } from './find-bar.tsx';
import { HostNotice } from './host-notice.tsx';
import { NotesView } from './notes-view.tsx';
import { Notices } from './notices.tsx';
import { OperationStrip } from './operation-strip.tsx';
import { QueuedMessages } from './queued-messages.tsx';
import { Sidebar } from './sidebar.tsx';
import { LostBanner, ReadOnlyBanner, StartFailed, Starting } from './start-screens.tsx';
import { StatusLine } from './status-line.tsx';
import { Transcript } from './transcript.tsx';
import { TrashView } from './trash-view.tsx';
import { EmptyConversation, Welcome } from './welcome.tsx';
import { WindowDialogs } from './window-dialogs.tsx';
import { WaitingOperations } from './waiting-operations.tsx';

export function AppWindow() {
  const phase = useWindow((state) => state.phase);
  const error = useWindow((state) => state.phaseError);
  const hasApp = useWindow((state) => state.app !== null);
  useLanguage();
  useTheme();
  useShortcuts();
  if (phase === 'failed' && error !== null) return <StartFailed error={error} />;
  return hasApp ? <ReadyWindow /> : phase === 'lost' ? <LostBanner /> : <Starting />;
}

function ReadyWindow() {
  const view = useWindow((state) => state.ui.view);
  const isInspecting = useWindow(
    (state) => state.ui.inspectorOpen && state.ui.view === 'chat' && state.openId !== null,
  );
  return (
    <div className={css['window']}>
      <LostBanner />
      <ReadOnlyBanner />
      <div className={css['columns']}>
        <Sidebar />
        <main className={css['middle']}>
          {view === 'notes' ? <NotesView /> : view === 'trash' ? <TrashView /> : <ChatView />}
          <StatusLine />
        </main>
        {isInspecting ? <ContextInspector /> : null}
      </div>
      <Notices />
      <Announcer />
      <WindowDialogs />
    </div>
  );
}

function ChatView() {
  return (
    <>
      <ConversationHeader />
      <FindBar />
      <ChatBody />
      <div className={css['dockFrame']}>
        <div className={css['dock']}>
          <FailureAlert />
          <SendErrorAlert />
          <HostNotice />
          <OperationStrip />
          <WaitingOperations />
          <QueuedMessages />
          <Composer />
        </div>
      </div>
    </>
  );
}

function ChatBody() {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const openError = useWindow((state) => state.openError);
  const isEmpty = useOpen((open) => open.entries.length === 0 && open.streaming === null && open.operation === null);
  if (openId === null) return <Welcome />;
  if (isEmpty === null && openError !== null) {
    return (
      <div role="alert" className={css['openFailed']}>
        <p>{t('conversation.openFailed')}</p>
        <p>
          <ErrorText error={openError} />
        </p>
        <Button kind="primary" onClick={() => void actions.readConversation(openId)}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (isEmpty === null) {
    return (
      <p role="status" className={css['opening']}>
        {t('common.loading')}
      </p>
    );
  }
  return isEmpty ? <EmptyConversation /> : <Transcript />;
}

function useLanguage(): void {
  const chosen = useWindow((state) => state.app?.settings.language ?? 'system');
  const systemLocale = useWindow((state) => state.app?.systemLocale ?? navigator.language);
  const language = resolveLanguage(chosen, systemLocale);
  useEffect(() => {
    document.documentElement.lang = language;
    if (i18next.language !== language) void i18next.changeLanguage(language);
  }, [language]);
}

function useTheme(): void {
  const chosen = useWindow((state) => state.app?.settings.theme ?? 'system');
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => {
      document.documentElement.dataset['theme'] = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [chosen]);
}
