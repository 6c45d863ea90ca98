// Conversations of other products, or of another Holdfast: looked at first if the person wants, taken in as a whole, reported with places.

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportReport } from '../../electron/contract/interchange.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { newTaskId } from '../state/actions-library.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import { ImportReportView } from './import-report.tsx';
import { ImportSource, type Source } from './import-source.tsx';
import css from './library-dialogs.module.css';
import { TaskProgress } from './task-progress.tsx';

export function ImportDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<Source | null>(null);
  const work = useImport();
  const isReady = source !== null && work.taskId === null;
  const start = async (dryRun: boolean): Promise<void> => {
    if (source === null) return;
    const isDone = await work.start(source.path, dryRun);
    if (isDone && !dryRun && source.isUpload) setSource(null);
  };
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.close')}</Button>
      <Button disabled={!isReady} onClick={() => void start(true)}>
        {t('import.check')}
      </Button>
      <Button kind="primary" disabled={!isReady} onClick={() => void start(false)}>
        {t('import.run')}
      </Button>
    </div>
  );
  return (
    <DialogFrame
      title={t('import.title')}
      onClose={actions.closeDialog}
      footer={footer}
      initialFocus={field}
      sticky={work.taskId !== null}
      wide
    >
      <p className={css['intro']}>{t('import.intro')}</p>
      <ImportSource field={field} source={source} onSource={setSource} />
      <p className={css['help']}>{t('import.repeat')}</p>
      {work.taskId === null ? null : <TaskProgress taskId={work.taskId} label={t('import.running')} />}
      {work.error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={work.error} />
        </p>
      )}
      {work.report === null ? null : <ImportReportView report={work.report} />}
    </DialogFrame>
  );
}

function useImport() {
  const actions = useActions();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const start = async (path: string, dryRun: boolean): Promise<boolean> => {
    const id = newTaskId();
    setTaskId(id);
    setReport(null);
    setError(null);
    const answer = await actions.runImport({ path, dryRun, taskId: id });
    setTaskId(null);
    if (answer.ok) setReport(answer.value);
    else setError(answer.error);
    return answer.ok;
  };
  return { taskId, report, error, start };
}
