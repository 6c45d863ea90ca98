// The model that answers, in one line: its name, its loading, or what is wrong with it.

import { useTranslation } from 'react-i18next';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './conversation-header.module.css';
import { ProgressBar } from './progress-bar.tsx';

const c = classNames(css);

export function ModelLine() {
  const { t } = useTranslation();
  const actions = useActions();
  const host = useWindow((state) => state.app?.host ?? null);
  if (host === null) return null;
  if (host.kind === 'loading') {
    const label = t('model.loading', { name: host.name });
    return (
      <span className={c('modelLoading')}>
        <span className={c('modelText')}>{label}</span>
        <ProgressBar label={label} share={host.fraction} />
      </span>
    );
  }
  const text =
    host.kind === 'ready'
      ? host.name
      : host.kind === 'failed'
        ? t('model.failed', { name: host.name })
        : t('model.none');
  return (
    <button
      type="button"
      className={c('model', host.kind)}
      title={t('model.change')}
      onClick={() => actions.openDialog({ kind: 'models' })}
    >
      {text}
    </button>
  );
}
