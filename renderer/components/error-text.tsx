// An error in words: what happened and what helps, with its figures one click away for a report.

import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './error-text.module.css';

export function ErrorText({ error }: { readonly error: AppError }) {
  const { t } = useTranslation();
  return (
    <span className={css['text']}>
      {t(`error.${error.code}`)} <ErrorFigures error={error} />
    </span>
  );
}

/** Names and figures of an error, as the app gave them. */
function ErrorFigures({ error }: { readonly error: AppError }) {
  const figures = Object.entries(error.detail ?? {});
  if (figures.length === 0) return null;
  return <span className={css['figures']}>({figures.map(([name, value]) => `${name}: ${value}`).join(', ')})</span>;
}

export function CopyDetails({ error, more }: { readonly error: AppError; readonly more?: unknown }) {
  const { t } = useTranslation();
  const actions = useActions();
  const copy = (): void => {
    const text = JSON.stringify(more === undefined ? error : { ...error, more }, null, 2);
    void navigator.clipboard.writeText(text).then(
      () => actions.notify({ kind: 'copied' }),
      () => actions.notify({ kind: 'error', error: { code: 'internal', detail: { clipboard: 'refused' } } }),
    );
  };
  return (
    <Button kind="quiet" small icon={<Copy size={14} aria-hidden />} onClick={copy}>
      {t('common.copyDetails')}
    </Button>
  );
}
