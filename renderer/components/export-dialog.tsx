// A conversation, or everything, as a file to take away.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ExportResult } from '../../electron/contract/interchange.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { useFigures } from '../format/figures.ts';
import { newTaskId } from '../state/actions-library.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorText } from './error-text.tsx';
import css from './library-dialogs.module.css';
import { TaskProgress } from './task-progress.tsx';

const FORMATS: readonly ExportFormat[] = ['markdown', 'html', 'jsonl', 'jsonl_messages', 'archive'];

interface ExportDialogProps {
  /** The conversation that is open; null = there is none, only everything can be exported. */
  readonly conversationId: ConversationId | null;
  readonly everything: boolean;
}

export function ExportDialog({ conversationId, everything }: ExportDialogProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const [isAll, setAll] = useState(everything || conversationId === null);
  const [format, setFormat] = useState<ExportFormat>(everything ? 'archive' : 'markdown');
  const [path, setPath] = useState('');
  const work = useExport();
  const start = (replace = false): void =>
    void work.start({
      format,
      ...(replace ? { replace } : {}),
      ...(isAll || conversationId === null ? {} : { conversationId }),
      ...(path.trim() === '' ? {} : { path: path.trim() }),
    });
  const footer = (
    <div className={css['buttons']}>
      <Button onClick={actions.closeDialog}>{t('common.close')}</Button>
      <Button kind="primary" disabled={work.taskId !== null} onClick={() => start()}>
        {t('export.run')}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={t('export.title')} onClose={actions.closeDialog} footer={footer} sticky={work.taskId !== null}>
      <fieldset className={css['choices']}>
        <legend className={css['label']}>{t('export.what')}</legend>
        {([false, true] as const).map((all) => (
          <div key={String(all)} className={css['choice']}>
            <input
              type="radio"
              id={`export-${all ? 'all' : 'one'}`}
              name="export-what"
              checked={isAll === all}
              disabled={!all && conversationId === null}
              onChange={() => setAll(all)}
            />
            <label htmlFor={`export-${all ? 'all' : 'one'}`}>{t(all ? 'export.everything' : 'export.thisOne')}</label>
          </div>
        ))}
      </fieldset>
      <label className={css['label']} htmlFor="export-format">
        {t('export.format')}
      </label>
      <select id="export-format" value={format} onChange={(event) => setFormat(event.target.value as ExportFormat)}>
        {FORMATS.map((name) => (
          <option key={name} value={name}>
            {t(`export.name.${name}`)}
          </option>
        ))}
      </select>
      <p className={css['help']}>{t(`export.help.${format}`)}</p>
      <label className={css['label']} htmlFor="export-path">
        {t('export.path')}
      </label>
      <input
        id="export-path"
        value={path}
        placeholder={t('export.pathPlaceholder')}
        spellCheck={false}
        onChange={(event) => setPath(event.target.value)}
      />
      {work.taskId === null ? null : <TaskProgress taskId={work.taskId} label={t('export.running')} />}
      {work.error === null ? null : (
        <p role="alert" className={css['problem']}>
          <ErrorText error={work.error} />
          {work.error.code === 'file_exists' ? (
            <Button small onClick={() => start(true)}>
              {t('export.replace')}
            </Button>
          ) : null}
        </p>
      )}
      {work.result === null ? null : <Written result={work.result} />}
    </DialogFrame>
  );
}

function useExport() {
  const actions = useActions();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [result, setResult] = useState<ExportResult | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const start = async (params: Parameters<typeof actions.runExport>[0]): Promise<void> => {
    const id = newTaskId();
    setTaskId(id);
    setResult(null);
    setError(null);
    const answer = await actions.runExport({ ...params, taskId: id });
    setTaskId(null);
    if (answer.ok) setResult(answer.value);
    else setError(answer.error);
  };
  return { taskId, result, error, start };
}

function Written({ result }: { readonly result: ExportResult }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  return (
    <section className={css['report']} role="status" aria-label={t('export.report')}>
      <p>
        {t('export.written', {
          conversations: figures.count(result.conversations),
          entries: figures.count(result.entries),
          size: figures.bytes(result.sizeBytes),
        })}
      </p>
      <code className={css['file']}>{result.file}</code>
      <Button
        small
        kind="quiet"
        onClick={() =>
          void actions.copy(result.file).then((copied) => {
            if (copied) actions.notify({ kind: 'copied' });
          })
        }
      >
        {t('export.copyPath')}
      </Button>
    </section>
  );
}
