// Notes kept across conversations: Markdown files on disk, by day, to search, read and edit. The file is the truth; an edit made
// elsewhere is never written over.

import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNotes } from '../format/note-days.ts';
import { useActions, useWindow } from '../state/store.ts';
import { classNames } from './class-names.ts';
import { NoteList } from './note-list.tsx';
import { NotePage } from './note-page.tsx';
import { NoteSearch } from './note-search.tsx';
import css from './notes-view.module.css';
import { PageHeader } from './page-header.tsx';
import pageCss from './page-view.module.css';

const c = classNames({ ...pageCss, ...css });

export function NotesView() {
  const { t } = useTranslation();
  const dataFolder = useWindow((state) => state.app?.dataFolder ?? '');
  const files = useNoteFiles();
  const isEmpty = files !== null && files.length === 0;
  return (
    <section className={c('page')} aria-label={t('notes.name')}>
      <PageHeader title={t('notes.name')} />
      {files === null ? <p className={c('empty')}>{t('common.loading')}</p> : null}
      {isEmpty ? (
        <div className={c('empty')}>
          <p>{t('notes.empty')}</p>
          <p className={c('path')}>{t('notes.where', { folder: dataFolder })}</p>
        </div>
      ) : null}
      {files === null || isEmpty ? null : <NotesSplit files={files} />}
    </section>
  );
}

function NotesSplit({ files }: { readonly files: readonly string[] }) {
  const { t } = useTranslation();
  const version = useWindow((state) => state.notesVersion);
  const chosen = useWindow((state) => state.ui.noteFile);
  const [text, setText] = useState('');
  const file = chosen !== null && files.includes(chosen) ? chosen : (groupNotes(files)[0]?.notes[0]?.file ?? null);
  return (
    <div className={c('split')}>
      <div className={c('side')}>
        <div className={c('search')}>
          <Search size={15} aria-hidden />
          <input
            type="search"
            aria-label={t('notes.search')}
            placeholder={t('notes.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {text.trim() === '' ? <NoteList files={files} current={file} /> : <NoteSearch text={text} current={file} />}
      </div>
      {file === null ? null : <NotePage key={file} file={file} version={version} found={text.trim()} />}
    </div>
  );
}

/** Their names; null until they are known. */
function useNoteFiles(): readonly string[] | null {
  const actions = useActions();
  const version = useWindow((state) => state.notesVersion);
  const [files, setFiles] = useState<readonly string[] | null>(null);
  useEffect(() => {
    void actions.readNotes().then((list) => setFiles((list ?? []).map(({ file }) => file)));
  }, [actions, version]);
  return files;
}
