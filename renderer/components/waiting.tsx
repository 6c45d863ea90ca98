// Before the first word of a reply: what the model is doing.

import { useTranslation } from 'react-i18next';
import { useOpen } from '../state/store.ts';
import css from './article-frame.module.css';

export function Waiting() {
  const { t } = useTranslation();
  const phase = useOpen((open) => open.operation?.phase) ?? 'reading';
  const what = phase === 'counting' || phase === 'reading' ? 'reading' : 'writing';
  return (
    <p className={css['waiting']}>
      <span className={css['dots']} aria-hidden />
      {t(`turn.${what}`)}
    </p>
  );
}
