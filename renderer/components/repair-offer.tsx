// What helps where the database is damaged: the newest verified backup, or what can still be read. Both go into a new data folder.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupView } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';
import css from './start-screens.module.css';

type Progress =
  | { readonly kind: 'none' | 'working' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'done'; readonly folder: string; readonly salvaged: { entries: number; missing: number } | null };

export function RepairOffer() {
  const { t } = useTranslation();
  const figures = useFigures();
  const { call } = useActions();
  const [backup, setBackup] = useState<BackupView | null>(null);
  const [progress, setProgress] = useState<Progress>({ kind: 'none' });
  useEffect(() => {
    void call('backup.list', {}).then((answer) => {
      if (answer.ok) setBackup(answer.value.find(({ verified }) => verified) ?? null);
    });
  }, [call]);
  const restore = async (file: string): Promise<void> => {
    setProgress({ kind: 'working' });
    const answer = await call('backup.restore', { file });
    setProgress(
      answer.ok
        ? { kind: 'done', folder: answer.value.folder, salvaged: null }
        : { kind: 'failed', error: answer.error },
    );
  };
  const salvage = async (): Promise<void> => {
    setProgress({ kind: 'working' });
    const answer = await call('store.salvage', {});
    setProgress(
      answer.ok
        ? { kind: 'done', folder: answer.value.folder, salvaged: answer.value }
        : { kind: 'failed', error: answer.error },
    );
  };
  const busy = progress.kind === 'working';
  return (
    <section>
      <p>
        {backup === null ? t('repair.noBackup') : t('repair.backup', { when: figures.dateTime(backup.createdAt) })}{' '}
        {t('repair.help')}
      </p>
      <div className={css['buttons']}>
        {backup === null ? null : (
          <Button kind="primary" disabled={busy} onClick={() => void restore(backup.file)}>
            {t('repair.restore')}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void salvage()}>
          {t('repair.salvage')}
        </Button>
      </div>
      <div role="status">
        {busy ? t('repair.working') : null}
        {progress.kind === 'failed' ? <ErrorText error={progress.error} /> : null}
        {progress.kind === 'done' ? (
          <>
            {progress.salvaged === null
              ? null
              : `${t('repair.salvaged', {
                  entries: figures.count(progress.salvaged.entries),
                  missing: figures.count(progress.salvaged.missing),
                })} `}
            {t('repair.done', { folder: progress.folder })}
          </>
        ) : null}
      </div>
    </section>
  );
}
