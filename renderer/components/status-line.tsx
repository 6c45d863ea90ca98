// The quiet line at the foot: that nothing leaves this machine, and what the model is.

import { Globe, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWindow } from '../state/store.ts';
import css from './status-line.module.css';

export function StatusLine() {
  const { t } = useTranslation();
  const requests = useWindow((state) => state.app?.network.requests ?? 0);
  const isDownloading = useWindow((state) => Object.values(state.downloads).some(({ kind }) => kind === 'running'));
  const Icon = requests === 0 ? ShieldCheck : Globe;
  const text =
    requests === 0
      ? t('network.offline', { count: 0 })
      : t(isDownloading ? 'network.downloading' : 'network.requests', { count: requests });
  return (
    <div className={css['line']}>
      <div role="status" aria-label={t('network.name')} title={t('network.help')} className={css['network']}>
        <Icon size={13} aria-hidden />
        <span>{text}</span>
      </div>
    </div>
  );
}
