// What stands in the window before there is anything to show, and when the connection to the app is gone.

import { Anchor, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { start } from '../state/connect.ts';
import { useActions, useWindow, useWindowStore } from '../state/store.ts';
import { Button } from './button.tsx';
import { CopyDetails, ErrorText } from './error-text.tsx';
import { RepairOffer } from './repair-offer.tsx';
import css from './start-screens.module.css';

function StartScreen({ children }: { readonly children: ReactNode }) {
  return (
    <main className={css['screen']}>
      <div className={css['panel']}>
        <Anchor size={28} aria-hidden className={css['mark']} />
        {children}
      </div>
    </main>
  );
}

export function Starting() {
  const { t } = useTranslation();
  return (
    <StartScreen>
      <p role="status">{t('start.starting')}</p>
    </StartScreen>
  );
}

export function StartFailed({ error }: { readonly error: AppError }) {
  const { t } = useTranslation();
  const store = useWindowStore();
  const actions = useActions();
  return (
    <StartScreen>
      <div role="alert">
        <h1>{t('start.failed')}</h1>
        <p>
          <ErrorText error={error} />
        </p>
      </div>
      <p className={css['quiet']}>{t('start.failedKept')}</p>
      {error.code === 'store_corrupt' ? <RepairOffer /> : null}
      <div className={css['buttons']}>
        <Button
          kind={error.code === 'store_corrupt' ? 'plain' : 'primary'}
          icon={<RotateCw size={16} aria-hidden />}
          onClick={() => void start(store, actions)}
        >
          {t('common.retry')}
        </Button>
        <CopyDetails error={error} />
      </div>
    </StartScreen>
  );
}

export function NoShell() {
  const { t } = useTranslation();
  return (
    <StartScreen>
      <h1>{t('start.noShell')}</h1>
      <p className={css['quiet']}>{t('start.noShellHelp')}</p>
    </StartScreen>
  );
}

/** The connection is gone for good: the words typed are safe, a reload connects anew. */
export function LostBanner() {
  const { t } = useTranslation();
  const error = useWindow((state) => (state.phase === 'lost' ? state.phaseError : null));
  if (error === null) return null;
  return (
    <div role="alert" className={css['banner']}>
      <TriangleAlert size={16} aria-hidden />
      <span>
        <strong>{t('start.lost')}</strong> <ErrorText error={error} /> {t('start.lostHelp')}
      </span>
      <Button small kind="primary" onClick={() => window.location.reload()}>
        {t('start.reload')}
      </Button>
    </div>
  );
}

export function ReadOnlyBanner() {
  const { t } = useTranslation();
  const isReadOnly = useWindow((state) => state.app?.readOnly ?? false);
  if (!isReadOnly) return null;
  return (
    <div role="status" className={css['banner']}>
      <TriangleAlert size={16} aria-hidden />
      <span>{t('start.readOnly')}</span>
    </div>
  );
}
