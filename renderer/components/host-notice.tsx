// Above the composer while no model can answer: why, and the way to one.

import { Cpu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { selectSendError } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';
import css from './operation-strip.module.css';

export function HostNotice() {
  const { t } = useTranslation();
  const actions = useActions();
  const host = useWindow((state) => state.app?.host ?? null);
  const hasSendError = useWindow((state) => selectSendError(state) !== null);
  const hasMessages = useOpen((open) => open.entries.length > 0 && open.failure === null) ?? false;
  if (host === null || !hasMessages || hasSendError || (host.kind !== 'none' && host.kind !== 'failed')) return null;
  return (
    <div role={host.kind === 'failed' ? 'alert' : 'status'} className={css['host']}>
      <Cpu size={16} aria-hidden />
      <span>
        {host.kind === 'failed' ? (
          <>
            {t('model.problem', { name: host.name })}
            <ErrorText error={host.error} />
          </>
        ) : (
          t('error.no_model')
        )}
      </span>
      <Button small kind="primary" onClick={() => actions.openDialog({ kind: 'models' })}>
        {t('failure.action.open_models')}
      </Button>
    </div>
  );
}
