// Copies of everything, each checked after it was written. Restoring writes a new folder and never over the one in use.

import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupView } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { newTaskId } from '../state/actions-library.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import css from './library-dialogs.module.css';
import { TaskProgress } from './task-progress.tsx';

export function BackupsDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const { list, running, folder, error, create, restore } = useBackups();
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.close')}</Button>
      <Button kind="primary" disabled={running !== null} onClick={() => void create()}>
        {t('backups.create')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('backups.title')} onClose={actions.closeDialog} footer={footer} wide>
      <p className={css['intro']}>{t('backups.intro')}</p>
      {list === null && error === null ? <p role="status">{t('common.loading')}</p> : null}
      {list?.length === 0 ? <p>{t('backups.none')}</p> : null}
      {list === null || list.length === 0 ? null : (
        <ul className={css['rows']} aria-label={t('backups.title')}>
          {list.map((backup) => (
            <BackupRow key={backup.file} backup={backup} disabled={running !== null} onRestore={restore} />
          ))}
        </ul>
      )}
      {running === null ? null : <TaskProgress taskId={running.taskId} label={t(`backups.${running.what}`)} />}
      {error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={error} />
        </p>
      )}
      {folder === null ? null : (
        <section className={css['report']} role="status" aria-label={t('backups.restored')}>
          <p>{t('backups.restored')}</p>
          <code className={css['file']}>{`npm start -- --home "${folder}"`}</code>
        </section>
      )}
    </DialogFrame>
  );
}

function BackupRow({
  backup,
  disabled,
  onRestore,
}: {
  readonly backup: BackupView;
  readonly disabled: boolean;
  readonly onRestore: (file: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <li className={css['row']}>
      <span className={css['rowText']}>
        <span className={css['rowTitle']}>{figures.dateTime(backup.createdAt)}</span>
        <span className={css['rowFacts']}>
          {[
            figures.bytes(backup.sizeBytes),
            t(`backups.reason.${backup.reason}`),
            t(backup.verified ? 'backups.verified' : 'backups.unverified'),
          ].join(' · ')}
        </span>
      </span>
      <Button small disabled={disabled} onClick={() => void onRestore(backup.file)}>
        {t('backups.restore')}
      </Button>
    </li>
  );
}

interface Running {
  readonly taskId: string;
  readonly what: 'creating' | 'restoring';
}

function useBackups() {
  const actions = useActions();
  const [list, setList] = useState<readonly BackupView[] | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [folder, setFolder] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    const answer = await actions.listBackups();
    if (answer.ok) setList(answer.value.toSorted((a, b) => b.createdAt - a.createdAt));
    else setError(answer.error);
  }, [actions]);
  useEffect(() => {
    void reload();
  }, [reload]);
  const begin = (what: Running['what']): string => {
    const taskId = newTaskId();
    setError(null);
    setFolder(null);
    setRunning({ taskId, what });
    return taskId;
  };
  const create = async (): Promise<void> => {
    const answer = await actions.createBackup(begin('creating'));
    setRunning(null);
    if (!answer.ok) setError(answer.error);
    await reload();
  };
  const restore = async (file: string): Promise<void> => {
    const answer = await actions.restoreBackup(file, begin('restoring'));
    setRunning(null);
    if (answer.ok) setFolder(answer.value.folder);
    else setError(answer.error);
  };
  return { list, running, folder, error, create, restore };
}
