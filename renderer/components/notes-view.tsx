// Notes kept across conversations: Markdown files on disk. The file is the truth; an edit made elsewhere is never written over.

import { FileText } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../electron/core/errors.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorText } from './error-text.tsx';
import { PageHeader } from './page-header.tsx';
import css from './page-view.module.css';

const c = classNames(css);

interface NoteFile {
  readonly file: string;
  readonly sizeBytes: number;
}

export function NotesView() {
  const { t } = useTranslation();
  const actions = useActions();
  const version = useWindow((state) => state.notesVersion);
  const dataFolder = useWindow((state) => state.app?.dataFolder ?? '');
  const [files, setFiles] = useState<readonly NoteFile[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    void actions
      .readNotes()
      .then((list) => setFiles(list === null ? [] : [...list].sort((a, b) => b.file.localeCompare(a.file))));
  }, [actions, version]);
  const file = chosen ?? files?.[0]?.file ?? null;
  return (
    <section className={c('page')} aria-label={t('notes.name')}>
      <PageHeader title={t('notes.name')} />
      {files === null ? <p className={c('empty')}>{t('common.loading')}</p> : null}
      {files !== null && files.length === 0 ? (
        <div className={c('empty')}>
          <p>{t('notes.empty')}</p>
          <p className={c('path')}>{t('notes.where', { folder: dataFolder })}</p>
        </div>
      ) : null}
      {file === null || files === null ? null : (
        <div className={c('split')}>
          <NoteFileList files={files} current={file} onChoose={setChosen} />
          <NoteEditor key={file} file={file} version={version} />
        </div>
      )}
    </section>
  );
}

function NoteFileList({
  files,
  current,
  onChoose,
}: {
  readonly files: readonly NoteFile[];
  readonly current: string;
  readonly onChoose: (file: string) => void;
}) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <ul className={c('files')} aria-label={t('notes.files')}>
      {files.map(({ file, sizeBytes }) => (
        <li key={file}>
          <button
            type="button"
            className={c('file', file === current && 'current')}
            aria-pressed={file === current}
            onClick={() => onChoose(file)}
          >
            <FileText size={15} aria-hidden />
            <span className={c('fileName')}>{file.replace(/^notes\/|\.md$/g, '')}</span>
            <span className={c('fileSize')}>{figures.bytes(sizeBytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function NoteEditor({ file, version }: { readonly file: string; readonly version: number }) {
  const { t } = useTranslation();
  const note = useNote(file, version);
  if (note.stored === null)
    return <p className={c('empty')}>{note.error === null ? t('common.loading') : <ErrorText error={note.error} />}</p>;
  return (
    <div className={c('editor')}>
      <textarea
        aria-label={t('notes.text', { file })}
        className={c('noteText')}
        value={note.text}
        onChange={(event) => note.setText(event.target.value)}
        spellCheck={false}
      />
      {note.error === null ? null : (
        <p role="alert" className={c('problem')}>
          <ErrorText error={note.error} />{' '}
          <Button small onClick={() => void note.reload()}>
            {t('notes.reload')}
          </Button>
        </p>
      )}
      <div className={c('editorFoot')}>
        <span className={c('rowNote')}>{t('notes.help')}</span>
        <Button kind="primary" disabled={note.text === note.stored} onClick={() => void note.save()}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  );
}

function useNote(file: string, version: number) {
  const actions = useActions();
  const [stored, setStored] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const isDirty = stored !== null && text !== stored;
  const reload = useCallback(async (): Promise<void> => {
    const answer = await actions.call('notes.read', { file });
    if (!answer.ok) return setError(answer.error);
    setStored(answer.value.content);
    setText(answer.value.content);
    setError(null);
  }, [actions, file]);
  useEffect(() => {
    if (!isDirty) void reload();
    // A file that changes on disk while it is being edited here stays as typed; saving then says so.
  }, [reload, version, isDirty]);
  const save = async (): Promise<void> => {
    const content = text;
    const answer = await actions.call('notes.save', { file, content, expectedContent: stored ?? '' });
    if (!answer.ok) return setError(answer.error);
    setStored(content);
    setError(null);
    actions.notify({ kind: 'saved' });
  };
  return { stored, text, setText, error, reload, save };
}
