// Conversations of other products, or of another Holdfast: looked at first if the person wants, taken in as a whole, reported with places.

import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportReport } from '../../electron/contract/interchange.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { newTaskId } from '../state/actions-library.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import css from './library-dialogs.module.css';
import { TaskProgress } from './task-progress.tsx';

/** Lines of what was left out that are shown; the count tells of the rest. */
const SHOWN_SKIPS = 20;

export function ImportDialog() {
  const { t } = useTranslation();
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const canChoose = useWindow((state) => state.app?.shell === 'electron');
  const [path, setPath] = useState('');
  const work = useImport();
  const choose = async (): Promise<void> => {
    const chosen = await actions.chooseFile('import');
    if (chosen !== null) setPath(chosen);
  };
  const isReady = path.trim() !== '' && work.taskId === null;
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.close')}</Button>
      <Button disabled={!isReady} onClick={() => void work.start(path, true)}>
        {t('import.check')}
      </Button>
      <Button kind="primary" disabled={!isReady} onClick={() => void work.start(path, false)}>
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
      <label className={css['label']} htmlFor="import-path">
        {t('import.path')}
      </label>
      <div className={css['pathRow']}>
        <input
          id="import-path"
          ref={field}
          value={path}
          placeholder={t('import.pathPlaceholder')}
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
        />
        {canChoose ? (
          <Button icon={<FolderOpen size={16} aria-hidden />} onClick={() => void choose()}>
            {t('import.choose')}
          </Button>
        ) : null}
      </div>
      <p className={css['help']}>{t('import.repeat')}</p>
      {work.taskId === null ? null : <TaskProgress taskId={work.taskId} label={t('import.running')} />}
      {work.error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={work.error} />
        </p>
      )}
      {work.report === null ? null : <Report report={work.report} />}
    </DialogFrame>
  );
}

function useImport() {
  const actions = useActions();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const start = async (path: string, dryRun: boolean): Promise<void> => {
    const id = newTaskId();
    setTaskId(id);
    setReport(null);
    setError(null);
    const answer = await actions.runImport({ path: path.trim().replace(/^"(.*)"$/, '$1'), dryRun, taskId: id });
    setTaskId(null);
    if (answer.ok) setReport(answer.value);
    else setError(answer.error);
  };
  return { taskId, report, error, start };
}

function Report({ report }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  const { read, stored, alreadyThere, skipped, skippedTotal, dryRun, conversationIds } = report;
  const [first] = conversationIds;
  return (
    <section className={css['report']} role="status" aria-label={t('import.report')}>
      <h3>
        {t(dryRun ? 'import.wouldStore' : 'import.stored', {
          conversations: figures.count(stored.conversations),
          messages: figures.count(stored.messages),
        })}
      </h3>
      <p>
        {t('import.read', {
          format: report.format === null ? t('import.format.none') : t(`import.format.${report.format}`),
          conversations: figures.count(read.conversations),
          messages: figures.count(read.messages),
        })}
      </p>
      {alreadyThere > 0 ? <p>{t('import.alreadyThere', { count: alreadyThere })}</p> : null}
      {skippedTotal > 0 ? (
        <>
          <p className={css['left']}>{t('import.skipped', { count: skippedTotal })}</p>
          <ul>
            {skipped.slice(0, SHOWN_SKIPS).map((item, index) => (
              <li key={`${item.place}-${String(index)}`}>
                {item.place} · {t(`import.skip.${item.code}`)}
                {item.detail === '' ? '' : ` (${item.detail})`}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {!dryRun && first !== undefined ? (
        <Button
          small
          onClick={() => {
            actions.closeDialog();
            void actions.openConversation(first);
          }}
        >
          {t('import.open')}
        </Button>
      ) : null}
    </section>
  );
}
