// Where an import comes from: a path typed or chosen, or, in a browser, which knows no paths, a file handed to the app.

import { FolderOpen } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { ErrorText } from './error-text.tsx';
import css from './library-dialogs.module.css';

export interface Source {
  /** What the app is asked to read: a path, or what stands for a file that was handed over. */
  readonly path: string;
  /** Handed over: gone once it has been taken in. */
  readonly isUpload: boolean;
}

interface ImportSourceProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly source: Source | null;
  readonly onSource: (source: Source | null) => void;
}

export function ImportSource({ field, source, onSource }: ImportSourceProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const canChoose = useWindow((state) => state.app?.shell === 'electron') || actions.uploadFile !== null;
  const [typed, setTyped] = useState('');
  const uploading = useUpload((path) => {
    setTyped('');
    onSource({ path, isUpload: true });
  });
  const setPath = (text: string): void => {
    const path = text.trim().replace(/^"(.*)"$/, '$1');
    setTyped(text);
    uploading.forget();
    onSource(path === '' ? null : { path, isUpload: false });
  };
  const choose = async (): Promise<void> => {
    if (actions.uploadFile !== null) return uploading.picker.current?.click();
    const chosen = await actions.chooseFile('import');
    if (chosen !== null) setPath(chosen);
  };
  return (
    <>
      <label className={css['label']} htmlFor="import-path">
        {t('import.path')}
      </label>
      <div className={css['pathRow']}>
        <input
          id="import-path"
          ref={field}
          value={typed}
          placeholder={t('import.pathPlaceholder')}
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
        />
        {canChoose ? (
          <Button icon={<FolderOpen size={16} aria-hidden />} disabled={uploading.isBusy} onClick={() => void choose()}>
            {t('import.choose')}
          </Button>
        ) : null}
        <input
          ref={uploading.picker}
          type="file"
          hidden
          aria-label={t('import.choose')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) void uploading.take(file);
          }}
        />
      </div>
      <UploadState uploading={uploading} isTaken={source !== null} />
    </>
  );
}

interface UploadStateProps {
  readonly uploading: ReturnType<typeof useUpload>;
  readonly isTaken: boolean;
}

function UploadState({ uploading: { isBusy, error, taken }, isTaken }: UploadStateProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (error !== null) {
    return (
      <p role="alert" className={css['problem']}>
        <ErrorText error={error} />
      </p>
    );
  }
  return (
    <p role="status" className={css['help']}>
      {isBusy ? t('import.uploading') : null}
      {!isBusy && isTaken && taken !== null
        ? t('import.uploaded', { name: taken.name, size: figures.bytes(taken.size) })
        : null}
    </p>
  );
}

interface TakenFile {
  readonly name: string;
  readonly size: number;
}

function useUpload(onPath: (path: string) => void) {
  const actions = useActions();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [taken, setTaken] = useState<TakenFile | null>(null);
  const forget = (): void => {
    setError(null);
    setTaken(null);
  };
  const take = async (file: File): Promise<void> => {
    forget();
    setBusy(true);
    const answer = await actions.uploadFile?.(file);
    setBusy(false);
    if (answer === undefined) return;
    if (!answer.ok) return setError(answer.error);
    setTaken({ name: file.name, size: file.size });
    onPath(answer.value.path);
  };
  return { picker, isBusy, error, taken, take, forget };
}
