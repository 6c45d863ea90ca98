// An error in words: what happened and what helps, with its figures one click away for a report.

import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { en } from '../locales/en.ts';
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

/** Those figures of an error that a person can use, in words; the rest is for reports. */
function ErrorFigures({ error }: { readonly error: AppError }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const told = Object.entries(error.detail ?? {}).flatMap(([name, value]) => {
    if (!isTold(name)) return [];
    const shown =
      typeof value === 'string' ? value : name.endsWith('Bytes') ? figures.bytes(value) : figures.count(value);
    return [t(`errorDetail.${name}`, { value: shown })];
  });
  return told.length === 0 ? null : <span className={css['figures']}>({told.join(t('common.listSeparator'))})</span>;
}

type ToldDetail = keyof typeof en.errorDetail;
const isTold = (name: string): name is ToldDetail => Object.hasOwn(en.errorDetail, name);

export function CopyDetails({ error, more }: { readonly error: AppError; readonly more?: unknown }) {
  const { t } = useTranslation();
  const actions = useActions();
  const copy = (): void => {
    const text = JSON.stringify(more === undefined ? error : { ...error, more }, null, 2);
    void actions.copy(text).then((copied) => copied && actions.notify({ kind: 'copied' }));
  };
  return (
    <Button kind="quiet" small icon={<Copy size={14} aria-hidden />} onClick={copy}>
      {t('common.copyDetails')}
    </Button>
  );
}
