// What went wrong with the open conversation, what was kept, and what to do next.

import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../electron/contract/snapshot.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { selectSendError } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { AuditFindings } from './audit-findings.tsx';
import { Button } from './button.tsx';
import { CopyDetails, ErrorText } from './error-text.tsx';
import css from './failure-alert.module.css';

export function FailureAlert() {
  const failure = useOpen((open) => open.failure);
  const openId = useWindow((state) => state.openId);
  if (failure === null || openId === null) return null;
  return <FailureOf failure={failure} conversationId={openId} />;
}

function FailureOf({
  failure,
  conversationId,
}: {
  readonly failure: Failure;
  readonly conversationId: ConversationId;
}) {
  const { t } = useTranslation();
  const run = useFailureActions(failure, conversationId);
  return (
    <div role="alert" className={css['alert']}>
      <TriangleAlert size={18} aria-hidden className={css['icon']} />
      <div className={css['content']}>
        <p className={css['title']}>{t(`failure.title.${failure.kind}`)}</p>
        <p>
          <ErrorText error={failure.error} />
        </p>
        <p className={css['kept']}>{t(`failure.kept.${failure.kind}`)}</p>
        {failure.audit === undefined || failure.audit.findings.length === 0 ? null : (
          <AuditFindings findings={failure.audit.findings} />
        )}
        <div className={css['buttons']}>
          {failure.actions.map((action, index) => (
            <Button
              key={action}
              small
              kind={index === 0 && action !== 'dismiss' ? 'primary' : 'plain'}
              onClick={() => run(action)}
            >
              {t(`failure.action.${action}`)}
            </Button>
          ))}
          {failure.actions.includes('dismiss') ? null : (
            <Button small kind="quiet" onClick={() => run('dismiss')}>
              {t('failure.action.dismiss')}
            </Button>
          )}
          <CopyDetails error={failure.error} more={failure.audit?.findings} />
        </div>
      </div>
    </div>
  );
}

function useFailureActions(
  failure: Failure,
  conversationId: ConversationId,
): (action: Failure['actions'][number]) => void {
  const actions = useActions();
  const { keep = 'settings', instructions: focus = '', replaces } = failure.asked ?? {};
  const again = { focus, keep, replaces };
  return (action) => {
    switch (action) {
      case 'retry':
        return void (failure.kind === 'turn'
          ? actions.retryMessage(conversationId)
          : actions.runCompaction(conversationId, again));
      case 'use_quoted_summary':
        return void actions.runCompaction(conversationId, again, true);
      case 'compact':
        return actions.openDialog({ kind: 'compact', focus: '' });
      case 'open_models':
        return actions.openDialog({ kind: 'models' });
      case 'dismiss':
        return void actions.dismissFailure(conversationId);
      default:
        action satisfies never;
    }
  };
}

/** The last send did not work; the words are still in the composer. */
export function SendErrorAlert() {
  const { t } = useTranslation();
  const actions = useActions();
  const error = useWindow(selectSendError);
  if (error === null) return null;
  const wantsModel = error.code === 'no_model' || error.code.startsWith('model_') || error.code === 'host_crashed';
  return (
    <div role="alert" className={css['alert']}>
      <TriangleAlert size={18} aria-hidden className={css['icon']} />
      <div className={css['content']}>
        <p className={css['title']}>{t('failure.title.send')}</p>
        <p>
          <ErrorText error={error} />
        </p>
        <p className={css['kept']}>{t('failure.kept.send')}</p>
        <div className={css['buttons']}>
          {wantsModel ? (
            <Button small kind="primary" onClick={() => actions.openDialog({ kind: 'models' })}>
              {t('failure.action.open_models')}
            </Button>
          ) : null}
          {error.code === 'message_too_large' ? (
            <Button small kind="primary" onClick={() => actions.openDialog({ kind: 'settings' })}>
              {t('failure.action.context_size')}
            </Button>
          ) : null}
          {error.code === 'context_overflow' ? (
            <Button small kind="primary" onClick={() => actions.openDialog({ kind: 'compact', focus: '' })}>
              {t('failure.action.compact')}
            </Button>
          ) : null}
          <Button small onClick={actions.clearSendError}>
            {t('failure.action.dismiss')}
          </Button>
          <CopyDetails error={error} />
        </div>
      </div>
    </div>
  );
}
