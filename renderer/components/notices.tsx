// Short messages about what just happened. Good news goes by itself; a problem stays until it is read.

import type { TFunction } from 'i18next';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ERROR_TRAITS } from '../../electron/core/errors.ts';
import { type Figures, useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import type { Notice, NoticeBody } from '../state/window-state.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyDetails, ErrorText } from './error-text.tsx';
import css from './notices.module.css';
import { ProgressBar } from './progress-bar.tsx';

const c = classNames(css);
const SHOWN_MS = 8000;

export function Notices() {
  const notices = useWindow((state) => state.notices);
  return (
    <div className={c('stack')} aria-live="polite" aria-relevant="additions">
      {notices.map((notice) => (
        <NoticeItem key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function toneOf(body: NoticeBody): 'good' | 'info' | 'bad' {
  if (body.kind === 'error') return ERROR_TRAITS[body.error.code]?.severity === 'notice' ? 'info' : 'bad';
  if (body.kind === 'verified') return body.ok ? 'good' : 'bad';
  if (body.kind === 'unknown_command' || body.kind === 'compaction_cancelled' || body.kind === 'verifying')
    return 'info';
  return 'good';
}

const TONE_ICONS = { good: CircleCheck, info: Info, bad: TriangleAlert } as const;

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { id, body } = notice;
  const tone = toneOf(body);
  const staysUp = tone === 'bad' || body.kind === 'verifying' || body.kind === 'verified';
  useEffect(() => {
    if (staysUp) return;
    const timer = window.setTimeout(() => actions.dismissNotice(id), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [actions, id, staysUp]);
  const Icon = TONE_ICONS[tone];
  return (
    <div className={c('notice', tone)}>
      <Icon size={18} aria-hidden className={c('icon')} />
      <div className={c('content')}>
        <NoticeTitle conversationId={notice.conversationId} />
        <div role={tone === 'bad' && body.kind === 'error' ? 'alert' : 'status'}>
          <NoticeText body={body} />
        </div>
        <NoticeButtons notice={notice} />
      </div>
      <IconButton label={t('common.dismiss')} onClick={() => actions.dismissNotice(id)}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Which conversation it is about, when it is not the one on screen. */
function NoticeTitle({ conversationId }: { readonly conversationId: Notice['conversationId'] }) {
  const { t } = useTranslation();
  const title = useWindow((state) => {
    if (conversationId === null || conversationId === state.openId) return null;
    return state.app?.conversations.find(({ id }) => id === conversationId)?.title ?? null;
  });
  return title === null ? null : (
    <span className={c('about')}>{title === '' ? t('conversation.untitled') : title}</span>
  );
}

function NoticeText({ body }: { readonly body: NoticeBody }) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (body.kind === 'error') return <ErrorText error={body.error} />;
  return (
    <>
      {textOf(body, t, figures)}
      {body.kind === 'verifying' ? <ProgressBar label={t('notice.verifyingName')} share={null} /> : null}
    </>
  );
}

function textOf(body: Exclude<NoticeBody, { readonly kind: 'error' }>, t: TFunction, figures: Figures): string {
  switch (body.kind) {
    case 'compacted':
      return t('notice.compacted', {
        before: figures.count(body.tokensBefore),
        after: figures.count(body.tokensAfter),
      });
    case 'notes_written':
      return t('notice.notesWritten', { count: body.count, file: body.file });
    case 'verifying':
      return t('notice.verifying', { entries: figures.count(body.entries) });
    case 'verified':
      return body.ok
        ? t('notice.historyIntact', { entries: figures.count(body.entries) })
        : t('notice.historyDamaged', { id: body.firstBadEntryId ?? '?' });
    case 'trashed':
    case 'restored':
      return t(`notice.${body.kind}`, { title: body.title === '' ? t('conversation.untitled') : body.title });
    case 'exported':
      return t('notice.exported', { fileName: body.fileName });
    case 'unknown_command':
      return t('notice.unknownCommand', { name: body.name });
    case 'compaction_cancelled':
      return t('notice.compactionCancelled');
    case 'compaction_undone':
      return t('notice.compactionUndone');
    case 'compaction_redone':
      return t('notice.compactionRedone');
    case 'copied':
      return t('notice.copied');
    case 'saved':
      return t('notice.saved');
    default:
      body satisfies never;
      return '';
  }
}

function NoticeButtons({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { body, conversationId, id } = notice;
  const thenDismiss = (run: () => void) => () => {
    actions.dismissNotice(id);
    run();
  };
  if (body.kind === 'trashed' && conversationId !== null) {
    return (
      <Button small onClick={thenDismiss(() => void actions.restoreConversation(conversationId))}>
        {t('notice.undoTrash')}
      </Button>
    );
  }
  if (body.kind === 'compacted' && conversationId !== null) {
    return (
      <Button small kind="quiet" onClick={thenDismiss(() => void actions.jumpTo(conversationId, body.compactionId))}>
        {t('notice.showCheckpoint')}
      </Button>
    );
  }
  if (body.kind === 'verifying') {
    return (
      <Button small onClick={() => void actions.cancelTask(body.taskId)}>
        {t('common.cancel')}
      </Button>
    );
  }
  if (body.kind === 'notes_written') {
    return (
      <Button small kind="quiet" onClick={thenDismiss(() => actions.showNote(body.file))}>
        {t('event.openNotes')}
      </Button>
    );
  }
  return body.kind === 'error' && toneOf(body) === 'bad' ? <CopyDetails error={body.error} /> : null;
}
